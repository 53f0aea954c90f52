/** The commands of a game, from the grammar: a form for each command with words to fill in. */
import { useState } from "preact/hooks";
import { Reason } from "../parts/Reason";
import { plain } from "../plain";
import { personally } from "../refusals";
import { me } from "../session";
import { boardWords as words } from "../strings/board";
import { amount } from "../money";
import type { Field, Form } from "./types";

interface FormsProps {
  forms: Form[];
  people: string[];
  rulebook: string;
  speak: (words: string) => Promise<boolean>;
}

/** "Withdraw" of withdraw. */
export function verbName(verb: string): string {
  const name = plain(verb);
  return words.verb(name.slice(0, 1).toUpperCase() + name.slice(1));
}

export function Forms({ forms, people, rulebook, speak }: FormsProps) {
  const filled = forms.filter(({ fields }) => fields?.length);
  return (
    <>
      <h2>{words.commands}</h2>
      {!filled.length && <p class="soft">{words.noCommand}</p>}
      {filled.map((form) => (
        <CommandForm key={form.verb} form={form} people={people} rulebook={rulebook} speak={speak} />
      ))}
    </>
  );
}

function initial(field: Field, people: string[]): string {
  if (field.optional) return "";
  if (field.kind === "choice") return field.choices?.[0] ?? "";
  if (field.kind === "player") return people[0] ?? "";
  return field.kind === "money" ? amount(field.minimum ?? 0) : field.kind === "number" ? "1" : "";
}

function CommandForm({ form, people, rulebook, speak }: { form: Form } & Omit<FormsProps, "forms">) {
  const fields = form.fields ?? [];
  const [typed, setTyped] = useState<Record<string, string>>({});
  const value = (field: Field) => typed[field.name] ?? initial(field, people);
  const complete = fields.every((field) => field.optional || value(field).trim());
  function send(event: Event) {
    event.preventDefault();
    void speak([form.verb, ...fields.map((field) => value(field).trim())].filter(Boolean).join(" "));
  }
  return (
    <form class="board-form" data-verb={form.verb} onSubmit={send}>
      <div>
        {fields.map((field) => (
          <Input key={field.name} field={field} people={people} value={value(field)} onInput={(text) => setTyped({ ...typed, [field.name]: text })} />
        ))}
        <button type="submit" class="btn on-panel" disabled={!complete || !!form.refusal}>
          {verbName(form.verb)}
        </button>
      </div>
      {form.refusal && (
        <small>
          <Reason refused={{ ...form.refusal, message: personally(form.refusal.message, me.value?.name ?? ""), clause: (form.refusal.clauses ?? []).join(", ") }} rulebook={rulebook} />
        </small>
      )}
    </form>
  );
}

interface InputProps {
  field: Field;
  people: string[];
  value: string;
  onInput: (text: string) => void;
}

function Input({ field, people, value, onInput }: InputProps) {
  const name = words.field(plain(field.name));
  const label = field.optional ? words.optional(name) : name;
  const choices = field.kind === "player" ? people : (field.choices ?? []);
  if (!choices.length)
    return <input aria-label={label} placeholder={label} inputMode={field.kind === "money" ? "decimal" : field.kind === "number" ? "numeric" : "text"} size={field.kind === "words" ? 12 : 6} value={value} onInput={(event) => onInput(event.currentTarget.value)} />;
  return (
    <select aria-label={label} value={value} onChange={(event) => onInput(event.currentTarget.value)}>
      {choices.map((choice) => (
        <option key={choice} value={choice} translate={false}>
          {plain(choice)}
        </option>
      ))}
    </select>
  );
}
