/** What the coach asks the analyser, and how it judges a decision: from the cards that lie open, and no others. */
import type { Schemas } from "../api";
import { cents, money } from "../money";
import { t } from "../strings";
import { cardShort } from "../table/cardNames";
import type { Action, Box, Hand, View, Wager } from "./types";
import { detailOf } from "./words";

export type Answer = Schemas["HandAnalysis"];
type Asking = Pick<Schemas["HandRequest"], "cards" | "up" | "gone" | "hands" | "added">;

/** The kind of decision: play a hand, insure it, or follow another player's double. */
type Kind = "play" | "insurance" | "follow";
const VERBS: Record<Kind, string[]> = {
  play: ["hit", "stand", "double", "split", "surrender"],
  insurance: ["pass", "insure", "even"],
  follow: ["follow", "keep"],
};
/** How the answers to an offer are called; all else is called by its verb. */
const CALLED: Record<string, string> = { pass: "no insurance", insure: "insurance", even: "even money" };

/** A pending decision of the player. */
export interface Decision {
  kind: Kind;
  title: string;
  asking: Asking;
  stake: number;
  open: Action[];
}

export interface Advice {
  title: string;
  text: string;
  worth: [string, number][];
  best: string;
  /** Whether another decision was better, and what that costs in the long run, in cents. */
  mistake: boolean;
  cost: number;
}

const UNJUDGED = {
  split: "Following a split is not rated: the value of the wager depends on how another player plays the hands.",
  exposed: "Accepting a card is not rated: only decisions on complete hands are.",
};

/** Why a pending decision is not rated; empty if it is rated or none is pending. */
export function unjudged(view: View, player: string): string {
  const { question } = view;
  if (!question?.asked.some(([name]) => name === player)) return "";
  if (question.kind === "exposed") return UNJUDGED.exposed;
  return question.kind === "follow" && !doubledHand(view) ? UNJUDGED.split : "";
}

/** The hand on which back bettors are asked, where it was doubled. */
function doubledHand(view: View): Hand | undefined {
  const { question } = view;
  const box = view.boxes[(question?.asked[0]?.[1] ?? 0) - 1];
  return box?.hands?.find((hand) => hand.number === question!.hand && hand.note === "doubled");
}

/** The pending decision and its hand. */
function dueOf(view: View, player: string): { kind: Kind; box: Box | undefined; hand: Hand | undefined } {
  const offered = view.question?.asked.find(([name]) => name === player);
  const asked = offered && view.boxes[offered[1] - 1];
  if (asked && view.question!.kind === "insurance") return { kind: "insurance", box: asked, hand: asked.hands?.[0] };
  if (asked && view.question!.kind === "follow") return { kind: "follow", box: asked, hand: doubledHand(view) };
  const box = view.boxes.find((each) => each.decides === player && (each.hands ?? []).some((hand) => hand.in_turn));
  return { kind: "play", box, hand: box?.hands?.find((each) => each.in_turn) };
}

export function decisionOf(view: View, actions: Action[], player: string): Decision | null {
  const up = view.dealer[0]?.cards[0];
  const { kind, box, hand } = dueOf(view, player);
  if (!up || !box || !hand || hand.cards.length < 2) return null;
  const open = actions.filter((action) => !action.refusal && action.box === box.box && VERBS[kind].includes(action.verb));
  if (!open.length) return null;
  const stake = mainWagers(hand, player).reduce((sum, wager) => sum + wager.amount, 0);
  return { kind, title: titleOf(box, hand, up, kind), asking: askingOf(view, box, hand, up, player), stake, open };
}

function mainWagers(hand: Hand, player: string): Wager[] {
  return (hand.wagers ?? []).filter((wager) => wager.player === player && wager.kind === "main");
}

function askingOf(view: View, box: Box, hand: Hand, up: string, player: string): Asking {
  const hands = box.hands ?? [];
  const others = view.boxes.flatMap((each) => each.hands ?? []).filter((each) => each !== hand);
  // the first wager stays with the first hand the player has a wager on
  const first = hands.find((each) => mainWagers(each, player).length);
  return { cards: hand.cards, up, gone: others.flatMap((each) => each.cards), hands: Math.max(1, hands.length), added: hands.length > 1 && hand !== first };
}

const ON: Record<Kind, string> = { play: "", insurance: ", insurance", follow: ", doubled by another" };

function titleOf(box: Box, hand: Hand, up: string, kind: Kind): string {
  const hands = box.hands ?? [];
  const which = hands.length > 1 ? `, hand ${hands.indexOf(hand) + 1} of ${hands.length}` : "";
  return `${hand.cards.map(cardShort).join(" ")}${which} against ${cardShort(up)}${ON[kind]}`;
}

/** What each decision that was open is worth per unit of the wager, the best first. */
export function worthOf(decision: Decision, answer: Answer, did: string): [string, number][] {
  const found = decision.open.map((action): [string, number | null | undefined] => {
    const words = did.split(" ")[0] === action.verb ? did : action.words;
    return [CALLED[action.verb] ?? action.verb, WORTH[decision.kind](decision, answer, action.verb, amountOf({ ...action, words }))];
  });
  return found.filter((row): row is [string, number] => row[1] != null).sort((one, two) => two[1] - one[1]);
}

/** In cents, over all spots; nothing where no amount is named. */
function amountOf(action: Action): number {
  return (detailOf(action)[0] ?? "").split("/").reduce((sum, part) => sum + (cents(part) ?? 0), 0);
}

type Worth = (decision: Decision, answer: Answer, verb: string, amount: number) => number | null | undefined;
const WORTH: Record<Kind, Worth> = { play: (_, answer, verb) => answer.actions[verb], insurance: insuredWorth, follow: followedWorth };

/** What an answer to the offer is worth: a hand that is no blackjack is played the same way after it, and left out. */
function insuredWorth(decision: Decision, answer: Answer, verb: string, amount: number): number | undefined {
  const wait = answer.actions.wait ?? 0;
  if (verb === "pass") return wait;
  if (verb === "even") return answer.actions["even money"];
  const atOnce = answer.actions["insure for half, paid at once"];
  if (atOnce !== undefined && 2 * amount === decision.stake) return atOnce;
  return answer.insurance == null ? undefined : wait + (answer.insurance * amount) / decision.stake;
}

/** The hand gets one card either way; a follower adds the same share to the wager, all of it by default. */
function followedWorth(decision: Decision, answer: Answer, verb: string, amount: number): number | null | undefined {
  const kept = answer.undoubled;
  const doubled = answer.actions.double;
  if (verb === "keep" || kept == null || doubled === undefined) return kept;
  return kept + (doubled - kept) * (amount ? amount / decision.stake : 1);
}

/** What the coach says before a decision: the best of what is open, what it wins, and what the next best costs. */
export function advise(values: readonly [string, number][], stake: number): string {
  const [first, second] = values;
  if (!first) return "";
  const next = second ? t.blackjack.coachNext(capital(second[0]), money(Math.round((first[1] - second[1]) * stake)), money(stake)) : "";
  return [t.blackjack.coachBest(capital(first[0]), first[1] * 100), next].filter(Boolean).join(" ");
}

/** "Hit" of "hit". */
export function capital(name: string): string {
  return name.slice(0, 1).toUpperCase() + name.slice(1);
}

/** The best of what was open, and what the decision cost against it; null where it is none of those judged. */
export function judge(decision: Decision, words: string, answer: Answer): Advice | null {
  const verb = words.split(" ")[0] ?? "";
  const did = CALLED[verb] ?? verb;
  const worth = worthOf(decision, answer, words);
  const own = worth.find(([name]) => name === did);
  const [best, most] = worth[0] ?? ["", 0];
  if (!own) return null;
  const share = most - own[1];
  const cost = Math.round(share * decision.stake);
  const text =
    share <= 0
      ? t.blackjack.coachWasBest(capital(did))
      : t.blackjack.coachMistake(capital(best), capital(did), (share * 100).toFixed(2), money(cost), money(decision.stake));
  return { title: decision.title, text, worth, best, mistake: share > 0, cost };
}
