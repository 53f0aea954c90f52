/** Hook shared by every game's table: its current state, its event log, and a function that sends commands. */
import { useEffect, useRef, useState } from "preact/hooks";
import { fault, Refused, type Schemas } from "./api";
import { isAside, movesMoney, sentence } from "./parts/events";
import { notify, say } from "./say";
import { me, refreshMe } from "./session";
import { closed, command, connection, watch, type TableNow } from "./socket";

export interface LogEntry {
  key: string;
  event: Schemas["EventInfo"];
}

export interface Live<Card, View, You> {
  card: Card | null;
  view: View | null;
  you: You | null;
  clock: Schemas["DeadlineInfo"][];
  log: LogEntry[];
  /** Whether the table is closed: the last state is shown, and no action is available. */
  ended: boolean;
  /** Sends a command; a refusal is shown as a notice. */
  speak: (words: string) => Promise<boolean>;
}

export type Now<Card, View, You> = TableNow<View, You> & { card?: Card | null; clock?: Schemas["DeadlineInfo"][] };

export const MAX_ENTRIES = 120;
export const NO_DEADLINES: Schemas["DeadlineInfo"][] = [];
/** What a person is at a closed table. */
export const SPECTATOR = { role: "spectator" as const, at_table: false, actions: [] as never[] };

/** Events that are not in the log: what the table waits for is shown below the layout, commitments and seeds on the page on fairness. */
const ELSEWHERE = /^(OutcomeAwaited|Seed|Contribution(Comm|Rev)|CommitmentsClosed|Beacon)/;

/** The events of updates that have a description, oldest first. */
export function logEntries(updates: Schemas["Update"][]): LogEntry[] {
  return updates.flatMap((update) => (update.events ?? []).filter((event) => event.text && !ELSEWHERE.test(event.type)).map((event, nth) => ({ key: `${update.version}.${nth}`, event })));
}

/** Cards, numbers and prizes a dealer enters may repeat. */
const READ = /^(t\d+ )?(card|number|prize) /;

async function trySend(table: string, words: string): Promise<boolean> {
  try {
    await command(table, words);
    return true;
  } catch (error) {
    notify(error);
    return false;
  }
}

/** A message of a table: its state, and the updates that were not delivered before. */
export interface News<Card, View, You> {
  now: Now<Card, View, You>;
  card: Card | null;
  updates: Schemas["Update"][];
  /** Whether the state is to be shown without the way to it: the first message, or the first after a reconnect. */
  jump: boolean;
}

/** Delivers every message of a table once, with the updates that are new in it. */
export function useFeed<Card, View, You>(id: string, deliver: (news: News<Card, View, You>) => void): void {
  const latest = useRef(deliver);
  latest.current = deliver;
  useEffect(() => {
    const watching = watch(id);
    const received = new Set<number>();
    let card: Card | null = null;
    let version = -1;
    let lost = true;
    const line = connection.subscribe((state) => (lost ||= state === "lost"));
    const unsubscribe = watching.now.subscribe((value) => {
      if (!value) return;
      const now = value as Now<Card, View, You>;
      card = now.card ?? card;
      if (now.version < version) received.clear(); // restored from a backup: versions repeat
      version = now.version;
      // the state may be ahead of the updates: skip updates already received, not those below the version
      const updates = now.updates.filter((update) => !received.has(update.version));
      for (const update of updates) received.add(update.version);
      // also from another tab of the same user
      if (logEntries(updates).some(({ event }) => movesMoney(event, me.peek()?.name))) void refreshMe().catch(notify);
      const jump = lost;
      lost = connection.peek() === "lost";
      latest.current({ now, card, updates, jump });
    });
    return () => {
      line();
      unsubscribe();
      watching.stop();
    };
  }, [id]);
}

/** Sends commands to a table; a refusal is shown as a notice. A repeated click before the reply sends the command once. */
export function useCommands(id: string, you: { role: string; at_table?: boolean } | null | undefined): (words: string) => Promise<boolean> {
  const said = useRef<{ words: string; answer: Promise<boolean> } | null>(null);
  return (words) => {
    const last = said.current;
    if (closed.peek().has(id)) return Promise.resolve(false);
    if (you?.role === "player" && !you.at_table && words.startsWith("bet")) {
      notify(new Refused(fault("away", "Join the table first.")));
      return Promise.resolve(false);
    }
    if (last?.words === words && !READ.test(words)) return last.answer;
    const saying = { words, answer: trySend(id, words) };
    said.current = saying;
    return saying.answer.finally(() => said.current === saying && (said.current = null));
  };
}

/** The state of a table as messages arrive, with its log; for tables that show every message at once. */
export function useTable<Card, View, You extends { role: string; at_table?: boolean }>(id: string): Live<Card, View, You> {
  const [now, setNow] = useState<Now<Card, View, You> | null>(null);
  const [log, setLog] = useState<LogEntry[]>([]);
  const card = useRef<Card | null>(null);
  useFeed<Card, View, You>(id, (news) => {
    card.current = news.card;
    const events = logEntries(news.updates);
    if (events.length) {
      setLog((before) => [...events].reverse().concat(before).slice(0, MAX_ENTRIES));
      say(
        events
          .filter(({ event }) => !isAside(event))
          .map(({ event }) => sentence(event))
          .join(". "),
      );
    }
    setNow(news.now);
  });
  const ended = closed.value.has(id);
  const speak = useCommands(id, now?.you);

  return {
    card: card.current,
    view: now?.view ?? null,
    you: now && ended ? { ...now.you, ...SPECTATOR } : (now?.you ?? null),
    clock: (!ended && now?.clock) || NO_DEADLINES,
    log,
    ended,
    speak,
  };
}
