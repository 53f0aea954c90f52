import { useEffect, useState } from "preact/hooks";
import { get, type Schemas } from "../api";
import { logEntries, type LogEntry } from "../live";
import { me } from "../session";
import { Clauses } from "./ClauseRef";
import { sentence, weightOf } from "./events";
import { t } from "../strings";

const EARLIER = 60;

interface LogProps {
  entries: LogEntry[];
  rulebook: string;
  /** With it also what came before. */
  id?: string;
  /** At which table of a tournament the reader sits. */
  table?: number;
}

/** What has happened, the latest first, each with the clauses that it rests on. */
export function Log({ entries, rulebook, id = "", table = 0 }: LogProps) {
  const earlier = useEarlier(id);
  const keys = new Set(entries.map((each) => each.key));
  const shown = [...entries, ...earlier.filter((each) => !keys.has(each.key))];
  return (
    <section class="log panel" aria-label={t.common.eventLog}>
      <h2>Events</h2>
      {!shown.length && <p class="soft">Nothing yet.</p>}
      <ol tabindex={0}>
        {shown.map(({ key, event }) => (
          <li key={key} class={weightOf(event, me.value?.name, table)}>
            <span translate={false}>{sentence(event, table)}</span> {event.by_house && <em>{t.blackjack.byHouse}</em>} <Clauses rulebook={rulebook} clauses={event.clauses ?? []} few={1} />
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Updates from before the page was opened. */
function useEarlier(id: string): LogEntry[] {
  const [found, setFound] = useState<LogEntry[]>([]);
  useEffect(() => {
    if (!id) return;
    get<Schemas["Update"][]>(`/tables/${id}/updates?limit=${EARLIER}`).then(
      (updates) => setFound(logEntries(updates).reverse()),
      () => undefined, // the log begins with what happens next
    );
  }, [id]);
  return found;
}
