import { useState } from "preact/hooks";
import { Link } from "wouter-preact";
import { type Schemas } from "../api";
import { Loading } from "../app";
import { Clauses } from "../parts/ClauseRef";
import { useGet, useLater, useTitle } from "../use";

const PARTS: [string, string][] = [
  ["option", "What the operator chooses"],
  ["constraint", "What one choice demands of another"],
  ["setting", "What the game is played by"],
  ["wager", "Side wagers"],
  ["variant", "Variants"],
  ["irregularity", "Irregularities"],
  ["ground", "What refusals and events rest on"],
];

/** The rulebooks, or one of them: its clauses in our words, with search, and what it sets. */
export default function Rules({ book = "" }: { book?: string }) {
  return book ? <Book book={book} /> : <Books />;
}

function Books() {
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

function Book({ book }: { book: string }) {
  const [search, setSearch] = useState("");
  const still = useLater(search, 200);
  const found = useGet<Schemas["Book"]>(`/rulebooks/${book}`);
  const clauses = useGet<Schemas["ClauseInfo"][]>(`/rulebooks/${book}/clauses?search=${encodeURIComponent(still)}`);
  useTitle(found?.about.title ?? book);
  if (!found) return <Loading />;
  return (
    <>
      <p>
        <Link href="/rules">All rulebooks</Link>
      </p>
      <h1>{found.about.title}</h1>
      <p class="soft">
        {found.about.authority} · {found.about.version} · {found.about.clauses} clauses
      </p>
      <label class="search">
        Search the clauses <input type="search" value={search} onInput={(event) => setSearch(event.currentTarget.value)} placeholder="insurance, 12.6, cutting card …" />
      </label>
      <section aria-label="Clauses">
        <ul class="clause-list">
          {(clauses ?? []).slice(0, still ? 200 : 60).map((item) => (
            <li key={item.clause}>
              <Link href={`/rules/${book}/${encodeURIComponent(item.clause.split("#")[0]!)}`} class="clause-link">
                {item.clause.split("#")[0]}
              </Link>{" "}
              {item.summary}
            </li>
          ))}
        </ul>
        {clauses && clauses.length > 60 && !still && <p class="soft">{clauses.length - 60} more: search, or read on below.</p>}
        {clauses && !clauses.length && <p class="soft">No clause speaks of that.</p>}
      </section>
      {PARTS.map(([part, title]) => (
        <Part key={part} book={book} title={title} values={found.sets.filter((value) => value.part === part)} />
      ))}
    </>
  );
}

function Part({ book, title, values }: { book: string; title: string; values: Schemas["Value"][] }) {
  if (!values.length) return null;
  return (
    <details class="part">
      <summary>
        {title} ({values.length})
      </summary>
      <table class="plain">
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Value</th>
            <th scope="col">What it is</th>
            <th scope="col">Clauses</th>
          </tr>
        </thead>
        <tbody>
          {values.map((value) => (
            <tr key={`${value.variant} ${value.name} ${value.says}`}>
              <th scope="row">
                {value.name.replaceAll("_", " ")}
                {value.variant && <span class="soft"> ({value.variant})</span>}
              </th>
              <td>
                {value.value}
                {value.default && value.default !== value.value && <span class="soft"> · default {value.default}</span>}
              </td>
              <td>{value.says || value.policy}</td>
              <td>
                <Clauses rulebook={book} clauses={value.clauses} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
