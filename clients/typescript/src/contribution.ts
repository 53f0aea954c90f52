/** The hash that commits a player to a value for a seed, such as `shoe 0`. */
export async function contributionHash(seed: string, player: string, value: string): Promise<string> {
  const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(`pitboss contribution 1\n${seed}\n${player}\n${value}`));
  return hexOf(bytes);
}

export function hexOf(bytes: ArrayBuffer): string {
  return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
