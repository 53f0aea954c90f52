import { useRef, useState } from "preact/hooks";
import { type Schemas } from "../api";
import { Case } from "../parts/Case";
import { Clauses } from "../parts/ClauseRef";
import { Fold } from "../parts/Fold";
import { Loading } from "../parts/Loading";
import { Sorry } from "../parts/Sorry";
import { plain } from "../plain";
import { Link } from "../router";
import { useAnswer, useGet, useLater, useTitle } from "../use";
import { pageWords } from "../strings/pages";
import "../styles/clauses.css";

const PARTS = ["option", "constraint", "warning", "setting", "wager", "variant", "irregularity", "ground"] as const;

/** A rulebook: its clauses in our words, with search, and what it sets. */
export default function Book({ book }: { book: string }) {
  const page = pageWords.book;
  const [search, setSearch] = useState("");
  const still = useLater(search, 200);
  const { found, refused } = useAnswer<Schemas["RulebookPage"]>(`/rulebooks/${book}`);
  const { found: asked } = useAnswer<Schemas["ClauseInfo"][]>(`/rulebooks/${book}/clauses?search=${encodeURIComponent(still)}`);
  const last = useRef<Schemas["ClauseInfo"][]>([]);
  if (asked) last.current = asked; // what was found before stays in sight until the next answer
  const clauses = last.current;
  useTitle(found?.about.name || found?.about.title || book);
  if (refused) return <Sorry refused={refused} />;
  if (!found) return <Loading />;
  const words = still.toLowerCase().split(/\s+/).filter(Boolean);
  const speaks = (value: Schemas["RulebookValue"]) => {
    const text = `${plain(value.name)} ${value.value} ${value.says} ${value.clauses.join(" ")} ${value.variant}`.toLowerCase();
    return words.every((word) => text.includes(word));
  };
  return (
    <>
      <p>
        <Link href="/rules">{page.all}</Link>
      </p>
      <h1 translate={false}>{found.about.name || found.about.title}</h1>
      <p class="soft">
        <span translate={false}>{[found.about.title, found.about.authority, found.about.version].filter(Boolean).join(" · ")}</span> · {page.clauses(found.about.clauses)}
      </p>
      <label class="search">
        {page.search} <input type="search" value={search} onInput={(event) => setSearch(event.currentTarget.value)} placeholder={page.searchExample} />
      </label>
      <h2>{page.values}</h2>
      {PARTS.map((part) => (
        <Part key={part} book={book} title={page.parts[part]} open={words.length > 0} values={found.sets.filter((value) => value.part === part && speaks(value))} />
      ))}
      <Cases book={book} words={words} />
      <h2 id="clauses">
        {page.clausesHeading} <small class="soft">{words.length ? page.match(clauses.length) : page.allInOurWords(clauses.length)}</small>
      </h2>
      <ul class="clause-list" aria-labelledby="clauses">
        {clauses.map((item) => (
          <li key={item.clause}>
            <Link href={`/rules/${book}/${encodeURIComponent(item.clause.split("#")[0]!)}`} class="clause-link" translate={false}>
              {item.clause.split("#")[0]}
            </Link>
            <span translate={false}>{item.summary}</span>
          </li>
        ))}
      </ul>
      {asked && !asked.length && <p class="soft">{page.noMatch}</p>}
    </>
  );
}

/** The cases that show the rules at work. */
function Cases({ book, words }: { book: string; words: string[] }) {
  const cases = useGet<Schemas["CaseInfo"][]>(`/rulebooks/${book}/cases`);
  const found = (cases ?? []).filter((each) => words.every((word) => `${each.name} ${each.title} ${each.clauses.join(" ")}`.toLowerCase().includes(word)));
  if (!found.length) return null;
  return (
    <Fold title={pageWords.book.cases(found.length)}>
      {() => found.map((each) => <Case key={each.name} book={book} name={each.name} title={each.title} />)}
    </Fold>
  );
}

function Part({ book, title, values, open }: { book: string; title: string; values: Schemas["RulebookValue"][]; open: boolean }) {
  if (!values.length) return null;
  return (
    <Fold title={pageWords.book.part(title, values.length)} open={open}>
      {() => <Values {...{ book, values }} />}
    </Fold>
  );
}

function Values({ book, values }: { book: string; values: Schemas["RulebookValue"][] }) {
  const words = pageWords.book;
  return (
    <table class="plain" tabindex={0}>
      <thead>
        <tr>
          <th scope="col">{words.name}</th>
          <th scope="col">{words.value}</th>
          <th scope="col">{words.meaning}</th>
          <th scope="col">{words.clausesHeading}</th>
        </tr>
      </thead>
      <tbody>
        {values.map((value) => (
          <tr key={`${value.variant} ${value.name} ${value.says}`}>
            <th scope="row" translate={false}>
              {plain(value.name)}
              {value.variant && <span class="soft"> ({value.variant})</span>}
            </th>
            <td>
              <span translate={false}>{plain(value.value)}</span>
              {value.default && value.default !== value.value && <span class="soft"> · {words.defaultValue(plain(value.default))}</span>}
            </td>
            <td translate={false}>{value.says || value.policy}</td>
            <td>
              <Clauses rulebook={book} clauses={value.clauses} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
