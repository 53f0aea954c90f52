import { useState } from "preact/hooks";
import { Clauses } from "../parts/ClauseRef";
import { Preview } from "../console/Preview";
import { kindName } from "../blackjack/words";
import type { Card, View, You } from "./Table";

const REASONS = ["rules", "absent", "no_wager", "concealed_chips"];
const NAMES: Record<string, string> = {
  start: "Start the session", cancel: "Cancel the tournament", time: "Time is up", tally: "Enter the tally", playoff: "Begin the play-off", reissue: "Reissue chips", late: "Note late", director: "Director", deal: "Deal", close: "Close the offer",
};

interface DirectorProps {
  card: Card;
  view: View;
  you: You;
  id: string;
  onSpeak: (words: string) => Promise<boolean>;
}

/** The director's console: everything that may be done next, and of the rest why not. */
export function Director({ card, view, you, id, onSpeak }: DirectorProps) {
  const actions = you.actions ?? [];
  const [player, setPlayer] = useState("");
  const [reason, setReason] = useState(REASONS[0]!);
  const [words, setWords] = useState("");
  const [asked, setAsked] = useState("");
  const players = view.entries.filter((entry) => !["withdrawn", "refused", "disqualified"].includes(entry.status));
  return (
    <section class="console panel" aria-label="Director's console">
      <h2>Director's console</h2>
      <div class="irregularities">
        {actions
          .filter((action) => !action.refusal)
          .map((action) => (
            <button type="button" key={action.words} class="primary" data-words={action.words} onClick={() => void onSpeak(action.words)}>
              {label(action.verb, action.words)}
            </button>
          ))}
      </div>
      <details>
        <summary>What may not be done now, and why</summary>
        <ul>
          {actions
            .filter((action) => action.refusal)
            .map((action) => (
              <li key={action.words}>
                {label(action.verb, action.words)}: {action.refusal!.message} <Clauses rulebook={card.rulebook} clauses={action.refusal!.clauses ?? []} />
              </li>
            ))}
        </ul>
      </details>
      <form
        class="any-words"
        onSubmit={(event) => {
          event.preventDefault();
          if (player) setAsked(`disqualify ${player} ${reason}`);
        }}
      >
        <label>
          Disqualify{" "}
          <select value={player} onChange={(event) => setPlayer(event.currentTarget.value)}>
            <option value="">whom?</option>
            {players.map((entry) => (
              <option key={entry.player}>{entry.player}</option>
            ))}
          </select>
        </label>
        <label>
          for{" "}
          <select value={reason} onChange={(event) => setReason(event.currentTarget.value)}>
            {REASONS.map((each) => (
              <option key={each} value={each}>
                {kindName(each)}
              </option>
            ))}
          </select>
        </label>
        <button type="submit" disabled={!player}>
          See what happens
        </button>
      </form>
      <form
        class="any-words"
        onSubmit={(event) => {
          event.preventDefault();
          if (words.trim()) setAsked(words.trim());
        }}
      >
        <label>
          In words of the notation <input value={words} placeholder="enter ann, seat ann table=1 box=2, t1 irregularity … " onInput={(event) => setWords(event.currentTarget.value)} />
        </label>
        <button type="submit">See what happens</button>
      </form>
      {asked && <Preview key={asked} id={id} words={asked} rulebook={card.rulebook} onSpeak={onSpeak} onEnd={() => (setAsked(""), setWords(""))} />}
    </section>
  );
}

function label(verb: string, words: string): string {
  const table = /^t(\d+) /.exec(words)?.[1];
  const rest = words.replace(/^t\d+ /, "").replace(verb, "").trim();
  return `${table ? `Table ${table}: ` : ""}${NAMES[verb] ?? kindName(verb)}${rest ? ` ${rest}` : ""}`;
}
