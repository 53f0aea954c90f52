/** Words of the notation for bets, and names of things for people. */
import { amount, cents, money } from "../money";
import type { Action, Box, Cloth, Spot, Wager } from "./types";
import { t } from "../strings";

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

/** Whether anything is wagered at all. */
export function isBet({ main, sides }: Bet): boolean {
  return [...main, ...Object.values(sides)].some(Boolean);
}

/** A bet with another amount on one spot. */
export function withSpot(bet: Bet, spot: Spot, amount: (before: number) => number): Bet {
  if (spot.kind !== "main") return { ...bet, sides: { ...bet.sides, [spot.kind]: amount(bet.sides[spot.kind] ?? 0) } };
  const nth = (spot.spot ?? 1) - 1;
  return { ...bet, main: bet.main.map((laid, which) => (which === nth ? amount(laid) : laid)) };
}

/** So many times as much on every spot that takes more than one amount. */
export function timesBet(card: Cloth, { main, sides }: Bet, factor: number): Bet {
  const fixed = (kind: string) => !!card.spots.find((spot) => spot.kind === kind)?.amount;
  const more = Object.entries(sides).map(([kind, laid]): [string, number] => [kind, fixed(kind) ? laid : Math.round(laid * factor)]);
  return { main: main.map((laid) => Math.round(laid * factor)), sides: Object.fromEntries(more) };
}

/** The ante that goes with a main wager, if any is due. */
function anteOf(card: Cloth, main: number): number {
  const ante = card.spots.find((spot) => spot.kind === "ante")?.amount ?? 0;
  const waiver = Number(card.options?.ante_waiver ?? 0);
  return main && !(waiver && main >= waiver) ? ante : 0;
}

/** `bet 2 100/50/- perfect_pairs=5`; `withdraw 2` where nothing is left. */
export function betWords(card: Cloth, box: number, bet: Bet): string {
  const sum = bet.main.reduce((one, two) => one + two, 0);
  const sides = { ...bet.sides, ante: anteOf(card, sum) };
  const named = Object.entries(sides).filter(([, laid]) => laid > 0);
  if (!sum && !named.length) return `withdraw ${box}`;
  const filled = bet.main.slice(0, Math.max(1, bet.main.findLastIndex(Boolean) + 1));
  const main = sum ? filled.map((laid) => (laid ? amount(laid) : "-")).join("/") : "0";
  return [`bet ${box} ${main}`, ...named.map(([kind, laid]) => `${kind}=${amount(laid)}`)].join(" ");
}

/** A spot after one more chip: never below its least, never above its most. */
export function more(spot: Spot, lying: number, chip: number): number {
  if (spot.amount) return spot.amount;
  return Math.min(spot.most || Infinity, Math.max(spot.least, lying + chip));
}

/** Places for side wagers; the ante goes with the main wager by itself. */
export function sideSpots(card: Cloth): Spot[] {
  return card.spots.filter((spot) => spot.kind !== "main" && spot.kind !== "ante");
}

export function mainSpots(card: Cloth): Spot[] {
  return card.spots.filter((spot) => spot.kind === "main");
}

/** A player's own wagers on the hand in turn, by spot. */
export function stakesOf(card: Cloth, boxes: Box[], player: string): number[] {
  const hand = boxes.flatMap((box) => box.hands ?? []).find((each) => each.in_turn);
  const own = (hand?.wagers ?? []).filter((wager) => wager.player === player && wager.kind === "main");
  return mainSpots(card).slice(0, Math.max(1, ...own.map((wager) => wager.spot ?? 1))).map((spot) => own.find((wager) => wager.spot === spot.spot)?.amount ?? 0);
}

export function outcomeText(wager: Wager): string {
  if (wager.result == null) return "";
  if (wager.result > 0) return `+${money(wager.result)}`;
  return wager.result < 0 ? money(wager.result) : t.results.back;
}

/** The keys of the table, by verb; a verb of an offer may share the key of a decision, as the two never meet. */
export const KEYS: Record<string, string> = {
  hit: "h", stand: "s", double: "d", split: "p", surrender: "r", insure: "i", even: "e", pass: "n",
  follow: "f", keep: "k", press: "b", decline: "x", accept: "a", refuse: "z", cut: "c", ready: "g", deal: "g", close: "o",
};

/** The key of an action: to keep a wager on the second hand of a split has one of its own. */
export function keyOf(action: Action): string | undefined {
  return action.verb === "keep" && detailOf(action).length ? "l" : KEYS[action.verb];
}

export const ACTIONS = t.results.actions;

/** The words of an action behind its verb and its box: "50" of `t2 insure 1 50`. */
export function detailOf(action: Action): string[] {
  const words = action.words.replace(/^t\d+ /, "").split(" ").slice(1);
  return action.box ? words.slice(1) : words;
}

/** What a button says: the verb, the box where several are asked, and an amount, which is the whole stake where none is named. */
export function actionName(action: Action, several: boolean, stakes: number[] = []): string {
  const name = ACTIONS[action.verb] ?? t.results.otherAction(action.verb);
  return [several && action.box ? t.results.onBox(name, action.box) : name, ...details(action, stakes)].join(" ");
}

function details(action: Action, stakes: number[]): string[] {
  const words = detailOf(action);
  if (action.verb === "keep") return words.length ? [t.results.onSecondHand] : [];
  if (words.length) return words.map((word) => (action.verb === "cut" ? word : amounts(word)));
  const whole = stakes.reduce((one, two) => one + two, 0);
  return whole && ["double", "split", "follow"].includes(action.verb) ? [money(whole)] : [];
}

/** "$50" of 50, "$50 · $25" of 50/25; other words as they are. */
function amounts(word: string): string {
  const parts = word.split("/").map((part) => (part === "-" ? "–" : cents(part)));
  if (parts.includes(null)) return (word.startsWith("from=") ? t.results.from(word.slice(5)) : word);
  return parts.map((part) => (typeof part === "number" ? money(part) : part)).join(" · ");
}
