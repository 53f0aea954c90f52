/** Results of a round in words: one sentence per settled wager, then the net. Pure functions of the views. */
import type { Hand, Scene, Wager } from "./blackjack/types";
import { plain } from "./plain";
import { positionName } from "./roulette/positions";
import type { View } from "./roulette/types";
import { t } from "./strings";

const words = t.results;

/** A settled wager: what it is called, its net result in cents, and why. */
export interface Settled {
  name: string;
  /** What it is called where it is the only wager on its hand: "Hand 1". */
  place?: string;
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

/** The sentences of a round; wagers of which the same is to be said share one: "Hand 1 and Hand 2 won $25 each (dealer busts)." */
export function resultSentences(settled: readonly Settled[]): string[] {
  const groups = Map.groupBy(settled, ({ won, net, reason }) => `${won} ${net} ${reason}`);
  return [...groups.values()].map((alike) => resultSentence({ ...alike[0]!, name: words.and(alike.map(({ name, place }) => place ?? name)) }, alike.length));
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
    const where = [boxesPlayed > 1 && words.box(box.box), several && words.hand(1 + (box.hands ?? []).indexOf(hand!)), spots > 1 && words.kinds[wager.kind] && words.spot(wager.spot ?? 1)].filter(Boolean);
    const name = where.length ? words.on(kindName(wager.kind), where.join(", ")) : kindName(wager.kind);
    const net = wager.result!;
    const alone = found.filter((each) => each.hand === hand && each.wager.spot === wager.spot && STAKES.includes(each.wager.kind)).length === 1;
    const place = where.length && hand && alone && STAKES.includes(wager.kind) ? capital(where.join(", ")) : undefined;
    return { name, place, net, won: net > 0 || (!net && WINS.includes(wager.outcome ?? "")), reason: reasonOf(wager, hand, dealer[(wager.spot ?? 1) - 1]), clauses: wager.clauses ?? [] };
  });
}

/** Wagers on a hand itself: of one alone the place says enough. */
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
