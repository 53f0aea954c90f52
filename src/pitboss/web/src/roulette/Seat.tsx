/** Chips at the table: a player joins with some, adds more, and leaves with what there is. */
import { useState } from "preact/hooks";
import { amount, cents, money } from "../money";
import { me } from "../session";
import { t } from "../strings";
import { Sheet } from "../table/Shell";

/** How many minimum bets a player usually joins with. */
const USUAL = 50;

/** What a player joins with unless they say otherwise: as much as there is in the wallet, at most the usual. */
export function buyIn(minimum: number): number {
  return Math.min(me.value?.wallet ?? 0, minimum * USUAL);
}

export function SeatSheet({ here, minimum, speak, onClose }: { here: number; minimum: number; speak: (words: string) => Promise<boolean>; onClose: () => void }) {
  const [text, setText] = useState("");
  const start = buyIn(minimum);
  const wanted = text === "" ? start : cents(text);
  function add(event: Event) {
    event.preventDefault();
    if (!wanted) return;
    setText(""); // at once: the next amount may be typed before this one is answered
    void speak(`join ${amount(wanted)}`).then((done) => done || setText((typed) => typed || text));
  }
  return (
    <Sheet title={t.common.chips} onClose={onClose}>
      <p class="purse-sum">
        {t.common.atTable} <strong>{money(here)}</strong>
      </p>
      <form class="seat-form" onSubmit={add}>
        <label>
          <span class="unseen">{t.common.buyIn}</span>
          <input inputMode="decimal" size={8} value={text} placeholder={amount(start)} onInput={(event) => setText(event.currentTarget.value)} />
        </label>
        <button type="submit" class="btn" disabled={!wanted}>
          {t.common.add}
        </button>
        <button type="button" class="btn" onClick={() => void speak("leave").then((done) => done && onClose())}>
          {t.common.leave}
        </button>
      </form>
    </Sheet>
  );
}
