import { useEffect } from "preact/hooks";
import { amount } from "../money";
import { Clauses } from "../parts/ClauseRef";
import { plain } from "../plain";
import { tournamentWords } from "../strings/tournament";
import type { DirectorProps } from "./Director";
import type { Field } from "./forms";

interface EntryProps extends DirectorProps {
  field: Field;
  table: number;
  value: string;
  onSet: (value: string) => void;
}

/** A field of a decision, by what is entered there. */
export function Entry(props: EntryProps) {
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
          {tournamentWords.console.name} <input class="short" value={value} onInput={(event) => onSet(event.currentTarget.value)} />
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
      return <Choice label={tournamentWords.console.player} words={view.entries.filter((entry) => !["withdrawn", "refused", "disqualified"].includes(entry.status)).map((entry) => entry.player)} named {...{ value, onSet }} />;
  }
}

function Choice({ label, words, named = false, value, onSet }: { label: string; words: string[]; named?: boolean; value: string; onSet: (value: string) => void }) {
  return (
    <label>
      {label}{" "}
      <select value={value} onChange={(event) => onSet(event.currentTarget.value)}>
        <option value="">{tournamentWords.console.choose}</option>
        {words.map((word) => (
          <option key={word} value={word}>
            {named ? word : plain(word)}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Reasons for a disqualification, and whether it is at the director's discretion. */
function Ground({ card, value, onSet }: EntryProps) {
  const ground = card.grounds.find((each) => each.kind === value);
  return (
    <>
      <Choice label={tournamentWords.console.for} words={card.grounds.map((each) => each.kind)} {...{ value, onSet }} />
      {ground && (
        <span>
          {ground.remedy === "disqualify" ? tournamentWords.console.must : tournamentWords.console.may} <Clauses rulebook={card.rulebook} clauses={ground.clauses} />
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
        {tournamentWords.console.minimum} <input class="short" inputMode="decimal" value={least} onInput={(event) => onSet(`${event.currentTarget.value}-${most}`)} />
      </label>
      <label>
        {tournamentWords.console.maximum} <input class="short" inputMode="decimal" value={most} onInput={(event) => onSet(`${least}-${event.currentTarget.value}`)} />
      </label>
    </>
  );
}

/** The chip counts of the players as the table has them, for the tally. */
function Counts({ view, table, value, onSet }: EntryProps) {
  const counted = view.entries.filter((entry) => entry.table === table && entry.status !== "disqualified");
  const known = counted.map((entry) => `${entry.player}=${amount(entry.chips ?? 0)}`).join(" ");
  useEffect(() => onSet(known), [known]);
  const pairs = (value || known).split(" ").filter(Boolean).map((each) => each.split("=") as [string, string]);
  if (!pairs.length) return <span class="soft">{tournamentWords.console.nothingToCount}</span>;
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
