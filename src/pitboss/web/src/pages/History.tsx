import { Link } from "wouter-preact";
import { type Schemas } from "../api";
import { money } from "../money";
import { Loading } from "../parts/Loading";
import { Sorry } from "../parts/Sorry";
import { when } from "../plain";
import { useAnswer, useTitle } from "../use";
import "../styles/blackjack.css";

/** The rounds of a table, the latest first. */
export default function History({ id }: { id: string }) {
  useTitle(`History of table ${id}`);
  const { found: rounds, refused } = useAnswer<Schemas["RoundSummary"][]>(`/tables/${id}/rounds?limit=200`);
  if (refused) return <Sorry refused={refused} />;
  if (!rounds) return <Loading />;
  return (
    <>
      <p>
        <Link href={`/tables/${id}`}>Back to the table</Link>
      </p>
      <h1>Rounds of table {id}</h1>
      {!rounds.length && <p class="soft">No finished rounds yet.</p>}
      {!!rounds.length && (
        <table class="plain rounds-table">
          <thead>
            <tr>
              <th scope="col">Round</th>
              <th scope="col">Ended</th>
              <th scope="col">Result</th>
            </tr>
          </thead>
          <tbody>
            {rounds.map((round) => (
              <tr key={round.round}>
                <th scope="row">
                  <Link href={`/history/${id}/${round.round}`}>Round {round.round}</Link>
                </th>
                <td class="soft">{when(round.time)}</td>
                <td>
                  {Object.entries(round.net ?? {}).map(([player, net]) => (
                    <span key={player} class={`net${net > 0 ? " net-won" : net < 0 ? " net-lost" : ""}`}>
                      {player} <strong>{net > 0 ? `+${money(net)}` : money(net)}</strong>
                    </span>
                  ))}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}
