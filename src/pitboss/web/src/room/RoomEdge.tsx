/** The exact edge of what is being set up, beside it; or the clause that forbids it. */
import { useEffect, useRef, useState } from "preact/hooks";
import { Refused, send, type ErrorBody, type Schemas } from "../api";
import type { Chosen } from "../open/Choices";
import { Reason } from "../parts/Reason";
import { say } from "../say";
import { t } from "../strings";
import { useLater } from "../use";
import { wagerName } from "./names";

type Edges = Schemas["EdgeReport"];
/** Milliseconds for which the choices stand still before the server is asked. */
const STANDS_STILL = 250;

/** Wagers of the main game, whose edge is in its own. */
const NOT_SIDE = new Set(["main", "insurance", "even_money", "ante"]);

interface RoomEdgeProps {
  book: Schemas["RoomBook"];
  choices: Chosen;
  limits: string;
}

const percent = (expectation: number, digits: number) => `${(Math.max(0, -expectation) * 100).toFixed(digits)}%`;

/** The edge of the wager that the table is about: the main wager, else the best of the layout. */
function mainEdge(edges: Edges): number {
  return edges.main ? edges.main.expectation : Math.max(...Object.values(edges.wagers).map(({ expectation }) => expectation));
}

export function RoomEdge({ book, choices, limits }: RoomEdgeProps) {
  const asked = useLater(JSON.stringify({ choices, limits }), STANDS_STILL);
  const [edges, setEdges] = useState<Edges | null>(null);
  const [refusal, setRefusal] = useState<ErrorBody | null>(null);
  const [busy, setBusy] = useState(true);
  const last = useRef<Promise<unknown>>(Promise.resolve()); // one question at a time, and only the latest choice
  useEffect(() => {
    let wanted = true;
    setBusy(true);
    const question = JSON.parse(asked) as { choices: Chosen; limits: string };
    const before = last.current.catch(() => undefined);
    last.current = send("POST", `/rulebooks/${book.id}/check`, question)
      .then(() => {
        if (wanted) setRefusal(null);
        return before;
      })
      .then(() => (wanted && book.game !== "tournament" ? send<Edges>("POST", "/analysis/edge", { rulebook: book.id, ...question }) : null))
      .then((found) => wanted && setEdges(found))
      .catch((error: unknown) => {
        if (!wanted || !(error instanceof Refused)) return;
        setEdges(null);
        setRefusal(error.body);
        say(error.body.message);
      })
      .finally(() => wanted && setBusy(false));
    return () => {
      wanted = false;
    };
  }, [asked, book]);
  if (book.game === "tournament") return <p class="edge">{t.room.tournamentEdge}</p>;
  if (refusal)
    return (
      <p class="edge refused" role="status">
        <Reason refused={refusal} rulebook={book.id} />
      </p>
    );
  const sides = edges?.main ? Object.entries(edges.wagers).filter(([name]) => !NOT_SIDE.has(name)) : [];
  return (
    <div class="edge" aria-busy={busy}>
      <output>{edges && !busy ? percent(mainEdge(edges), 3) : "…"}</output>
      <span>{edges && !edges.main ? t.room.bestWager : t.room.bestPlay}</span>
      {edges && !!sides.length && (
        <table>
          <tbody>
            {sides.map(([name, { expectation }]) => (
              <tr key={name}>
                <td>{wagerName(name)}</td>
                <td>{percent(expectation, 2)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  );
}
