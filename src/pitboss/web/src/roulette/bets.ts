/** The player's bets: chips laid and taken back, undo and redo, everything doubled, cleared, repeated or saved. */
import { useEffect, useRef, useState } from "preact/hooks";
import { amount } from "../money";
import { nameOf } from "./positions";
import type { Laid, View } from "./types";

type At = { kind: string; place: string };
/** Amounts in cents by position, as they are to be. */
type Amounts = [name: string, cents: number][];
/** A change of one bet, which can be taken back. */
interface Change {
  name: string;
  before: number;
  after: number;
}

export interface Bets {
  chip: number;
  setChip: (cents: number) => void;
  /** An amount that replaces whatever is on a position; 0 for none. */
  exact: number;
  setExact: (cents: number) => void;
  own: Laid[];
  staked: number;
  /** Chips of a colour that the dealer gave the player, and whether clicks lay them. */
  rack: View["colours"][number] | undefined;
  coloured: boolean;
  setColoured: (coloured: boolean) => void;
  place: (...at: At[]) => void;
  take: (at: At) => void;
  undo: (() => void) | null;
  redo: (() => void) | null;
  clear: (() => void) | null;
  twice: (() => void) | null;
  rebet: (() => Promise<boolean>) | null;
  last: Amounts;
  save: (() => void) | null;
  saved: Amounts;
  laySaved: (() => void) | null;
}

const FIRST_CHIP = 500;
const SAVED = "pitboss.bets";

/** Saved bets are kept for each set of limits, so that they can be laid as they are. */
function savedBets(key: string): Amounts {
  try {
    return (JSON.parse(localStorage.getItem(SAVED) ?? "{}") as Record<string, Amounts>)[key] ?? [];
  } catch {
    return []; // a private window may refuse storage
  }
}

function keepBets(key: string, bets: Amounts): void {
  try {
    localStorage.setItem(SAVED, JSON.stringify({ ...(JSON.parse(localStorage.getItem(SAVED) ?? "{}") as Record<string, Amounts>), [key]: bets }));
  } catch {
    // see above
  }
}

export const totalOf = (bets: Amounts) => bets.reduce((sum, [, cents]) => sum + cents, 0);
const amountsOf = (wagers: readonly Laid[]): Amounts => wagers.map((wager) => [nameOf(wager), wager.amount]);

export function useBets(view: View | null, player: string, open: boolean, speak: (words: string) => Promise<boolean>): Bets {
  const [chip, setChip] = useState(FIRST_CHIP);
  const [exact, setExact] = useState(0);
  const [coloured, setColoured] = useState(true);
  const [last, setLast] = useState<Amounts>([]);
  const [done, setDone] = useState<Change[][]>([]);
  const [undone, setUndone] = useState<Change[][]>([]);
  const key = view ? `${view.minimum}-${view.maximum}` : "";
  const [saved, setSaved] = useState<Amounts>([]);
  useEffect(() => setSaved(savedBets(key)), [key]);
  // what was asked for and is not on the layout yet, by position: quick clicks add up
  const asked = useRef(new Map<string, number>());
  const own = (view?.wagers ?? []).filter((wager) => wager.player === player && wager.result == null);
  const rack = view?.colours.find((each) => each.player === player);
  const laid = (name: string) => own.find((wager) => nameOf(wager) === name)?.amount ?? 0;
  const before = (name: string) => asked.current.get(name) ?? laid(name);
  const betting = view?.phase === "betting";
  useEffect(() => {
    for (const [name, cents] of asked.current) if (!betting || laid(name) === cents) asked.current.delete(name);
    if (betting && own.length) setLast(amountsOf(own));
    if (!betting) {
      setDone([]);
      setUndone([]);
    }
  }, [view?.version, betting]);
  // a page that was reloaded finds its last bets among the settled ones
  const settled = (view?.settled ?? []).filter((wager) => wager.player === player);
  const repeated = last.length ? last : amountsOf(settled);

  async function lay(name: string, cents: number): Promise<boolean> {
    const whole = rack && coloured && cents % rack.value === 0;
    asked.current.set(name, cents);
    const accepted = await speak(cents ? `bet ${name} ${whole ? `${rack.colour}*${cents / rack.value}` : amount(cents)}` : `withdraw ${name}`);
    if (!accepted) asked.current.delete(name);
    return accepted;
  }

  /** Carries changes out one after the other, up to the first that is refused, and remembers them. */
  async function change(wanted: Amounts): Promise<boolean> {
    const changes = wanted.map(([name, after]) => ({ name, before: before(name), after })).filter((each) => each.before !== each.after);
    if (!open || !changes.length) return false;
    for (const { name, after } of changes) asked.current.set(name, after);
    setDone((list) => [...list, changes]);
    setUndone([]);
    for (const each of changes) {
      if (await lay(each.name, each.after)) continue;
      for (const { name } of changes) asked.current.delete(name);
      setDone((list) => list.filter((entry) => entry !== changes));
      return false;
    }
    return true;
  }

  /** Moves a step from one list to the other. */
  function step(from: Change[][], setFrom: typeof setDone, setTo: typeof setDone, goal: (each: Change) => number): (() => void) | null {
    const latest = from.at(-1);
    if (!open || !latest) return null;
    return () => {
      setFrom((list) => list.slice(0, -1));
      setTo((list) => [...list, latest]);
      void (async () => {
        for (const each of latest) if (!(await lay(each.name, goal(each)))) return;
      })();
    };
  }

  function next(name: string): number {
    if (exact) return exact;
    // chips of a colour are laid one at a time, and as many at first as the least wager needs
    const unit = rack && coloured ? rack.value : chip;
    const least = rack && coloured ? Math.ceil(view!.minimum / unit) * unit : view!.minimum;
    return Math.max(before(name) + unit, least);
  }

  const whole = (wanted: Amounts) => (open && wanted.length ? () => void change(wanted) : null);
  return {
    chip, exact, own, rack, coloured, setColoured, last: repeated, saved,
    setChip: (cents) => (setExact(0), setChip(cents)),
    setExact,
    staked: own.reduce((sum, wager) => sum + wager.amount, 0),
    // without a seat the command itself says what to do first
    place: (...at) => void (open ? change(at.map((each) => [nameOf(each), next(nameOf(each))])) : view?.phase === "betting" && lay(nameOf(at[0]!), chip)),
    take: (at) => before(nameOf(at)) && void change([[nameOf(at), 0]]),
    undo: step(done, setDone, setUndone, (each) => each.before),
    redo: step(undone, setUndone, setDone, (each) => each.after),
    clear: whole(own.map((wager) => [nameOf(wager), 0])),
    twice: whole(own.map((wager) => [nameOf(wager), 2 * wager.amount])),
    rebet: open && repeated.length && !own.length ? () => change(repeated) : null,
    save: open && own.length ? () => (keepBets(key, amountsOf(own)), setSaved(amountsOf(own))) : null,
    laySaved: saved.length && !own.length ? whole(saved) : null,
  };
}
