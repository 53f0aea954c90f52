/** Cards by their two letters ("As", "Td"): names, and the shapes that draw them. */

const RANKS: Record<string, string> = { A: "ace", T: "ten", J: "jack", Q: "queen", K: "king" };
const SUITS: Record<string, string> = { s: "spades", h: "hearts", d: "diamonds", c: "clubs" };
const SIGNS: Record<string, string> = { s: "♠", h: "♥", d: "♦", c: "♣" };

/** "ace of spades" for As. */
export function cardName(card: string): string {
  const [rank = "", suit = ""] = card;
  return `${RANKS[rank] ?? rank} of ${SUITS[suit] ?? suit}`;
}

/** "10♣" for Tc. */
export function cardShort(card: string): string {
  const [rank = "", suit = ""] = card;
  return `${rank === "T" ? "10" : rank}${SIGNS[suit] ?? ""}`;
}

/** Suits in a square of 32. */
export const SUIT_PATHS: Record<string, string> = {
  h: "M16 29.5C4.5 20 2 14 2 9.8 2 5.3 5.4 2.6 9 2.6c3 0 5.6 1.7 7 4.4 1.4-2.7 4-4.4 7-4.4 3.6 0 7 2.7 7 7.2 0 4.2-2.5 10.2-14 19.7z",
  d: "M16 1c2.9 5.7 6.8 10.7 11.5 15C22.800 20.300 18.900 25.300 16 31 13.100 25.300 9.200 20.300 4.500 16 9.200 11.700 13.100 6.700 16 1z",
  s: "M16 1c2.2 5.4 14 12.2 14 19.600 0 4-2.900 6.500-6.300 6.500-2.700 0-5-1.400-6.300-3.600.2 3.200 1.300 6 3.800 7.500H10.800c2.500-1.500 3.600-4.300 3.800-7.500-1.300 2.200-3.600 3.600-6.300 3.600C4.900 27.100 2 24.600 2 20.600 2 13.200 13.800 6.400 16 1z",
  c: "M16 1.500a6.700 6.700 0 0 1 5.300 10.800c-.6.8-1.400 1.700-2 2.300 1-.6 2.500-1.100 4.100-1.100a6.800 6.800 0 1 1 0 13.600c-2.600 0-4.800-1.300-6-3.300.2 3.200 1.300 5.700 3.800 7.200H10.800c2.500-1.500 3.600-4 3.800-7.200-1.200 2-3.400 3.300-6 3.300a6.800 6.800 0 1 1 0-13.600c1.600 0 3.100.5 4.100 1.100-.6-.6-1.400-1.500-2-2.300A6.700 6.700 0 0 1 16 1.500z",
};

/** Crowns of the court cards, around 0, 0. */
export const CROWN_PATHS: Record<string, string> = {
  K: "M-20 10L-23-9l10 8L0-15 13-1l10-8-3 19zM-20 13.500h40v4h-40z",
  Q: "M-19 10c-1-7-3-12-6-16 6 1 10 4 12 8 1-6 5-11 13-15 8 4 12 9 13 15 2-4 6-7 12-8-3 4-5 9-6 16zM-19 13.500h38v4h-38z",
  J: "M-17 10c2-12 8-20 24-25-4 4-5 7-5 10 6-2 11-1 16 2-8 0-14 5-17 13zM-18 13.500h36v4h-36z",
};
