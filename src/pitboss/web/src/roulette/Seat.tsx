/** Chips at the table: a player joins with some, adds more, and leaves with what there is. */
import { useState } from "preact/hooks";
import { amount, cents, money } from "../money";
import { t } from "../strings";
import { buyIn, takeChips } from "../table/buyIn";
import { Sheet } from "../table/Shell";

export function SeatSheet({ here, minimum, speak, onClose }: { here: number; minimum: number; speak: (words: string) => Promise<boolean>; onClose: () => void }) {
  const [text, setText] = useState("");
  const start = buyIn(minimum);
  const wanted = text === "" ? start : cents(text);
  function add(event: Event) {
    event.preventDefault();
    if (!wanted) return;
    setText(""); // at once: the next amount may be typed before this one is answered
    void takeChips(wanted, speak).then((done) => done || setText((typed) => typed || text));
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
