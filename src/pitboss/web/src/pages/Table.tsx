import { lazy, Suspense } from "preact/compat";
import { useEffect } from "preact/hooks";
import { type Schemas, type TableSummary } from "../api";
import Blackjack from "../blackjack/Table";
import { Header } from "../parts/Header";
import { Loading } from "../parts/Loading";
import { Notices } from "../parts/Notices";
import Roulette from "../roulette/Table";
import { Link } from "../router";
import { notify, say } from "../say";
import { isStaff } from "../roles";
import { me, refreshMe } from "../session";
import { closed } from "../socket";
import { useAnswer } from "../use";

/** Only who may not see the table needs it. */
const Sorry = lazy(() => import("../parts/Sorry").then((part) => ({ default: part.Sorry })));

// loaded on demand: a tournament begins with an entry, so no action is due while it loads
const Tournament = lazy(() => import("../tournament/Table"));
const Floor = lazy(() => import("../console/Floor"));
const Reminder = lazy(() => import("../parts/Reminder"));
const AnyGame = lazy(() => import("../board/Table"));

/** Every game's table takes the same. */
export interface TableProps {
  id: string;
  info: TableSummary;
}

const GAMES = { blackjack: Blackjack, roulette: Roulette, tournament: Tournament };

const CLOSED = "This table is closed. All chips were returned.";

export default function Table({ id }: { id: string }) {
  const { found, refused } = useAnswer<Schemas["TablePage"]>(`/tables/${id}`);
  const ended = closed.value.has(id);
  useEffect(() => {
    if (!ended) return;
    say(CLOSED);
    // the focused button is gone or dimmed with all others
    if (document.activeElement === document.body || document.activeElement?.matches(":disabled, [aria-disabled=true]")) document.querySelector<HTMLElement>(".lost a")?.focus();
    void refreshMe().catch(notify);
  }, [ended]);
  // the header has the same place in both trees, so that it is kept and not replaced when the table has loaded
  if (refused || !found)
    return (
      <>
        <Header />
        <Notices />
        <div class="plain-table">{refused ? <Sorry refused={refused} /> : <Loading />}</div>
      </>
    );
  const info = found.table;
  const runs = info.game !== "tournament" && !!info.spec.floor && isStaff(me.value?.role ?? "");
  const Game = runs ? Floor : (GAMES[info.game as keyof typeof GAMES] ?? AnyGame);
  // an open table is drawn in the shell (table/Shell.tsx), which has its own top bar
  const shell = info.status !== "closed";
  return (
    <>
      {!shell && <Header />}
      {(ended || info.status === "closed") && (
        <p class="lost">
          {CLOSED} <Link href="/tables">Go to the lobby</Link> · <Link href={`/history/${id}`}>History</Link>
        </p>
      )}
      {info.status === "closed" && <Notices />}
      {shell && me.value?.role === "player" && <Suspense fallback={null}><Reminder key={me.value.name} /></Suspense>}
      {info.status === "closed" ? <h1 class="plain-table">{info.title || info.id}</h1> : <Suspense fallback={<Loading />}><Game id={id} info={info} /></Suspense>}
    </>
  );
}
