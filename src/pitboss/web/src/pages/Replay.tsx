import { useState } from "preact/hooks";
import { Link } from "wouter-preact";
import { type Schemas } from "../api";
import { Loading } from "../app";
import { Clauses } from "../parts/ClauseRef";
import { say } from "../say";
import { Sorry } from "../parts/Sorry";
import { useAnswer, useGet, useTitle } from "../use";

/** A round, step by step, each event with its clauses. */
export default function Replay({ id, round }: { id: string; round: number }) {
  useTitle(`Round ${round} of table ${id}`);
  const { found: steps, refused } = useAnswer<Schemas["Step"][]>(`/tables/${id}/rounds/${round}/steps`);
  const page = useGet<Schemas["TablePage"]>(`/tables/${id}`);
  const [shown, setShown] = useState(1);
  if (refused) return <Sorry refused={refused} />;
  if (!steps || !page) return <Loading />;
  function go(to: number) {
    const next = Math.max(1, Math.min(steps!.length, to));
    setShown(next);
    say(steps![next - 1]?.events.map((event) => event.text).filter(Boolean).join(". ") ?? "");
  }
  return (
    <>
      <p>
        <Link href={`/history/${id}`}>All rounds</Link> · <a href={`/api/tables/${id}/rounds/${round}`}>this round as a .pit file</a>
      </p>
      <h1>
        Round {round} of table {id}
      </h1>
      <p class="steps-bar" onKeyDown={(event) => (event.key === "ArrowRight" ? go(shown + 1) : event.key === "ArrowLeft" && go(shown - 1))}>
        <button type="button" onClick={() => go(shown - 1)} aria-disabled={shown <= 1}>
          Back
        </button>
        <span>
          step {Math.min(shown, steps.length)} of {steps.length}
        </span>
        <button type="button" class="primary" onClick={() => go(shown + 1)} aria-disabled={shown >= steps.length}>
          Next step
        </button>
        <button type="button" onClick={() => go(steps.length)}>
          All
        </button>
      </p>
      <ol class="steps">
        {steps.slice(0, shown).map((step, index) => (
          <li key={index} class={index === shown - 1 ? "step step-now" : "step"}>
            <code>{step.text}</code>
            <ul>
              {step.events
                .filter((event) => event.text)
                .map((event, nth) => (
                  <li key={nth}>
                    {event.text} <Clauses rulebook={page.table.rulebook} clauses={event.clauses ?? []} />
                  </li>
                ))}
            </ul>
          </li>
        ))}
      </ol>
    </>
  );
}
