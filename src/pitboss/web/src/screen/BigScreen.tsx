import { fault, type Schemas } from "../api";
import { money } from "../money";
import { Loading } from "../parts/Loading";
import { Sorry } from "../parts/Sorry";
import { closed } from "../socket";
import { tournamentWords } from "../strings/tournament";
import { personName } from "../table/people";
import { roundNow, stageOf } from "../tournament/standing";
import type { View } from "../tournament/types";
import { useAnswer, useTitle } from "../use";
import { useStagedView } from "./staging";
import "../styles/tournament.css";

interface Line {
  player: string;
  rank: number;
  sum: number;
  note: string;
  out: boolean;
}

/** Places with prizes once decided; before that, players by chips, then entries. */
function linesOf(view: View): Line[] {
  const chips = new Map(view.leaders as [string, number][]);
  // who has as many shares the rank
  const rank = new Map([...chips].map(([player, held]) => [player, 1 + [...chips.values()].filter((other) => other > held).length]));
  return view.entries
    .filter((entry) => !["withdrawn", "refused"].includes(entry.status))
    .map((entry) => ({
      player: entry.player,
      rank: entry.place || rank.get(entry.player) || 0,
      sum: entry.place ? (entry.prize ?? 0) : (chips.get(entry.player) ?? 0),
      note: entry.table && view.phase !== "over" ? tournamentWords.screen.table(entry.table) : entry.status === "entered" ? "" : (tournamentWords.statuses[entry.status] ?? entry.status),
      out: ["out", "disqualified"].includes(entry.status) && !entry.place,
    }))
    .sort((one, two) => Number(one.out) - Number(two.out) || (one.rank || 999) - (two.rank || 999));
}

/** The leaderboard of a tournament; no other table has one. */
export default function BigScreen({ id }: { id: string }) {
  const { found, refused } = useAnswer<Schemas["TablePage"]>(`/tables/${id}`);
  const sorry = found && found.table.game !== "tournament" ? fault("no_tournament", tournamentWords.screen.notOne(id)) : refused;
  if (sorry)
    return (
      <main>
        <Sorry refused={sorry} />
      </main>
    );
  return found ? <Leaderboard page={found} /> : <Loading />;
}

/** To be read from across the room. */
function Leaderboard({ page }: { page: Schemas["TablePage"] }) {
  // a closed table sends no messages
  const view = useStagedView(page.table.id) ?? (page.view as View);
  const { title } = page.table;
  useTitle(title);
  const lines = linesOf(view);
  const playing = view.tables.filter((table) => table.running);
  return (
    <main class="big-screen">
      {(closed.value.has(page.table.id) || page.table.status === "closed") && <p class="lost">{tournamentWords.screen.closed}</p>}
      <header>
        <h1>
          <bdi translate={false}>{title}</bdi>
        </h1>
        <p class="big-stage">{stageOf(view)}</p>
      </header>
      <dl>
        <Fact name={tournamentWords.terms.players} value={String(lines.length)} />
        <Fact name={tournamentWords.facts.pool} value={money(view.pool)} />
        {playing.map((table) => (
          <Fact key={table.number} name={tournamentWords.screen.at(table.number, table.playoff)} value={table.unit === "rounds" ? tournamentWords.roundShort(roundNow(table), table.count) : tournamentWords.roundsShort(table.rounds)} />
        ))}
        {playing.filter((table) => table.phase === "betting" && table.to_bet.length).map((table) => (
          <Fact key={table.number} name={tournamentWords.screen.toBet(playing.length > 1 ? table.number : 0)} value={personName(table.to_bet[0]!)} />
        ))}
      </dl>
      {view.tables.filter((table) => table.playoff_due.length).map((table) => (
        <p key={table.number} class="big-due">
          {tournamentWords.playoffDue(tournamentWords.and(table.playoff_due))}
        </p>
      ))}
      <ol class={lines.length > 20 ? "big-three" : lines.length > 8 ? "big-two" : ""}>
        {lines.map((line) => (
          <li key={line.player} class={line.out ? "stands-out" : ""}>
            <span class="rank">{line.rank || "·"}</span>
            <span class="who">
              {personName(line.player)} <small>{line.note}</small>
            </span>
            <span class="sum">{line.sum ? money(line.sum) : ""}</span>
          </li>
        ))}
      </ol>
      {!lines.length && <p class="big-stage">{tournamentWords.noEntries}</p>}
    </main>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
