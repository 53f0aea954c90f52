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
  /** The chip's colours among the tokens: `--chip-25`, `--chip-25-spot`, `--chip-25-ink`. */
  key: string;
}

/** Chip values in cents, the highest first. */
export const CHIPS: readonly Chip[] = [
  { value: 500_000, name: "5K", key: "5000" },
  { value: 100_000, name: "1K", key: "1000" },
  { value: 50_000, name: "500", key: "500" },
  { value: 10_000, name: "100", key: "100" },
  { value: 2_500, name: "25", key: "25" },
  { value: 500, name: "5", key: "5" },
  { value: 100, name: "1", key: "1" },
  { value: 50, name: "50¢", key: "050" },
  { value: 1, name: "1¢", key: "001" },
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
