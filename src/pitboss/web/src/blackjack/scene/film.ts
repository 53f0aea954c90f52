/** Updates of the table as a timeline: each event at its moment, with what moves, what is written and what is spoken. */
import type { Schemas } from "../../api";
import { sentence as eventSentence, isAside } from "../../parts/events";
import type { LogEntry } from "../../live";
import type { Sound } from "../../sound";
import { t } from "../../strings";
import { cardName } from "../../table/cardNames";
import { personName } from "../../table/people";
import { Timeline } from "../../timeline/timeline";
import { Director } from "./director";
import { fold, totalOf } from "./fold";
import { onFelt, type Scene } from "./model";
import { isOwn, type Stage, type Thing } from "./things";

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
  let landed = 0;
  let lastType = "";
  let beside = clip.beside?.from;
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
    // what follows a card or a payment is written after it lies, though its own motion has begun
    const lands = (landed = Math.max(landed, at + director.move(next, at)));
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
  const shown = Math.max(at, timeline.end, director.end);
  const lands = shown + director.move(final, shown);
  timeline.step(lands, "scene", final);
  timeline.step(lands, "onFelt", onFelt(final, player));
  timeline.step(lands, "balance", clip.balance.to);
  timeline.step(lands, "sentence", clip.ending);
  timeline.step(lands, "beside", clip.beside?.to);
  if (clip.spoken) timeline.step(lands, "say", clip.spoken);
  if (lastType === "RoundEnded" && booked > 0) timeline.step(lands, "sound", "win");
  if (lastType === "TurnCame" && yours(final, player)) timeline.step(lands, "sound", "bell");
  director.finish();
  timeline.end = Math.max(timeline.end, director.end);
  return timeline;
}

function yours(scene: Scene, player: string): boolean {
  return scene.boxes.some((box) => box.decides === player && box.hands.some(({ inTurn }) => inTurn));
}

const SOUNDS: Record<string, Sound> = { CardDealt: "turn", DealerDealt: "turn", HoleDisclosed: "turn", HoleDealt: "card", BetPlaced: "chip", WagerAdded: "chip", BetsClosed: "knock", WagerSettled: "sweep" };

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
