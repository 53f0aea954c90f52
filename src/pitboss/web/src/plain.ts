/** A name as people read it: "perfect pairs" of perfect_pairs. */
export function plain(name: string): string {
  return name.replaceAll("_", " ");
}
