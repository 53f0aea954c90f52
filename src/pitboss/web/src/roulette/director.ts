/**
 * Turns the events of a message into a timeline: the ball runs and rests, then the number, the dolly, losing chips, winning
 * chips, the balance, the net. Each step changes what is shown by one event, so nothing is shown before its moment.
 */
import type { Schemas } from "../api";
import type { LogEntry } from "../live";
import type { Sound } from "../sound";
import { t as words } from "../strings";
import { Timeline, type Pose } from "../timeline/timeline";
import { netOf, rouletteResults } from "../results";
import { nameOf } from "./positions";
import type { Point } from "./scene";
import type { Laid, View, You } from "./types";

/** What the table shows at a moment. */
export interface Shown {
  view: View;
  you: You;
  clock: Schemas["DeadlineInfo"][];
}

export interface Sentence {
  text: string;
  detail: string;
}

export interface Channels {
  shown: Shown;
  /** Null where the strip says what may be done instead. */
  sentence: Sentence | null;
  entries: LogEntry[];
  say: string;
  sound: Sound;
  /** The ball starts, or rests in a number. */
  ball: { from: number | null; wheel: string } | { rests: number | null };
  /** Whether the ball runs: from the call to the announcement. */
  spinning: boolean;
  /** Whether the winning fields have their edge. */
  lit: boolean;
  /** Results of wagers that are already collected or paid, by player and position. */
  results: ReadonlyMap<string, Laid>;
  /** Wagers whose payment is on its way or on the layout. */
  paying: ReadonlyMap<string, Laid>;
}

/** Where chips fly, in units of the scene; the chips of a wager by `keyOf`. */
export interface Places {
  chips: (key: string) => Point | null;
  float: Point;
  tray: Point;
}

export interface Moment {
  before: Shown;
  after: Shown;
  entries: readonly LogEntry[];
  me: string;
  places: Places;
  /** Milliseconds until the ball rests, for a message that has its number. */
  rest: number;
}

/** The durations of the motion table, in milliseconds at casino speed. */
const CALL = 1400;
const NUMBER = 250;
const TO_DOLLY = 500;
const DOLLY = 380;
const AFTER_DOLLY = 320;
const SWEEP = 460;
const AFTER_SWEEP = 310;
const PAY = 420;
const PAY_GAP = 600;
const PAY_PHASE = 3000;
const HOLD = 330;
const NET = 150;

export const keyOf = (wager: { player: string; kind: string; place: string }) => `${wager.player} ${nameOf(wager)}`;
/** Tracks of the chips of a wager, and of what it is paid. */
export const stakeTrack = (key: string) => `stake ${key}`;
export const payTrack = (key: string) => `pay ${key}`;
export const DOLLY_TRACK = "dolly";

type Fields = { player: string; kind: string; place: string; net: number; amount: number; number: number; colour: string; wheel: string; reason: string };
const fieldsOf = (entry: LogEntry) => entry.event.fields as unknown as Fields;

/** Events that a page shows at their moment; a message without any is shown at once. */
const STAGED = /^(BetsClosed|BallSpun|BallRested|SpinVoided|WagerCollected|WagerPaid|NumberAnnounced|DollyPlaced)$/;
/** Events of a new spin: what is still being shown of the last one is cut short. */
const NEW_SPIN = /^(RoundBegan|BetsClosed|BallSpun|SpinVoided)$/;

export const isStaged = (entries: readonly LogEntry[]) => entries.some(({ event }) => STAGED.test(event.type));
export const cutsShort = (entries: readonly LogEntry[]) => entries.some(({ event }) => NEW_SPIN.test(event.type));

/** The number that a message has the ball come to rest in; null if it has none or the spin was void. */
export function restNumber(entries: readonly LogEntry[]): number | null {
  const rested = entries.findLast(({ event }) => event.type === "BallRested");
  const voided = entries.some(({ event }) => event.type === "SpinVoided");
  return rested && !voided ? fieldsOf(rested).number : null;
}

/** Whether the ball of a view is running. */
export const isRunning = (view: View) => view.phase === "closed" && view.dolly < 0;

/** Writes the steps of one message. */
class Writer {
  readonly timeline = new Timeline<Channels>();
  private t = 0;
  private shown: Shown;
  private readonly results = new Map<string, Laid>();
  private readonly paying = new Map<string, Laid>();
  private readonly payments: { key: string; own: boolean }[] = [];

  constructor(private readonly moment: Moment) {
    this.shown = moment.before;
  }

  write(): Timeline<Channels> {
    const { entries, after } = this.moment;
    for (let nth = 0; nth < entries.length; ) nth += this.event(entries, nth);
    this.finish(after);
    return this.timeline;
  }

  /** Writes an event, or the run of events of its kind; returns how many. */
  private event(entries: readonly LogEntry[], nth: number): number {
    const entry = entries[nth]!;
    const run = entries.slice(nth).findIndex(({ event }) => event.type !== entry.event.type);
    const same = entries.slice(nth, run < 0 ? undefined : nth + run);
    switch (entry.event.type) {
      case "BetsClosed":
        this.close();
        break;
      case "BallSpun":
        this.spin(fieldsOf(entry).wheel);
        break;
      case "BallRested":
        this.rest(fieldsOf(entry).number);
        break;
      case "NumberAnnounced":
        this.announce(fieldsOf(entry));
        break;
      case "DollyPlaced":
        this.dolly(fieldsOf(entry).number);
        break;
      case "SpinVoided":
        this.voided();
        break;
      case "WagerCollected":
        this.collect(same);
        return same.length;
      case "WagerPaid":
        this.pay(same);
        return same.length;
    }
    this.timeline.step(this.t, "entries", [entry]);
    return 1;
  }

  private show(change: Partial<View>): void {
    this.shown = { ...this.shown, view: { ...this.shown.view, ...change }, clock: [] };
    this.timeline.step(this.t, "shown", this.shown);
  }

  private sentence(text: string, detail = ""): void {
    this.timeline.step(this.t, "sentence", { text, detail });
  }

  private close(): void {
    this.show({ phase: "closed", dolly: -1, settled: [], wagers: this.shown.view.wagers });
    this.timeline.step(this.t, "spinning", true);
    this.timeline.step(this.t, "lit", false);
    this.timeline.step(this.t, "results", new Map());
    this.timeline.step(this.t, "paying", new Map());
    this.sentence(words.roulette.noMoreBets);
    this.timeline.step(this.t, "say", words.roulette.noMoreBets);
    this.timeline.step(this.t, "sound", "bell");
    // the page's ball runs from here on: the number is still to come, or comes in the same message
    this.timeline.step(this.t, "ball", { from: this.ball(), wheel: this.moment.after.view.wheel });
    this.timeline.step(this.t, "sound", "ball");
    this.timeline.step(CALL, "sentence", { text: words.roulette.running, detail: "" });
  }

  /** The pocket that the ball is taken from. */
  private ball(): number | null {
    return this.moment.before.view.number >= 0 ? this.moment.before.view.number : null;
  }

  private spin(wheel: string): void {
    if (this.shown.view.phase !== "closed") this.close();
    this.show({ wheel });
  }

  private rest(number: number): void {
    this.t = Math.max(this.t, this.moment.rest);
    this.timeline.step(this.t, "ball", { rests: number });
    this.timeline.step(this.t, "sound", "drop");
  }

  private announce({ number, colour }: Fields): void {
    this.t += NUMBER;
    this.show({ number, colour, ball: number });
    this.timeline.step(this.t, "spinning", false);
    this.sentence(words.roulette.number(number, colour));
    this.timeline.step(this.t, "say", words.roulette.called(number, colour));
  }

  private dolly(number: number): void {
    this.t += TO_DOLLY;
    this.show({ dolly: number });
    this.timeline.track(DOLLY_TRACK, { y: -90, o: 0 }).to(this.t, 60, { o: 1 }).to(this.t, DOLLY, { y: 0 }, "deal");
    this.t += DOLLY;
    this.timeline.step(this.t, "sound", "knock");
    this.timeline.step(this.t, "lit", true);
    this.t += AFTER_DOLLY;
  }

  private laid(fields: Fields): Laid {
    const { player, kind, place, net } = fields;
    const here = this.shown.view.wagers.find((wager) => keyOf(wager) === keyOf(fields));
    return { colour: "", count: 0, clauses: [], amount: Math.abs(net), ...here, player, kind, place, result: net };
  }

  private collect(entries: readonly LogEntry[]): void {
    const { float, chips } = this.moment.places;
    this.sentence(words.roulette.collected);
    this.timeline.step(this.t, "sound", "sweep");
    for (const entry of entries) {
      const fields = fieldsOf(entry);
      const from = chips(keyOf(fields));
      if (from) this.timeline.track(stakeTrack(keyOf(fields)), from).to(this.t, SWEEP, { ...float, s: 0.8 }, "sweep").to(this.t + SWEEP - 60, 60, { o: 0 });
      this.results.set(keyOf(fields), this.laid(fields));
    }
    this.t += SWEEP;
    const gone = new Set(entries.map((entry) => keyOf(fieldsOf(entry))));
    this.show({ wagers: this.shown.view.wagers.filter((wager) => !gone.has(keyOf(wager))) });
    this.timeline.step(this.t, "results", new Map(this.results));
    this.timeline.step(this.t, "entries", [...entries]);
    this.t += AFTER_SWEEP;
  }

  private pay(entries: readonly LogEntry[]): void {
    const own = (entry: LogEntry) => fieldsOf(entry).player === this.moment.me;
    this.sentence(words.roulette.paid);
    const others = entries.filter((entry) => !own(entry));
    const groups = [...(others.length ? [others] : []), ...entries.filter(own).map((entry) => [entry])];
    const gap = Math.min(PAY_GAP, PAY_PHASE / groups.length);
    for (const group of groups) {
      this.payGroup(group);
      this.t += gap;
    }
    this.t += HOLD;
  }

  private payGroup(group: readonly LogEntry[]): void {
    const { float, chips } = this.moment.places;
    for (const entry of group) {
      const fields = fieldsOf(entry);
      const at = chips(keyOf(fields));
      const key = keyOf(fields);
      if (at) this.timeline.track(payTrack(key), { ...float, o: 0, s: 0.9 }).to(this.t, 1, { o: 1 }).to(this.t, PAY, { x: at.x, y: at.y, s: 1 }, "deal");
      this.payments.push({ key, own: fields.player === this.moment.me });
      this.results.set(key, this.laid(fields));
      this.paying.set(key, this.laid(fields));
    }
    const { view } = this.shown;
    this.timeline.step(this.t, "paying", new Map(this.paying));
    this.timeline.step(this.t, "sound", "pay");
    const settled = this.t + PAY;
    const before = this.t;
    this.t = settled;
    this.show({ wagers: view.wagers.map((wager) => this.results.get(keyOf(wager)) ?? wager) });
    this.timeline.step(settled, "results", new Map(this.results));
    this.timeline.step(settled, "entries", [...group]);
    this.t = before;
  }

  private voided(): void {
    this.sentence(words.roulette.voided);
    this.timeline.step(this.t, "say", words.roulette.voided);
    this.timeline.step(this.t, "spinning", false);
    this.timeline.step(this.t, "ball", { rests: this.moment.after.view.number >= 0 ? this.moment.after.view.number : null });
    this.timeline.step(this.t, "lit", false);
    this.timeline.step(this.t, "results", new Map());
    this.t += CALL;
  }

  /** The table as it is after the message; where the round is over, chips go to their owners, then balance and net. */
  private finish(after: Shown): void {
    const over = after.view.phase === "betting";
    const { tray } = this.moment.places;
    for (const { key, own } of over ? this.payments : []) {
      const goal: Partial<Pose> = own ? tray : {};
      this.timeline.tracks.get(payTrack(key))?.to(this.t, PAY, goal, "sweep").to(this.t + (own ? PAY - 40 : 0), own ? 40 : PAY, { o: 0 });
    }
    if (over && this.payments.length) this.t += PAY;
    if (over && this.moment.rest + this.results.size) this.t += NET;
    this.timeline.step(this.t, "shown", after);
    if (!over) return;
    this.timeline.step(this.t, "sentence", null);
    this.announceNet(after);
  }

  private announceNet({ view }: Shown): void {
    const settled = rouletteResults(view, this.moment.me);
    if (!this.results.size || !settled.length) return;
    const net = netOf(settled);
    this.timeline.step(this.t, "say", words.roulette.spokenNet(view.number, view.colour, net));
    if (net > 0) this.timeline.step(this.t, "sound", "win");
  }
}

export function directSpin(moment: Moment): Timeline<Channels> {
  return new Writer(moment).write();
}
