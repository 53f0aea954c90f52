import { Card } from "../parts/Card";
import { Clauses } from "../parts/ClauseRef";
import { Stack } from "../parts/Chips";
import { money } from "../money";
import type { Hand, Wager } from "./types";
import { kindName, outcomeText } from "./words";

/** A hand: its cards, its total, and what lies on it. */
export function HandCards({ hand, label, rulebook, player }: { hand: Hand; label: string; rulebook: string; player?: string }) {
  const doubled = hand.note === "doubled";
  return (
    <div class={`hand${hand.in_turn ? " hand-turn" : ""}`} role="group" aria-label={`${label}${hand.total ? `, ${hand.total}` : ""}${hand.in_turn ? ", in turn" : ""}`}>
      <div class="hand-cards">
        {hand.cards.map((card, nth) => (
          <Card key={`${nth}${card}`} card={card} index={nth} sideways={doubled && nth === 2} />
        ))}
        {Array.from({ length: hand.hidden ?? 0 }, (_, nth) => (
          <Card key={`back${nth}`} card={null} index={hand.cards.length + nth} />
        ))}
      </div>
      {hand.total && <span class={`total${hand.total === "bust" ? " total-bust" : ""}${hand.total === "blackjack" ? " total-blackjack" : ""}`}>{hand.total}</span>}
      {hand.note && hand.note !== "split" && <span class="note">{hand.note}</span>}
      <div class="hand-wagers">
        {(hand.wagers ?? []).map((wager, nth) => (
          <WagerMark key={nth} wager={wager} rulebook={rulebook} mine={wager.player === player} />
        ))}
      </div>
    </div>
  );
}

/** A wager as chips, and after it is settled what it brought, with the clause. */
export function WagerMark({ wager, rulebook, mine }: { wager: Wager; rulebook: string; mine?: boolean }) {
  const settled = wager.result != null;
  const side = wager.kind !== "main" && wager.kind !== "double";
  const state = !settled ? "" : wager.result! > 0 ? " wager-won" : wager.result! < 0 ? " wager-lost" : " wager-even";
  return (
    <span class={`wager${state}${mine ? " wager-mine" : ""}`}>
      <Stack cents={wager.amount} size={22} label={`${wager.player}, ${kindName(wager.kind)}`} />
      {side && <span class="wager-kind">{kindName(wager.kind)}</span>}
      {settled && (
        <span class="wager-result">
          {outcomeText(wager, money)} {wager.outcome && <span class="wager-outcome">{kindName(wager.outcome)}</span>}
          <Clauses rulebook={rulebook} clauses={(wager.clauses ?? []).slice(0, 2)} />
        </span>
      )}
    </span>
  );
}
