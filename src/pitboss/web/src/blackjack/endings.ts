/** The sentence of a table at rest: the result of the round, whose turn it is, or that bets are open. Pure functions. */
import { money } from "../money";
import { blackjackResults, netOf, stripSentences } from "../results";
import { t } from "../strings";
import { cardShort } from "../table/cardNames";
import { personName } from "../table/people";
import { spotName } from "./scene/cloth";
import type { Box, Hand, View, You } from "./types";

/** The part of a view that the sentence is about. */
type Resting = Pick<View, "phase" | "boxes" | "dealer" | "question" | "awaited">;

export interface Ending {
  sentence: [text: string, detail: string];
  spoken: string;
}

export const silent = (text: string, detail = ""): Ending => ({ sentence: [text, detail], spoken: "" });
export const spoken = (text: string, detail = ""): Ending => ({ sentence: [text, detail], spoken: [text, detail].filter(Boolean).join(". ") });

/** `over`: the round has just ended, so its result is read out. */
export function endingOf(view: Resting, you: You, player: string, over: boolean): Ending {
  const words = t.blackjack.say;
  if (view.awaited) return silent(words.waitFor(view.awaited));
  if (view.phase === "betting") return betting(view, player, over);
  const asked = view.question?.asked.find(([name]) => name === player);
  if (view.question && asked) return offer(view, view.question.kind, asked[1], player);
  const box = view.boxes.find((each) => each.decides === player && turnOf(each));
  if (box && you.role === "player") return spoken(turnSentence(view, box, turnOf(box)!, player));
  if (view.question && view.question.kind !== "turn") return silent(words.waiting([...new Set(view.question.asked.map(([name]) => personName(name)))].join(", ")));
  const turn = view.boxes.find(turnOf);
  const dealt = view.boxes.some((box) => box.hands?.some(({ cards }) => cards.length));
  return silent(turn ? words.decides(personName(turn.decides || turn.seat || "")) : dealt ? "" : words.noMoreBets);
}

function turnOf(box: Box): Hand | undefined {
  return (box.hands ?? []).find((hand) => hand.in_turn);
}

function betting(view: Resting, player: string, over: boolean): Ending {
  const words = t.blackjack.say;
  const bets = view.boxes.flatMap((box) => (box.bets ?? []).filter((bet) => bet.player === player).map((bet) => ({ box: box.box, bet })));
  const mains = bets.filter(({ bet }) => bet.kind === "main");
  if (mains.length) {
    const boxes = [...new Set(mains.map(({ box }) => box))];
    const first = boxes.map((box) => words.onBox(mains.filter((each) => each.box === box).reduce((sum, { bet }) => sum + bet.amount, 0), box)).join(" · ");
    return silent(first, bets.filter(({ bet }) => bet.kind !== "main").map(({ bet }) => t.blackjack.sideBet(spotName(bet), money(bet.amount))).join(" · "));
  }
  const settled = blackjackResults(view, player);
  if (!settled.length) return silent(words.place, words.placeHint);
  const details = stripSentences(settled);
  const net = netOf(settled);
  const line = `${leadOf(view, player)}${t.blackjack.say.net(`${net > 0 ? "+" : ""}${money(net)}`)}`;
  return { sentence: [line, details.join("\n")], spoken: over ? [...details, line].join(" ") : "" };
}

/** What decided the round, before the net: "Dealer busts." */
function leadOf(view: Resting, player: string): string {
  const played = view.boxes.some((box) => (box.hands ?? []).some((hand) => (hand.wagers ?? []).some((wager) => wager.player === player && wager.outcome === "won")));
  return played && view.dealer.length === 1 && view.dealer[0]!.total === "bust" ? `${t.blackjack.say.dealerBustsShort} ` : "";
}

/** "Your turn: 16 against 6", "First hand: 11 against 6". */
function turnSentence(view: Resting, box: Box, hand: Hand, player: string): string {
  const words = t.blackjack.say;
  const up = view.dealer[0]?.cards[0];
  const against = up ? (up[0] === "A" ? words.anAce : up[0] === "T" ? "10" : /[JQK]/.test(up[0]!) ? cardShort(up) : up[0]!) : "";
  const hands = box.hands ?? [];
  const boxes = view.boxes.filter((each) => each.decides === player && (each.hands ?? []).length);
  const which = hands.length > 1 ? words.hand(hands.indexOf(hand)) : "";
  const where = boxes.length > 1 ? (which ? words.boxHand(box.box, which) : t.blackjack.box(box.box)) : which;
  return where ? words.yourTurnOn(where, hand.total, against) : words.yourTurn(hand.total, against);
}

function offer(view: Resting, kind: string, box: number, player: string): Ending {
  const words = t.blackjack.say;
  const several = view.question!.asked.filter(([name]) => name === player).length > 1 ? ` ${t.blackjack.box(box)}` : "";
  if (kind === "insurance") return spoken(`${words.insurance}${several}`, words.insuranceHint);
  if (kind === "follow") return spoken(`${words.follow}${several}`);
  if (kind === "prize") return spoken(`${words.prize}${several}`);
  if (kind === "exposed") return spoken(words.exposedCard(view.question!.card ? cardShort(view.question!.card) : ""));
  if (kind === "cut") return spoken(words.cut);
  const at = view.boxes.find((each) => each.box === box);
  const hand = at && turnOf(at);
  return at && hand ? spoken(turnSentence(view, at, hand, player)) : silent("");
}
