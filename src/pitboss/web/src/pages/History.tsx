import { type Schemas } from "../api";
import { money } from "../money";
import { Loading } from "../parts/Loading";
import { Sorry } from "../parts/Sorry";
import { when } from "../plain";
import { Link } from "../router";
import { me } from "../session";
import { t } from "../strings";
import { personName } from "../table/people";
import { useAnswer, useTableName, useTitle } from "../use";
import { pageWords } from "../strings/pages";
import "../styles/blackjack.css";
import "../styles/history.css";

/** The rounds of a table, the latest first. */
export default function History({ id }: { id: string }) {
  const words = pageWords.history;
  const name = useTableName(id);
  useTitle(words.title(name));
  const { found: rounds, refused } = useAnswer<Schemas["RoundSummary"][]>(`/tables/${id}/rounds?limit=200`);
  if (refused) return <Sorry refused={refused} />;
  if (!rounds) return <Loading />;
  return (
    <>
      <p>
        <Link href={`/tables/${id}`}>{pageWords.backToTable}</Link>
      </p>
      <h1>{words.heading(name)}</h1>
      {!rounds.length && <p class="soft">{words.none}</p>}
      {!!rounds.length && (
        <table class="plain rounds-table">
          <thead>
            <tr>
              <th scope="col">{words.round}</th>
              <th scope="col">{words.ended}</th>
              <th scope="col">{words.result}</th>
            </tr>
          </thead>
          <tbody>
            {rounds.map((round) => (
              <tr key={round.round}>
                <th scope="row">
                  <Link href={`/history/${id}/${round.round}`}>{words.nth(round.round)}</Link>
                </th>
                <td class="soft" translate={false}>{when(round.time)}</td>
                <td>
                  {Object.entries(round.net ?? {}).sort(([one], [two]) => Number(two === me.value?.name) - Number(one === me.value?.name)).map(([player, net]) => (
                    <span key={player} class={`net${net > 0 ? " net-won" : net < 0 ? " net-lost" : ""}`} translate={false}>
                      {player === me.value?.name ? t.blackjack.you : personName(player)} <strong>{net > 0 ? `+${money(net)}` : money(net)}</strong>
                    </span>
                  ))}
                  {round.hidden && <small class="soft">{words.hidden}</small>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}
