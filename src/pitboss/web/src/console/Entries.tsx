/** The recent entries of a floor table, of which a supervisor corrects one: what it will bring is shown before it is confirmed. */
import { useState } from "preact/hooks";
import { type Schemas } from "../api";
import { logEntries } from "../live";
import { isArrival, sentence } from "../parts/events";
import { floorWords } from "../strings/floor";
import { pitWords } from "../strings/pit";
import { houseWords } from "../strings/house";
import { useGet } from "../use";
import "../styles/floor.css";

const words = floorWords.entries;
const SHOWN = 60;
type Update = Schemas["Update"];

/** The entry that the first event of an update is about, if it is of this type and its sentence matches. */
function entryOf(update: Update, type: RegExp, text = /./): number {
  const event = update.events?.[0];
  return event && type.test(event.type) && text.test(event.text) ? (event.fields as unknown as { version: number }).version : 0;
}

/** The entries in force, newest first, and those whose correction waits for a second person. */
function entriesOf(updates: Update[]): { entries: Update[]; waiting: Set<number> } {
  const waiting = new Set<number>();
  const gone = new Set<number>();
  for (const update of updates) {
    waiting.add(entryOf(update, /^CorrectionProposed$/));
    waiting.delete(entryOf(update, /^EntryCorrected$/));
    gone.add(entryOf(update, /^EntryCorrected$/, / strikes /));
    if (/^(EntryCorrected|CorrectionProposed|TableOpened)$/.test(update.events?.[0]?.type ?? "")) gone.add(update.version);
  }
  return { entries: updates.filter(({ version }) => !gone.has(version)).reverse(), waiting };
}

interface EntriesProps {
  id: string;
  version: number;
  onAsk: (words: string) => void;
  onEnd: () => void;
}

export function Entries({ id, version, onAsk, onEnd }: EntriesProps) {
  const updates = useGet<Update[]>(`/tables/${id}/updates?limit=${SHOWN}&seen=${version}`);
  const [chosen, setChosen] = useState(0);
  if (!updates) return null;
  const { entries, waiting } = entriesOf(updates);
  return (
    <div class="floor-asked panel floor-entries" role="group" aria-label={words.title}>
      <h2>{words.title}</h2>
      <ol>
        {entries.map((update) => {
          const said = logEntries([update]).filter(({ event }) => !isArrival(event));
          return (
            said.length > 0 && (
              <li key={update.version} data-entry={update.version}>
                <small>#{update.version}</small> <span translate={false}>{said.slice(0, 2).map(({ event }) => sentence(event)).join(". ")}</span>{" "}
                {waiting.has(update.version) ? (
                  <button type="button" class="primary" onClick={() => onAsk(`confirm_correction ${update.version}`)}>
                    {words.confirm(update.version)}
                  </button>
                ) : (
                  <button type="button" aria-label={words.correct(update.version)} aria-expanded={chosen === update.version} onClick={() => setChosen(update.version)}>
                    {words.correctShort}
                  </button>
                )}
                {chosen === update.version && <Change onAsk={(change) => onAsk(`correct ${update.version} ${change}`)} />}
              </li>
            )
          );
        })}
      </ol>
      <button type="button" onClick={onEnd}>
        {pitWords.cancel}
      </button>
    </div>
  );
}

/** The reason of a correction, and what the entry was in fact; it is struck where that is empty. */
function Change({ onAsk }: { onAsk: (change: string) => void }) {
  const [reason, setReason] = useState("");
  const [becomes, setBecomes] = useState("");
  return (
    <form
      class="details"
      onSubmit={(event) => {
        event.preventDefault();
        onAsk(`${reason.trim().replace(/\s+/g, "_")} ${becomes.trim()}`.trim());
      }}
    >
      <label>
        {pitWords.reason} <input required value={reason} placeholder="mistyped" translate={false} onInput={(event) => setReason(event.currentTarget.value)} />
      </label>
      <label>
        {words.becomes} <input class="short" value={becomes} translate={false} onInput={(event) => setBecomes(event.currentTarget.value)} />
      </label>
      <button type="submit">{houseWords.preview}</button>
      <p class="soft">{words.help}</p>
    </form>
  );
}
