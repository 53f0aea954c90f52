/** Where the rulebook takes wagers on several spots only together, the first ones wait for the others. */
import { useEffect, useState } from "preact/hooks";
import { say } from "../say";
import { t } from "../strings";
import type { Box, Card, LaidWager, View } from "./types";
import { mainSpots, type Bet } from "./words";

export interface Drafts {
  /** What waits at a box. */
  at: (box: number) => Bet | undefined;
  /** Whether a bet must wait for others, in which case it becomes a draft; `before` has the wagers of the box. */
  waits: (box: number, bet: Bet, before: Bet) => boolean;
  clear: () => void;
  /** What the player still has to place. */
  hint: string;
  /** The table as it will be when what waits is laid. */
  on: (view: View) => View;
}

export function useDrafts(card: Card | null, view: View | null, player: string): Drafts {
  const [drafts, setDrafts] = useState<Record<number, Bet>>({});
  const needed = card ? mainSpots(card).filter((spot) => !spot.needs).length : 1;
  const betting = view?.phase === "betting";
  useEffect(() => {
    if (!betting) setDrafts({});
  }, [betting]);

  function waits(box: number, bet: Bet, before: Bet): boolean {
    const here = !!view?.people.some((person) => person.name === player);
    const kept = here && bet.main.some(Boolean) && !bet.main.slice(0, needed).every(Boolean) && !before.main.some(Boolean);
    setDrafts(({ [box]: _, ...others }) => (kept ? { ...others, [box]: bet } : others));
    if (kept) say(t.blackjack.betTogether(needed));
    return kept;
  }
  return {
    at: (box) => drafts[box],
    waits,
    clear: () => setDrafts({}),
    hint: Object.keys(drafts).length ? t.blackjack.betTogetherHint(needed) : "",
    on: (table) => ({ ...table, boxes: table.boxes.map((box) => (drafts[box.box] ? withChips(box, drafts[box.box]!, player) : box)) }),
  };
}

/** A box with the chips that wait there. */
export function withChips(box: Box, bet: Bet, player: string): Box {
  const laid = [...bet.main.map((amount, nth) => ["main", nth + 1, amount] as const), ...Object.entries(bet.sides).map(([kind, amount]) => [kind, 1, amount] as const)];
  const waiting = laid.filter(([, , amount]) => amount).map(([kind, spot, amount]): LaidWager => ({ player, kind, spot, amount, result: null, outcome: "", clauses: [], waits: true }));
  return { ...box, bets: [...(box.bets ?? []).filter((each) => each.player !== player), ...waiting] };
}
