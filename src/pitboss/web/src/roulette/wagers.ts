/** Wagers on the cloth: what was asked for counts at once, so that quick clicks are not lost while the table answers. */
import { useEffect, useRef, useState } from "preact/hooks";
import { amount } from "../money";
import { FIRST_CHIP, type InHand } from "../parts/BetBar";
import type { Position } from "./geometry";
import type { Laid, View } from "./types";

type At = Pick<Position, "kind" | "place">;
export const nameOf = (at: At) => `${at.kind} ${at.place}`.trim();

export interface Wagers {
  hand: InHand;
  setHand: (hand: InHand) => void;
  /** The player's own, as they lie. */
  own: Laid[];
  /** The chips of a colour that the dealer gave the player, and whether clicks lay them. */
  rack: View["colours"][number] | undefined;
  coloured: boolean;
  setColoured: (coloured: boolean) => void;
  place: (at: At) => void;
  take: (at: At) => void;
  /** What may be done with all that lies. */
  all: [string, () => void][];
}

export function useWagers(view: View | null, player: string, speak: (words: string) => Promise<boolean>): Wagers {
  const [hand, setHand] = useState(FIRST_CHIP);
  const [coloured, setColoured] = useState(true);
  const [last, setLast] = useState<Laid[]>([]);
  // what was asked for and does not lie there yet, by position
  const asked = useRef(new Map<string, number>());
  const own = (view?.wagers ?? []).filter((wager) => wager.player === player);
  const rack = view?.colours.find((each) => each.player === player);
  const lying = (name: string) => own.find((wager) => nameOf(wager) === name)?.amount ?? 0;
  useEffect(() => {
    const betting = view?.phase === "betting";
    for (const [name, cents] of asked.current) if (!betting || lying(name) === cents) asked.current.delete(name);
    if (betting && own.length) setLast(own);
  }, [view?.version]);

  async function lay(name: string, cents: number): Promise<boolean> {
    const whole = rack && coloured && cents % rack.value === 0;
    asked.current.set(name, cents);
    const done = await speak(cents ? `bet ${name} ${whole ? `${rack.colour}*${cents / rack.value}` : amount(cents)}` : `withdraw ${name}`);
    if (!done) asked.current.delete(name);
    return done;
  }
  const before = (name: string) => asked.current.get(name) ?? lying(name);

  function take(at: At) {
    if (before(nameOf(at))) void lay(nameOf(at), 0);
  }
  function place(at: At) {
    const name = nameOf(at);
    if (hand === "take") return take(at);
    if ("exactly" in hand) return void lay(name, hand.exactly);
    // chips of a colour are laid one at a time, and as many at first as the least wager needs
    const chip = rack && coloured ? rack.value : hand.add;
    const least = rack && coloured ? Math.ceil(view!.minimum / chip) * chip : view!.minimum;
    void lay(name, Math.max(before(name) + chip, least));
  }

  async function each(wagers: Laid[], amountOf: (wager: Laid) => number) {
    for (const wager of wagers) if (!(await lay(nameOf(wager), amountOf(wager)))) return;
  }
  const all: Wagers["all"] = own.length
    ? [
        ["Twice as much", () => void each(own, (wager) => 2 * wager.amount)],
        ["Take all back", () => void each(own, () => 0)],
      ]
    : last.length
      ? [["Repeat the last wagers", () => void each(last, (wager) => wager.amount)]]
      : [];
  return { hand, setHand, own, rack, coloured, setColoured, place, take, all };
}
