/** Time left of a deadline. It starts when the table has finished showing, so a page never shows more than its seconds. */
import type { Schemas } from "../api";

type Deadline = Schemas["DeadlineInfo"];

const arrivals = new WeakMap<readonly Deadline[], number>();

/** When the deadlines of a message arrived: at the first call for them. */
export function arrivalOf(clock: readonly Deadline[]): number {
  const known = arrivals.get(clock);
  if (known !== undefined) return known;
  const now = performance.now();
  arrivals.set(clock, now);
  return now;
}

export function secondsLeft(due: Deadline, clock: readonly Deadline[]): number {
  const passed = (performance.now() - arrivalOf(clock)) / 1000;
  return Math.max(0, Math.min(due.seconds || Infinity, due.left - passed));
}
