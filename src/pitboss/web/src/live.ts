/** What every game's table needs of the socket: the table as it is now, and what was told of it so far. */
import { useEffect, useRef, useState } from "preact/hooks";
import { fault, Refused, type Schemas } from "./api";
import { isAside, movesMoney, sentence } from "./parts/told";
import { notify, say } from "./say";
import { me, refreshMe } from "./session";
import { closed, command, watch, type TableNow } from "./socket";

export interface Told {
  key: string;
  event: Schemas["Shown"];
}

export interface Live<Card, View, You> {
  card: Card | null;
  view: View | null;
  you: You | null;
  clock: Schemas["Waiting"][];
  told: Told[];
  /** Whether the table was closed: it is seen as it stood, and nothing is open at it. */
  ended: boolean;
  /** Says words at the table; what is refused is shown. */
  speak: (words: string) => Promise<boolean>;
}

type Now<Card, View, You> = TableNow<View, You> & { card?: Card | null; clock?: Schemas["Waiting"][] };

const KEPT = 120;
const NOBODY: Schemas["Waiting"][] = [];
const LOOKS_ON = { role: "spectator", at_table: false, actions: [] };

/** What updates tell in words, the earliest first. */
export function toldIn(updates: Schemas["Update"][]): Told[] {
  // what the table waits for stands below the cloth as long as it does
  return updates.flatMap((update) => (update.events ?? []).filter((event) => event.text && event.type !== "OutcomeAwaited").map((event, nth) => ({ key: `${update.version}.${nth}`, event })));
}

/** What a dealer reads from a shoe, a wheel or a display may come twice. */
const READ = /^(t\d+ )?(card|number|prize) /;

async function sayTo(table: string, words: string): Promise<boolean> {
  try {
    await command(table, words);
    return true;
  } catch (error) {
    notify(error);
    return false;
  }
}

export function useTable<Card, View, You extends { role: string; at_table?: boolean }>(id: string): Live<Card, View, You> {
  const [now, setNow] = useState<Now<Card, View, You> | null>(null);
  const [told, setTold] = useState<Told[]>([]);
  const card = useRef<Card | null>(null);
  const heard = useRef(new Set<number>());
  const version = useRef(0);
  const said = useRef<{ words: string; answer: Promise<boolean> } | null>(null);
  useEffect(() => {
    const watching = watch(id);
    const unsubscribe = watching.now.subscribe((value) => {
      if (!value) return;
      const latest = value as Now<Card, View, You>;
      card.current = latest.card ?? card.current;
      if (latest.version < version.current) heard.current.clear(); // another history has the same numbers
      version.current = latest.version;
      // a table may be shown as it is before all is told that made it so: what was told counts, not what was shown
      const news = latest.updates.filter((update) => !heard.current.has(update.version));
      for (const { version } of news) heard.current.add(version);
      const events = toldIn(news);
      // also by another tab of whoever is here
      if (events.some(({ event }) => movesMoney(event, me.peek()?.name))) void refreshMe().catch(notify);
      if (events.length) {
        setTold((before) => [...events].reverse().concat(before).slice(0, KEPT));
        say(
          events
            .filter(({ event }) => !isAside(event))
            .map(({ event }) => sentence(event))
            .join(". "),
        );
      }
      setNow(latest);
    });
    return () => {
      unsubscribe();
      watching.stop();
    };
  }, [id]);

  const ended = closed.value.has(id);
  // whoever says the same again before there was an answer is impatient, and wants it once
  function speak(words: string): Promise<boolean> {
    const last = said.current;
    if (ended) return Promise.resolve(false);
    if (now?.you.role === "player" && !now.you.at_table && words.startsWith("bet")) {
      notify(new Refused(fault("away", "Come to the table first, by the button below the cloth.")));
      return Promise.resolve(false);
    }
    if (last?.words === words && !READ.test(words)) return last.answer;
    const saying = { words, answer: sayTo(id, words) };
    said.current = saying;
    return saying.answer.finally(() => said.current === saying && (said.current = null));
  }

  return {
    card: card.current,
    view: now?.view ?? null,
    you: now && ended ? { ...now.you, ...LOOKS_ON } : (now?.you ?? null),
    clock: (!ended && now?.clock) || NOBODY,
    told,
    ended,
    speak,
  };
}
