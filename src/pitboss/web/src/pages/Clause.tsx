import { useState } from "preact/hooks";
import { Link } from "wouter-preact";
import { getText, type Schemas } from "../api";
import { Loading } from "../app";
import { Clauses } from "../parts/ClauseRef";
import { notify } from "../say";
import { useGet, useTitle } from "../use";

/** A clause in our words, what it sets, and the cases that show it at work. */
export default function Clause({ book, clause }: { book: string; clause: string }) {
  useTitle(`${book} ${clause}`);
  const page = useGet<Schemas["ClausePage"]>(`/rulebooks/${book}/clauses/${encodeURIComponent(clause)}`);
  if (!page) return <Loading />;
  const cases = [...new Set(page.clauses.flatMap((item) => item.cases ?? []))];
  return (
    <>
      <p>
        <Link href={`/rules/${book}`}>{book}</Link>
      </p>
      <h1>{clause}</h1>
      {page.clauses.map((item) => (
        <article key={item.clause} class="panel">
          <p>
            <strong>{item.clause.split("#")[0]}</strong> <span class="soft">{item.kind}</span>
          </p>
          <p>{item.summary}</p>
          {item.reason && <p class="soft">Not played: {item.reason}</p>}
          {item.reading && <p class="soft">How it is read: {item.reading}</p>}
        </article>
      ))}
      {!!page.sets.length && (
        <>
          <h2>What rests on it</h2>
          <ul>
            {page.sets.map((value) => (
              <li key={`${value.part} ${value.variant} ${value.name} ${value.says}`}>
                <strong>{value.name.replaceAll("_", " ") || value.part}</strong> {value.value} {value.says && <span class="soft">{value.says}</span>}{" "}
                <Clauses rulebook={book} clauses={value.clauses} />
              </li>
            ))}
          </ul>
        </>
      )}
      <h2>Cases that prove it</h2>
      {cases.length ? cases.map((name) => <Case key={name} book={book} name={name} />) : <p class="soft">No case names it.</p>}
    </>
  );
}

function Case({ book, name }: { book: string; name: string }) {
  const [text, setText] = useState("");
  return (
    <details class="part" onToggle={(event) => event.currentTarget.open && !text && getText(`/rulebooks/${book}/cases/${name}`).then(setText, notify)}>
      <summary>{name}</summary>
      <pre tabindex={0}>{text}</pre>
    </details>
  );
}
