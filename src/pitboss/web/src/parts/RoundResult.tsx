import { netOf, netSentence, resultSentence, type Settled } from "../results";
import { Clauses } from "./ClauseRef";

interface RoundResultProps {
  settled: Settled[];
  rulebook: string;
}

/** More sentences than this are folded away, so that they do not cover the table. */
const UNFOLDED = 6;

/** The outcome of each wager with its reason and its clauses, then the net. */
export function RoundResult({ settled, rulebook }: RoundResultProps) {
  if (!settled.length) return null;
  const sentences = settled.map((wager, nth) => (
    <li key={nth} class={wager.net > 0 ? "won" : ""}>
      <span class="result-words">{resultSentence(wager)}</span> <Clauses rulebook={rulebook} clauses={wager.clauses} few={1} />
    </li>
  ));
  const list = <ul tabindex={settled.length > UNFOLDED ? 0 : undefined}>{sentences}</ul>;
  const net = netSentence(settled);
  return (
    <div class="round-result">
      {settled.length > UNFOLDED ? (
        <details>
          <summary>{settled.length} wagers settled</summary>
          {list}
        </details>
      ) : (
        list
      )}
      {net && <strong class={netOf(settled) > 0 ? "won" : ""}>{net}</strong>}
    </div>
  );
}
