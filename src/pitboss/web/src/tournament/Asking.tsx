import { useState } from "preact/hooks";
import { Preview } from "../console/Preview";
import type { DirectorProps } from "./Director";
import { Entry } from "./Entry";
import { GROUPS, wordsOf, type Form } from "./forms";
import { TablePicker } from "./TablePicker";

/** The director's forms for entries, sessions and players; each is previewed before it is confirmed. */
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
