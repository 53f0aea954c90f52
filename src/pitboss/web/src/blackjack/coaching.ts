/** What the coach asks the analyser, and how it judges a decision: from the cards that lie open, and no others. */
import { cents, money } from "../money";
import type { Schemas } from "../api";
import type { Action, Box, Hand, View } from "./types";
import { detailOf } from "./words";

export type Answer = Schemas["HandWorth"];
type Asking = Pick<Schemas["HandAsked"], "cards" | "up" | "gone" | "hands" | "added">;

/** A decision that somebody has to make: on a hand in turn, or on insurance. */
export interface Decision {
  title: string;
  asking: Asking;
  insurance: boolean;
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

/** How the answers to an offer are called; decisions are called by their verbs. */
const CALLED: Record<string, string> = { pass: "no insurance", insure: "insurance", even: "even money" };
const DECISIONS = ["hit", "stand", "double", "split", "surrender"];

export function decisionOf(view: View, actions: Action[], player: string): Decision | null {
  const up = view.dealer[0]?.cards[0];
  const asked = view.question?.kind === "insurance" ? view.question.asked.find(([name]) => name === player) : undefined;
  const box = asked ? view.boxes[asked[1] - 1] : view.boxes.find((each) => each.decides === player && (each.hands ?? []).some((hand) => hand.in_turn));
  const hand = asked ? box?.hands?.[0] : box?.hands?.find((each) => each.in_turn);
  if (!up || !box || !hand || hand.cards.length < 2) return null;
  const open = actions.filter((action) => !action.refusal && action.box === box.box && (asked ? action.verb in CALLED : DECISIONS.includes(action.verb)));
  if (!open.length) return null;
  const stake = (hand.wagers ?? []).filter((wager) => wager.player === player && wager.kind === "main").reduce((sum, wager) => sum + wager.amount, 0);
  return { title: titleOf(box, hand, up, !!asked), asking: askingOf(view, box, hand, up), insurance: !!asked, stake, open };
}

function askingOf(view: View, box: Box, hand: Hand, up: string): Asking {
  const hands = box.hands ?? [];
  const others = view.boxes.flatMap((each) => each.hands ?? []).filter((each) => each !== hand);
  // the first wager stays with the first hand, whatever is split off it
  return { cards: hand.cards, up, gone: others.flatMap((each) => each.cards), hands: Math.max(1, hands.length), added: hands.indexOf(hand) > 0 };
}

function titleOf(box: Box, hand: Hand, up: string, insurance: boolean): string {
  const hands = box.hands ?? [];
  const which = hands.length > 1 ? `, hand ${hands.indexOf(hand) + 1} of ${hands.length}` : "";
  return `${hand.cards.join(" ")}${which} against ${up}${insurance ? ", insurance" : ""}`;
}

/** What each decision that was open is worth per unit of the wager, the best first. */
function worthOf(decision: Decision, answer: Answer, did: string): [string, number][] {
  const found = decision.open.map((action): [string, number | undefined] => {
    if (!decision.insurance) return [action.verb, answer.actions[action.verb]];
    const words = did.split(" ")[0] === action.verb ? did : action.words;
    return [CALLED[action.verb]!, insuredWorth(decision, answer, action.verb, amountOf({ ...action, words }))];
  });
  return found.filter((row): row is [string, number] => row[1] !== undefined).sort((one, two) => two[1] - one[1]);
}

/** In cents, over all spots. */
function amountOf(action: Action): number {
  return (detailOf(action)[0] ?? "").split("/").reduce((sum, part) => sum + (cents(part) ?? 0), 0);
}

/** What an answer to the offer is worth: a hand that is no blackjack is played the same way after it, and left out. */
function insuredWorth(decision: Decision, answer: Answer, verb: string, amount: number): number | undefined {
  const wait = answer.actions.wait ?? 0;
  if (verb === "pass") return wait;
  if (verb === "even") return answer.actions["even money"];
  const atOnce = answer.actions["insure for half, paid at once"];
  if (atOnce !== undefined && 2 * amount === decision.stake) return atOnce;
  return answer.insurance == null ? undefined : wait + (answer.insurance * amount) / decision.stake;
}

/** The best of what was open, and what the decision cost against it; null where it is none of those judged. */
export function judge(decision: Decision, words: string, answer: Answer): Advice | null {
  const verb = words.split(" ")[0] ?? "";
  const did = decision.insurance ? (CALLED[verb] ?? "") : verb;
  const worth = worthOf(decision, answer, words);
  const own = worth.find(([name]) => name === did);
  const [best, most] = worth[0] ?? ["", 0];
  if (!own) return null;
  const share = most - own[1];
  const cost = Math.round(share * decision.stake);
  const text =
    share <= 0
      ? `${did} was the best decision.`
      : `${best} was better; ${did} costs ${(share * 100).toFixed(2)} % of the wager, ${money(cost)} of ${money(decision.stake)} in the long run.`;
  return { title: decision.title, text, worth, best, mistake: share > 0, cost };
}
