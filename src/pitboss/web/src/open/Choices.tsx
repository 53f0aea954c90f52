import { useState } from "preact/hooks";
import type { Schemas } from "../api";
import { Clauses } from "../parts/ClauseRef";
import { Fold } from "../parts/Fold";
import { plain } from "../plain";
import { houseWords } from "../strings/house";

export type Chosen = Record<string, string>;
type Choice = Schemas["OptionField"];

/** So many fields that begin with the same word are put away together. */
const MANY = 6;
const OFF = ["", "false", "none"];

/** The choice on which another one rests, by its name: the amount of a wager rests on the wager. */
function parentOf(choice: Choice, all: Choice[]): Choice | undefined {
  return all.find((other) => other !== choice && choice.name.startsWith(`${other.name}_`) && (other.type === "bool" || OFF.includes(other.default)));
}

function words(choice: Choice): string {
  return `${plain(choice.name)} ${choice.help} ${choice.clauses.join(" ")}`.toLowerCase();
}

interface ChoicesProps {
  form: Schemas["TableForm"];
  chosen: Chosen;
  onChange: (chosen: Chosen) => void;
}

/** What the law leaves to the operator. What rests on a choice that is not made shows when it is made, or searched for. */
export function Choices({ form, chosen, onChange }: ChoicesProps) {
  const [search, setSearch] = useState("");
  const wanted = search.toLowerCase().split(/\s+/).filter(Boolean);
  const found = form.choices.filter((choice) => {
    if (wanted.length) return wanted.every((word) => words(choice).includes(word));
    const parent = parentOf(choice, form.choices);
    return !parent || choice.name in chosen || !OFF.includes(chosen[parent.name] ?? parent.default);
  });
  const families = Map.groupBy(found, (choice) => choice.name.split("_")[0]!);
  const put = (name: string, value: string) => {
    const next = { ...chosen, [name]: value };
    if (value === "") delete next[name];
    onChange(next);
  };
  const field = (choice: Choice) => <Field key={choice.name} book={form.rulebook} choice={choice} value={chosen[choice.name] ?? ""} onChoose={(value) => put(choice.name, value)} />;
  const large = [...families].filter(([, choices]) => choices.length >= MANY && !wanted.length);
  const away = new Set(large.flatMap(([, choices]) => choices));
  return (
    <fieldset class="panel">
      <legend>{houseWords.open.options}</legend>
      <label class="search">
        {houseWords.open.search} <input type="search" value={search} onInput={(event) => setSearch(event.currentTarget.value)} />
      </label>
      {found.filter((choice) => !away.has(choice)).map(field)}
      {large.map(([family, choices]) => (
        <Fold key={family} title={houseWords.open.count(family, choices.length)}>
          {() => choices.map(field)}
        </Fold>
      ))}
      {!found.length && <p class="soft">{houseWords.open.noMatch}</p>}
      {Object.keys(chosen).length > 0 && (
        <button type="button" onClick={() => onChange({})}>
          {houseWords.open.reset}
        </button>
      )}
      <Demands title={houseWords.open.between} demands={form.demands} rulebook={form.rulebook} />
      <Demands title={houseWords.open.across} demands={form.alike} rulebook={form.rulebook} />
    </fieldset>
  );
}

function Demands({ title, demands, rulebook }: { title: string; demands: Schemas["TableForm"]["demands"]; rulebook: string }) {
  if (!demands.length) return null;
  return (
    <Fold title={houseWords.open.count(title, demands.length)}>
      {() => (
        <ul>
          {demands.map((demand) => (
            <li key={demand.says}>
              <span translate={false}>{demand.says}</span> <Clauses rulebook={rulebook} clauses={demand.clauses} />
            </li>
          ))}
        </ul>
      )}
    </Fold>
  );
}

const YES_NO: Record<string, string> = { true: houseWords.open.yes, false: houseWords.open.no };
const shown = (value: string) => YES_NO[value] ?? plain(value);

function Field({ book, choice, value, onChoose }: { book: string; choice: Choice; value: string; onChoose: (value: string) => void }) {
  const id = `choice-${choice.name}`;
  const values = choice.type === "bool" ? ["true", "false"] : (choice.values ?? []);
  const shared = { id, "aria-describedby": `${id}-help` };
  return (
    <div class={value ? "field field-chosen" : "field"}>
      <label for={id} translate={false}>{plain(choice.name)}</label>
      {values.length ? (
        <select {...shared} value={value} onChange={(event) => onChoose(event.currentTarget.value)}>
          <option value="">{houseWords.open.byDefault(shown(choice.default) || houseWords.open.none)}</option>
          {values.map((each) => (
            <option key={each} value={each} translate={false}>
              {shown(each)}
            </option>
          ))}
        </select>
      ) : (
        <input {...shared} value={value} inputMode={choice.type === "int" ? "numeric" : undefined} placeholder={choice.default} translate={false} onInput={(event) => onChoose(event.currentTarget.value.trim())} />
      )}
      <p id={`${id}-help`} class="soft">
        <span translate={false}>{choice.help.replace(/\.$/, "")}.</span> {choice.type !== "bool" && (
          <span>
            {houseWords.open.allowed} <span translate={false}>{plain(choice.allowed)}.</span>
          </span>
        )} <Clauses rulebook={book} clauses={choice.clauses} />
        <span translate={false}>{!choice.clauses.length && choice.policy}</span>
      </p>
    </div>
  );
}
