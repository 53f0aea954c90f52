/** Updates of the table as a timeline: each event at its moment, with what moves, what is written and what is spoken. */
import type { Schemas } from "../../api";
import { sentence as eventSentence, isAside } from "../../parts/events";
import type { LogEntry } from "../../live";
import type { Sound } from "../../sound";
import { t } from "../../strings";
import { cardName } from "../../table/cardNames";
import { personName } from "../../table/people";
import { Timeline } from "../../timeline/timeline";
import { fold, totalOf } from "./fold";
import { onFelt, type Scene } from "./model";
import { isOwn, layOut, type Stage, type Thing } from "./things";

type EventInfo = Schemas["EventInfo"];

/** What the table shows at a moment. */
export interface Channels {
  /** Cards and stacks that are drawn. */
  things: Thing[];
  /** The scene whose totals, results, names and active box are written. */
  scene: Scene;
  sentence: [text: string, detail: string];
  balance: number;
  onFelt: number;
  log: LogEntry;
  say: string;
  sound: Sound;
  /** What the game shows beside the felt. */
  beside: unknown;
}

/** What a game shows beside the felt and changes event by event, and the time and the words of events that are its own. */
export interface Beside {
  from: unknown;
  to: unknown;
  fold: (state: unknown, event: EventInfo) => unknown;
  pace: (event: EventInfo, scene: Scene) => Pace | undefined;
  sentence: (event: EventInfo) => string;
}

export interface Clip {
  stage: Stage;
  before: Scene;
  goal: Scene;
  /** The scene after the updates, given the last folded one: cards keep their identity. */
  settle: (folded: Scene) => Scene;
  entries: LogEntry[];
  balance: { from: number; to: number };
  /** The sentence after everything: the net line, or whose turn it is. */
  ending: [string, string];
  spoken: string;
  beside?: Beside;
}

/** Milliseconds at casino speed. */
const CARD = { flight: 420, turn: 170, turned: 280, lies: 430 };
const CHIP = 300;
const SWEEP = 460;
const PAY = 420;

/** What an event costs in time: a pause before it, and the wait until the next event begins. */
export interface Pace {
  before: number;
  after: number;
}

function paceOf({ type }: EventInfo, scene: Scene, fields: { card?: string; player?: string }): Pace {
  const dealer = scene.dealer.at(-1)?.cards.length ?? 0;
  if (type === "CardDealt") return { before: 0, after: 300 };
  if (type === "HoleDealt") return { before: 0, after: 300 };
  if (type === "DealerDealt") return dealer === 0 ? { before: 0, after: 340 } : { before: dealer === 1 ? 500 : 700, after: 470 };
  if (type === "HoleDisclosed") return { before: 500, after: 470 };
  if (type === "BetsClosed") return { before: 0, after: 360 };
  if (type === "BetPlaced") return { before: 0, after: 90 };
  if (type === "PairSplit") return { before: 0, after: 420 };
  if (type === "WagerAdded") return { before: 0, after: 400 };
  if (type === "WagerSettled") return { before: 0, after: 180 };
  if (type === "TurnCame") return { before: 480, after: 0 };
  if (type === "DealerDone") return { before: 200, after: 500 };
  if (type === "PrizeShown" || type === "ButtonPressed") return { before: 300, after: 600 };
  if (type === "RoundEnded") return { before: 420, after: 150 };
  return { before: 0, after: fields.card ? 200 : 0 };
}

export function film(clip: Clip): Timeline<Channels> {
  const timeline = new Timeline<Channels>();
  const { player } = clip.stage;
  const director = new Director(timeline, clip.stage, clip.before);
  let scene = clip.before;
  let booked = 0;
  let at = 0;
  let lastType = "";
  let beside = clip.beside?.from;
  timeline.step(0, "things", director.drawn());
  timeline.step(0, "beside", beside);
  timeline.step(0, "scene", scene);
  const book = (moment: number) => {
    timeline.step(moment, "onFelt", onFelt(scene, player));
    timeline.step(moment, "balance", clip.balance.from + onFelt(clip.before, player) - onFelt(scene, player) + booked);
  };
  for (const entry of clip.entries) {
    const { event } = entry;
    const fields = (event.fields ?? {}) as { card?: string; player?: string; net?: number; box?: number };
    const pace = clip.beside?.pace(event, scene) ?? paceOf(event, scene, fields);
    // a card that follows another decision waits until the last one lies
    const settling = event.type === "WagerSettled" && lastType !== "WagerSettled" ? 260 : 0;
    at += pace.before + settling;
    if (pace.before) announceBefore(timeline, at - pace.before, event, scene);
    const next = fold(scene, event, clip.goal);
    if (event.type === "WagerSettled" && fields.player === player) booked += fields.net ?? 0;
    const lands = at + director.move(next, at);
    scene = next;
    timeline.step(lands, "scene", scene);
    timeline.step(lands, "log", entry);
    if (clip.beside) timeline.step(lands, "beside", (beside = clip.beside.fold(beside, event)));
    const words = clip.beside?.sentence(event) || sentenceOf(event, scene, player);
    if (words) timeline.step(lands, "sentence", [words, ""]);
    if (!isAside(event)) timeline.step(lands, "say", spokenOf(event, scene, player));
    const sound = SOUNDS[event.type];
    if (sound) timeline.step(event.type === "WagerSettled" && (fields.net ?? 0) <= 0 ? at : lands, "sound", event.type === "WagerSettled" ? ((fields.net ?? 0) > 0 ? "pay" : "sweep") : sound);
    book(lands);
    at += pace.after;
    lastType = event.type;
  }
  const final = clip.settle(scene);
  const lands = Math.max(at, timeline.end) + director.move(final, Math.max(at, timeline.end), { late: false });
  timeline.step(lands, "scene", final);
  timeline.step(lands, "onFelt", onFelt(final, player));
  timeline.step(lands, "balance", clip.balance.to);
  timeline.step(lands, "sentence", clip.ending);
  timeline.step(lands, "beside", clip.beside?.to);
  if (clip.spoken) timeline.step(lands, "say", clip.spoken);
  if (lastType === "RoundEnded" && booked > 0) timeline.step(lands, "sound", "win");
  if (lastType === "TurnCame" && yours(final, player)) timeline.step(lands, "sound", "bell");
  timeline.end = Math.max(timeline.end, director.end);
  return timeline;
}

function yours(scene: Scene, player: string): boolean {
  return scene.boxes.some((box) => box.decides === player && box.hands.some(({ inTurn }) => inTurn));
}

const SOUNDS: Record<string, Sound> = { CardDealt: "turn", DealerDealt: "turn", HoleDisclosed: "turn", HoleDealt: "card", BetPlaced: "chip", WagerAdded: "chip", BetsClosed: "knock", WagerSettled: "sweep" };

/** Moves things from one scene to the next. */
class Director {
  end = 0;
  private readonly mounted = new Map<string, Thing>();

  constructor(
    private readonly timeline: Timeline<Channels>,
    private readonly stage: Stage,
    scene: Scene,
  ) {
    for (const thing of layOut(scene, stage).things) this.mounted.set(thing.id, thing);
  }

  drawn(): Thing[] {
    return [...this.mounted.values()].sort((one, two) => Number(one.kind === "card") - Number(two.kind === "card"));
  }

  /** Starts every motion towards a scene at a moment; returns after how long its numbers are true. */
  move(scene: Scene, at: number, { late = true } = {}): number {
    const goal = layOut(scene, this.stage).things;
    const ids = new Set(goal.map(({ id }) => id));
    let lands = 0;
    const opened: Thing[] = [];
    const gone: string[] = [];
    let changed = false;
    const lost = lostWagers(scene);
    for (const [id, thing] of this.mounted)
      if (!ids.has(id)) {
        this.leave(thing, at, lost.has(id));
        gone.push(id);
        changed = true;
      }
    for (const thing of goal) {
      const before = this.mounted.get(thing.id);
      if (!before) {
        lands = Math.max(lands, this.enter(thing, at));
        if (thing.code) opened.push(thing);
        this.mounted.set(thing.id, thing.code ? { ...thing, code: null } : thing);
        changed = true;
      } else {
        if (moved(before, thing)) this.trackOf(before).to(at, 320, { x: thing.rest.x, y: thing.rest.y, r: thing.rest.r }, "ui");
        if (thing.code && !before.code && before.kind === "card") {
          this.trackOf(before).to(at + CARD.turn, 220, { face: 1 }, "flip");
          opened.push(thing);
          lands = Math.max(lands, CARD.lies);
          this.mounted.set(thing.id, { ...thing, code: null });
        } else this.mounted.set(thing.id, thing);
        changed ||= before.cents !== thing.cents || before.code !== thing.code;
      }
    }
    // the order of the goal is the order of drawing: what leaves lies below
    const order = new Map(goal.map(({ id }, nth) => [id, nth]));
    const sorted = [...this.mounted].sort(([one], [two]) => (order.get(one) ?? -1) - (order.get(two) ?? -1));
    this.mounted.clear();
    for (const [id, thing] of sorted) this.mounted.set(id, thing);
    if (changed) this.timeline.step(at, "things", this.drawn());
    if (opened.length) {
      for (const thing of opened) this.mounted.set(thing.id, thing);
      this.timeline.step(at + CARD.turned, "things", this.drawn());
    }
    if (gone.length) {
      for (const id of gone) this.mounted.delete(id);
      this.timeline.step(at + SWEEP + 20, "things", this.drawn());
      this.end = Math.max(this.end, at + SWEEP + 20);
      if (!late) lands = Math.max(lands, 0);
    }
    this.end = Math.max(this.end, at + lands);
    return lands;
  }

  private trackOf(thing: Thing) {
    return this.timeline.tracks.get(thing.id) ?? this.timeline.track(thing.id, thing.rest);
  }

  private enter(thing: Thing, at: number): number {
    const { geometry } = this.stage;
    const { x, y, r } = thing.rest;
    if (thing.kind === "card") {
      const { shoe } = geometry;
      const track = this.timeline.track(thing.id, { x: shoe.x - 62 * shoe.scale, y: shoe.y - 12 * shoe.scale, r: 14, s: 0.8, o: 0, face: 0 });
      track.to(at, 1, { o: 1 }).to(at, CARD.flight, { x, y, r, s: 1 }, "deal");
      if (thing.code) track.to(at + CARD.turn, 220, { face: 1 }, "flip");
      this.timeline.step(at, "sound", "card");
      return CARD.lies;
    }
    const from = thing.paid ? floatOf(geometry) : thing.home;
    const track = this.timeline.track(thing.id, { x: from.x, y: from.y, o: 0, s: thing.paid ? 0.9 : 1.15 });
    track.to(at, 1, { o: 1 }).to(at, thing.paid ? PAY : CHIP, { x, y, s: 1 }, thing.paid ? "deal" : "chip");
    return thing.paid ? PAY : CHIP;
  }

  private leave(thing: Thing, at: number, lost: boolean): void {
    const { geometry } = this.stage;
    const track = this.trackOf(thing);
    if (thing.kind === "card") {
      track.to(at, 420, { x: geometry.rack.x, y: geometry.rack.y, r: -10, s: 0.6 }, "sweep").to(at + 230, 160, { face: 0 }, "flip").to(at + 400, 60, { o: 0 });
      return;
    }
    // a lost stack goes to the float, any other back to its player
    const to = lost ? floatOf(geometry) : thing.home;
    track.to(at, SWEEP - 60, { x: to.x, y: to.y, s: lost ? 0.8 : 1 }, "sweep").to(at + SWEEP - 120, 80, { o: 0 });
  }
}

/** The ids of the wagers that are lost in a scene. */
function lostWagers(scene: Scene): Set<string> {
  const all = scene.boxes.flatMap((box) => [...box.wagers, ...box.hands.flatMap((hand) => hand.wagers)]);
  return new Set(all.filter(({ result }) => (result ?? 0) < 0).map(({ id }) => id));
}

function floatOf({ float }: Stage["geometry"]): { x: number; y: number } {
  return { x: float.x, y: float.y + 6 };
}

function moved(one: Thing, two: Thing): boolean {
  return Math.abs(one.rest.x - two.rest.x) + Math.abs(one.rest.y - two.rest.y) + Math.abs(one.rest.r - two.rest.r) > 0.05;
}

// --- words --------------------------------------------------------------------------------------------------------

/** What is said before a slow card: who draws, and why. */
function announceBefore(timeline: Timeline<Channels>, at: number, event: EventInfo, scene: Scene): void {
  const words = t.blackjack.say;
  if (event.type !== "DealerDealt" && event.type !== "HoleDisclosed") return;
  const hand = scene.dealer.at(-1);
  if ((hand?.cards.length ?? 0) < 2 || event.type === "HoleDisclosed") timeline.step(at, "sentence", [words.secondCard, ""]);
  else timeline.step(at, "sentence", [words.mustDraw(hand!.total), ""]);
}

function sentenceOf(event: EventInfo, scene: Scene, player: string): string {
  const words = t.blackjack.say;
  const fields = (event.fields ?? {}) as { box?: number; hand?: number; player?: string; total?: number; kind?: string; net?: number };
  const box = scene.boxes.find((each) => each.box === fields.box);
  const own = !!box && isOwn(box, player);
  const who = personName(box?.decides || box?.seat || "");
  if (event.type === "BetsClosed") return words.noMoreBets;
  if (event.type === "TurnCame" && !own) return words.decides(who);
  if (event.type === "PairSplit") return own ? words.youSplit : words.splits(who);
  if (event.type === "HandDoubled") return own ? words.youDouble : words.doubles(who);
  if (event.type === "DealerDone") {
    const hand = scene.dealer.at(-1);
    return hand?.total === "bust" ? words.dealerBusts(String(totalOf(hand.cards).total)) : words.dealerHas(hand?.total ?? "");
  }
  if (event.type === "OfferOpened") return "";
  return SPOKEN.test(event.type) ? eventSentence(event, 0, player) : "";
}

/** Events whose own sentence is shown as it is. */
const SPOKEN = /^(Irregularity|Round(Misdealt|Voided)|CardExposed|ExposedCardUsed|PrizeShown|ButtonPressed|ClosingAnnounced|Announced|Shuffled|CuttingCardReached)/;

function spokenOf(event: EventInfo, scene: Scene, player: string): string {
  const words = t.blackjack.say;
  const { card, box, hand } = (event.fields ?? {}) as { card?: string; box?: number; hand?: number };
  if (event.type === "CardDealt" && card) {
    const place = scene.boxes.find((each) => each.box === box);
    const total = place?.hands.find((each) => each.number === hand)?.total ?? "";
    return words.cardTo(box ?? 0, cardName(card), total);
  }
  if ((event.type === "DealerDealt" || event.type === "HoleDisclosed") && card) return words.cardToDealer(cardName(card), scene.dealer.at(-1)?.total ?? "");
  return eventSentence(event, 0, player);
}
