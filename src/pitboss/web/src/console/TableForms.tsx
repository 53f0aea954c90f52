import { useState } from "preact/hooks";
import type { View } from "../blackjack/types";
import { amount, cents } from "../money";
import { t } from "../strings";

/** For the supervisor: the closing of the table, and other limits. */
export function TableForms({ view, onAsk }: { view: View; onAsk: (words: string) => void }) {
  const [rounds, setRounds] = useState("3");
  const [least, setLeast] = useState("");
  const [most, setMost] = useState("");
  const limits = [cents(least || amount(view.minimum)), cents(most || amount(view.maximum))];
  return (
    <fieldset>
      <legend>{t.house.theTable}</legend>
      <form
        class="details"
        onSubmit={(event) => {
          event.preventDefault();
          onAsk(`closing ${rounds}`);
        }}
      >
        <label>
          {t.house.closingAfter} <input class="short" type="number" min={0} max={99} value={rounds} onInput={(event) => setRounds(event.currentTarget.value)} /> {t.house.rounds}
        </label>
        <button type="submit">{t.house.preview}</button>
      </form>
      <form
        class="details"
        onSubmit={(event) => {
          event.preventDefault();
          if (limits[0] && limits[1]) onAsk(`limit ${amount(limits[0])}-${amount(limits[1])}`);
        }}
      >
        <label>
          {t.house.minimum} <input class="short" inputMode="decimal" value={least} placeholder={amount(view.minimum)} onInput={(event) => setLeast(event.currentTarget.value)} />
        </label>
        <label>
          {t.house.maximum} <input class="short" inputMode="decimal" value={most} placeholder={amount(view.maximum)} onInput={(event) => setMost(event.currentTarget.value)} />
        </label>
        <button type="submit" disabled={!limits[0] || !limits[1] || !(least || most)}>
          {t.house.preview}
        </button>
      </form>
    </fieldset>
  );
}
