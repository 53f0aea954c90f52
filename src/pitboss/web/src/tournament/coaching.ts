/** What the coach of a tournament asks the analyser: what each wager is worth to the player whose turn it is to bet. */
import type { Schemas } from "../api";
import { tournamentWords } from "../strings/tournament";
import { chipsOf } from "./standing";
import type { Card, CupTableView, View } from "./types";

export type WagerRequest = Schemas["WagerAdviceRequest"];
export type WagerAnswer = Schemas["WagerAdvice"];

/** Players at the table that the analyser solves, and the last rounds for two of them. */
const MOST_PLAYERS = 4;
const ROUNDS_OF_TWO = 2;

/** The question about the player's pending bet; a reason why it is not rated; nothing where no bet is pending. */
export function wagerRequest(card: Card, view: View, table: CupTableView | undefined, player: string): WagerRequest | string {
  const words = tournamentWords.coach;
  if (!table?.running || table.phase !== "betting" || table.to_bet[0] !== player) return "";
  if (table.playoff || table.unit !== "rounds") return words.untimed;
  const held = chipsOf(view);
  const boxes = table.boxes.filter(({ seat }) => seat && held.get(seat) && !table.went_out.includes(seat));
  const players = boxes.map(({ seat }) => seat);
  const rounds = table.count - table.rounds;
  if (players.length > MOST_PLAYERS || rounds > (players.length === 2 ? ROUNDS_OF_TWO : 1)) return words.later;
  const places = view.final ? 1 : Math.min(card.advance, players.length - 1);
  const placed = table.order.slice(0, table.order.length - table.to_bet.length);
  const chips = players.map((name) => held.get(name)!);
  return {
    rulebook: card.rulebook,
    choices: card.choices,
    limits: `${table.minimum / 100}-${(table.maximum || Math.max(...chips)) / 100}`,
    chips,
    order: table.order.map((name) => players.indexOf(name) + 1),
    placed: placed.map((name) => (boxes.find(({ seat }) => seat === name)?.bets ?? []).reduce((sum, bet) => sum + bet.amount, 0)),
    prizes: view.final && card.prizes.length ? card.prizes.slice(0, players.length) : Array<number>(places).fill(1),
    rounds,
    wager: 0,
  };
}

/** Whether the places are worth money rather than a place in the next session. */
const isPaid = (request: WagerRequest) => Math.max(...(request.prizes ?? [])) > 1;

/** Before the bet: the best wager, its value, and those of some others. */
export function adviseWager(request: WagerRequest, { wager, value, wagers }: WagerAnswer): string {
  const words = tournamentWords.coach;
  const paid = isPaid(request);
  const others = wagers.filter((each) => each.wager !== wager);
  const some = [...new Set([0, 1, 2].map((nth) => Math.round((nth * (others.length - 1)) / 2)))].flatMap((at) => (others[at] ? [others[at]!] : []));
  return [words.best(wager, words.worth(value, paid)), some.map((other) => words.other(other.wager, words.worth(other.value, paid))).join(", ")].filter(Boolean).join(" ");
}

/** After the bet: what it was worth, and the best one if that is worth more. */
export function judgeWager(request: WagerRequest, did: number, answer: WagerAnswer): { text: string; mistake: boolean } | null {
  const words = tournamentWords.coach;
  const own = answer.wagers.find(({ wager }) => wager === did);
  if (!own) return null;
  const worth = (value: number) => words.worth(value, isPaid(request));
  const mistake = worth(own.value) !== worth(answer.value);
  return { mistake, text: mistake ? words.better(answer.wager, worth(answer.value), did, worth(own.value)) : words.wasBest(did, worth(own.value)) };
}
