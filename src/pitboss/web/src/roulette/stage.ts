/** What the roulette table shows: messages become timelines, and one player shows them. */
import { useEffect, useMemo, useState } from "preact/hooks";
import { logEntries, MAX_ENTRIES, NO_DEADLINES, SPECTATOR, useFeed, type LogEntry, type News } from "../live";
import { arrivalOf } from "../parts/deadline";
import { isAside, sentence } from "../parts/events";
import { say } from "../say";
import { me } from "../session";
import { closed } from "../socket";
import { play } from "../sound";
import { Movers } from "../table/Moving";
import { Player } from "../timeline/player";
import { Timeline, type Step } from "../timeline/timeline";
import { cutsShort, directSpin, isRunning, isStaged, restNumber, type Channels, type Places, type Sentence, type Shown } from "./director";
import { WheelDriver } from "./driver";
import type { Card, Laid, View, You } from "./types";

export interface Stage extends Shown {
  card: Card;
  sentence: Sentence | null;
  lit: boolean;
  results: ReadonlyMap<string, Laid>;
  paying: ReadonlyMap<string, Laid>;
  log: LogEntry[];
  /** The version of the first message: what was before it is history. */
  since: number;
  /** Whether something is still being shown: bets, clock and result wait for it. */
  busy: boolean;
  /** Whether the ball runs, as it is shown. */
  spinning: boolean;
  ended: boolean;
  driver: WheelDriver;
  movers: Movers;
  /** Puts what moves where it is now; to be called after everything is drawn. */
  pose: () => void;
  skip: () => void;
}

interface Shows {
  shown: Shown;
  sentence: Sentence | null;
  spinning: boolean;
  lit: boolean;
  results: ReadonlyMap<string, Laid>;
  paying: ReadonlyMap<string, Laid>;
}

type RouletteNews = News<Card, View, You>;

const NO_RESULTS: ReadonlyMap<string, Laid> = new Map();
const ball = (view: View) => (view.number >= 0 ? view.number : null);

/** One object per table: it owns the player, the wheel, and the state that is shown. */
class StageManager {
  readonly movers = new Movers();
  readonly player: Player<Channels>;
  driver: WheelDriver | null = null;
  card: Card | null = null;
  shows: Shows | null = null;
  log: LogEntry[] = [];
  /** Where chips fly; set by the scene that is drawn. */
  places: Places = { chips: () => null, float: { x: 0, y: 0 }, tray: { x: 0, y: 0 } };
  since = -1;
  /** The latest message, shown or not yet. */
  private latest: Shown | null = null;
  /** The player has skipped a ball whose number is still to come. */
  private skipped = false;

  /** `silent`: what is announced is left to another, as in a replay. */
  constructor(
    private readonly redraw: () => void,
    private readonly silent = false,
  ) {
    this.player = new Player<Channels>({
      onState: (now) => {
        const { shown, sentence, spinning, lit, results, paying } = { ...this.shows!, ...now };
        this.shows = { shown, sentence, spinning, lit, results, paying };
        this.redraw();
      },
      onFrame: (timeline, t) => this.movers.pose(timeline, t),
      onStep: (step, jumped) => this.step(step, jumped),
    });
  }

  /** A step that is more than state: the log, the wheel, sound, and what is announced. A jump announces its last sentence only. */
  private step({ channel, value }: Step<Channels>, jumped: boolean): void {
    if (channel === "entries") this.record(value as LogEntry[]);
    else if (channel === "ball") this.moveBall(value as Channels["ball"], jumped);
    else if (channel === "say") this.speak(value as string);
    else if (channel === "sound" && !jumped) play(value as Channels["sound"]);
  }

  private moveBall(move: Channels["ball"], jumped: boolean): void {
    if ("rests" in move) this.driver?.rest(move.rests);
    else if (!jumped && !this.driver?.running) this.driver?.start(move.wheel, move.from);
  }

  private record(entries: readonly LogEntry[]): void {
    this.log = [...this.log, ...entries].slice(-MAX_ENTRIES);
    this.redraw();
  }

  deliver({ now, card, updates, jump }: RouletteNews): void {
    this.card = card;
    if (!card) return;
    this.driver ??= new WheelDriver(card.wheel);
    const after: Shown = { view: now.view, you: now.you, clock: now.clock ?? NO_DEADLINES };
    arrivalOf(after.clock);
    const entries = logEntries(updates);
    const before = this.latest;
    this.latest = after;
    if (!before) this.since = now.version;
    if (!before || !this.shows || jump) return this.jump(after, entries, !before);
    if (!isStaged(entries)) return this.player.busy.peek() ? this.player.play(this.plain(after, entries)) : this.showNow(after, entries);
    if (cutsShort(entries) && this.player.busy.peek()) this.player.skip();
    this.player.play(this.direct(before, after, entries), { jump: this.skipped && restNumber(entries) !== null });
    this.skipped = false;
  }

  /** Shows the end of what is being shown; of a running ball, as soon as its number is known. */
  skip(): void {
    if (this.player.busy.peek()) this.player.skip();
    this.skipped = !!this.driver?.running;
  }

  private direct(before: Shown, after: Shown, entries: LogEntry[]): Timeline<Channels> {
    const number = restNumber(entries);
    // the ball of a number that was entered without a call starts with its message
    const starts = entries.some(({ event }) => event.type === "BetsClosed") || !this.driver!.running;
    if (starts && number !== null) this.driver!.start(after.view.wheel, ball(before.view));
    const rest = number === null ? 0 : this.driver!.land(number);
    return directSpin({ before, after, entries, me: me.peek()?.name ?? "", places: this.places, rest });
  }

  /** A message that has nothing to stage, after what is still being shown. */
  private plain(after: Shown, entries: LogEntry[]): Timeline<Channels> {
    const timeline = new Timeline<Channels>();
    timeline.step(0, "shown", after);
    timeline.step(0, "entries", entries);
    return timeline;
  }

  private showNow(after: Shown, entries: LogEntry[]): void {
    this.shows = { ...this.shows!, shown: after };
    this.announce(entries);
    this.record(entries);
  }

  /** Shows a state without the way to it: the first message, and the first after a reconnect. */
  private jump(after: Shown, entries: LogEntry[], first: boolean): void {
    if (this.player.busy.peek()) this.player.skip();
    this.shows = { shown: after, sentence: null, spinning: isRunning(after.view), lit: true, results: NO_RESULTS, paying: NO_RESULTS };
    if (isRunning(after.view)) this.driver!.start(after.view.wheel, ball(after.view));
    else this.driver!.rest(ball(after.view));
    if (!first) this.announce(entries.slice(-1));
    this.record(entries);
  }

  private announce(entries: readonly LogEntry[]): void {
    this.speak(entries.filter(({ event }) => !isAside(event)).map(({ event }) => sentence(event, 0, me.peek()?.name)).join(". "));
  }

  private speak(text: string): void {
    if (!this.silent) say(text);
  }

  stop(): void {
    this.player.stop();
    this.driver?.stop();
  }
}

export function useStage(id: string): { stage: Stage | null; setPlaces: (places: Places) => void } {
  const [, redraw] = useState(0);
  const manager = useMemo(() => new StageManager(() => redraw((count) => count + 1)), [id]);
  useEffect(() => () => manager.stop(), [manager]);
  useFeed<Card, View, You>(id, (news) => manager.deliver(news));
  return staged(manager, closed.value.has(id));
}

/** The same stage for a finished round: its events are delivered one by one. */
export function useReplayStage(): { stage: Stage | null; setPlaces: (places: Places) => void; deliver: (news: RouletteNews) => void } {
  const [, redraw] = useState(0);
  const manager = useMemo(() => new StageManager(() => redraw((count) => count + 1), true), []);
  useEffect(() => () => manager.stop(), [manager]);
  return { ...staged(manager, false), deliver: (news) => (manager.deliver(news), redraw((count) => count + 1)) };
}

/** What a manager shows now. */
function staged(manager: StageManager, ended: boolean): { stage: Stage | null; setPlaces: (places: Places) => void } {
  const busy = manager.player.busy.value;
  if (!manager.card || !manager.shows || !manager.driver) return { stage: null, setPlaces: () => undefined };
  const { shown, ...rest } = manager.shows;
  const you = ended ? ({ ...shown.you, ...SPECTATOR } as You) : shown.you;
  const stage: Stage = {
    ...rest, view: shown.view, you, clock: ended || busy ? NO_DEADLINES : shown.clock, card: manager.card, log: manager.log, since: manager.since, busy, ended,
    driver: manager.driver, movers: manager.movers, skip: () => manager.skip(),
    pose: () => manager.movers.pose(busy ? manager.player.timeline : null, manager.player.time),
  };
  return { stage, setPlaces: (places) => (manager.places = places) };
}
