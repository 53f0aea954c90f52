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
import { countEvent, countScene, NO_COUNT, type RunningCount } from "./counting";
import { endingOf, type Ending } from "./endings";
import { film, type Beside, type Channels } from "./scene/film";
import type { Geometry } from "./scene/geometry";
import { onFelt, sceneOf, type Drawable, type Scene } from "./scene/model";
import { layOut, type Thing } from "./scene/things";
import type { Card, Cloth, View, You } from "./types";

type Message<Card, View> = Now<Card, View, You>;

/** How the messages of a game become a scene of blackjack. */
export interface Source<Card extends Cloth, View> {
  /** Changes where another table of the game is shown. */
  key: string;
  drawn: (view: View, card: Card) => Drawable;
  entries: (updates: Schemas["Update"][]) => LogEntry[];
  /** The player's money or chips that are not on the felt. */
  balance: (now: Message<Card, View>, player: string) => number;
  ending: (now: Message<Card, View>, player: string, over: boolean) => Ending;
  /** Whether an event holds up the controls until it was shown. */
  holds: (event: Schemas["EventInfo"]) => boolean;
  /** What is shown beside the felt, and how it changes with each event on the way from one view to the next. */
  beside?: (from: View, to: View) => Beside;
}

/** Events of betting: they do not hold up the controls. */
const BETTING = /^(Bet(Placed|sTakenBack)|Seat|Player|Purse|Limits|Seed|Procedure)/;

const BLACKJACK: Source<Card, View> = {
  key: "",
  drawn: (view) => view,
  entries: logEntries,
  balance: ({ you }) => you.money ?? 0,
  ending: ({ view, you }, player, over) => endingOf(view, you, player, over),
  holds: ({ type }) => !BETTING.test(type),
};

/** What is on the page at this moment. */
export interface Shown {
  scene: Scene;
  things: Thing[];
  sentence: [string, string];
  balance: number;
  onFelt: number;
  /** What the game shows beside the felt. */
  beside: unknown;
}

export interface Staging<Card, View> {
  card: Card | null;
  /** The latest message; what it says is shown in `shown` when its moment has come. */
  message: Message<Card, View> | null;
  shown: Shown | null;
  log: LogEntry[];
  /** The running count of the cards that were shown. */
  count: RunningCount;
  /** Whether cards or chips of a round are still to be shown: controls wait. */
  showing: boolean;
  movers: Movers;
  /** The version of the first message: the log before it comes from the server. */
  since: number;
  skip: () => void;
  /** Takes the player's own chips as lying where they were laid, until the table answers. */
  assume: (view: Drawable) => void;
}

interface Store<Card, View> {
  message: Signal<Message<Card, View> | null>;
  shown: Signal<Shown | null>;
  log: Signal<LogEntry[]>;
  dealing: Signal<boolean>;
  count: Signal<RunningCount>;
  card: Card | null;
  /** The scene after everything that was received. */
  last: Scene | null;
  balance: number;
  since: number;
  /** The player whom the sentences address; empty until the account is known. */
  addressee: string;
}

export function useBlackjackStaging(id: string, player: string, geometryOf: (card: Card, view: View) => Geometry | null): Staging<Card, View> {
  return useStaging(id, player, geometryOf, BLACKJACK);
}

export function useStaging<Card extends Cloth, View>(id: string, player: string, geometryOf: (card: Card, view: View) => Geometry | null, source: Source<Card, View>): Staging<Card, View> {
  const movers = useMemo(() => new Movers(), [id]);
  const store = useMemo<Store<Card, View>>(() => ({ message: signal(null), shown: signal(null), log: signal([]), dealing: signal(false), count: signal(NO_COUNT), card: null, last: null, balance: 0, since: -1, addressee: player }), [id]);
  const name = useRef(player);
  name.current = player;
  const geometry = useRef(geometryOf);
  geometry.current = geometryOf;
  const game = useRef(source);
  game.current = source;
  const scheduler = useMemo(() => new Player<Channels>(listenerOf(store, movers)), [id]);
  useEffect(() => () => scheduler.stop(), [scheduler]);

  useFeed<Card, View, You>(id, ({ now, card, updates, jump }) => {
    store.card = card;
    arrivalOf(now.clock ?? NO_DEADLINES);
    if (store.since < 0) store.since = now.version;
    receive(store, scheduler, game.current, now, updates, jump, name.current, card && geometry.current(card, now.view));
  });

  // a window of another size, another player or another table: everything is laid out again, at its end
  const message = store.message.value;
  const place = message && store.card ? geometry.current(store.card, message.view) : null;
  const key = place ? `${place.layout} ${place.height} ${[...place.boxes.values()].map(({ box, x }) => `${box}:${Math.round(x)}`).join()} ${player}` : "";
  const scenery = useRef(source.key);
  const drawn = useRef("");
  useEffect(() => {
    if (!place || !store.last || !store.card) return;
    if (store.addressee !== player || (drawn.current && (drawn.current !== key || scenery.current !== source.key))) {
      scheduler.skip();
      if (scenery.current !== source.key) showTable(store, source, message!, player);
      const { last } = store;
      movers.pose(null, 0);
      const shown = store.shown.peek();
      // the account may be known later than the table: a sentence without an addressee is then worded for the player
      const sentence = store.addressee === player ? undefined : source.ending(message!, player, true).sentence;
      store.addressee = player;
      if (shown) store.shown.value = { ...shown, sentence: sentence ?? shown.sentence, things: layOut(last, { geometry: place, cloth: store.card, player }).things, onFelt: onFelt(last, player) };
    }
    drawn.current = key;
    scenery.current = source.key;
  }, [key, source.key]);

  return {
    card: store.card,
    message,
    shown: store.shown.value,
    log: store.log.value,
    count: store.count.value,
    showing: scheduler.busy.value && store.dealing.value,
    movers,
    since: store.since,
    skip: () => scheduler.skip(),
    assume: (view) => void (store.last = sceneOf(view, store.last, player)),
  };
}

/** Shows another table of the game as it is now. */
function showTable<Card extends Cloth, View>(store: Store<Card, View>, source: Source<Card, View>, message: Message<Card, View>, player: string): void {
  store.last = sceneOf(source.drawn(message.view, store.card!), null, player);
  const shown = store.shown.peek();
  if (shown) store.shown.value = { ...shown, scene: store.last, sentence: source.ending(message, player, false).sentence, beside: message.view };
}

function listenerOf<Card, View>(store: Store<Card, View>, movers: Movers) {
  return {
    onState(now: Partial<Channels>, timeline: { tracks: Map<string, never> } | object, t: number) {
      const before = store.shown.peek();
      const { things, scene, sentence, balance, onFelt: felt, beside } = { ...before, ...now } as Shown;
      store.shown.value = { things, scene, sentence, balance, onFelt: felt, beside };
      movers.pose(timeline as Parameters<Movers["pose"]>[0], t);
    },
    onFrame(timeline: object, t: number) {
      movers.pose(timeline as Parameters<Movers["pose"]>[0], t);
    },
    onStep({ channel, value }: { channel: keyof Channels; value: Channels[keyof Channels] }, jumped: boolean) {
      if (channel === "log") {
        store.log.value = [...store.log.peek(), value as LogEntry].slice(-MAX_ENTRIES);
        store.count.value = countEvent(store.count.peek(), (value as LogEntry).event);
      } else if (channel === "say") say(value as string);
      else if (channel === "sound" && !jumped) play(value as Channels["sound"]);
    },
  };
}

/** Turns a message into a timeline and plays it. */
function receive<Card extends Cloth, View>(store: Store<Card, View>, scheduler: Player<Channels>, source: Source<Card, View>, now: Message<Card, View>, updates: Schemas["Update"][], jump: boolean, player: string, geometry: Geometry | null): void {
  const first = !store.last;
  const earlier = store.message.peek()?.view ?? now.view;
  store.message.value = now;
  if (!store.card) return;
  const drawn = source.drawn(now.view, store.card);
  const entries = source.entries(updates);
  const before = store.last ?? sceneOf(drawn, null, player);
  const goal = sceneOf(drawn, before, player);
  const ended = entries.some(({ event }) => event.type === "RoundEnded");
  const ending = source.ending(now, player, ended || first);
  const held = source.balance(now, player);
  const balance = { from: first ? held : store.balance, to: held };
  store.balance = held;
  store.addressee = player;
  if (!geometry) {
    store.last = goal;
    store.shown.value = { scene: goal, things: [], sentence: ending.sentence, balance: held, onFelt: onFelt(goal, player), beside: now.view };
    store.log.value = [...store.log.peek(), ...entries].slice(-MAX_ENTRIES);
    return;
  }
  const settle = (folded: Scene) => (store.last = sceneOf(drawn, folded, player));
  const timeline = film({ stage: { geometry, cloth: store.card, player }, before, goal, settle, entries, balance, ending: ending.sentence, spoken: entries.length ? ending.spoken : "", beside: source.beside?.(earlier, now.view) });
  store.dealing.value = (scheduler.busy.peek() && store.dealing.peek()) || entries.some(({ event }) => source.holds(event));
  scheduler.play(timeline, { jump: jump || first });
  if (first) store.count.value = countScene(store.last ?? goal, (drawn.shoes ?? []).reduce((sum, shoe) => sum + shoe.drawn, 0));
}
