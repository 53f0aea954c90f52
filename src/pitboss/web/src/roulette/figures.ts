/** Figures for the player: what a wager covers and pays, the numbers that win most, hot and cold numbers. */
import { nameOf, type Position } from "./positions";

/** The factor of odds such as "35:1". */
export function odds(pays: string): number {
  const [win, on] = pays.split(":").map(Number);
  return win! / (on || 1);
}

/** "35 to 1" of "35:1". */
export const spokenOdds = (pays: string) => pays.replace(":", " to ");

interface Stake {
  kind: string;
  place: string;
  amount: number;
}

/** What is won in all on each number, stakes not counted. */
export function winsOn(stakes: readonly Stake[], positions: readonly (Position & { pays: string })[]): Map<number, number> {
  const byName = new Map(positions.map((position) => [nameOf(position), position]));
  const wins = new Map<number, number>();
  for (const stake of stakes) {
    const position = byName.get(nameOf(stake));
    if (!position) continue;
    for (const number of position.numbers) wins.set(number, (wins.get(number) ?? 0) + Math.floor(stake.amount * odds(position.pays)));
  }
  return wins;
}

/** The number that wins most, and how much; null without stakes. */
export function bestNumber(wins: ReadonlyMap<number, number>): { number: number; wins: number } | null {
  let best: { number: number; wins: number } | null = null;
  for (const [number, cents] of wins) if (!best || cents > best.wins || (cents === best.wins && number < best.number)) best = { number, wins: cents };
  return best;
}

export interface HotAndCold {
  /** The numbers that came most often, at least twice, with how often. */
  hot: { number: number; times: number }[];
  /** Numbers that did not come, or came longest ago, and in how many spins. */
  cold: number[];
  spins: number;
}

/** How many of each are named. */
const NAMED = 3;

/** Hot and cold among the last numbers, the latest first. Cold needs more spins than the wheel has numbers. */
export function hotAndCold(numbers: readonly number[], wheel: readonly number[]): HotAndCold {
  const times = new Map<number, number>();
  for (const number of numbers) times.set(number, (times.get(number) ?? 0) + 1);
  // of those that came as often, the one that came last
  const hot = [...times].filter(([, count]) => count > 1).sort((one, two) => two[1] - one[1]).slice(0, NAMED).map(([number, count]) => ({ number, times: count }));
  const since = (number: number) => (numbers.includes(number) ? numbers.indexOf(number) : Infinity);
  const absent = [...wheel].sort((one, two) => one - two).sort((one, two) => (since(two) > since(one) ? 1 : since(two) < since(one) ? -1 : 0));
  return { hot, cold: numbers.length > wheel.length ? absent.slice(0, NAMED) : [], spins: numbers.length };
}

/** The house edge in percent, if it is the same for every wager; empty otherwise. */
export function houseEdge(positions: readonly { numbers: readonly number[]; pays: string }[], pockets: number): string {
  const edges = new Set(positions.map(({ numbers, pays }) => (1 - (numbers.length * (odds(pays) + 1)) / pockets).toFixed(6)));
  return edges.size === 1 ? `${(Number([...edges][0]) * 100).toFixed(2)}%` : "";
}
