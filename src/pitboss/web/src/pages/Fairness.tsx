import { useEffect, useState } from "preact/hooks";
import type { Schemas } from "../api";
import { faultOf, ITEMS, type FairRecord } from "../fair";
import { Loading } from "../parts/Loading";
import { Sorry } from "../parts/Sorry";
import { Link } from "../router";
import { notify } from "../say";
import { me } from "../session";
import { command } from "../socket";
import { useAnswer, useTitle } from "../use";
import { pageWords } from "../strings/pages";

/** How many seeds are shown, the latest ones. */
const LATEST = 60;

/** The seeds of a table: fixed before anything comes of them, published after, and checked here. */
export default function Fairness({ id }: { id: string }) {
  const words = pageWords.fairness;
  const [looks, setLooks] = useState(0);
  const { found: records, refused } = useAnswer<FairRecord[]>(`/tables/${id}/fairness?look=${looks}`);
  const { found: page } = useAnswer<Schemas["TablePage"]>(`/tables/${id}`);
  useTitle(words.title(page?.table.title || id));
  if (refused) return <Sorry refused={refused} />;
  if (!records || !page) return <Loading />;
  const { seeds } = page.view as { seeds: [name: string, commitment: string][] };
  const coming = seeds.filter(([name]) => !records.some((record) => record.name === name));
  return (
    <>
      <p>
        <Link href={`/tables/${id}`}>{pageWords.backToTable}</Link>
      </p>
      <h1>{words.heading}</h1>
      <p class="soft">
        {words.about}
      </p>
      {!records.length && !coming.length && <p>{words.noSeed}</p>}
      {!!coming.length && me.value?.role === "player" && <AddWord id={id} onDone={() => setLooks(looks + 1)} />}
      {coming.map(([name, commitment]) => (
        <section key={name} class="panel seed">
          <h2>
            <span translate={false}>{name}</span> <small class="soft">{words.next}</small>
          </h2>
          <Hash name={pageWords.fairness.commitment} value={commitment} />
        </section>
      ))}
      {records
        .slice(-LATEST)
        .reverse()
        .map((record) => (
          <Seed key={record.name} record={record} />
        ))}
      {records.length > LATEST && <p class="soft">{words.earlier(records.length - LATEST)}</p>}
    </>
  );
}

function Seed({ record }: { record: FairRecord }) {
  return (
    <section class="panel seed">
      <h2>
        <span translate={false}>{record.name}</span> <small class="soft">{record.seed ? pageWords.fairness.over : pageWords.fairness.inUse}</small>
      </h2>
      {record.seed ? <Checked record={record} /> : <p>{pageWords.fairness.later}</p>}
      <Hash name={pageWords.fairness.commitment} value={record.commitment} />
      {record.seed && <Hash name={pageWords.fairness.seed} value={record.seed} />}
      {!!record.committed?.length && <p>{pageWords.fairness.contributed(record.committed.map(([player]) => player).join(", "))}</p>}
      {!!record.left_out?.length && <p>{pageWords.fairness.leftOut(record.left_out.join(", "))}</p>}
      {!!record.contributions.length && <p>{pageWords.fairness.added(record.contributions.map(([player, text]) => pageWords.fairness.by(text, player)).join(", "))}</p>}
    </section>
  );
}

/** What this browser finds of a seed. */
function Checked({ record }: { record: FairRecord }) {
  const [fault, setFault] = useState<string | null>(null);
  const able = "subtle" in crypto; // only where the page came over a safe line
  useEffect(() => {
    if (able) faultOf(record).then(setFault, notify);
  }, [record]);
  if (!able) return <p>{pageWords.fairness.httpsOnly}</p>;
  if (fault === null) return <p>{pageWords.fairness.checking}</p>;
  if (fault) return <p class="refused">{fault}</p>;
  return (
    <p class="in">
      {pageWords.fairness.checked(record.outcomes.length, ITEMS[record.kind])}
    </p>
  );
}

function Hash({ name, value }: { name: string; value: string }) {
  return (
    <p>
      {name} <code>{value}</code>
    </p>
  );
}

/** A player's own word in the shuffle. */
function AddWord({ id, onDone }: { id: string; onDone: () => void }) {
  const [text, setText] = useState("");
  const word = text.trim().replace(/\s+/g, "_");
  return (
    <form
      class="any-words add-word"
      onSubmit={(event) => {
        event.preventDefault();
        if (word) command(id, `contribute ${word}`).then(() => (setText(""), onDone()), notify);
      }}
    >
      <label>
        {pageWords.fairness.addWord} <input value={text} maxLength={100} onInput={(event) => setText(event.currentTarget.value)} />
      </label>
      <button type="submit" disabled={!word}>
        {pageWords.fairness.add}
      </button>
    </form>
  );
}
