/** Results of a round in words: one sentence per settled wager, then the net. Pure functions of the views. */
import type { Hand, Scene, Wager } from "./blackjack/types";
import { plain } from "./plain";
import { positionName } from "./roulette/positions";
import type { View } from "./roulette/types";
import { t } from "./strings";

const words = t.results;

/** Where a wager is, if its player has several boxes, hands or spots. */
interface Place {
  word: "box" | "hand" | "spot";
  number: number;
}

/** A settled wager: what it is called, its net result in cents, and why. */
export interface Settled {
  name: string;
  /** What it is called without its place. */
  kind?: string;
  where?: readonly Place[];
  /** Main bet and double of a hand have the same; "Hand 1" says enough of them. */
  hand?: string;
  net: number;
  /** A win pays nothing where the float has no chip for so little. */
  won: boolean;
  reason: string;
  clauses: readonly string[];
}

/** "Main bet won $25 (dealer busts)."; of several wagers that ended alike the amount is that of each. */
export function resultSentence({ name, net, won, reason }: Settled, count = 1): string {
  if (!net && !won) return words.sentence(name, words.returned, reason);
  const outcome = (won ? words.won : words.lost)(Math.abs(net));
  return words.sentence(name, count > 1 ? words.each(outcome) : outcome, reason);
}

/** The sentences of a round; wagers of which the same is to be said share one: "Hands 1 and 2 won $25 each (dealer busts)." */
function groupSentences(settled: readonly Settled[]): string[] {
  const groups = Map.groupBy(settled, ({ won, net, reason }) => `${won} ${net} ${reason}`);
  return [...groups.values()].map((alike) => resultSentence({ ...alike[0]!, name: namesOf(alike) }, alike.length));
}

/** Letters for the results in the strip: what has room on a phone. */
const ROOM = 96;

/** The sentences of a round for the strip: without reasons where these have no room, or as sums. All is in the sheet of results. */
export function stripSentences(settled: readonly Settled[]): string[] {
  const hands = joined(settled);
  const forms = [groupSentences(hands), groupSentences(hands.map((each) => ({ ...each, reason: "" }))), sumSentences(hands)];
  return forms.find((lines) => lines.join(" ").length <= ROOM) ?? forms.at(-1)!;
}

/** Takes the main bet and the double of a hand together if they ended alike. */
function joined(settled: readonly Settled[]): Settled[] {
  const ended = ({ won, net, reason }: Settled) => `${won} ${Math.sign(net)} ${reason}`;
  const alike = (hand: string) => new Set(settled.filter((each) => each.hand === hand).map(ended)).size === 1;
  const hands = Map.groupBy(settled, (each) => (each.hand && alike(each.hand) ? each.hand : each));
  return [...hands.entries()].map(([hand, all]) => {
    const first = all[0]!;
    if (typeof hand !== "string") return first;
    const name = all.length > 1 ? words.doubledHand : first.kind!;
    return { ...first, net: netOf(all), name: first.where?.length ? capital(placeOf(first.where)) : name, kind: first.where?.length ? "" : name };
  });
}

/** "Won $20 on 3 bets.", "Lost $5 on 1 bet.", "2 bets returned." */
function sumSentences(settled: readonly Settled[]): string[] {
  const [won, lost, back] = [settled.filter((each) => each.won), settled.filter(({ net }) => net < 0), settled.filter(({ won, net }) => !won && !net)];
  return [won.length && words.wonOn(netOf(won), won.length), lost.length && words.lostOn(-netOf(lost), lost.length), back.length && words.returnedBets(back.length)].filter((line) => line !== 0);
}

/** The names of wagers in one list, those of one kind by their numbers: "Spots 1 and 3", "Pair bet on boxes 1 and 2". */
function namesOf(settled: readonly Settled[]): string {
  const kinds = Map.groupBy(settled, (each) => (each.where?.length === 1 ? `${each.kind} ${each.where[0]!.word}` : each));
  const names = [...kinds.values()].map((alike) => {
    const { name, kind, where } = alike[0]!;
    if (alike.length === 1) return name;
    const places = words.places[where![0]!.word](words.and(alike.map((each) => String(each.where![0]!.number))));
    return kind ? words.on(kind, places) : capital(places);
  });
  return words.and(names);
}

function placeOf(where: readonly Place[]): string {
  return where.map(({ word, number }) => words[word](number)).join(", ");
}

export function netOf(settled: readonly Settled[]): number {
  return settled.reduce((sum, { net }) => sum + net, 0);
}

/** "Net +$25.", where there is more than one wager to add up. */
export function netSentence(settled: readonly Settled[]): string {
  const net = netOf(settled);
  return settled.length > 1 ? words.net(net) : "";
}

function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

// --- blackjack ---------------------------------------------------------------------------------------------------

function kindName(kind: string): string {
  return words.kinds[kind] ?? words.sideBet(kind);
}

/** The settled wagers of one player in the round on the table, box by box. */
export function blackjackResults({ boxes, dealer }: Scene, player: string): Settled[] {
  const owns = (wager: Wager) => wager.player === player && wager.result != null;
  const found = boxes.flatMap((box) => {
    const hands = box.hands ?? [];
    const onHands = hands.flatMap((hand) => (hand.wagers ?? []).filter(owns).map((wager) => ({ box, hand, wager, several: hands.length > 1 })));
    const onBox = (box.wagers ?? []).filter(owns).map((wager) => ({ box, hand: undefined, wager, several: false }));
    return [...onHands, ...onBox];
  });
  const boxesPlayed = new Set(found.map(({ box }) => box)).size;
  const spots = new Set(found.map(({ wager }) => wager.spot ?? 1)).size;
  return found.map(({ box, hand, wager, several }) => {
    const nth = (box.hands ?? []).indexOf(hand!);
    const spot = wager.spot ?? 1;
    const where: Place[] = [
      ...(boxesPlayed > 1 ? [{ word: "box" as const, number: box.box }] : []),
      ...(several ? [{ word: "hand" as const, number: 1 + nth }] : []),
      ...(spots > 1 && words.kinds[wager.kind] ? [{ word: "spot" as const, number: spot }] : []),
    ];
    const kind = kindName(wager.kind);
    const net = wager.result!;
    return {
      name: where.length ? words.on(kind, placeOf(where)) : kind,
      kind,
      where,
      hand: hand && STAKES.includes(wager.kind) ? `${box.box} ${nth} ${spot}` : undefined,
      net,
      won: net > 0 || (!net && WINS.includes(wager.outcome ?? "")),
      reason: reasonOf(wager, hand, dealer[spot - 1]),
      clauses: wager.clauses ?? [],
    };
  });
}

/** Wagers on a hand itself. */
const STAKES = ["main", "double"];
const WINS = ["won", "blackjack", "even_money"];

/** Why a wager ended as it did. Only facts: a 21 or a hand of five cards may have won before the dealer drew. */
function reasonOf(wager: Wager, hand: Hand | undefined, dealer: Hand | undefined): string {
  const outcome = wager.outcome ?? "";
  if (wager.kind === "insurance" && words.insurance[outcome]) return words.insurance[outcome];
  if (hand && dealer && (outcome === "won" || outcome === "lost" || outcome === "stand_off")) return comparison(outcome, hand, dealer);
  if (outcome === "won" || outcome === "lost") return "";
  if (wager.kind.endsWith("sevens") && /^(one|two|three)/.test(outcome)) return words.sevens(plain(outcome));
  return words.reasons[outcome] ?? words.outcome(outcome);
}

function comparison(outcome: "won" | "lost" | "stand_off", hand: Hand, dealer: Hand): string {
  const [own, against] = [hand.total, dealer.total].map((total) => total.replace("soft ", ""));
  if (own === "bust") return words.bust;
  if (outcome === "won" && own === "21") return "21";
  if (outcome === "won" && hand.cards.length >= 5) return words.inCards(own!, hand.cards.length);
  if (against === "bust") return outcome === "stand_off" ? words.dealerHas22 : words.dealerBusts;
  return words.against(own!, against!, outcome === "stand_off");
}

// --- roulette ----------------------------------------------------------------------------------------------------

/** The settled wagers of one player in the last spin, the winners first. */
export function rouletteResults({ settled, number, colour }: Pick<View, "settled" | "number" | "colour">, player: string): Settled[] {
  return settled
    .filter((wager) => wager.player === player && wager.result != null)
    .map((wager) => ({ name: capital(positionName(wager)), net: wager.result!, won: wager.result! > 0, reason: words.number(number, colour), clauses: wager.clauses ?? [] }))
    .sort((one, two) => two.net - one.net);
}
