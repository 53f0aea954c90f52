import { useState } from "preact/hooks";
import { kindName } from "../blackjack/words";
import type { View } from "./Table";

/** What stands behind a verb: a player of the tournament, a name, a number with its word, one of several words, or a word that may be there. */
type Field = { kind: "player" } | { kind: "name" } | { kind: "number"; label: string; front?: string; may?: boolean } | { kind: "choice"; label: string; words: string[] } | { kind: "flag"; word: string; label: string };

const FORMS: Record<string, { label: string; fields: Field[] }> = {
  disqualify: { label: "Disqualify", fields: [{ kind: "player" }, { kind: "choice", label: "for", words: ["rules", "absent", "no_wager", "concealed_chips"] }] },
  enter: { label: "Accept an entry", fields: [{ kind: "name" }] },
  refuse: { label: "Refuse an application", fields: [{ kind: "name" }] },
  withdraw: { label: "Withdraw an entry", fields: [{ kind: "player" }, { kind: "number", label: "hours before the start", front: "hours=", may: true }, { kind: "flag", word: "consent", label: "the operator consents to a refund" }] },
  seat: { label: "Decide a seat", fields: [{ kind: "player" }, { kind: "number", label: "table", front: "table=" }, { kind: "number", label: "box", front: "box=" }] },
  postpone: { label: "Postpone the start", fields: [{ kind: "number", label: "minutes" }, { kind: "flag", word: "notice", label: "the players were given notice" }] },
  late: { label: "Note late", fields: [{ kind: "player" }] },
  writing: { label: "Writing implements", fields: [{ kind: "choice", label: "are", words: ["allowed", "forbidden"] }] },
};

/** Everything that the director decides about people and times; each is shown before it is confirmed. */
export function Asking({ view, onAsk }: { view: View; onAsk: (words: string) => void }) {
  const [verb, setVerb] = useState("disqualify");
  const [values, setValues] = useState<Record<number, string>>({});
  const [words, setWords] = useState("");
  const { fields } = FORMS[verb]!;
  const said = fields.map((field, nth) => wordOf(field, values[nth] ?? ""));
  const whole = said.every((word) => word !== null);
  const players = view.entries.filter((entry) => !["withdrawn", "refused", "disqualified"].includes(entry.status)).map((entry) => entry.player);
  return (
    <fieldset>
      <legend>The director decides</legend>
      <form
        class="details"
        onSubmit={(event) => {
          event.preventDefault();
          if (whole) onAsk([verb, ...said].filter(Boolean).join(" "));
        }}
      >
        <label>
          What{" "}
          <select value={verb} onChange={(event) => (setVerb(event.currentTarget.value), setValues({}))}>
            {Object.entries(FORMS).map(([name, form]) => (
              <option key={name} value={name}>
                {form.label}
              </option>
            ))}
          </select>
        </label>
        {fields.map((field, nth) => (
          <Entry key={`${verb}${nth}`} {...{ field, players }} value={values[nth] ?? ""} onSet={(value) => setValues({ ...values, [nth]: value })} />
        ))}
        <button type="submit" disabled={!whole}>
          See what happens
        </button>
      </form>
      <form
        class="any-words"
        onSubmit={(event) => {
          event.preventDefault();
          if (words.trim()) onAsk(words.trim());
        }}
      >
        <label>
          Or in words of the notation <input value={words} placeholder="t1 irregularity void 2, t1 absent ann …" onInput={(event) => setWords(event.currentTarget.value)} />
        </label>
        <button type="submit" disabled={!words.trim()}>
          See what happens
        </button>
      </form>
    </fieldset>
  );
}

/** The word that a field makes; null where one is missing. */
function wordOf(field: Field, value: string): string | null {
  if (field.kind === "flag") return value;
  if (field.kind === "number") return value ? `${field.front ?? ""}${value}` : field.may ? "" : null;
  if (field.kind === "name") return value.trim() || null;
  return value || null;
}

function Entry({ field, players, value, onSet }: { field: Field; players: string[]; value: string; onSet: (value: string) => void }) {
  if (field.kind === "flag")
    return (
      <label>
        <input type="checkbox" checked={!!value} onChange={(event) => onSet(event.currentTarget.checked ? field.word : "")} /> {field.label}
      </label>
    );
  if (field.kind === "number")
    return (
      <label>
        {field.label} <input class="short" type="number" min={0} value={value} onInput={(event) => onSet(event.currentTarget.value)} />
      </label>
    );
  if (field.kind === "name")
    return (
      <label>
        Name <input class="short" value={value} onInput={(event) => onSet(event.currentTarget.value)} />
      </label>
    );
  const words = field.kind === "player" ? players : field.words;
  return (
    <label>
      {field.kind === "player" ? "whom" : field.label}{" "}
      <select value={value} onChange={(event) => onSet(event.currentTarget.value)}>
        <option value="">choose</option>
        {words.map((word) => (
          <option key={word} value={word}>
            {kindName(word)}
          </option>
        ))}
      </select>
    </label>
  );
}
