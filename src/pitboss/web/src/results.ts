/** Results of a round in words: one sentence per settled wager, then the net. Pure functions of the views. */
import type { Hand, Scene, Wager } from "./blackjack/types";
import { money } from "./money";
import { plain } from "./plain";
import { positionName } from "./roulette/positions";
import type { View } from "./roulette/types";

/** A settled wager: what it is called, its net result in cents, and why. */
export interface Settled {
  name: string;
  net: number;
  /** A win pays nothing where the float has no chip for so little. */
  won: boolean;
  reason: string;
  clauses: readonly string[];
}

/** "Main bet won $25 (dealer busts)." */
export function resultSentence({ name, net, won, reason }: Settled): string {
  const outcome = net || won ? `${won ? "won" : "lost"} ${money(Math.abs(net))}` : "returned";
  return `${name} ${outcome}${reason && ` (${reason})`}.`;
}

export function netOf(settled: readonly Settled[]): number {
  return settled.reduce((sum, { net }) => sum + net, 0);
}

/** "Net +$25.", where there is more than one wager to add up. */
export function netSentence(settled: readonly Settled[]): string {
  const net = netOf(settled);
  return settled.length > 1 ? `Net ${net > 0 ? "+" : ""}${money(net)}.` : "";
}

function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

// --- blackjack ---------------------------------------------------------------------------------------------------

const NAMES: Record<string, string> = { main: "Main bet", double: "Double", insurance: "Insurance", ante: "Ante" };

function kindName(kind: string): string {
  return NAMES[kind] ?? `${capital(plain(kind))} bet`;
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
    const where = [boxesPlayed > 1 && `box ${box.box}`, several && `hand ${1 + (box.hands ?? []).indexOf(hand!)}`, spots > 1 && NAMES[wager.kind] && `spot ${wager.spot ?? 1}`].filter(Boolean);
    const name = kindName(wager.kind) + (where.length ? ` on ${where.join(", ")}` : "");
    const net = wager.result!;
    return { name, net, won: net > 0 || (!net && WINS.includes(wager.outcome ?? "")), reason: reasonOf(wager, hand, dealer[(wager.spot ?? 1) - 1]), clauses: wager.clauses ?? [] };
  });
}

const WINS = ["won", "blackjack", "even_money"];

/** Why a wager ended as it did. Only facts: a 21 or a hand of five cards may have won before the dealer drew. */
function reasonOf(wager: Wager, hand: Hand | undefined, dealer: Hand | undefined): string {
  const outcome = wager.outcome ?? "";
  if (wager.kind === "insurance" && INSURANCE[outcome]) return INSURANCE[outcome];
  if (hand && dealer && (outcome === "won" || outcome === "lost" || outcome === "stand_off")) return comparison(outcome, hand, dealer);
  if (outcome === "won" || outcome === "lost") return "";
  if (wager.kind.endsWith("sevens") && /^(one|two|three)/.test(outcome)) return `${plain(outcome)} seven${outcome === "one" ? "" : "s"}`;
  return REASONS[outcome] ?? plain(outcome);
}

const INSURANCE: Record<string, string> = { won: "dealer has blackjack", lost: "dealer has no blackjack", consolidated: "paid with the blackjack" };
const REASONS: Record<string, string> = { returned: "dealer has blackjack", stand_off: "stand-off", consolidated: "insured blackjack, paid 1 to 1" };

function comparison(outcome: "won" | "lost" | "stand_off", hand: Hand, dealer: Hand): string {
  const [own, against] = [hand.total, dealer.total].map((total) => total.replace("soft ", ""));
  if (own === "bust") return "bust";
  if (outcome === "won" && own === "21") return "21";
  if (outcome === "won" && hand.cards.length >= 5) return `${own} in ${hand.cards.length} cards`;
  if (against === "bust") return outcome === "stand_off" ? "stand-off, dealer has 22" : "dealer busts";
  return `${outcome === "stand_off" ? "stand-off, " : ""}${own} against the dealer's ${against}`;
}

// --- roulette ----------------------------------------------------------------------------------------------------

/** The settled wagers of one player in the last spin, the winners first. */
export function rouletteResults({ settled, number, colour }: Pick<View, "settled" | "number" | "colour">, player: string): Settled[] {
  return settled
    .filter((wager) => wager.player === player && wager.result != null)
    .map((wager) => ({ name: capital(positionName(wager)), net: wager.result!, won: wager.result! > 0, reason: `${number} ${colour}`, clauses: wager.clauses ?? [] }))
    .sort((one, two) => two.net - one.net);
}
