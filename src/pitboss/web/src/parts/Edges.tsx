import { type Schemas } from "../api";
import { plain } from "../plain";
import { Clauses } from "./ClauseRef";
import { pageWords } from "../strings/pages";

function percent(value: number): string {
  return `${value < 0 ? "−" : value > 0 ? "+" : ""}${(Math.abs(value) * 100).toFixed(3)} %`;
}

/** Exact expected value of every wager of a table. */
export function EdgeTable({ edges, before }: { edges: Schemas["EdgeReport"]; before?: number | null }) {
  const words = pageWords.analysis;
  const wagers = Object.entries(edges.wagers);
  return (
    <>
      {edges.main && <Headline value={edges.main.expectation} before={before} />}
      <table class="plain edges">
        <caption class="unseen">{words.caption}</caption>
        <thead>
          <tr>
            <th scope="col">{words.wager}</th>
            <th scope="col" class="number">
              {words.expected}
            </th>
            <th scope="col" class="number">
              {words.deviation}
            </th>
            <th scope="col">{words.fraction}</th>
          </tr>
        </thead>
        <tbody>
          {edges.main && (
            <tr>
              <th scope="row">{words.main(edges.strategy)}</th>
              <td class="number">{percent(edges.main.expectation)}</td>
              <td class="number">{edges.main.deviation.toFixed(3)}</td>
              <td />
            </tr>
          )}
          {wagers.map(([name, worth]) => (
            <tr key={name}>
              <th scope="row">
                <span translate={false}>{plain(name)}</span> <Clauses rulebook={edges.rulebook} clauses={(worth.clauses ?? []).slice(0, 2)} />
              </th>
              <td class="number">{percent(worth.expectation)}</td>
              <td class="number">{worth.deviation.toFixed(3)}</td>
              <td class="fraction">{worth.fraction}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

/** The house edge in one figure, and how far it is from another table's. */
function Headline({ value, before }: { value: number; before?: number | null }) {
  const change = before == null ? 0 : before - value;
  return (
    <p class="edge-head">
      <strong>{pageWords.analysis.edge(`${(-value * 100).toFixed(3)} %`)}</strong>
      {Math.abs(change) >= 5e-6 && (
        <span class="soft">
          {" "}
          {pageWords.analysis.change(percent(change))}
        </span>
      )}
    </p>
  );
}
