import { useRef, useState } from "preact/hooks";
import { Link } from "wouter-preact";
import { type Schemas } from "../api";
import { Case } from "../parts/Case";
import { Clauses } from "../parts/ClauseRef";
import { Fold } from "../parts/Fold";
import { Loading } from "../parts/Loading";
import { Sorry } from "../parts/Sorry";
import { plain } from "../plain";
import { useAnswer, useGet, useLater, useTitle } from "../use";

const PARTS: [string, string][] = [
  ["option", "Options for the operator"],
  ["constraint", "Rules between options"],
  ["warning", "Allowed with a warning"],
  ["setting", "Rules of play"],
  ["wager", "Side wagers"],
  ["variant", "Variants"],
  ["irregularity", "Irregularities"],
  ["ground", "Clauses of events and refusals"],
];

/** A rulebook: its clauses in our words, with search, and what it sets. */
export default function Book({ book }: { book: string }) {
  const [search, setSearch] = useState("");
  const still = useLater(search, 200);
  const { found, refused } = useAnswer<Schemas["RulebookPage"]>(`/rulebooks/${book}`);
  const asked = useGet<Schemas["ClauseInfo"][]>(`/rulebooks/${book}/clauses?search=${encodeURIComponent(still)}`);
  const last = useRef<Schemas["ClauseInfo"][]>([]);
  if (asked) last.current = asked; // what was found before stays in sight until the next answer
  const clauses = last.current;
  useTitle(found?.about.title ?? book);
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
        <Link href="/rules">All rulebooks</Link>
      </p>
      <h1>{found.about.title}</h1>
      <p class="soft">{[found.about.authority, found.about.version, `${found.about.clauses} clauses`].filter(Boolean).join(" · ")}</p>
      <label class="search">
        Search the rules <input type="search" value={search} onInput={(event) => setSearch(event.currentTarget.value)} placeholder="insurance, 12.6, cutting card …" />
      </label>
      <h2>Values</h2>
      {PARTS.map(([part, title]) => (
        <Part key={part} book={book} title={title} open={words.length > 0} values={found.sets.filter((value) => value.part === part && speaks(value))} />
      ))}
      <Cases book={book} words={words} />
      <h2 id="clauses">
        Clauses <small class="soft">{words.length ? `${clauses.length} match` : `all ${clauses.length}, in our words`}</small>
      </h2>
      <ul class="clause-list" aria-labelledby="clauses">
        {clauses.map((item) => (
          <li key={item.clause}>
            <Link href={`/rules/${book}/${encodeURIComponent(item.clause.split("#")[0]!)}`} class="clause-link">
              {item.clause.split("#")[0]}
            </Link>
            <span>{item.summary}</span>
          </li>
        ))}
      </ul>
      {asked && !asked.length && <p class="soft">No clause matches.</p>}
    </>
  );
}

/** The cases that show the rules at work. */
function Cases({ book, words }: { book: string; words: string[] }) {
  const cases = useGet<Schemas["CaseInfo"][]>(`/rulebooks/${book}/cases`);
  const found = (cases ?? []).filter((each) => words.every((word) => `${each.name} ${each.title} ${each.clauses.join(" ")}`.toLowerCase().includes(word)));
  if (!found.length) return null;
  return (
    <Fold title={`Cases (${found.length})`}>
      {() => found.map((each) => <Case key={each.name} book={book} name={each.name} title={each.title} />)}
    </Fold>
  );
}

function Part({ book, title, values, open }: { book: string; title: string; values: Schemas["RulebookValue"][]; open: boolean }) {
  if (!values.length) return null;
  return (
    <Fold title={`${title} (${values.length})`} open={open}>
      {() => <Values {...{ book, values }} />}
    </Fold>
  );
}

function Values({ book, values }: { book: string; values: Schemas["RulebookValue"][] }) {
  return (
    <table class="plain" tabindex={0}>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Value</th>
          <th scope="col">Meaning</th>
          <th scope="col">Clauses</th>
        </tr>
      </thead>
      <tbody>
        {values.map((value) => (
          <tr key={`${value.variant} ${value.name} ${value.says}`}>
            <th scope="row">
              {plain(value.name)}
              {value.variant && <span class="soft"> ({value.variant})</span>}
            </th>
            <td>
              {plain(value.value)}
              {value.default && value.default !== value.value && <span class="soft"> · default {plain(value.default)}</span>}
            </td>
            <td>{value.says || value.policy}</td>
            <td>
              <Clauses rulebook={book} clauses={value.clauses} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
