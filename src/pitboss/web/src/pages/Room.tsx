import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Schemas } from "../api";
import { Choices, type Chosen } from "../open/Choices";
import { Fold } from "../parts/Fold";
import { Loading } from "../parts/Loading";
import { clothOf } from "../blackjack/scene/cloth";
import { Art } from "../room/Art";
import { enterRoom } from "../room/enter";
import { gameRank } from "../room/names";
import { Pills } from "../room/Pills";
import { SideWagers } from "../room/SideWagers";
import { RoomEdge } from "../room/RoomEdge";
import { Shorthand } from "../room/Shorthand";
import { navigate } from "../router";
import { notify } from "../say";
import { askForGuests, guests } from "../session";
import { choose, settings } from "../settings";
import { t } from "../strings";
import { useGet, useTitle } from "../use";
import "../styles/parts.css";
import "../styles/room.css";

type Book = Schemas["RoomBook"];
/** What is being set up: a preset, what differs from it, and the bots. */
interface Draft {
  preset: string;
  choices: Chosen;
  bots: number;
}

const EMPTY: Draft = { preset: "", choices: {}, bots: 0 };
/** Numbers of decks that are offered as buttons; every other is among the options. */
const USUAL_DECKS = [1, 2, 4, 6, 8];
const OWN_BOXES = ["1", "2", "3"];
/** The rulebook of rules in shorthand. */
const LABORATORY = "laboratory";
/** The shorthand that a player begins with. */
const FIRST_RULES = "6D H17 DAS LS";

/** A guest sets up a table of their own, with its exact edge as it changes. */
export default function Room() {
  useTitle(t.room.yourRoom);
  const form = useGet<Schemas["RoomForm"]>("/room-form");
  const [{ id, preset }, setChosen] = useState({ id: "", preset: "" });
  const setBook = (id: string, preset = "") => setChosen({ id, preset });
  useEffect(() => void askForGuests().catch(notify), []);
  if (!form) return <Loading />;
  const books = [...[...form.rulebooks].sort((one, two) => rank(one) - rank(two)), form.laboratory];
  const first = books[0]!;
  const book = books.find((each) => each.id === id) ?? first;
  return (
    <div class="room-page">
      <div class="head">
        <h1>{t.room.yourRoom}</h1>
        <p>{guests.value === false ? t.room.onlyInPractice : t.room.roomPitch}</p>
      </div>
      {book === form.laboratory ? <ShorthandForm books={books} form={form} onBook={setBook} /> : <RoomForm key={`${book.id} ${preset}`} {...{ book, preset, books, form }} onBook={setBook} />}
    </div>
  );
}

/** The rulebook of a visitor who has chosen nothing comes first, then one game after the other. */
function rank(book: Book): number {
  return book.presets.some(({ play_now }) => play_now) ? -1 : gameRank(book.game);
}

function initials(book: Book): string {
  if (book.id === LABORATORY) return "+";
  return book.game === "roulette" ? "0" : book.game === "tournament" ? "★" : clothOf(book.id).slice(0, 2).toUpperCase();
}

function Books({ books, chosen, onChoose }: { books: readonly Book[]; chosen: string; onChoose: (id: string) => void }) {
  return (
    <fieldset class="books">
      <legend>{t.room.rulebook}</legend>
      <div>
        {books.map((book) => (
          <button key={book.id} type="button" class="book" data-cloth={clothOf(book.id)} aria-pressed={book.id === chosen} onClick={() => onChoose(book.id)}>
            <i aria-hidden="true" translate={false}>
              {initials(book)}
            </i>
            <span>
              <b translate={false}>{book.name}</b>
              <small translate={false}>{book.document}</small>
            </span>
          </button>
        ))}
      </div>
    </fieldset>
  );
}

interface RoomFormProps {
  book: Book;
  books: readonly Book[];
  form: Schemas["RoomForm"];
  /** Chooses a rulebook, and one of its presets. */
  onBook: (id: string, preset?: string) => void;
}

/** Presets of the other rulebooks that are offered beside every rulebook's own. */
function featuredElsewhere(books: readonly Book[], book: Book): { id: string; book: string; title: string }[] {
  const titles = new Set(book.presets.map(({ title }) => title));
  return books.filter((each) => each !== book).flatMap((each) => each.presets.filter(({ featured, title }) => featured && !titles.has(title)).map(({ id, title }) => ({ id, book: each.id, title })));
}

function RoomForm({ book, preset: asked, books, form, onBook }: RoomFormProps & { preset: string }) {
  const options = useGet<Schemas["TableForm"]>(`/rulebooks/${book.id}/form`);
  const suggested = book.presets.find(({ id }) => id === asked) ?? book.presets.find(({ play_now }) => play_now) ?? (book.game === "tournament" ? book.presets[0] : undefined);
  const [draft, setDraft] = useState<Draft>(suggested ? { preset: suggested.id, choices: suggested.choices, bots: suggested.bots } : EMPTY);
  const elsewhere = featuredElsewhere(books, book);
  const start = (id: string) => {
    const other = elsewhere.find((each) => `${each.book} ${each.id}` === id);
    if (other) return onBook(other.book, other.id);
    const preset = book.presets.find((each) => each.id === id);
    setDraft(preset ? { preset: id, choices: preset.choices, bots: Math.max(preset.bots, 0) } : EMPTY);
  };
  const put = (choices: Chosen) => setDraft({ ...draft, choices });

  return (
    <Setup {...{ book, books, form, onBook }} choices={draft.choices} bots={draft.bots}>
      <div class="opts">
        <Pills
          name={t.room.startFrom}
          values={[
            ...(book.presets.some(({ play_now }) => play_now) ? [] : [["", t.room.standard] as const]),
            ...book.presets.map(({ id, title }) => [id, t.room.preset(title)] as const),
            ...elsewhere.map(({ id, book, title }) => [`${book} ${id}`, t.room.preset(title)] as const),
          ]}
          chosen={draft.preset}
          onChoose={start}
        />
        {!!book.side_wagers.length && <SideWagers sides={book.side_wagers} presets={book.presets} chosen={draft.choices} onChange={put} />}
        <div class="two">
          <Bots most={form.most_bots} bots={draft.bots} onBots={(bots) => setDraft({ ...draft, bots })} />
          {options && <Decks options={options} choices={draft.choices} onChange={put} />}
          {options?.choices.some(({ name, values }) => name === "max_boxes_per_player" && values?.length !== 1) && (
            <Pills
              name={t.room.ownBoxes}
              values={OWN_BOXES.map((boxes) => [boxes, boxes] as const)}
              chosen={draft.choices.max_boxes_per_player ?? "1"}
              onChoose={(boxes) => put({ ...draft.choices, max_boxes_per_player: boxes })}
            />
          )}
          <Pills
            name={t.room.dealingSpeed}
            values={[
              ["casino", t.common.casino],
              ["fast", t.common.fast],
              ["instant", t.common.instant],
            ]}
            chosen={settings.value.speed}
            onChoose={(speed) => choose({ speed: speed as typeof settings.value.speed })}
          />
          {book.game === "blackjack" && (
            <Pills
              name={t.common.coach}
              values={[
                ["", t.blackjack.coachOff],
                ["after", t.blackjack.coachAfter],
                ["before", t.blackjack.coachBefore],
              ]}
              chosen={settings.value.coach === true ? "after" : settings.value.coach || ""}
              onChoose={(when) => choose({ coach: when === "before" ? when : !!when })}
            />
          )}
        </div>
        {options && (
          <Fold title={t.room.allOptions(options.choices.length)}>{() => <Choices form={options} chosen={draft.choices} onChange={put} />}</Fold>
        )}
      </div>
    </Setup>
  );
}

/** The room that is set up: the rulebooks, what is chosen, and the exact edge of it with the button that opens the table. */
function Setup({ book, books, form, onBook, choices, bots, children }: RoomFormProps & { choices: Chosen; bots: number; children: ComponentChildren }) {
  const [busy, setBusy] = useState(false);
  async function open(event: Event) {
    event.preventDefault();
    setBusy(true);
    try {
      navigate(`/tables/${await enterRoom({ rulebook: book.id, choices, bots })}`);
    } catch (error) {
      notify(error);
    } finally {
      setBusy(false);
    }
  }
  return (
    <form class="room" onSubmit={(event) => void open(event)} noValidate>
      <Books books={books} chosen={book.id} onChoose={onBook} />
      {children}
      <aside class="sum" aria-label={t.room.summary}>
        <div class="mini">
          <Art game={book.game} rulebook={book.id} />
        </div>
        <RoomEdge book={book} choices={choices} limits={form.limits} />
        <button class="btn primary big" type="submit" disabled={busy || guests.value === false}>
          {t.room.open}
        </button>
      </aside>
    </form>
  );
}

/** A room of the player's own rules in shorthand: no law allows or forbids them. */
function ShorthandForm({ books, form, onBook }: Omit<RoomFormProps, "book">) {
  const book = form.laboratory;
  const [text, setText] = useState(FIRST_RULES);
  const [bots, setBots] = useState(0);
  const choices = { rules: text.trim().split(/[\s,]+/).join(",") };
  return (
    <Setup {...{ book, books, form, onBook, choices, bots }}>
      <div class="opts">
        <Shorthand text={text} onText={setText} abbreviations={form.abbreviations as [string, string][]} />
        <Bots most={form.most_bots} bots={bots} onBots={setBots} />
      </div>
    </Setup>
  );
}

function Bots({ most, bots, onBots }: { most: number; bots: number; onBots: (bots: number) => void }) {
  return <Pills whole name={t.room.bots} values={Array.from({ length: most + 1 }, (_, count) => [String(count), String(count)] as const)} chosen={String(bots)} onChoose={(count) => onBots(Number(count))} />;
}

function Decks({ options, choices, onChange }: { options: Schemas["TableForm"]; choices: Chosen; onChange: (choices: Chosen) => void }) {
  const decks = options.choices.find(({ name }) => name === "decks");
  if (!decks) return null;
  const within = (count: number) => (decks.values?.length ? decks.values.includes(String(count)) : count >= Number(decks.minimum || 1) && count <= Number(decks.maximum || 8));
  const values = USUAL_DECKS.filter(within).map((count) => [String(count), String(count)] as const);
  return <Pills name={t.room.decks} values={values} chosen={choices.decks ?? decks.default} onChoose={(count) => onChange({ ...choices, decks: count })} />;
}

