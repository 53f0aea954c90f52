/** The log beside the felt: one line per event as it is shown, its deciding clause on the right. */
import { useEffect, useRef, useState } from "preact/hooks";
import { get, type Schemas } from "../api";
import { logEntries, type LogEntry } from "../live";
import { Clauses } from "../parts/ClauseRef";
import { sentence, weightOf } from "../parts/events";
import { Link } from "../router";
import { me } from "../session";
import { t } from "../strings";

const EARLIER = 60;

interface LogPanelProps {
  id: string;
  /** The round on the table, as its heading: "Round 12". */
  title: string;
  /** The link to all of them. */
  all?: string;
  entries: LogEntry[];
  /** The version at which this page began: earlier events come from the server. */
  since: number;
  rulebook: string;
  /** Where a game words the events of its log itself. */
  entriesOf?: (updates: Schemas["Update"][]) => LogEntry[];
  /** Whether persons attest the duties of the law here. */
  attests: boolean;
}

export function LogPanel({ id, title, all = t.common.myRounds, entries, since, rulebook, entriesOf = logEntries, attests }: LogPanelProps) {
  const earlier = entriesOf(useEarlier(id, since));
  const list = useRef<HTMLOListElement>(null);
  const keys = new Set(entries.map(({ key }) => key));
  const shown = [...earlier.filter(({ key }) => !keys.has(key)), ...entries];
  const toEnd = () => list.current?.scrollTo({ top: list.current.scrollHeight });
  useEffect(toEnd, [shown.at(-1)?.key]); // a full log keeps its length
  useEffect(() => {
    const observer = new ResizeObserver(toEnd);
    observer.observe(list.current!);
    return () => observer.disconnect();
  }, []);
  return (
    <>
      <h2>
        {title}
        <Link class="link" href={`/history/${id}`}>
          {all}
        </Link>
      </h2>
      {!shown.length && <p class="soft">{t.blackjack.nothingYet}</p>}
      <ol ref={list} tabIndex={0} aria-label={t.common.log}>
        {shown.map(({ key, event }) => (
          <li key={key} class={weightOf(event, me.value?.name, 0)}>
            <span>
              <span translate={false}>{sentence(event, 0, me.value?.name)}</span> {event.by_house && <em>{t.blackjack.byHouse}</em>}
            </span>
            <Clauses rulebook={rulebook} clauses={event.clauses ?? []} few={1} />
          </li>
        ))}
      </ol>
      {!attests && <p class="soft duty-note">{t.common.noDuties}</p>}
    </>
  );
}

/** Events from before the page was opened; later ones are shown at their moment. */
function useEarlier(id: string, since: number): Schemas["Update"][] {
  const [found, setFound] = useState<Schemas["Update"][]>([]);
  useEffect(() => {
    get<Schemas["Update"][]>(`/tables/${id}/updates?limit=${EARLIER}`).then(
      (updates) => setFound(updates.filter(({ version }) => version <= since)),
      () => undefined, // the log begins with what happens next
    );
  }, [id, since]);
  return found;
}
