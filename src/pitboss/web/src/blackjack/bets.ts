/** Placing wagers: what a click, a drop or a key lays down, so that quick clicks are not lost while the table answers. */
import { useEffect, useRef, useState } from "preact/hooks";
import { FIRST_CHIP, type InHand } from "../parts/BetBar";
import { useDrafts } from "./drafts";
import type { Box, Card, Spot, View } from "./types";
import { betOf, betWords, isBet, mainSpots, more, timesBet, withSpot, type Bet } from "./words";

export interface Bets {
  hand: InHand;
  setHand: (hand: InHand) => void;
  place: (box: number, spot: Spot) => void;
  take: (box: number, spot: Spot) => void;
  /** What may be done with all that lies. */
  all: [string, () => void][];
  /** The table with the chips of wagers that are still to be completed. */
  shown: View | null;
  /** What is still to be laid. */
  hint: string;
}

type Speak = (words: string) => Promise<boolean>;

export function useBets(card: Card | null, view: View | null, player: string, speak: Speak): Bets {
  const [hand, setHand] = useState(FIRST_CHIP);
  const lying = (view?.boxes ?? []).filter((box) => (box.bets ?? []).some((bet) => bet.player === player));
  const { lies, lay } = useLaying(card, view, player, speak);
  const last = useLast(card, view, player, lying);
  const drafts = useDrafts(card, view, player);

  function change(box: number, spot: Spot, amount: (before: number) => number) {
    const before = lies(box);
    const bet = withSpot(drafts.at(box) ?? before, spot, amount);
    if (drafts.waits(box, bet, before)) return;
    // chips that only waited are gone when they are taken back: nothing lies there that could be withdrawn
    if (isBet(bet) || isBet(before)) void lay(box, bet);
  }
  const take = (box: number, spot: Spot) => change(box, spot, () => 0);
  function place(box: number, spot: Spot) {
    if (hand === "take") return take(box, spot);
    change(box, spot, (before) => ("exactly" in hand ? spot.amount || hand.exactly : more(spot, before, hand.add)));
  }

  const times = (factor: number) => inTurn(lying, (box) => lay(box.box, timesBet(card!, lies(box.box), factor)));
  function clear() {
    drafts.clear();
    inTurn(lying, (box) => speak(`withdraw ${box.box}`));
  }
  let all: Bets["all"] = last.length ? [["Repeat the last bet", () => inTurn(last, speak)]] : [];
  if (drafts.hint) all = [["Clear", clear]];
  if (lying.length) all = [["Twice as much", () => times(2)], ["Half", () => times(0.5)], ["Clear", clear]];
  const hint = drafts.hint || (lying.length || last.length ? "" : "Lay a chip on the circle of a box to play.");
  return { hand, setHand, place, take, all, hint, shown: view && drafts.on(view) };
}

/** One after the other, as long as nothing is refused. */
function inTurn<T>(list: readonly T[], act: (each: T) => Promise<boolean>): void {
  void (async () => {
    for (const each of list) if (!(await act(each))) return;
  })();
}

/** What lies on each box, with what was asked for and does not lie there yet. */
function useLaying(card: Card | null, view: View | null, player: string, speak: Speak) {
  const asked = useRef(new Map<number, Bet>());
  const laid = (box: number) => betOf(view?.boxes[box - 1], player, card ? mainSpots(card).length : 1);
  useEffect(() => {
    if (!card || !view) return;
    if (view.phase !== "betting") asked.current.clear();
    for (const [box, bet] of asked.current) if (betWords(card, box, bet) === betWords(card, box, laid(box))) asked.current.delete(box);
  }, [view?.version]);

  async function lay(box: number, bet: Bet): Promise<boolean> {
    asked.current.set(box, bet);
    const done = await speak(betWords(card!, box, bet));
    if (!done) asked.current.delete(box);
    return done;
  }
  return { lies: (box: number) => asked.current.get(box) ?? laid(box), lay };
}

/** The words that lay again what lay there last. */
function useLast(card: Card | null, view: View | null, player: string, lying: Box[]): string[] {
  const [last, setLast] = useState<string[]>([]);
  useEffect(() => {
    if (card && view?.phase === "betting" && lying.length) setLast(lying.map((box) => betWords(card, box.box, betOf(box, player, mainSpots(card).length))));
  }, [view?.version]);
  return last;
}
