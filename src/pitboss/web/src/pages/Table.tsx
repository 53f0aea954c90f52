import { type Schemas, type TableInfo } from "../api";
import Blackjack from "../blackjack/Table";
import { Loading } from "../parts/Loading";
import { Sorry } from "../parts/Sorry";
import Roulette from "../roulette/Table";
import Tournament from "../tournament/Table";
import { useAnswer } from "../use";

/** Every game's table takes the same. */
export interface TableProps {
  id: string;
  info: TableInfo;
}

const GAMES = { blackjack: Blackjack, roulette: Roulette, tournament: Tournament };

export default function Table({ id }: { id: string }) {
  const { found, refused } = useAnswer<Schemas["TablePage"]>(`/tables/${id}`);
  if (refused) return <Sorry refused={refused} />;
  if (!found) return <Loading />;
  const info = found.table;
  const Game = GAMES[info.game as keyof typeof GAMES];
  return <Game id={id} info={info} />;
}
