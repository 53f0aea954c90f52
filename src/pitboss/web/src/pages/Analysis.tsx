import { Link } from "wouter-preact";
import { type Schemas } from "../api";
import { together } from "../open/together";
import { StrategyChart } from "../parts/Chart";
import { EdgeTable } from "../parts/Edges";
import { Loading } from "../parts/Loading";
import { Sorry } from "../parts/Sorry";
import { useAnswer, useTitle } from "../use";

/** Exact edges and the best strategy of the table that is being played. */
export default function Analysis({ id }: { id: string }) {
  const { found: page } = useAnswer<Schemas["TablePage"]>(`/tables/${id}`);
  useTitle(page ? `Exact edges of ${page.table.title}` : "Exact edges");
  const { found: edges, refused } = useAnswer<Schemas["EdgeReport"]>(`/tables/${id}/edge`);
  if (refused) return <Sorry refused={refused} />;
  return (
    <>
      <p>
        <Link href={`/tables/${id}`}>Back to the table</Link>
      </p>
      <h1>Exact edges of this table</h1>
      {page && <p class="soft">{page.table.title}</p>}
      {!edges ? (
        <Loading />
      ) : (
        <>
          <section class="panel">
            <EdgeTable edges={together(edges)} />
          </section>
          {edges.main?.chart && (
            <section class="panel analysis-chart">
              <h2>Best strategy</h2>
              <StrategyChart chart={edges.main.chart} />
            </section>
          )}
        </>
      )}
    </>
  );
}
