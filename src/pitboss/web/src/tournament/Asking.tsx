import { useEffect, useState } from "preact/hooks";
import { kindName } from "../blackjack/words";
import { Preview } from "../console/Preview";
import { amount } from "../money";
import { Clauses } from "../parts/ClauseRef";
import type { DirectorProps } from "./Director";
import { GROUPS, wordsOf, type Field, type Form } from "./forms";
import { TablePicker } from "./TablePicker";

/** Everything that the director decides about entries, sessions and people; what it brings is shown before it is confirmed. */
export function Asking(props: DirectorProps) {
  const [chosen, setChosen] = useState<Form | null>(null);
  const tables = props.view.tables.length > 0;
  return (
    <>
      {GROUPS.map(([title, forms]) => (
        <fieldset key={title}>
          <legend>{title}</legend>
          <div class="irregularities">
            {forms
              .filter((form) => tables || !form.atTable)
              .map((form) => (
                <button type="button" key={form.verb} aria-pressed={chosen === form} onClick={() => setChosen(form)}>
                  {form.label}
                </button>
              ))}
          </div>
          {chosen && forms.includes(chosen) && <Fill key={chosen.verb} {...props} form={chosen} onEnd={() => setChosen(null)} />}
        </fieldset>
      ))}
    </>
  );
}

/** The fields of a decision, and what it will bring. */
function Fill({ form, onEnd, ...props }: DirectorProps & { form: Form; onEnd: () => void }) {
  const { card, view, id, onSpeak } = props;
  const [table, setTable] = useState(view.tables.find((each) => each.running)?.number ?? view.tables[0]?.number ?? 0);
  const [values, setValues] = useState<string[]>([]);
  const put = (nth: number, value: string) => setValues((before) => form.fields.map((_, which) => (which === nth ? value : (before[which] ?? ""))));
  return (
    <div class="confirm" role="group" aria-label={form.label}>
      <p>
        <strong>{form.label}</strong>
      </p>
      <div class="details">
        {form.atTable && <TablePicker tables={view.tables} value={table} onChoose={setTable} />}
        {form.fields.map((field, nth) => (
          <Entry key={`${nth} ${table}`} {...props} {...{ field, table }} value={values[nth] ?? ""} onSet={(value) => put(nth, value)} />
        ))}
      </div>
      <Preview {...{ id, onSpeak, onEnd }} words={wordsOf(form, table, values)} rulebook={card.rulebook} version={view.version} />
    </div>
  );
}

interface EntryProps extends DirectorProps {
  field: Field;
  table: number;
  value: string;
  onSet: (value: string) => void;
}

function Entry(props: EntryProps) {
  const { field, value, onSet, view } = props;
  switch (field.kind) {
    case "flag":
      return (
        <label>
          <input type="checkbox" checked={!!value} onChange={(event) => onSet(event.currentTarget.checked ? field.word : "")} /> {field.label}
        </label>
      );
    case "number":
      return (
        <label>
          {field.label} <input class="short" type="number" min={0} value={value} onInput={(event) => onSet(event.currentTarget.value)} />
        </label>
      );
    case "name":
      return (
        <label>
          Name <input class="short" value={value} onInput={(event) => onSet(event.currentTarget.value)} />
        </label>
      );
    case "limits":
      return <Limits {...props} />;
    case "counts":
      return <Counts {...props} />;
    case "ground":
      return <Ground {...props} />;
    case "choice":
      return <Choice label={field.label} words={field.words} {...{ value, onSet }} />;
    case "player":
      return <Choice label="Player" words={view.entries.filter((entry) => !["withdrawn", "refused", "disqualified"].includes(entry.status)).map((entry) => entry.player)} named {...{ value, onSet }} />;
  }
}

function Choice({ label, words, named = false, value, onSet }: { label: string; words: string[]; named?: boolean; value: string; onSet: (value: string) => void }) {
  return (
    <label>
      {label}{" "}
      <select value={value} onChange={(event) => onSet(event.currentTarget.value)}>
        <option value="">choose</option>
        {words.map((word) => (
          <option key={word} value={word}>
            {named ? word : kindName(word)}
          </option>
        ))}
      </select>
    </label>
  );
}

/** For what somebody is disqualified, with whether that is left to the director. */
function Ground({ card, value, onSet }: EntryProps) {
  const ground = card.grounds.find((each) => each.kind === value);
  return (
    <>
      <Choice label="for" words={card.grounds.map((each) => each.kind)} {...{ value, onSet }} />
      {ground && (
        <span>
          {ground.remedy === "disqualify" ? "must be disqualified" : "may be disqualified"} <Clauses rulebook={card.rulebook} clauses={ground.clauses} />
        </span>
      )}
    </>
  );
}

function Limits({ view, table, value, onSet }: EntryProps) {
  const found = view.tables.find((each) => each.number === table);
  const [least, most] = value ? value.split("-") : [amount(found?.minimum ?? 0), amount(found?.maximum ?? 0)];
  return (
    <>
      <label>
        Minimum <input class="short" inputMode="decimal" value={least} onInput={(event) => onSet(`${event.currentTarget.value}-${most}`)} />
      </label>
      <label>
        Maximum <input class="short" inputMode="decimal" value={most} onInput={(event) => onSet(`${least}-${event.currentTarget.value}`)} />
      </label>
    </>
  );
}

/** The chips of everybody who is counted, as the table knows them, to be counted again. */
function Counts({ you, table, value, onSet }: EntryProps) {
  const front = `t${table} tally `;
  const known = (you.actions ?? []).find((action) => action.words.startsWith(front))?.words.slice(front.length) ?? "";
  useEffect(() => onSet(known), [known]);
  const pairs = (value || known).split(" ").filter(Boolean).map((each) => each.split("=") as [string, string]);
  if (!pairs.length) return <span class="soft">Nobody at this table is to be counted.</span>;
  const set = (player: string, chips: string) => onSet(pairs.map(([name, held]) => `${name}=${name === player ? chips : held}`).join(" "));
  return (
    <>
      {pairs.map(([player, held]) => (
        <label key={player}>
          {player} <input class="short" inputMode="decimal" value={held} onInput={(event) => set(player, event.currentTarget.value)} />
        </label>
      ))}
    </>
  );
}
