/** Money is whole cents everywhere; these are its only ways to and from text. */

export function money(cents: number): string {
  const sign = cents < 0 ? "−" : "";
  const whole = Math.floor(Math.abs(cents) / 100).toLocaleString("en-US");
  const rest = Math.abs(cents) % 100;
  return `${sign}$${whole}${rest ? `.${String(rest).padStart(2, "0")}` : ""}`;
}

/** The notation's form of an amount: 10 or 12.50. */
export function amount(cents: number): string {
  const rest = cents % 100;
  return `${Math.floor(cents / 100)}${rest ? `.${String(rest).padStart(2, "0")}` : ""}`;
}

/** Cents of what a person typed, or null. */
export function cents(text: string): number | null {
  const match = /^\s*\$?(\d{1,9})(?:\.(\d{1,2}))?\s*$/.exec(text.replaceAll(",", ""));
  if (!match) return null;
  return Number(match[1]) * 100 + Number((match[2] ?? "").padEnd(2, "0") || 0);
}

export interface Chip {
  value: number;
  name: string;
  colour: string;
}

/** Chip values in cents, the highest first, and the colours that casinos give them. */
export const CHIPS: readonly Chip[] = [
  { value: 500_000, name: "5,000", colour: "#8a5a2b" },
  { value: 100_000, name: "1,000", colour: "#c9a227" },
  { value: 50_000, name: "500", colour: "#6a3d9a" },
  { value: 10_000, name: "100", colour: "#1d1d1f" },
  { value: 2_500, name: "25", colour: "#1b7a3d" },
  { value: 500, name: "5", colour: "#b3202c" },
  { value: 100, name: "1", colour: "#dfe3ea" },
  { value: 50, name: "50¢", colour: "#4a90c2" },
  { value: 1, name: "1¢", colour: "#9aa1ab" },
];

/** The chips that make an amount, fewest first. */
export function chipsOf(cents: number): Chip[] {
  const found: Chip[] = [];
  let rest = cents;
  for (const chip of CHIPS) {
    while (rest >= chip.value && found.length < 40) {
      found.push(chip);
      rest -= chip.value;
    }
  }
  return found;
}
