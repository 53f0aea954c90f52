import { Link } from "wouter-preact";
import { type Schemas } from "../api";
import { Loading } from "../parts/Loading";
import { useGet, useTitle } from "../use";

/** The rulebooks. */
export default function Rules() {
  useTitle("Rules");
  const books = useGet<Schemas["BookInfo"][]>("/rulebooks");
  if (!books) return <Loading />;
  return (
    <>
      <h1>The rulebooks</h1>
      <p class="soft">Every rule that the tables play by, summarised in our own words, with the clause it rests on and the cases that prove it.</p>
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
