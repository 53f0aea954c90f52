import { type Schemas } from "../api";
import { together } from "../open/together";
import { StrategyChart } from "../parts/Chart";
import { EdgeTable } from "../parts/Edges";
import { Loading } from "../parts/Loading";
import { Sorry } from "../parts/Sorry";
import { Link } from "../router";
import { useAnswer, useTitle } from "../use";
import { pageWords } from "../strings/pages";

/** Exact edges and the best strategy of the table that is being played. */
export default function Analysis({ id }: { id: string }) {
  const { found: page } = useAnswer<Schemas["TablePage"]>(`/tables/${id}`);
  useTitle(pageWords.analysis.title(page?.table.title ?? ""));
  const { found: edges, refused } = useAnswer<Schemas["EdgeReport"]>(`/tables/${id}/edge`);
  if (refused) return <Sorry refused={refused} />;
  return (
    <>
      <p>
        <Link href={`/tables/${id}`}>{pageWords.backToTable}</Link>
      </p>
      <h1>{pageWords.analysis.heading}</h1>
      {page && <p class="soft" translate={false}>{page.table.title}</p>}
      {!edges ? (
        <Loading />
      ) : (
        <>
          <section class="panel">
            <EdgeTable edges={together(edges)} />
          </section>
          {edges.main?.chart && (
            <section class="panel analysis-chart">
              <h2>{pageWords.analysis.best}</h2>
              <StrategyChart chart={edges.main.chart} />
            </section>
          )}
        </>
      )}
    </>
  );
}
