import { lazy, Suspense } from "preact/compat";
import { useEffect, useState } from "preact/hooks";
import { get, type Schemas, type TableInfo } from "../api";
import { Loading } from "../app";
import { notify } from "../say";

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
  const [info, setInfo] = useState<TableInfo | null>(null);
  useEffect(() => {
    get<Schemas["TablePage"]>(`/tables/${id}`).then((page) => setInfo(page.table), notify);
  }, [id]);
  if (!info) return <Loading />;
  const Game = GAMES[info.game as keyof typeof GAMES];
  return (
    <Suspense fallback={<Loading />}>
      <Game id={id} info={info} />
    </Suspense>
  );
}
