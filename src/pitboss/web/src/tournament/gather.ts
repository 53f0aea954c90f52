/** A wager of a tournament is bet once, in turn, and not touched again: its chips are gathered first, and then bet. */
import { useEffect, useState } from "preact/hooks";
import { withChips } from "../blackjack/drafts";
import type { Spot } from "../blackjack/types";
import { betOf, betWords, isBet, more, withSpot, type Bet } from "../blackjack/words";
import { FIRST_CHIP, type InHand } from "../parts/BetBar";
import type { Card, CupTableView } from "./types";

export interface Gathering {
  hand: InHand;
  setHand: (hand: InHand) => void;
  place: (box: number, spot: Spot) => void;
  take: (box: number, spot: Spot) => void;
  /** Chips placed but not bet yet, in cents. */
  sum: number;
  bet: () => void;
  clear: () => void;
  /** A table with the chips that are gathered. */
  on: (table: CupTableView) => CupTableView;
}

export function useGathering(card: Card | null, own: CupTableView | undefined, player: string, speak: (words: string) => Promise<boolean>): Gathering {
  const [hand, setHand] = useState(FIRST_CHIP);
  const [chips, setChips] = useState<Bet | null>(null);
  const turn = own?.to_bet[0] === player;
  const box = own?.boxes.find((each) => each.seat === player);
  const clear = () => setChips(null);
  useEffect(clear, [turn]);

  function lay(spot: Spot, amount: (before: number) => number) {
    setChips((before) => {
      const bet = withSpot(before ?? betOf(box, player, 1), spot, amount);
      return isBet(bet) ? bet : null;
    });
  }
  const take = (_: number, spot: Spot) => lay(spot, () => 0);
  function place(at: number, spot: Spot) {
    if (hand === "take") return take(at, spot);
    lay(spot, (before) => ("exactly" in hand ? hand.exactly : more(spot, before, hand.add)));
  }
  function bet() {
    if (own && box && chips && card) void speak(`t${own.number} ${betWords(card, box.box, chips)}`);
  }
  const sum = chips && turn ? [...chips.main, ...Object.values(chips.sides)].reduce((one, two) => one + two, 0) : 0;
  const on = (table: CupTableView) => (sum && table === own ? { ...table, boxes: table.boxes.map((each) => (each === box ? withChips(each, chips!, player) : each)) } : table);
  return { hand, setHand, place, take, sum, bet, clear, on };
}
