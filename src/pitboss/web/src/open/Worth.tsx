import { useEffect, useRef, useState } from "preact/hooks";
import { Refused, send, type ErrorBody, type Schemas } from "../api";
import { EdgeTable } from "../parts/Edges";
import { Reason } from "../parts/Reason";
import { say } from "../say";
import { useLater } from "../use";
import type { Chosen } from "./Choices";
import { together } from "./together";

const STANDS_STILL = 350;

/** The exact value of what is being chosen, as it changes; or why it may not be chosen. */
export function Worth({ book, choices, limits }: { book: string; choices: Chosen; limits: string }) {
  const asked = useLater(JSON.stringify({ rulebook: book, choices, limits }), STANDS_STILL);
  const [edges, setEdges] = useState<Schemas["Edges"] | null>(null);
  const [refusal, setRefusal] = useState<ErrorBody | null>(null);
  const [busy, setBusy] = useState(true);
  const first = useRef<number | null>(null);
  useEffect(() => {
    let wanted = true;
    setBusy(true);
    const question = JSON.parse(asked) as { choices: Chosen; limits: string };
    send("POST", `/rulebooks/${book}/check`, { choices: question.choices, limits: question.limits })
      .then(() => wanted && setRefusal(null))
      .then(() => send<Schemas["Edges"]>("POST", "/analysis/edge", JSON.parse(asked)))
      .then(
        (found) => {
          if (!Object.keys(question.choices).length) first.current = found.main?.expectation ?? null;
          if (wanted) setEdges(found);
        },
        (error: unknown) => {
          if (!wanted || !(error instanceof Refused)) return;
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
      <h2>What it would be worth</h2>
      {refusal && (
        <p class={unlawful ? "refused" : "soft"}>
          <Reason refused={refusal} rulebook={book} />
        </p>
      )}
      {!refusal && busy && <p class="soft">Counting…</p>}
      {!refusal && edges && (
        <div class={busy ? "stale" : ""}>
          <EdgeTable edges={together(edges)} before={first.current} />
        </div>
      )}
    </section>
  );
}
