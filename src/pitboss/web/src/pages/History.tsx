import { Link } from "wouter-preact";
import { type Schemas } from "../api";
import { Loading } from "../app";
import { money } from "../money";
import { useGet, useTitle } from "../use";

/** The rounds of a table, the latest first. */
export default function History({ id }: { id: string }) {
  useTitle(`History of table ${id}`);
  const rounds = useGet<Schemas["RoundInfo"][]>(`/tables/${id}/rounds?limit=200`);
  if (!rounds) return <Loading />;
  return (
    <>
      <p>
        <Link href={`/tables/${id}`}>Back to the table</Link>
      </p>
      <h1>Rounds of table {id}</h1>
      {!rounds.length && <p class="soft">No round is over yet.</p>}
      <ul class="rounds">
        {rounds.map((round) => (
          <li key={round.round}>
            <Link href={`/history/${id}/${round.round}`}>Round {round.round}</Link>
            <span class="soft">{new Date(round.time * 1000).toLocaleTimeString()}</span>
            <span>
              {Object.entries(round.net ?? {})
                .map(([player, net]) => `${player} ${net > 0 ? "+" : ""}${money(net)}`)
                .join(", ")}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
