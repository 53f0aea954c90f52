import { Link } from "wouter-preact";
import { type Schemas } from "../api";
import { Loading } from "../app";
import { StrategyChart } from "../parts/Chart";
import { EdgeTable } from "../parts/Edges";
import { useGet, useTitle } from "../use";

/** Exact edges and the best strategy of the table that is being played. */
export default function Analysis({ id }: { id: string }) {
  useTitle(`What table ${id} is worth`);
  const edges = useGet<Schemas["Edges"]>(`/tables/${id}/edge`);
  return (
    <>
      <p>
        <Link href={`/tables/${id}`}>Back to the table</Link>
      </p>
      <h1>What this table is worth</h1>
      {!edges ? (
        <Loading />
      ) : (
        <>
          <EdgeTable edges={edges} />
          {edges.main?.chart && (
            <>
              <h2>The best strategy</h2>
              <StrategyChart chart={edges.main.chart} />
            </>
          )}
        </>
      )}
    </>
  );
}
