import { useEffect, useState } from "preact/hooks";
import { Link } from "wouter-preact";
import { get, type TableInfo } from "../api";
import { cents, money } from "../money";
import { SignIn } from "../parts/SignIn";
import { plain } from "../plain";
import { notify } from "../say";
import { known, me } from "../session";
import { useTitle } from "../use";

const EVERY = 4000;
const GAMES: [string, string][] = [
  ["blackjack", "Blackjack"],
  ["roulette", "Roulette"],
  ["tournament", "Tournaments"],
];

/** The tables of the house, by game; the list is kept fresh. */
export function Lobby() {
  useTitle("Lobby");
  const [tables, setTables] = useState<TableInfo[] | null>(null);
  const [book, setBook] = useState("");
  useEffect(() => {
    let here = true;
    let silent = false; // what was found stays in sight, and what went wrong is told once
    async function look() {
      try {
        const found = await get<TableInfo[]>("/tables");
        if (here) setTables(found);
        silent = true;
      } catch (error) {
        if (here && !silent) notify(error);
        silent = true;
      }
    }
    void look();
    const timer = setInterval(() => void look(), EVERY);
    return () => {
      here = false;
      clearInterval(timer);
    };
  }, []);
  const books = [...new Set((tables ?? []).map((table) => table.rulebook))].sort();
  return (
    <>
      <div class="lobby-head">
        <h1>Tables</h1>
        {books.length > 1 && (
          <label>
            Rulebook{" "}
            <select value={book} onChange={(event) => setBook(event.currentTarget.value)}>
              <option value="">all</option>
              {books.map((each) => (
                <option key={each}>{each}</option>
              ))}
            </select>
          </label>
        )}
      </div>
      {known.value && !me.value && <SignIn />}
      {GAMES.map(([game, name]) => {
        const found = (tables ?? []).filter((table) => table.game === game && (!book || table.rulebook === book));
        if (book && !found.length) return null;
        return (
          <section key={game} aria-labelledby={`game-${game}`}>
            <h2 id={`game-${game}`}>{name}</h2>
            {tables && !found.length && <p class="soft">No table is open.</p>}
            <ul class="tables">
              {found.map((table) => (
                <li key={table.id}>
                  <TableTile table={table} />
                </li>
              ))}
            </ul>
          </section>
        );
      })}
    </>
  );
}

interface Spec {
  turn_seconds?: number;
  betting_seconds?: number;
  choices?: Record<string, string>;
  cards_are_read?: boolean;
}

/** How fast a table is played: by its clocks, or by the dealer who enters what happens. */
function pace(table: TableInfo, spec: Spec): string {
  if (spec.cards_are_read) return "by a dealer";
  const betting = `${spec.betting_seconds ?? 0} s to bet`;
  return table.game === "roulette" ? betting : `${betting}, ${spec.turn_seconds ?? 0} s a turn`;
}

function seats(table: TableInfo): string {
  const people = table.players.length;
  const playing = people ? `${people} ${people === 1 ? "player" : "players"}` : "nobody yet";
  if (table.game !== "blackjack" || !table.boxes) return playing;
  const free = table.boxes - (table.taken ?? 0);
  return `${free} of ${table.boxes} boxes free${people ? `, ${playing}` : ""}`;
}

/** `10-1000 step 5` as a sign would say it. */
function limits(text: string): string {
  const [least, most, step] = text.split(/-| step /);
  if (!most) return "none";
  const sign = (text: string | undefined) => money(cents(text ?? "") ?? 0);
  return `${sign(least)} – ${sign(most)}${step ? `, by ${sign(step)}` : ""}`;
}

/** A box each, the taken ones filled. */
function Dots({ boxes, taken }: { boxes: number; taken: number }) {
  return (
    <span class="dots" aria-hidden="true">
      {Array.from({ length: boxes }, (_, nth) => (
        <span key={nth} class={nth < taken ? "dot dot-taken" : "dot"} />
      ))}
    </span>
  );
}

function TableTile({ table }: { table: TableInfo }) {
  const spec = table.spec as Spec;
  const choices = Object.entries(spec.choices ?? {});
  return (
    <Link href={`/tables/${table.id}`} class={`tile tile-${table.game}`}>
      <bdi class="tile-title">{table.title}</bdi>
      <span class="tile-book">
        {table.id} · {table.rulebook}
      </span>
      <dl class="tile-facts">
        <div>
          <dt>Limits</dt>
          <dd>{limits(table.limits)}</dd>
        </div>
        <div>
          <dt>{table.game === "blackjack" ? "Seats" : "Players"}</dt>
          <dd>
            {seats(table)} {table.game === "blackjack" && <Dots boxes={table.boxes ?? 0} taken={table.taken ?? 0} />}
          </dd>
        </div>
        <div>
          <dt>Pace</dt>
          <dd>{pace(table, spec)}</dd>
        </div>
      </dl>
      {!!choices.length && <span class="tile-choices">{choices.map(([name, value]) => `${plain(name)} ${plain(value)}`).join(" · ")}</span>}
    </Link>
  );
}
