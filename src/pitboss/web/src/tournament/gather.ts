/** A wager of a tournament is bet once, in turn, and not touched again: its chips are gathered first, and then bet. */
import { useEffect, useState } from "preact/hooks";
import type { Bets } from "../blackjack/bets";
import { withChips } from "../blackjack/drafts";
import type { Spot } from "../blackjack/types";
import { betOf, betWords, isBet, mainSpots, more, timesBet, withSpot, type Bet } from "../blackjack/words";
import type { Card, CupTableView } from "./types";

/** The chip that is picked first, in cents. */
const FIRST_CHIP = 2500;

export interface Gathering {
  bets: Bets;
  /** Whether it is the player's turn to bet. */
  turn: boolean;
  /** Chips placed but not bet yet, in cents. */
  sum: number;
  /** What was bet last, in cents; 0 where it cannot be bet again. */
  last: number;
  /** Bets what is gathered, or what was bet last. */
  bet: () => void;
  /** The table with the chips that are gathered; null where none are. */
  drafted: CupTableView | null;
}

const sumOf = (bet: Bet | null) => (bet ? [...bet.main, ...Object.values(bet.sides)].reduce((one, two) => one + two, 0) : 0);

/** Calls `onBet` with the table, including the chips that are being bet. */
export function useGathering(card: Card | null, own: CupTableView | undefined, player: string, held: number, speak: (words: string) => Promise<boolean>, onBet: (table: CupTableView) => void): Gathering {
  const [chip, setChip] = useState(FIRST_CHIP);
  const [exact, setExact] = useState(0);
  const [chips, setChips] = useState<Bet | null>(null);
  const [past, setPast] = useState<(Bet | null)[]>([]);
  const [future, setFuture] = useState<(Bet | null)[]>([]);
  const [last, setLast] = useState<Bet | null>(null);
  const turn = !!player && !!own?.running && own.phase === "betting" && own.to_bet[0] === player;
  const box = own?.boxes.find((each) => each.seat === player);
  useEffect(() => {
    setChips(null);
    setPast([]);
    setFuture([]);
  }, [turn]);

  const most = Math.min(own?.maximum || Infinity, held);
  function put(bet: Bet | null) {
    setPast([...past, chips]);
    setFuture([]);
    setChips(bet && isBet(bet) ? bet : null);
  }
  function lay(at: number, spot: Spot, change: (before: number) => number) {
    if (!turn || !card || at !== box?.box) return;
    put(withSpot(chips ?? betOf(box, player, mainSpots(card).length), spot, (before) => Math.min(most, change(before))));
  }
  const fits = (bet: Bet | null) => !!bet && bet.main.every((laid) => laid <= most) && sumOf(bet) <= held;
  const again = turn && !chips && fits(last) ? last : null;
  const sum = turn ? sumOf(chips) : 0;
  const tableWith = (bet: Bet) => ({ ...own!, boxes: own!.boxes.map((each) => (each === box ? withChips(each, bet, player) : each)) });
  function bet() {
    const wanted = chips ?? again;
    if (!turn || !own || !box || !card || !wanted) return;
    setLast(wanted);
    onBet(tableWith(wanted));
    void speak(`t${own.number} ${betWords(card, box.box, wanted)}`);
  }
  const bets: Bets = {
    chip,
    exact,
    setChip: (cents) => (setExact(0), setChip(cents)),
    setExact,
    place: (at, spot) => lay(at, spot, (before) => (exact ? spot.amount || exact : more(spot, before, chip))),
    take: (at, spot) => lay(at, spot, () => 0),
    undo: past.length ? () => (setFuture([...future, chips]), setChips(past.at(-1)!), setPast(past.slice(0, -1))) : null,
    redo: future.length ? () => (setPast([...past, chips]), setChips(future.at(-1)!), setFuture(future.slice(0, -1))) : null,
    clear: chips ? () => put(null) : null,
    twice: chips ? () => put({ ...timesBet(card!, chips, 2), main: timesBet(card!, chips, 2).main.map((laid) => Math.min(most, laid)) }) : null,
    rebet: again ? () => (put(again), Promise.resolve(true)) : null,
    laid: sum > 0,
    waits: (at) => at === box?.box && sum > 0,
    drafted: null,
    hint: "",
  };
  return { bets, turn, sum, last: sumOf(again), bet, drafted: sum && chips ? tableWith(chips) : null };
}
