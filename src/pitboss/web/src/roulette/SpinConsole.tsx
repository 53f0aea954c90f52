import { useState } from "preact/hooks";
import { Actions } from "../blackjack/Actions";
import { Preview } from "../console/Preview";
import { kindName } from "../blackjack/words";
import type { Card, View, You } from "./Table";

interface ConsoleProps {
  card: Card;
  view: View;
  you: You;
  id: string;
  onSpeak: (words: string) => Promise<boolean>;
}

/** For the dealer: the calls, the number of a real wheel, and spins that do not count. */
export function SpinConsole({ card, view, you, id, onSpeak }: ConsoleProps) {
  const [fault, setFault] = useState("");
  const [number, setNumber] = useState("");
  return (
    <section class="console panel" aria-label="Console">
      <h2>{you.role === "operator" ? "Supervisor's console" : "Dealer's console"}</h2>
      <Actions actions={you.actions ?? []} rulebook={card.rulebook} onDo={(words) => void onSpeak(words)} keysOn={false} />
      {card.numbers_are_read && (
        <form
          class="any-words"
          onSubmit={(event) => {
            event.preventDefault();
            void onSpeak(`number ${number}`).then((done) => done && setNumber(""));
          }}
        >
          <label>
            The number in which the ball lies <input type="number" min={0} max={36} value={number} onInput={(event) => setNumber(event.currentTarget.value)} />
          </label>
          <button type="submit" disabled={number === ""}>
            Enter it
          </button>
        </form>
      )}
      <fieldset>
        <legend>No spin</legend>
        <div class="irregularities">
          {card.faults.map((each) => (
            <button type="button" key={each.reason} aria-pressed={fault === each.reason} onClick={() => setFault(each.reason)}>
              {kindName(each.reason)}
            </button>
          ))}
        </div>
        {fault && <Preview key={`${fault}${view.version}`} id={id} words={`no_spin ${fault}`} rulebook={card.rulebook} onSpeak={onSpeak} onEnd={() => setFault("")} />}
      </fieldset>
    </section>
  );
}
