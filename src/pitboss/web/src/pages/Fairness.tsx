import { useEffect, useState } from "preact/hooks";
import { Link } from "wouter-preact";
import type { Schemas } from "../api";
import { faultOf, ITEMS, type FairRecord } from "../fair";
import { Loading } from "../parts/Loading";
import { Sorry } from "../parts/Sorry";
import { notify } from "../say";
import { me } from "../session";
import { command } from "../socket";
import { useAnswer, useTitle } from "../use";

/** The seeds of a table: fixed before anything comes of them, published after, and checked here. */
export default function Fairness({ id }: { id: string }) {
  useTitle(`Fairness of table ${id}`);
  const [looks, setLooks] = useState(0);
  const { found: records, refused } = useAnswer<FairRecord[]>(`/tables/${id}/fairness?look=${looks}`);
  const { found: page } = useAnswer<Schemas["TablePage"]>(`/tables/${id}`);
  if (refused) return <Sorry refused={refused} />;
  if (!records || !page) return <Loading />;
  const { seeds } = page.view as { seeds: [name: string, commitment: string][] };
  const coming = seeds.filter(([name]) => !records.some((record) => record.name === name));
  return (
    <>
      <p>
        <Link href={`/tables/${id}`}>Back to the table</Link>
      </p>
      <h1>Is it fair?</h1>
      <p class="soft">
        Every shuffle and spin at this table is computed from a seed. The hash of the seed is published before players add words to it, so the house cannot change it later; the
        house does not know those words in advance. The seed is published when it is no longer in use, and this page then repeats the computation in your browser.
      </p>
      {!records.length && !coming.length && <p>A dealer enters the results of a real shoe or wheel: there is no seed to check.</p>}
      {!!coming.length && me.value?.role === "player" && <AddWord id={id} onDone={() => setLooks(looks + 1)} />}
      {coming.map(([name, commitment]) => (
        <section key={name} class="panel seed">
          <h2>
            {name} <small class="soft">next</small>
          </h2>
          <Hash name="Commitment" value={commitment} />
        </section>
      ))}
      {[...records].reverse().map((record) => (
        <Seed key={record.name} record={record} />
      ))}
    </>
  );
}

function Seed({ record }: { record: FairRecord }) {
  return (
    <section class="panel seed">
      <h2>
        {record.name} <small class="soft">{record.seed ? "over" : "in use"}</small>
      </h2>
      {record.seed ? <Checked record={record} /> : <p>The seed is published when it is no longer in use.</p>}
      <Hash name="Commitment" value={record.commitment} />
      {record.seed && <Hash name="Seed" value={record.seed} />}
      {!!record.contributions.length && <p>Added: {record.contributions.map(([player, text]) => `${text} by ${player}`).join(", ")}</p>}
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
  if (!able) return <p>Browsers can check this over https only; `pitboss audit fairness` works everywhere.</p>;
  if (fault === null) return <p>Checking…</p>;
  if (fault) return <p class="refused">{fault}</p>;
  return (
    <p class="in">
      ✓ Checked: the seed meets its commitment, and all {record.outcomes.length} {ITEMS[record.kind]} that came follow from it.
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
        Add a word to the next seed <input value={text} maxLength={100} onInput={(event) => setText(event.currentTarget.value)} />
      </label>
      <button type="submit" disabled={!word}>
        Add
      </button>
    </form>
  );
}
