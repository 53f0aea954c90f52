import { useRef } from "preact/hooks";
import { Card } from "../parts/Card";
import { Stack } from "../parts/Chips";
import { plain } from "../plain";
import { Result } from "./Result";
import type { Hand, Wager } from "./types";

interface HandProps {
  hand: Hand;
  label: string;
  rulebook: string;
  player?: string;
  /** Whether the wagers lie on one of several spots, which is then named. */
  spots?: boolean;
}

/** A hand: its cards, its total and its wagers. */
export function HandCards({ hand, label, rulebook, player, spots }: HandProps) {
  const doubled = hand.note === "doubled";
  // a face-down card is turned in place, not dealt again
  const shut = useRef(-1);
  if (hand.hidden) shut.current = hand.cards.length;
  const many = hand.cards.length > 5 ? " hand-full" : hand.cards.length > 3 ? " hand-long" : "";
  return (
    <div class={`hand${hand.in_turn ? " hand-turn" : ""}${many}`} role="group" aria-label={`${label}${hand.total ? `, ${hand.total}` : ""}${hand.in_turn ? ", in turn" : ""}`}>
      <div class="hand-cards">
        {hand.cards.map((card, nth) => (
          <Card key={`${nth}${card}`} card={card} index={nth} sideways={doubled && nth === 2} turned={nth === shut.current} />
        ))}
        {Array.from({ length: hand.hidden ?? 0 }, (_, nth) => (
          <Card key={`back${nth}`} card={null} index={hand.cards.length + nth} />
        ))}
      </div>
      <div class="hand-words">
        {hand.total && <span class={`total${hand.total === "bust" ? " total-bust" : ""}${hand.total === "blackjack" ? " total-blackjack" : ""}`}>{hand.total}</span>}
        {hand.note && hand.note !== "split" && <span class="note">{hand.note}</span>}
      </div>
      {!!hand.wagers?.length && (
        <div class="wagers">
          {hand.wagers.map((wager, nth) => (
            <WagerMark key={nth} wager={wager} rulebook={rulebook} mine={wager.player === player} spot={spots} />
          ))}
        </div>
      )}
    </div>
  );
}

/** A wager as chips, and after it is settled what it brought, with the clause. */
export function WagerMark({ wager, rulebook, mine, spot }: { wager: Wager; rulebook: string; mine?: boolean; spot?: boolean }) {
  const side = wager.kind !== "main" && wager.kind !== "double";
  const state = wager.result == null ? "" : wager.result > 0 ? " wager-won" : wager.result < 0 ? " wager-lost" : " wager-even";
  const name = side ? plain(wager.kind) : spot ? `spot ${wager.spot}` : "";
  return (
    <span class={`wager${state}${mine ? " wager-mine" : ""}`} title={`${wager.player}, ${plain(wager.kind)}`}>
      <Stack cents={wager.amount} size={22} label={`${wager.player}, ${plain(wager.kind)}${spot ? ` on spot ${wager.spot}` : ""}`} />
      {name && <span class="wager-kind">{name}</span>}
      {wager.result != null && <Result wager={wager} rulebook={rulebook} />}
    </span>
  );
}
