import { directs } from "../roles";
import { useState } from "preact/hooks";
import type { Action } from "../blackjack/types";
import { AnyWords } from "../console/AnyWords";
import { Asked } from "../console/Asked";
import { Duties } from "../console/Duties";
import { Entries } from "../console/Entries";
import { Irregularities, splitHands } from "../console/Irregularities";
import { Reader } from "../console/Reader";
import { WhyNot } from "../console/WhyNot";
import { Clauses } from "../parts/ClauseRef";
import { plain } from "../plain";
import { floorWords } from "../strings/floor";
import { tournamentWords } from "../strings/tournament";
import { Asking } from "./Asking";
import { TablePicker } from "./TablePicker";
import type { Card, View, You } from "./types";

/** What comes next, and what is shown before it is done, as it cannot be taken back. */
const NEXT = ["start", "deal", "close", "press", "tally", "playoff"];
const SHOWN_FIRST = ["tally", "shuffle", "new_cards", "timeout"];
/** For these there are forms. */
const IN_FORMS = ["cancel", "director", "time", "reissue", "late", "absent"];

const words = tournamentWords.console;

export interface DirectorProps {
  card: Card;
  view: View;
  you: You;
  id: string;
  /** Whether entries are corrected here. */
  corrects: boolean;
  onSpeak: (words: string) => Promise<boolean>;
}

/** The director's console: everything that may be done next, and of the rest why not. */
export default function Director(props: DirectorProps) {
  const { card, view, you, id, onSpeak } = props;
  const title = directs(you.role) ? words.director : words.dealer;
  const [asked, setAsked] = useState("");
  const [listed, setListed] = useState(false);
  const actions = you.actions ?? [];
  const open = actions.filter((action) => !action.refusal && !(directs(you.role) && IN_FORMS.includes(action.verb)));
  // what blocks the next session comes first
  const hindered = ["entry", "between"].includes(view.phase) ? actions.find((action) => action.verb === "start" && action.refusal) : undefined;
  const press = (action: Action) => (action.confirm || SHOWN_FIRST.includes(action.verb) ? setAsked(action.words) : void onSpeak(action.words));
  return (
    <section class="console" aria-label={title}>
      <h2>{title}</h2>
      {view.director_away && <p class="due-words">{words.away}</p>}
      {view.tables.filter((table) => table.awaited).map((table) => (
        <Reader key={table.number} awaited={words.at(table.awaited ?? "", table.number)} front={`t${table.number} `} onSpeak={onSpeak} />
      ))}
      {hindered && (
        <p class="due-words">
          {label(hindered)}: <span translate={false}>{hindered.refusal!.message}</span> <Clauses rulebook={card.rulebook} clauses={hindered.refusal!.clauses ?? []} />
        </p>
      )}
      <div class="irregularities">
        {open.map((action) => (
          <button type="button" key={action.words} class={NEXT.includes(action.verb) && !action.confirm ? "primary" : ""} data-words={action.words} onClick={() => press(action)}>
            {label(action)}
          </button>
        ))}
      </div>
      {asked && <Asked words={asked} rulebook={card.rulebook} version={view.version} {...{ id, onSpeak }} onEnd={() => setAsked("")} />}
      <WhyNot actions={actions} rulebook={card.rulebook} name={label} />
      <Duties rulebook={card.rulebook} version={view.version} {...{ id, onSpeak }} />
      {directs(you.role) && <Asking {...props} />}
      {view.tables.length > 0 && <AtTables {...props} />}
      {props.corrects && (
        <button type="button" aria-expanded={listed} onClick={() => setListed(!listed)}>
          {floorWords.entries.title}
        </button>
      )}
      {listed && <Entries id={id} version={view.version} onAsk={(words) => (setListed(false), setAsked(words))} onEnd={() => setListed(false)} />}
      <AnyWords example={words.example} onAsk={setAsked} />
    </section>
  );
}

/** What goes wrong at a table. */
function AtTables({ card, view, id, onSpeak }: DirectorProps) {
  const [table, setTable] = useState(view.tables[0]!.number);
  const hands = splitHands(view.tables.find((each) => each.number === table)?.boxes ?? []);
  const people = view.entries.filter((entry) => entry.table === table).map((entry) => entry.player);
  return (
    <fieldset>
      <legend>{words.irregularities}</legend>
      <TablePicker tables={view.tables} value={table} onChoose={setTable} />
      <Irregularities key={table} known={card.irregularities} boxes={card.boxes} rulebook={card.rulebook} version={view.version} front={`t${table} `} {...{ hands, people, id, onSpeak }} />
    </fieldset>
  );
}

function label(action: Action): string {
  const table = /^t(\d+) /.exec(action.words)?.[1];
  const rest = ["tally", "start"].includes(action.verb) ? "" : action.words.replace(/^t\d+ /, "").replace(action.verb, "").trim();
  return words.label(table ?? "", words.actions[action.verb] ?? plain(action.verb), rest);
}
