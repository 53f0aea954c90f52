import { useState } from "preact/hooks";
import { send, type Schemas, type TableSummary } from "../api";
import { Choices, type Chosen } from "../open/Choices";
import { Worth } from "../open/Worth";
import { Loading } from "../parts/Loading";
import { navigate } from "../router";
import { notify } from "../say";
import { me } from "../session";
import { houseWords } from "../strings/house";
import { useGet, useTitle } from "../use";
import "../styles/open-table.css";

/** An operator opens a table: every choice that the law leaves, with what it allows, and what the table would be worth. */
export default function OpenTable() {
  useTitle(houseWords.open.title);
  const books = useGet<Schemas["RulebookSummary"][]>("/rulebooks");
  const [book, setBook] = useState("");
  const chosen = book || books?.[0]?.id || "";
  if (!books) return <Loading />;
  return (
    <>
      <h1>{houseWords.open.title}</h1>
      {me.value?.role !== "operator" && <p class="soft">{houseWords.open.onlyOperators}</p>}
      <label>
        {houseWords.open.rulebook}{" "}
        <select value={chosen} onChange={(event) => setBook(event.currentTarget.value)}>
          {books.map((found) => (
            <option key={found.id} value={found.id} translate={false}>
              {found.title}
            </option>
          ))}
        </select>
      </label>
      <TableForm key={chosen} book={chosen} />
    </>
  );
}

/** What belongs to one table rather than to its rules. */
interface About {
  limits: string;
  title: string;
  cards_are_read: boolean;
  floor: boolean;
  second_person: boolean;
  undo_seconds: number;
  betting_seconds: number;
  turn_seconds: number;
}

function TableForm({ book }: { book: string }) {
  const form = useGet<Schemas["TableForm"]>(`/rulebooks/${book}/form`);
  const [choices, setChoices] = useState<Chosen>({});
  const [about, setAbout] = useState<About>({ limits: "10-1000", title: "", cards_are_read: false, floor: false, second_person: false, undo_seconds: 30, betting_seconds: 30, turn_seconds: 30 });
  if (!form) return <Loading />;

  async function open(event: Event) {
    event.preventDefault();
    try {
      const table = await send<TableSummary>("POST", "/tables", { rulebook: book, choices, ...about });
      navigate(`/tables/${table.id}`);
    } catch (error) {
      notify(error);
    }
  }

  return (
    <form class="open-table" onSubmit={open} noValidate>
      <div>
        <AboutTable about={about} game={form.game} onChange={(change) => setAbout({ ...about, ...change })} />
        <Choices form={form} chosen={choices} onChange={setChoices} />
      </div>
      <aside class="panel worth" aria-label={houseWords.open.worth}>
        <Worth book={book} choices={choices} limits={about.limits} />
        <button class="primary" type="submit" disabled={me.value?.role !== "operator"}>
          {houseWords.open.submit}
        </button>
      </aside>
    </form>
  );
}

function AboutTable({ about, game, onChange }: { about: About; game: string; onChange: (change: Partial<About>) => void }) {
  return (
    <fieldset class="panel about">
      <legend>{houseWords.theTable}</legend>
      <label>
        {houseWords.open.limits}
        <input value={about.limits} onInput={(event) => onChange({ limits: event.currentTarget.value })} placeholder="10-1000 step 5" translate={false} aria-describedby="limits-help" />
      </label>
      <p id="limits-help" class="soft">
        {houseWords.open.limitsHint}
      </p>
      <label>
        {houseWords.open.name}
        <input value={about.title} maxLength={100} placeholder={houseWords.open.nameHint} onInput={(event) => onChange({ title: event.currentTarget.value })} />
      </label>
      <label>
        {houseWords.open.bettingSeconds}
        <input type="number" min={1} max={3600} value={about.betting_seconds} onInput={(event) => onChange({ betting_seconds: Number(event.currentTarget.value) })} />
      </label>
      {game !== "roulette" && (
        <label>
          {houseWords.open.turnSeconds}
          <input type="number" min={1} max={3600} value={about.turn_seconds} onInput={(event) => onChange({ turn_seconds: Number(event.currentTarget.value) })} />
        </label>
      )}
      <label class="tick">
        <input type="checkbox" checked={about.cards_are_read} onChange={(event) => onChange({ cards_are_read: event.currentTarget.checked, floor: about.floor && event.currentTarget.checked })} />{" "}
        {game === "roulette" ? houseWords.open.realWheel : houseWords.open.realShoe}
      </label>
      <label class="tick">
        <input type="checkbox" checked={about.floor} onChange={(event) => onChange({ floor: event.currentTarget.checked, cards_are_read: about.cards_are_read || event.currentTarget.checked })} /> {game === "tournament" ? houseWords.open.correctable : houseWords.open.floor}
      </label>
      {about.floor && (
        <>
          <label class="tick">
            <input type="checkbox" checked={about.second_person} onChange={(event) => onChange({ second_person: event.currentTarget.checked })} /> {houseWords.open.secondPerson}
          </label>
          <label>
            {houseWords.open.undoSeconds}
            <input type="number" min={0} max={3600} value={about.undo_seconds} onInput={(event) => onChange({ undo_seconds: Number(event.currentTarget.value) })} />
          </label>
        </>
      )}
    </fieldset>
  );
}
