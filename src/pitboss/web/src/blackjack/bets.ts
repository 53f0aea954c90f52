/** Placing wagers: what a press, a drop or a key lays down, so that quick presses are not lost while the table answers. */
import { useEffect, useRef, useState } from "preact/hooks";
import { useDrafts, withoutMain } from "./drafts";
import type { Box, Card, Spot, View } from "./types";
import { betOf, betWords, isBet, mainSpots, more, timesBet, withSpot, type Bet } from "./words";

export interface Bets {
  /** The chip that is laid, in cents; or an exact amount. */
  chip: number;
  exact: number;
  setChip: (cents: number) => void;
  setExact: (cents: number) => void;
  place: (box: number, spot: Spot) => void;
  take: (box: number, spot: Spot) => void;
  undo: (() => void) | null;
  redo: (() => void) | null;
  clear: (() => void) | null;
  twice: (() => void) | null;
  /** Lays what lay in the last round; resolves with whether all of it was taken. */
  rebet: (() => Promise<boolean>) | null;
  /** Whether the player has a wager for the next round. */
  laid: boolean;
  /** Whether a bet at a box waits for others. */
  waits: (box: number) => boolean;
  /** The table with the chips of wagers that are still to be completed; null where none wait. */
  drafted: View | null;
  /** What the player still has to place. */
  hint: string;
}

type Speak = (words: string) => Promise<boolean>;
/** The bets of all boxes at a moment. */
type Layout = Record<number, Bet>;
const FIRST_CHIP = 500;

export function useBets(card: Card | null, view: View | null, player: string, speak: Speak): Bets {
  const [chip, setChipState] = useState(FIRST_CHIP);
  const [exact, setExact] = useState(0);
  const lying = (view?.boxes ?? []).filter((box) => (box.bets ?? []).some((bet) => bet.player === player));
  const { lies, lay } = useLaying(card, view, player, speak);
  const last = useLast(card, view, player, lying);
  const drafts = useDrafts(card, view, player);
  const history = useHistory(view);

  function layout(): Layout {
    return Object.fromEntries((view?.boxes ?? []).map(({ box }) => [box, lies(box)]));
  }
  function change(box: number, spot: Spot, amount: (before: number) => number) {
    const before = lies(box);
    const changed = withSpot(drafts.at(box) ?? before, spot, amount);
    // side wagers are taken back with the main wager that they need
    const bet = before.main.some(Boolean) && withoutMain(card!, changed, view?.boxes[box - 1], player) ? { ...changed, sides: {} } : changed;
    if (drafts.waits(box, bet, before)) return;
    // a draft is only cleared: there is no wager to withdraw yet
    if (!isBet(bet) && !isBet(before)) return;
    history.push(layout());
    void lay(box, bet);
  }
  /** Lays what differs from a layout, box by box, as long as nothing is refused. */
  async function restore(goal: Layout): Promise<boolean> {
    for (const [box, bet] of Object.entries(goal)) {
      const now = lies(Number(box));
      if (betWords(card!, Number(box), now) !== betWords(card!, Number(box), bet) && (isBet(bet) || isBet(now)) && !(await lay(Number(box), bet))) return false;
    }
    return true;
  }
  async function all(act: () => Promise<boolean>): Promise<boolean> {
    const before = layout();
    const done = await act();
    history.push(before);
    return done;
  }

  const take = (box: number, spot: Spot) => change(box, spot, () => 0);
  const betting = view?.phase === "betting";
  const laid = lying.length > 0;
  return {
    chip,
    exact,
    setChip: (cents) => (setExact(0), setChipState(cents)),
    setExact,
    place: (box, spot) => change(box, spot, (before) => (exact ? spot.amount || exact : more(spot, before, chip))),
    take,
    undo: betting && history.undo ? () => void restore(history.back(layout())) : null,
    redo: betting && history.redo ? () => void restore(history.forth(layout())) : null,
    clear:
      betting && (laid || drafts.hint)
        ? () => {
            drafts.clear();
            void all(() => inTurn(lying, (box) => speak(`withdraw ${box.box}`)));
          }
        : null,
    twice: betting && laid ? () => void all(() => inTurn(lying, (box) => lay(box.box, timesBet(card!, lies(box.box), 2)))) : null,
    rebet: betting && last.length && !laid ? () => all(() => inTurn(mainsFirst(last), ([box, bet]) => speak(betWords(card!, box, withoutPending(bet, view.boxes[box - 1], player))))) : null,
    laid,
    waits: (box) => !!drafts.at(box),
    drafted: view && drafts.hint ? drafts.on(view) : null,
    hint: drafts.hint,
  };
}

/** One after the other, as long as nothing is refused. */
async function inTurn<T>(list: readonly T[], act: (each: T) => Promise<boolean>): Promise<boolean> {
  for (const each of list) if (!(await act(each))) return false;
  return true;
}

/** The layouts before and after the present one, within one betting phase. */
function useHistory(view: View | null) {
  const [past, setPast] = useState<Layout[]>([]);
  const [future, setFuture] = useState<Layout[]>([]);
  const key = view ? `${view.round} ${view.phase}` : "";
  useEffect(() => {
    setPast([]);
    setFuture([]);
  }, [key]);
  return {
    undo: past.length > 0,
    redo: future.length > 0,
    push(layout: Layout) {
      setPast((before) => [...before, layout].slice(-50));
      setFuture([]);
    },
    back(now: Layout): Layout {
      setPast(past.slice(0, -1));
      setFuture([...future, now]);
      return past.at(-1)!;
    },
    forth(now: Layout): Layout {
      setFuture(future.slice(0, -1));
      setPast([...past, now]);
      return future.at(-1)!;
    },
  };
}

/** The wagers on each box, including commands in flight. */
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

/** What the player last bet, box by box. */
function useLast(card: Card | null, view: View | null, player: string, lying: Box[]): [box: number, bet: Bet][] {
  const [last, setLast] = useState<[number, Bet][]>([]);
  useEffect(() => {
    if (card && view?.phase === "betting" && lying.length) setLast(lying.map((box) => [box.box, betOf(box, player, mainSpots(card).length)]));
  }, [view?.version, player]); // who the player is may be known later than the table
  return last;
}

/** Bets on the boxes of others come last: these may bet again as soon as the player has. */
function mainsFirst(bets: [box: number, bet: Bet][]): [box: number, bet: Bet][] {
  return bets.toSorted(([, one], [, two]) => Number(two.main.some(Boolean)) - Number(one.main.some(Boolean)));
}

/** A bet without the side wagers that still lie there, such as a streak that goes on. */
function withoutPending(bet: Bet, box: Box | undefined, player: string): Bet {
  const pending = (box?.wagers ?? []).filter((wager) => wager.player === player && wager.result == null).map(({ kind }) => kind);
  return { ...bet, sides: Object.fromEntries(Object.entries(bet.sides).filter(([kind]) => !pending.includes(kind))) };
}
