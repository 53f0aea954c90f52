import { signal } from "@preact/signals";

/** The result of the last verification at a table. */
export interface Verified {
  /** The seed, such as `shoe 3`. */
  name: string;
  /** What is wrong; empty where everything agrees. */
  fault: string;
  /** How many seeds were verified here, and how many of them were wrong. */
  count: number;
  wrong: number;
  /** The last seed from which the user's own contribution was left out, although the page has been here. */
  leftOut: string;
}

/** By table. */
export const verified = signal<ReadonlyMap<string, Verified>>(new Map());
