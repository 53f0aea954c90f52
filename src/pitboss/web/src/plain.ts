/** Names and times for people. */

/** A name as people read it: "perfect pairs" of perfect_pairs. */
export function plain(name: string): string {
  return name.replaceAll("_", " ");
}

/** A moment as people write it where they are. */
export function when(seconds: number): string {
  return new Date(seconds * 1000).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "medium" });
}
