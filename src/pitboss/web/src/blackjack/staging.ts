/** The staged table: messages become timelines, and the page shows what the scheduler has reached. */
import { signal, type Signal } from "@preact/signals";
import { useEffect, useMemo, useRef } from "preact/hooks";
import type { Schemas } from "../api";
import { logEntries, MAX_ENTRIES, NO_DEADLINES, useFeed, type LogEntry, type Now } from "../live";
import { arrivalOf } from "../parts/deadline";
import { say } from "../say";
import { play } from "../sound";
import { Movers } from "../table/Moving";
import { Player } from "../timeline/player";
import { endingOf } from "./endings";
import { film, type Channels } from "./scene/film";
import type { Geometry } from "./scene/geometry";
import { onFelt, sceneOf, type Scene } from "./scene/model";
import { layOut, type Thing } from "./scene/things";
import type { Card, View, You } from "./types";

type Message = Now<Card, View, You>;

/** What is on the page at this moment. */
export interface Shown {
  scene: Scene;
  things: Thing[];
  sentence: [string, string];
  balance: number;
  onFelt: number;
}

export interface Staging {
  card: Card | null;
  /** The latest message; what it says is shown in `shown` when its moment has come. */
  message: Message | null;
  shown: Shown | null;
  log: LogEntry[];
  /** Whether cards or chips of a round are still to be shown: controls wait. */
  showing: boolean;
  movers: Movers;
  /** The version of the first message: the log before it comes from the server. */
  since: number;
  skip: () => void;
}

/** Events of betting: they do not hold up the controls. */
const BETTING = /^(Bet(Placed|sTakenBack)|Seat|Player|Purse|Limits|Seed|Procedure)/;

interface Store {
  message: Signal<Message | null>;
  shown: Signal<Shown | null>;
  log: Signal<LogEntry[]>;
  dealing: Signal<boolean>;
  card: Card | null;
  /** The scene after everything that was received. */
  last: Scene | null;
  balance: number;
  since: number;
}

export function useStaging(id: string, player: string, geometryOf: (card: Card, view: View) => Geometry | null): Staging {
  const movers = useMemo(() => new Movers(), [id]);
  const store = useMemo<Store>(() => ({ message: signal(null), shown: signal(null), log: signal([]), dealing: signal(false), card: null, last: null, balance: 0, since: -1 }), [id]);
  const name = useRef(player);
  name.current = player;
  const geometry = useRef(geometryOf);
  geometry.current = geometryOf;
  const scheduler = useMemo(() => new Player<Channels>(listenerOf(store, movers)), [id]);
  useEffect(() => () => scheduler.stop(), [scheduler]);

  useFeed<Card, View, You>(id, ({ now, card, updates, jump }) => {
    store.card = card;
    arrivalOf(now.clock ?? NO_DEADLINES);
    if (store.since < 0) store.since = now.version;
    receive(store, scheduler, now, updates, jump, name.current, card && geometry.current(card, now.view));
  });

  // a window of another size, or another player: everything is laid out anew, at its end
  const message = store.message.value;
  const place = message && store.card ? geometry.current(store.card, message.view) : null;
  const key = place ? `${place.layout} ${place.height} ${[...place.boxes.values()].map(({ box, x }) => `${box}:${Math.round(x)}`).join()} ${player}` : "";
  const drawn = useRef("");
  useEffect(() => {
    const { last } = store;
    if (!place || !last || !store.card) return;
    if (drawn.current && drawn.current !== key) {
      scheduler.skip();
      movers.pose(null, 0);
      const shown = store.shown.peek();
      if (shown) store.shown.value = { ...shown, things: layOut(last, { geometry: place, cloth: store.card, player }).things, onFelt: onFelt(last, player) };
    }
    drawn.current = key;
  }, [key]);

  return {
    card: store.card,
    message,
    shown: store.shown.value,
    log: store.log.value,
    showing: scheduler.busy.value && store.dealing.value,
    movers,
    since: store.since,
    skip: () => scheduler.skip(),
  };
}

function listenerOf(store: Store, movers: Movers) {
  return {
    onState(now: Partial<Channels>, timeline: { tracks: Map<string, never> } | object, t: number) {
      const before = store.shown.peek();
      const { things, scene, sentence, balance, onFelt: felt } = { ...before, ...now } as Shown;
      store.shown.value = { things, scene, sentence, balance, onFelt: felt };
      movers.pose(timeline as Parameters<Movers["pose"]>[0], t);
    },
    onFrame(timeline: object, t: number) {
      movers.pose(timeline as Parameters<Movers["pose"]>[0], t);
    },
    onStep({ channel, value }: { channel: keyof Channels; value: Channels[keyof Channels] }, jumped: boolean) {
      if (channel === "log") store.log.value = [...store.log.peek(), value as LogEntry].slice(-MAX_ENTRIES);
      else if (channel === "say") say(value as string);
      else if (channel === "sound" && !jumped) play(value as Channels["sound"]);
    },
  };
}

/** Turns a message into a timeline and plays it. */
function receive(store: Store, scheduler: Player<Channels>, now: Message, updates: Schemas["Update"][], jump: boolean, player: string, geometry: Geometry | null): void {
  const first = !store.last;
  store.message.value = now;
  const entries = logEntries(updates);
  const before = store.last ?? sceneOf(now.view, null, player);
  const goal = sceneOf(now.view, before, player);
  const ended = entries.some(({ event }) => event.type === "RoundEnded");
  const ending = endingOf(now.view, now.you, player, ended || first);
  const balance = { from: first ? (now.you.money ?? 0) : store.balance, to: now.you.money ?? 0 };
  store.balance = balance.to;
  if (!geometry || !store.card) {
    store.last = goal;
    store.shown.value = { scene: goal, things: [], sentence: ending.sentence, balance: balance.to, onFelt: onFelt(goal, player) };
    store.log.value = [...store.log.peek(), ...entries].slice(-MAX_ENTRIES);
    return;
  }
  const settle = (folded: Scene) => (store.last = sceneOf(now.view, folded, player));
  const timeline = film({ stage: { geometry, cloth: store.card, player }, before, goal, settle, entries, balance, ending: ending.sentence, spoken: entries.length ? ending.spoken : "" });
  store.dealing.value = (scheduler.busy.peek() && store.dealing.peek()) || entries.some(({ event }) => !BETTING.test(event.type));
  scheduler.play(timeline, { jump: jump || first });
}
