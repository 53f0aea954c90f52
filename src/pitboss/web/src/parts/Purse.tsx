import { useEffect, useRef, useState } from "preact/hooks";
import { amount, cents, money } from "../money";
import { notify } from "../say";
import { askForGuests, guests, me, sitDown } from "../session";

interface PurseProps {
  here: number;
  at: boolean;
  usual: number;
  onSpeak: (words: string) => Promise<boolean>;
}

/** A player's chips at this table: come with some, add more, leave with what is left. */
export function Purse({ here, at, usual, onSpeak }: PurseProps) {
  const person = me.value;
  const was = useRef(at);
  useEffect(() => {
    // the pressed button is gone: move keyboard focus to the chips
    if (at && !was.current && document.activeElement === document.body) document.querySelector<HTMLElement>(".picker .picked")?.focus({ preventScroll: true });
    was.current = at;
  }, [at]);
  if (!person) return <ComeIn />;
  if (person.role !== "player") return null;
  const start = Math.min(person.wallet ?? 0, usual);
  if (!at) return <Bring {...{ start, at, onSpeak }} />;
  return (
    <div class="purse">
      <span class="purse-sum">
        Chips at the table <strong>{money(here)}</strong>
      </span>
      <details>
        <summary>Add chips</summary>
        <Bring {...{ start, at, onSpeak }} />
      </details>
      <button type="button" onClick={() => void onSpeak("leave")}>
        Leave the table
      </button>
    </div>
  );
}

/** Where the house takes no guests, the header's link to sign in is the way in. */
function ComeIn() {
  useEffect(() => void askForGuests().catch(notify), []);
  if (!guests.value) return null;
  return (
    <div class="purse">
      <button type="button" class="primary" onClick={() => void sitDown().catch(notify)}>
        Play as a guest
      </button>
    </div>
  );
}

function Bring({ start, at, onSpeak }: { start: number; at: boolean; onSpeak: (words: string) => Promise<boolean> }) {
  const [text, setText] = useState("");
  const wanted = text === "" ? start : cents(text);
  function bring(event: Event) {
    event.preventDefault();
    if (!wanted) return;
    setText(""); // at once: the next amount may be typed before this one is answered
    void onSpeak(`join ${amount(wanted)}`).then((done) => done || setText((typed) => typed || text));
  }
  return (
    <form class="purse" onSubmit={bring}>
      <label>
        <span class="unseen">Amount of chips</span>
        <input inputMode="decimal" size={8} value={text} placeholder={amount(start)} onInput={(event) => setText(event.currentTarget.value)} />
      </label>
      <button type="submit" class={at ? "" : "primary"} disabled={!wanted}>
        {at ? "Add" : `Join with ${money(wanted ?? 0)}`}
      </button>
    </form>
  );
}
