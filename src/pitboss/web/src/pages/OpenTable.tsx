import { useEffect, useState } from "preact/hooks";
import { useLocation } from "wouter-preact";
import { Refused, send, type ErrorBody, type Schemas, type TableInfo } from "../api";
import { Loading } from "../app";
import { ClauseRef, Clauses } from "../parts/ClauseRef";
import { EdgeTable } from "../parts/Edges";
import { notify } from "../say";
import { me } from "../session";
import { useGet, useLater, useTitle } from "../use";

type Chosen = Record<string, string>;

/** An operator opens a table: every choice that the law leaves, with what it allows, and what the table would be worth. */
export default function OpenTable() {
  useTitle("Open a table");
  const books = useGet<Schemas["BookInfo"][]>("/rulebooks");
  const [book, setBook] = useState("");
  const chosen = book || books?.[0]?.id || "";
  if (!books) return <Loading />;
  return (
    <>
      <h1>Open a table</h1>
      {me.value?.role !== "operator" && <p class="soft">Only an operator opens tables; you may still see what the law allows and what it is worth.</p>}
      <label>
        Rulebook{" "}
        <select value={chosen} onChange={(event) => setBook(event.currentTarget.value)}>
          {books.map((found) => (
            <option key={found.id} value={found.id}>
              {found.title}
            </option>
          ))}
        </select>
      </label>
      <TableForm key={chosen} book={chosen} />
    </>
  );
}

function TableForm({ book }: { book: string }) {
  const form = useGet<Schemas["Form"]>(`/rulebooks/${book}/form`);
  const [chosen, setChosen] = useState<Chosen>({});
  const [limits, setLimits] = useState("10-1000");
  const [title, setTitle] = useState("");
  const [read, setRead] = useState(false);
  const [turn, setTurn] = useState(30);
  const [search, setSearch] = useState("");
  const [, go] = useLocation();
  if (!form) return <Loading />;
  const shown = form.choices.filter((choice) => `${choice.name} ${choice.help}`.toLowerCase().includes(search.toLowerCase().replaceAll(" ", "_")) || choice.help.toLowerCase().includes(search.toLowerCase()));

  async function open(event: Event) {
    event.preventDefault();
    try {
      const table = await send<TableInfo>("POST", "/tables", { rulebook: book, choices: chosen, limits, title, cards_are_read: read, turn_seconds: turn });
      go(`/tables/${table.id}`);
    } catch (error) {
      notify(error);
    }
  }

  function choose(name: string, value: string) {
    const next = { ...chosen, [name]: value };
    if (value === "") delete next[name];
    setChosen(next);
  }

  return (
    <form class="open-table" onSubmit={open}>
      <div>
        <fieldset class="panel">
          <legend>The table</legend>
          <label>
            Limits <input value={limits} onInput={(event) => setLimits(event.currentTarget.value)} placeholder="10-1000 step 5" />
          </label>
          <label>
            Title <input value={title} maxLength={100} onInput={(event) => setTitle(event.currentTarget.value)} />
          </label>
          <label>
            Seconds a turn{" "}
            <input type="number" min={1} max={3600} value={turn} onInput={(event) => setTurn(Number(event.currentTarget.value))} />
          </label>
          <label>
            <input type="checkbox" checked={read} onChange={(event) => setRead(event.currentTarget.checked)} /> A dealer enters the cards of a real shoe
          </label>
        </fieldset>
        <fieldset class="panel">
          <legend>What the law leaves to you</legend>
          <label class="search">
            Search <input type="search" value={search} onInput={(event) => setSearch(event.currentTarget.value)} />
          </label>
          {shown.map((choice) => (
            <Field key={choice.name} book={book} choice={choice} value={chosen[choice.name] ?? ""} onChoose={(value) => choose(choice.name, value)} />
          ))}
        </fieldset>
      </div>
      <aside class="panel worth">
        <Worth book={book} choices={chosen} limits={limits} />
        <button class="primary" type="submit" disabled={me.value?.role !== "operator"}>
          Open the table
        </button>
      </aside>
    </form>
  );
}

function Field({ book, choice, value, onChoose }: { book: string; choice: Schemas["Choice"]; value: string; onChoose: (value: string) => void }) {
  const id = `choice-${choice.name}`;
  const values = choice.type === "bool" || choice.type === "boolean" ? ["true", "false"] : (choice.values ?? []);
  return (
    <div class="field">
      <label for={id}>{choice.name.replaceAll("_", " ")}</label>
      {values.length ? (
        <select id={id} value={value} aria-describedby={`${id}-help`} onChange={(event) => onChoose(event.currentTarget.value)}>
          <option value="">{`default: ${choice.default || "none"}`}</option>
          {values.map((each) => (
            <option key={each} value={each}>
              {each.replaceAll("_", " ")}
            </option>
          ))}
        </select>
      ) : (
        <input id={id} value={value} placeholder={choice.default} aria-describedby={`${id}-help`} onInput={(event) => onChoose(event.currentTarget.value.trim())} />
      )}
      <p id={`${id}-help`} class="soft">
        {choice.help} <span>Allowed: {choice.allowed}.</span> <Clauses rulebook={book} clauses={choice.clauses} />
      </p>
    </div>
  );
}

/** The exact value of what is being chosen, as it changes; or why it may not be chosen. */
function Worth({ book, choices, limits }: { book: string; choices: Chosen; limits: string }) {
  const asked = useLater(JSON.stringify({ rulebook: book, choices, limits }), 350);
  const [edges, setEdges] = useState<Schemas["Edges"] | null>(null);
  const [refusal, setRefusal] = useState<ErrorBody | null>(null);
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    let wanted = true;
    setBusy(true);
    const question = JSON.parse(asked) as { choices: Chosen; limits: string };
    send("POST", `/rulebooks/${book}/check`, { choices: question.choices, limits: question.limits })
      .then(() => send<Schemas["Edges"]>("POST", "/analysis/edge", JSON.parse(asked)))
      .then(
        (found) => wanted && (setEdges(found), setRefusal(null)),
        (error) => wanted && setRefusal(error instanceof Refused ? error.body : null),
      )
      .finally(() => wanted && setBusy(false));
    return () => {
      wanted = false;
    };
  }, [asked, book]);
  return (
    <section aria-live="off" aria-busy={busy}>
      <h2>What it would be worth</h2>
      {refusal ? (
        <p class="refused" role="status">
          {refusal.message} {refusal.clause && refusal.clause.split(", ").map((clause) => <ClauseRef key={clause} rulebook={refusal.rulebook || book} clause={clause} />)}
        </p>
      ) : edges ? (
        <EdgeTable edges={edges} />
      ) : (
        <p class="soft">Counting…</p>
      )}
    </section>
  );
}
