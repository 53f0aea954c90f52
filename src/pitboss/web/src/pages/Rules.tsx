import { Link } from "wouter-preact";
import { type Schemas } from "../api";
import { Loading } from "../parts/Loading";
import { useGet, useTitle } from "../use";

/** Rulebooks. */
export default function Rules() {
  useTitle("Rules");
  const books = useGet<Schemas["RulebookSummary"][]>("/rulebooks");
  if (!books) return <Loading />;
  return (
    <>
      <h1>Rulebooks</h1>
      <p class="soft">Every rule of the tables, summarised in our own words, with its clause and the cases that prove it.</p>
      <ul class="tables">
        {books.map((found) => (
          <li key={found.id}>
            <Link href={`/rules/${found.id}`} class="tile">
              <span class="tile-title">{found.title}</span>
              <span class="tile-book">{found.authority}</span>
              <dl>
                <div>
                  <dt>Clauses</dt>
                  <dd>{found.clauses}</dd>
                </div>
                <div>
                  <dt>Choices</dt>
                  <dd>{found.options}</dd>
                </div>
                <div>
                  <dt>Irregularities</dt>
                  <dd>{found.irregularities.length}</dd>
                </div>
              </dl>
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}
