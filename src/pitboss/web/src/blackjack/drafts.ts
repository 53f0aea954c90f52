/** Where the rulebook takes wagers only together, such as those on several spots or a side wager with its main wager, the first ones wait for the others. */
import { useEffect, useState } from "preact/hooks";
import { say } from "../say";
import { t } from "../strings";
import type { Box, Card, LaidWager, View } from "./types";
import { mainSpots, sideSpots, type Bet } from "./words";

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
    const main = bet.main.some(Boolean);
    const missing = main ? !bet.main.slice(0, needed).every(Boolean) : !!card && withoutMain(card, bet, view?.boxes[box - 1], player);
    const kept = here && missing && !before.main.some(Boolean);
    setDrafts(({ [box]: _, ...others }) => (kept ? { ...others, [box]: bet } : others));
    if (kept) say(main ? t.blackjack.betTogether(needed) : t.blackjack.mainFirst);
    return kept;
  }
  const waiting = Object.values(drafts);
  return {
    at: (box) => drafts[box],
    waits,
    clear: () => setDrafts({}),
    hint: !waiting.length ? "" : waiting.every(({ main }) => main.some(Boolean)) ? t.blackjack.betTogetherHint(needed) : t.blackjack.mainFirst,
    on: (table) => ({ ...table, boxes: table.boxes.map((box) => (drafts[box.box] ? withChips(box, drafts[box.box]!, player) : box)) }),
  };
}

/** Whether a bet has a side wager without the main wager on the box that it needs: the player's own, or anybody's. */
export function withoutMain(card: Card, { main, sides }: Bet, box: Box | undefined, player: string): boolean {
  const others = (box?.bets ?? []).some((bet) => bet.kind === "main" && bet.player !== player);
  return !main.some(Boolean) && sideSpots(card).some(({ kind, needs }) => sides[kind] && needs && (needs === "own_main_on_box" || !others));
}

/** A box with the chips that wait there. */
export function withChips(box: Box, bet: Bet, player: string): Box {
  const laid = [...bet.main.map((amount, nth) => ["main", nth + 1, amount] as const), ...Object.entries(bet.sides).map(([kind, amount]) => [kind, 1, amount] as const)];
  const waiting = laid.filter(([, , amount]) => amount).map(([kind, spot, amount]): LaidWager => ({ player, kind, spot, amount, result: null, outcome: "", clauses: [], waits: true }));
  return { ...box, bets: [...(box.bets ?? []).filter((each) => each.player !== player), ...waiting] };
}
