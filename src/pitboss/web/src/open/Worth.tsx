import { useEffect, useRef, useState } from "preact/hooks";
import { Refused, send, type ErrorBody, type Schemas } from "../api";
import { Clauses } from "../parts/ClauseRef";
import { EdgeTable } from "../parts/Edges";
import { Reason } from "../parts/Reason";
import { say } from "../say";
import { houseWords } from "../strings/house";
import { useLater } from "../use";
import type { Chosen } from "./Choices";
import { together } from "./together";

const STANDS_STILL = 350;

/** The exact value of what is being chosen, as it changes; or why it may not be chosen. */
export function Worth({ book, choices, limits }: { book: string; choices: Chosen; limits: string }) {
  const asked = useLater(JSON.stringify({ rulebook: book, choices, limits }), STANDS_STILL);
  const [edges, setEdges] = useState<Schemas["EdgeReport"] | null>(null);
  const [refusal, setRefusal] = useState<ErrorBody | null>(null);
  const [warnings, setWarnings] = useState<Schemas["RuleNote"][]>([]);
  const [busy, setBusy] = useState(true);
  const first = useRef<number | null>(null);
  const last = useRef<Promise<unknown>>(Promise.resolve()); // one question at a time, and only the latest choice
  useEffect(() => {
    let wanted = true;
    setBusy(true);
    const question = JSON.parse(asked) as { choices: Chosen; limits: string };
    const before = last.current;
    last.current = send<Schemas["ResolvedChoices"]>("POST", `/rulebooks/${book}/check`, { choices: question.choices, limits: question.limits })
      .then((lawful) => {
        if (!wanted) return;
        setRefusal(null);
        setWarnings(lawful.warnings ?? []);
      })
      .then(() => before)
      .then(() => (wanted || !Object.keys(question.choices).length ? send<Schemas["EdgeReport"]>("POST", "/analysis/edge", question) : null))
      .then(
        (found) => {
          if (!found) return;
          if (!Object.keys(question.choices).length) first.current = found.main?.expectation ?? null;
          if (wanted) setEdges(found);
        },
        (error: unknown) => {
          if (!wanted || !(error instanceof Refused)) return;
          if (error.body.kind !== "not_analysable") setWarnings([]);
          setRefusal(error.body);
          say(error.body.message);
        },
      )
      .finally(() => wanted && setBusy(false));
    return () => {
      wanted = false;
    };
  }, [asked, book]);
  const unlawful = refusal && refusal.kind !== "not_analysable";
  return (
    <section aria-busy={busy}>
      <h2>{houseWords.open.worth}</h2>
      {refusal && (
        <p class={unlawful ? "refused" : "soft"}>
          <Reason refused={refusal} rulebook={book} />
        </p>
      )}
      {warnings.map((warning) => (
        <p key={warning.says} class="warning" role="status">
          {houseWords.open.warning} <span translate={false}>{warning.says}</span> <Clauses rulebook={book} clauses={warning.clauses} />
        </p>
      ))}
      {!refusal && busy && <p class="soft">{houseWords.open.calculating}</p>}
      {!refusal && edges && (
        <div class={busy ? "stale" : ""}>
          <EdgeTable edges={together(edges)} before={first.current} />
        </div>
      )}
    </section>
  );
}
