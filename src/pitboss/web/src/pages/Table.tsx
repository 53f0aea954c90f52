import { lazy, Suspense } from "preact/compat";
import { type Schemas, type TableInfo } from "../api";
import { Loading } from "../app";
import { Sorry } from "../parts/Sorry";
import { useAnswer } from "../use";

/** Every game's table takes the same. */
export interface TableProps {
  id: string;
  info: TableInfo;
}

const GAMES = {
  blackjack: lazy(() => import("../blackjack/Table")),
  roulette: lazy(() => import("../roulette/Table")),
  tournament: lazy(() => import("../tournament/Table")),
};

export default function Table({ id }: { id: string }) {
  const { found, refused } = useAnswer<Schemas["TablePage"]>(`/tables/${id}`);
  if (refused) return <Sorry refused={refused} />;
  if (!found) return <Loading />;
  const info = found.table;
  const Game = GAMES[info.game as keyof typeof GAMES];
  return (
    <Suspense fallback={<Loading />}>
      <Game id={id} info={info} />
    </Suspense>
  );
}
