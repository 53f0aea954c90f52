import { type Schemas } from "../api";
import { Case } from "../parts/Case";
import { Clauses } from "../parts/ClauseRef";
import { Loading } from "../parts/Loading";
import { Sorry } from "../parts/Sorry";
import { plain } from "../plain";
import { Link } from "../router";
import { useAnswer, useTitle } from "../use";
import { pageWords } from "../strings/pages";
import "../styles/clauses.css";

/** A clause in our words, what it sets, and the cases that show it at work. */
export default function Clause({ book, clause }: { book: string; clause: string }) {
  const words = pageWords.rules;
  const { found: page, refused } = useAnswer<Schemas["ClausePage"]>(`/rulebooks/${book}/clauses/${encodeURIComponent(clause)}`);
  const { found: books } = useAnswer<Schemas["RulebookSummary"][]>("/rulebooks");
  const name = books?.find(({ id }) => id === book)?.name || book;
  useTitle(words.clauseTitle(clause, name));
  if (refused) return <Sorry refused={refused} />;
  if (!page) return <Loading />;
  const cases = [...new Set(page.clauses.flatMap((item) => item.cases ?? []))];
  return (
    <>
      <p>
        <Link href={`/rules/${book}`} translate={false}>{name}</Link>
      </p>
      <h1>{words.clause(clause)}</h1>
      {page.clauses.map((item) => (
        <article key={item.clause} class="panel clause-text">
          <p class="soft" translate={false}>
            {item.clause.split("#")[0]} · {item.kind}
          </p>
          <p class="clause-summary" translate={false}>{item.summary}</p>
          {item.reason && <p class="soft">{words.notPlayed(item.reason)}</p>}
          {item.reading && <p class="soft">{words.reading(item.reading)}</p>}
        </article>
      ))}
      {!!page.sets.length && (
        <>
          <h2>{words.sets}</h2>
          <ul>
            {page.sets.map((value) => (
              <li translate={false} key={`${value.part} ${value.variant} ${value.name} ${value.says}`}>
                <strong>{plain(value.name) || value.part}</strong> {plain(value.value)} {value.says && <span class="soft">{value.says}</span>}{" "}
                <Clauses rulebook={book} clauses={value.clauses} />
              </li>
            ))}
          </ul>
        </>
      )}
      <h2>{words.cases}</h2>
      {cases.length ? cases.map((name) => <Case key={name} book={book} name={name} />) : <p class="soft">{words.noCase}</p>}
    </>
  );
}
