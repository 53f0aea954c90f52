/** A player's chips at the table: come with some, add more, set another amount, leave with what is left. */
import { useEffect, useState } from "preact/hooks";
import { amount, cents, money } from "../money";
import { notify } from "../say";
import { askForGuests, guests, me, sitDown } from "../session";
import { t } from "../strings";
import { buyIn, takeChips } from "../table/buyIn";
import { Sheet } from "../table/Shell";
import type { Bets } from "./bets";
import type { View } from "./types";

type Speak = (words: string) => Promise<boolean>;

/** In the place of the answers: how to come to the table. */
export function JoinForm({ view, speak }: { view: Pick<View, "minimum">; speak: Speak }) {
  const person = me.value;
  useEffect(() => void (person || askForGuests().catch(notify)), [person]);
  if (!person)
    return guests.value ? (
      <button type="button" class="btn primary" onClick={() => void sitDown().catch(notify)}>
        {t.blackjack.playAsGuest}
      </button>
    ) : null;
  if (person.role !== "player") return null;
  return <Amount start={buyIn(view.minimum)} label={t.blackjack.join} speak={speak} />;
}

export function Amount({ start, label, speak, onDone }: { start: number; label: (amount: string) => string; speak: Speak; onDone?: () => void }) {
  const [text, setText] = useState("");
  const wanted = text === "" ? start : cents(text);
  function send(event: Event) {
    event.preventDefault();
    if (!wanted) return;
    setText(""); // at once: the next amount may be typed before this one is answered
    void takeChips(wanted, speak).then((done) => (done ? onDone?.() : setText((typed) => typed || text)));
  }
  return (
    <form class="join" onSubmit={send}>
      <input aria-label={t.blackjack.amountOfChips} inputMode="decimal" size={6} value={text} placeholder={amount(start)} onInput={(event) => setText(event.currentTarget.value)} />
      <button type="submit" class="btn primary" disabled={!wanted}>
        {label(money(wanted ?? 0))}
      </button>
    </form>
  );
}

const addSum = (sum: string) => `${t.blackjack.add} ${sum}`;

/** In the place of the answers: how a player whose chips do not reach the minimum goes on. */
export function AddForm({ minimum, speak }: { minimum: number; speak: Speak }) {
  const start = buyIn(minimum);
  return start ? <Amount start={start} label={addSum} speak={speak} /> : null;
}

interface PurseSheetProps {
  view: View;
  balance: number;
  bets: Bets;
  speak: Speak;
  onClose: () => void;
}

export function PurseSheet({ view, balance, bets, speak, onClose }: PurseSheetProps) {
  const [text, setText] = useState(bets.exact ? amount(bets.exact) : "");
  function exact(value: string) {
    setText(value);
    bets.setExact(cents(value) ?? 0);
  }
  return (
    <Sheet title={t.blackjack.chipsAtTable} onClose={onClose}>
      <p class="sheet-sum">{money(balance)}</p>
      <Amount start={buyIn(view.minimum)} label={addSum} speak={speak} onDone={onClose} />
      <p>
        <label>
          {t.blackjack.otherAmount} <input inputMode="decimal" size={8} value={text} onInput={(event) => exact(event.currentTarget.value)} />
        </label>{" "}
        <span class="soft">{t.blackjack.otherAmountHint}</span>
      </p>
      <button type="button" class="btn on-panel" onClick={() => void speak("leave").then((done) => done && onClose())}>
        {t.blackjack.leave}
      </button>
    </Sheet>
  );
}
