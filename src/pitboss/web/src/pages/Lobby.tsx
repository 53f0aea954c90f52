import { useEffect, useState } from "preact/hooks";
import { Link } from "wouter-preact";
import { get, type TableInfo } from "../api";
import { SignIn } from "../parts/SignIn";
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
  useEffect(() => {
    let last = true;
    const look = () => get<TableInfo[]>("/tables").then((found) => last && setTables(found), (error) => tables ?? notify(error));
    void look();
    const timer = setInterval(look, EVERY);
    return () => {
      last = false;
      clearInterval(timer);
    };
  }, []);
  return (
    <>
      <h1>Tables</h1>
      {known.value && !me.value && <SignIn />}
      {GAMES.map(([game, name]) => {
        const found = (tables ?? []).filter((table) => table.game === game);
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

function TableTile({ table }: { table: TableInfo }) {
  const spec = table.spec as { turn_seconds?: number; choices?: Record<string, string>; cards_are_read?: boolean };
  const choices = Object.entries(spec.choices ?? {});
  return (
    <Link href={`/tables/${table.id}`} class={`tile tile-${table.game}`}>
      <span class="tile-title">{table.title}</span>
      <span class="tile-book">{table.rulebook}</span>
      <dl>
        <div>
          <dt>Limits</dt>
          <dd>{table.limits || "open"}</dd>
        </div>
        <div>
          <dt>Players</dt>
          <dd>{table.players.length || "none yet"}</dd>
        </div>
        <div>
          <dt>Pace</dt>
          <dd>{spec.cards_are_read ? "a dealer's cards" : `${spec.turn_seconds ?? 0} s a turn`}</dd>
        </div>
      </dl>
      {!!choices.length && <span class="tile-choices">{choices.map(([name, value]) => `${name.replaceAll("_", " ")} ${value}`).join(" · ")}</span>}
    </Link>
  );
}
