/** Words of the notation for bets, and names of things for people. */
import { amount } from "../money";
import type { Box, Cloth, Spot, Wager } from "./types";

/** What one player has lying on a box: the main wager by spot, and the side wagers. */
export interface Bet {
  main: number[];
  sides: Record<string, number>;
}

export function betOf(box: Box | undefined, player: string, spots: number): Bet {
  const own = (box?.bets ?? []).filter((wager) => wager.player === player);
  const main = Array.from({ length: spots }, (_, spot) => own.find((wager) => wager.kind === "main" && wager.spot === spot + 1)?.amount ?? 0);
  const sides = Object.fromEntries(own.filter((wager) => wager.kind !== "main").map((wager) => [wager.kind, wager.amount]));
  return { main, sides };
}

/** `bet 2 100/50/- perfect_pairs=5`; `withdraw 2` where nothing is left. */
export function betWords(card: Cloth, box: number, bet: Bet, unseated = false): string {
  const sides = { ...bet.sides };
  for (const spot of card.spots) if (spot.kind === "ante" && bet.main.some(Boolean)) sides.ante = spot.amount ?? 0;
  if (!bet.main.some(Boolean)) delete sides.ante;
  const named = Object.entries(sides).filter(([, cents]) => cents > 0);
  if (!bet.main.some(Boolean) && !named.length) return `withdraw ${box}`;
  const main = bet.main.some(Boolean) ? bet.main.map((cents) => (cents ? amount(cents) : "-")).join("/") : "0";
  return [`bet ${box} ${main}`, ...named.map(([kind, cents]) => `${kind}=${amount(cents)}`), ...(unseated ? ["unseated"] : [])].join(" ");
}

/** A spot after one more chip: never below its least, never above its most. */
export function more(spot: Spot, lying: number, chip: number): number {
  if (spot.amount) return spot.amount;
  const wanted = lying + chip;
  const most = spot.most || Infinity;
  return Math.min(most, Math.max(spot.least, wanted));
}

export function kindName(kind: string): string {
  return kind.replaceAll("_", " ");
}

export function sideSpots(card: Cloth): Spot[] {
  return card.spots.filter((spot) => spot.kind !== "main" && spot.kind !== "ante");
}

export function mainSpots(card: Cloth): Spot[] {
  return card.spots.filter((spot) => spot.kind === "main");
}

export function outcomeText(wager: Wager, money: (cents: number) => string): string {
  if (wager.result == null) return "";
  if (wager.result > 0) return `+${money(wager.result)}`;
  return wager.result < 0 ? money(wager.result) : "back";
}

/** The keys of the table, by verb; a verb of an offer may share the key of a decision, as the two never meet. */
export const KEYS: Record<string, string> = {
  hit: "h", stand: "s", double: "d", split: "p", surrender: "r", insure: "i", even: "e", pass: "n",
  follow: "f", keep: "k", press: "b", decline: "x", accept: "a", refuse: "z", cut: "c", ready: "Enter", deal: "Enter", close: "o",
};

export const ACTIONS: Record<string, string> = {
  hit: "Hit", stand: "Stand", double: "Double", split: "Split", surrender: "Surrender", insure: "Insurance", even: "Even money", pass: "No, thank you",
  follow: "Follow", keep: "Keep", press: "Press the button", decline: "Decline", accept: "Accept the card", refuse: "Refuse the card", cut: "Cut",
  withdraw: "Take back", leave: "Give up the seat", bet: "Bet", deal: "Deal", close: "Close the offer", dealer: "New dealer", absent: "Absent", shuffle: "Shuffle", new_cards: "New cards",
};
