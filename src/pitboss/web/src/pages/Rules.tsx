import { type Schemas } from "../api";
import { Loading } from "../parts/Loading";
import { Link } from "../router";
import { useGet, useTitle } from "../use";
import { pageWords } from "../strings/pages";
import "../styles/rulebooks.css";

/** Rulebooks. */
export default function Rules() {
  const words = pageWords.rules;
  useTitle(words.title);
  const books = useGet<Schemas["RulebookSummary"][]>("/rulebooks");
  if (!books) return <Loading />;
  return (
    <>
      <h1>{words.heading}</h1>
      <p class="soft">{words.about}</p>
      <ul class="rulebooks">
        {books.map((found) => (
          <li key={found.id}>
            <Link href={`/rules/${found.id}`} class="rulebook">
              <b translate={false}>{found.name || found.title}</b>
              <span class="soft" translate={false}>{found.title}</span>
              <dl>
                <div>
                  <dt>{words.clauses}</dt>
                  <dd>{found.clauses}</dd>
                </div>
                <div>
                  <dt>{words.choices}</dt>
                  <dd>{found.options}</dd>
                </div>
                <div>
                  <dt>{words.irregularities}</dt>
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
