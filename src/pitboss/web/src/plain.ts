/** Names and times for people. */

/** A name as people read it: "perfect pairs" of perfect_pairs. */
export function plain(name: string): string {
  return name.replaceAll("_", " ");
}

/** A name as it is printed on a cloth: "Perfect Pairs" of perfect_pairs. */
export function titled(name: string): string {
  return name.split("_").map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join(" ");
}

/** A moment as people write it where they are. */
export function when(seconds: number): string {
  return new Date(seconds * 1000).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "medium" });
}
