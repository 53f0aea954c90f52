import { useEffect } from "preact/hooks";
import { Link } from "wouter-preact";
import { type Schemas, type TableInfo } from "../api";
import Blackjack from "../blackjack/Table";
import { Loading } from "../parts/Loading";
import { Sorry } from "../parts/Sorry";
import Roulette from "../roulette/Table";
import { notify, say } from "../say";
import { refreshMe } from "../session";
import { closed } from "../socket";
import Tournament from "../tournament/Table";
import { useAnswer } from "../use";

/** Every game's table takes the same. */
export interface TableProps {
  id: string;
  info: TableInfo;
}

const GAMES = { blackjack: Blackjack, roulette: Roulette, tournament: Tournament };

const CLOSED = "This table is closed, and everybody has back what was theirs.";

export default function Table({ id }: { id: string }) {
  const { found, refused } = useAnswer<Schemas["TablePage"]>(`/tables/${id}`);
  const ended = closed.value.has(id);
  useEffect(() => {
    if (!ended) return;
    say(CLOSED);
    // the button that somebody was at is gone with all others
    if (document.activeElement === document.body) document.querySelector<HTMLElement>(".lost a")?.focus();
    void refreshMe().catch(notify);
  }, [ended]);
  if (refused) return <Sorry refused={refused} />;
  if (!found) return <Loading />;
  const info = found.table;
  const Game = GAMES[info.game as keyof typeof GAMES];
  return (
    <>
      {(ended || info.status === "closed") && (
        <p class="lost">
          {CLOSED} <Link href="/">To the lobby</Link> · <Link href={`/history/${id}`}>What was played</Link>
        </p>
      )}
      {info.status === "closed" ? <h1>{info.title || info.id}</h1> : <Game id={id} info={info} />}
    </>
  );
}
