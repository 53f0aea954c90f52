/** The way into a tournament: as a guest without an account; one press also adds the fee. */
import { useEffect } from "preact/hooks";
import { amount } from "../money";
import { notify } from "../say";
import { askForGuests, guests, me, sitDown } from "../session";
import { t } from "../strings";
import { tournamentWords } from "../strings/tournament";
import type { Action } from "../blackjack/types";
import type { Card, You } from "./types";

interface EnterProps {
  card: Card;
  you: You;
  enter: Action | undefined;
  speak: (words: string) => Promise<boolean>;
}

/** Refused for lack of chips at the table, which the same press adds. */
const UNPAID = "own_money";

export function Enter({ card, you, enter, speak }: EnterProps) {
  const person = me.value;
  useEffect(() => void (person || askForGuests().catch(notify)), [person]);
  if (!person)
    return guests.value ? (
      <button type="button" class="btn primary" onClick={() => void sitDown().catch(notify)}>
        {t.common.playAsGuest}
      </button>
    ) : null;
  if (person.role !== "player" || !enter) return null;
  const closed = !!enter.refusal && enter.refusal.kind !== UNPAID;
  if (closed) return null;
  const needed = card.entry_fee + (card.chips_are_bought ? card.chips : 0);
  async function pay() {
    const missing = needed - (you.money ?? 0);
    if (missing > 0 && !(await speak(`join ${amount(missing)}`))) return;
    await speak("enter");
  }
  return (
    <button type="button" class="btn primary" onClick={() => void pay()}>
      {card.entry_fee ? tournamentWords.enterFor(card.entry_fee) : tournamentWords.enterFree}
    </button>
  );
}
