import { useState } from "preact/hooks";
import type { View } from "../blackjack/types";
import { amount, cents } from "../money";
import { houseWords } from "../strings/house";

/** For the supervisor: the closing of the table, and other limits. */
export function TableForms({ view, onAsk }: { view: View; onAsk: (words: string) => void }) {
  const [rounds, setRounds] = useState("3");
  const [least, setLeast] = useState("");
  const [most, setMost] = useState("");
  const limits = [cents(least || amount(view.minimum)), cents(most || amount(view.maximum))];
  return (
    <fieldset>
      <legend>{houseWords.theTable}</legend>
      <form
        class="details"
        onSubmit={(event) => {
          event.preventDefault();
          onAsk(`closing ${rounds}`);
        }}
      >
        <label>
          {houseWords.closingAfter} <input class="short" type="number" min={0} max={99} value={rounds} onInput={(event) => setRounds(event.currentTarget.value)} /> {houseWords.rounds}
        </label>
        <button type="submit">{houseWords.preview}</button>
      </form>
      <form
        class="details"
        onSubmit={(event) => {
          event.preventDefault();
          if (limits[0] && limits[1]) onAsk(`limit ${amount(limits[0])}-${amount(limits[1])}`);
        }}
      >
        <label>
          {houseWords.minimum} <input class="short" inputMode="decimal" value={least} placeholder={amount(view.minimum)} onInput={(event) => setLeast(event.currentTarget.value)} />
        </label>
        <label>
          {houseWords.maximum} <input class="short" inputMode="decimal" value={most} placeholder={amount(view.maximum)} onInput={(event) => setMost(event.currentTarget.value)} />
        </label>
        <button type="submit" disabled={!limits[0] || !limits[1] || !(least || most)}>
          {houseWords.preview}
        </button>
      </form>
    </fieldset>
  );
}
