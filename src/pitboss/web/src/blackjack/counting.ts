/** The running count of the cards that lie open on the table. Pure functions. */
import type { Schemas } from "../api";
import type { Scene } from "./scene/model";

export interface RunningCount {
  count: number;
  cards: number;
  /** Whether every card since the last shuffle was seen here. */
  whole: boolean;
}

export const NO_COUNT: RunningCount = { count: 0, cards: 0, whole: true };

/** The Hi-Lo value of a card: 2 to 6 +1, 7 to 9 0, tens and aces −1. */
export function hiLo(card: string): number {
  const rank = card[0]!;
  return "23456".includes(rank) ? 1 : "TJQKA".includes(rank) ? -1 : 0;
}

/** "+3", "0", "−2". */
export const signed = (count: number): string => (count > 0 ? `+${count}` : String(count).replace("-", "−"));

/** Events that lay a card open. */
const OPENS = /^(CardDealt|DealerDealt|HoleDisclosed|CardExposed)$/;

export function countEvent(before: RunningCount, { type, fields }: Schemas["EventInfo"]): RunningCount {
  if (type === "Shuffled") return NO_COUNT;
  const { card } = (fields ?? {}) as { card?: string };
  return card && OPENS.test(type) ? { ...before, count: before.count + hiLo(card), cards: before.cards + 1 } : before;
}

/** The count for a viewer who has just arrived: of the cards on the layout, as the rest of the shoe was not seen. */
export function countScene(scene: Scene, drawn: number): RunningCount {
  const hands = [...scene.dealer, ...scene.boxes.flatMap(({ hands: here }) => here)];
  const open = hands.flatMap(({ cards }) => cards.flatMap(({ code }) => (code ? [code] : [])));
  return { count: open.reduce((sum, card) => sum + hiLo(card), 0), cards: open.length, whole: drawn <= open.length };
}

/** The count for each deck that is left, to one decimal. */
export function trueCount(count: number, cardsLeft: number): string {
  const each = cardsLeft > 0 ? Math.round((count * 520) / cardsLeft) / 10 : 0;
  return signed(each || 0);
}
