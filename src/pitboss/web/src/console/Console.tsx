import { useState } from "preact/hooks";
import type { Card, View, You } from "../blackjack/types";
import { actionName, kindName } from "../blackjack/words";
import { Actions } from "../blackjack/Actions";
import { Clauses } from "../parts/ClauseRef";
import { Details } from "./Details";
import { People } from "./People";
import { Preview } from "./Preview";
import { Reader } from "./Reader";
import { TableForms } from "./TableForms";

export interface ConsoleProps {
  card: Card;
  view: View;
  you: You;
  id: string;
  onSpeak: (words: string) => Promise<boolean>;
}

const OF_PEOPLE = ["absent", "void", "exclude"];

/** For the dealer and the supervisor: cards of a real shoe, and irregularities with what they will bring before they are confirmed. */
export function Console({ card, view, you, id, onSpeak }: ConsoleProps) {
  const [asked, setAsked] = useState("");
  const actions = view.awaited ? [] : (you.actions ?? []).filter((action) => !OF_PEOPLE.includes(action.verb));
  const refused = actions.filter((action) => action.refusal);
  return (
    <section class="console panel" aria-label="Console">
      <h2>{you.role === "operator" ? "Supervisor's console" : "Dealer's console"}</h2>
      {(card.cards_are_read || view.awaited) && <Reader awaited={view.awaited} onSpeak={onSpeak} />}
      <Actions actions={actions} rulebook={card.rulebook} onDo={(words) => void onSpeak(words)} keysOn />
      {!!refused.length && (
        <details>
          <summary>What may not be done now, and why</summary>
          <ul>
            {refused.map((action) => (
              <li key={action.words}>
                {actionName(action, false)}: {action.refusal!.message} <Clauses rulebook={card.rulebook} clauses={action.refusal!.clauses ?? []} />
              </li>
            ))}
          </ul>
        </details>
      )}
      {!!card.irregularities.length && <Irregularities {...{ card, view, id, onSpeak }} />}
      <People people={view.people} operator={you.role === "operator"} onAsk={setAsked} />
      {you.role === "operator" && <TableForms view={view} onAsk={setAsked} />}
      <AnyWords onAsk={setAsked} />
      {asked && (
        <div class="asked" role="group" aria-label={asked}>
          <p>
            <strong>{asked}</strong>
          </p>
          <Preview key={asked} id={id} words={asked} rulebook={card.rulebook} onSpeak={onSpeak} onEnd={() => setAsked("")} />
        </div>
      )}
    </section>
  );
}

function Irregularities({ card, view, id, onSpeak }: Pick<ConsoleProps, "card" | "view" | "id" | "onSpeak">) {
  const [chosen, setChosen] = useState<Card["irregularities"][number] | null>(null);
  return (
    <fieldset>
      <legend>Irregularities</legend>
      <div class="irregularities">
        {card.irregularities.map((each) => (
          <button type="button" key={each.kind} aria-pressed={chosen?.kind === each.kind} onClick={() => setChosen(each)}>
            {kindName(each.kind)}
          </button>
        ))}
      </div>
      {chosen && <Confirm key={chosen.kind} {...{ card, view, id, onSpeak }} irregularity={chosen} onEnd={() => setChosen(null)} />}
    </fieldset>
  );
}

interface ConfirmProps extends Pick<ConsoleProps, "card" | "view" | "id" | "onSpeak"> {
  irregularity: Card["irregularities"][number];
  onEnd: () => void;
}

function Confirm({ card, view, id, irregularity, onSpeak, onEnd }: ConfirmProps) {
  const [details, setDetails] = useState<string | null>(irregularity.details ? null : "");
  return (
    <div class="confirm" role="group" aria-label={kindName(irregularity.kind)}>
      <p>
        <strong>{kindName(irregularity.kind)}</strong>: {kindName(irregularity.remedy)} <Clauses rulebook={card.rulebook} clauses={irregularity.clauses} />
      </p>
      {irregularity.details && <Details shape={irregularity.details} boxes={card.boxes} people={view.people.map((person) => person.name)} onChange={setDetails} />}
      <Preview {...{ id, onSpeak, onEnd }} words={details === null ? "" : `irregularity ${irregularity.kind} ${details}`.trim()} rulebook={card.rulebook} />
    </div>
  );
}

/** Anything else, in the words of the notation. */
function AnyWords({ onAsk }: { onAsk: (words: string) => void }) {
  const [words, setWords] = useState("");
  return (
    <form
      class="any-words"
      onSubmit={(event) => {
        event.preventDefault();
        onAsk(words.trim());
      }}
    >
      <label>
        In words of the notation <input value={words} placeholder="limit 20-500 box=1 ann, press 2 …" onInput={(event) => setWords(event.currentTarget.value)} />
      </label>
      <button type="submit" disabled={!words.trim()}>
        See what happens
      </button>
    </form>
  );
}
