/** Placing wagers: what a click, a drop or a key lays down, so that quick clicks are not lost while the table answers. */
import { useEffect, useRef, useState } from "preact/hooks";
import type { InHand } from "./BetBar";
import { say } from "../say";
import type { Card, LaidWager, Spot, View } from "./types";
import { betOf, betWords, mainSpots, more, type Bet } from "./words";

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

export function useBets(card: Card | null, view: View | null, player: string, speak: (words: string) => Promise<boolean>): Bets {
  const [hand, setHand] = useState<InHand>({ add: 500 });
  const [last, setLast] = useState<string[]>([]);
  // what was asked for and does not lie there yet
  const asked = useRef(new Map<number, Bet>());
  const betting = view?.phase === "betting";
  const spots = card ? mainSpots(card).length : 1;
  // where the rulebook takes wagers on several spots only together, the first ones wait for the others
  const [drafts, setDrafts] = useState<Record<number, Bet>>({});
  const needed = card ? mainSpots(card).filter((spot) => !spot.needs).length : 1;
  const hint = Object.keys(drafts).length ? `Wagers lie on spots 1 to ${needed} at least, in order: lay the others, and they are bet together.` : "";
  const lying = (view?.boxes ?? []).filter((box) => (box.bets ?? []).some((bet) => bet.player === player));

  useEffect(() => {
    if (!card || !view) return;
    if (!betting) {
      asked.current.clear();
      setDrafts({});
    }
    for (const [box, bet] of asked.current) if (betWords(card, box, bet) === betWords(card, box, betOf(view.boxes[box - 1], player, spots))) asked.current.delete(box);
    // what lies there is what may be repeated next time
    if (betting && lying.length) setLast(lying.map((box) => betWords(card, box.box, betOf(box, player, spots))));
  }, [view?.version]);

  async function lay(box: number, bet: Bet): Promise<boolean> {
    asked.current.set(box, bet);
    const done = await speak(betWords(card!, box, bet));
    if (!done) asked.current.delete(box);
    return done;
  }

  function change(box: number, spot: Spot, amount: (before: number) => number) {
    const lies = asked.current.get(box) ?? betOf(view!.boxes[box - 1], player, spots);
    const bet = structuredClone(drafts[box] ?? lies);
    if (spot.kind === "main") {
      const nth = (spot.spot ?? 1) - 1;
      bet.main[nth] = amount(bet.main[nth] ?? 0);
    } else bet.sides[spot.kind] = amount(bet.sides[spot.kind] ?? 0);
    const here = view!.people.some((person) => person.name === player);
    const waits = here && any(bet.main) && !bet.main.slice(0, needed).every(Boolean) && !any(lies.main);
    setDrafts(({ [box]: _, ...others }) => (waits ? { ...others, [box]: bet } : others));
    if (waits) say(`Spots 1 to ${needed} are bet together.`);
    // chips that only waited are gone when they are taken back: nothing lies there that could be withdrawn
    else if ([bet, lies].some(({ main, sides }) => any(main) || any(Object.values(sides)))) void lay(box, bet);
  }

  const take = (box: number, spot: Spot) => change(box, spot, () => 0);
  function place(box: number, spot: Spot) {
    if (hand === "take") return take(box, spot);
    change(box, spot, (before) => ("exactly" in hand ? spot.amount || hand.exactly : more(spot, before, hand.add)));
  }

  async function times(factor: number) {
    for (const box of lying) {
      const bet = betOf(box, player, spots);
      const fixed = (kind: string) => !!card!.spots.find((spot) => spot.kind === kind)?.amount;
      const sides = Object.entries(bet.sides).map(([kind, cents]) => [kind, fixed(kind) ? cents : Math.round(cents * factor)]);
      if (!(await lay(box.box, { main: bet.main.map((cents) => Math.round(cents * factor)), sides: Object.fromEntries(sides) as Bet["sides"] }))) return;
    }
  }

  async function each(words: string[]) {
    for (const line of words) if (!(await speak(line))) return;
  }

  const all: Bets["all"] = lying.length
    ? [
        ["Twice as much", () => void times(2)],
        ["Half", () => void times(0.5)],
        ["Clear", () => (setDrafts({}), void each(lying.map((box) => `withdraw ${box.box}`)))],
      ]
    : hint
      ? [["Clear", () => setDrafts({})]]
      : last.length
        ? [["Repeat the last bet", () => void each(last)]]
        : [];
  return { hand, setHand, place, take, all, hint, shown: view && withDrafts(view, drafts, player) };
}

function any(amounts: number[]): boolean {
  return amounts.some(Boolean);
}

/** The table as it will be when what waits is laid. */
function withDrafts(view: View, drafts: Record<number, Bet>, player: string): View {
  const boxes = view.boxes.map((box) => {
    const bet = drafts[box.box];
    if (!bet) return box;
    const laid = [...bet.main.map((amount, nth) => ["main", nth + 1, amount] as const), ...Object.entries(bet.sides).map(([kind, amount]) => [kind, 1, amount] as const)];
    const waiting = laid.filter(([, , amount]) => amount).map(([kind, spot, amount]): LaidWager => ({ player, kind, spot, amount, result: null, outcome: "", clauses: [], waits: true }));
    return { ...box, bets: [...(box.bets ?? []).filter((each) => each.player !== player), ...waiting] };
  });
  return { ...view, boxes };
}
