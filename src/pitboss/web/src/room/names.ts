/** Names of wagers and values as people write them. */
import { plain } from "../plain";
import { t } from "../strings";

const GAMES = ["blackjack", "roulette", "tournament"];

/** The place of a game in lists: games from outside the package come last. */
export function gameRank(game: string): number {
  const rank = GAMES.indexOf(game);
  return rank < 0 ? GAMES.length : rank;
}

/** "Perfect Pairs" of perfect_pairs, "Over/Under 13" of over_under_13. */
export function wagerName(name: string): string {
  return t.room.wager(
    plain(name)
      .replace(/\b[a-z]/g, (letter) => letter.toUpperCase())
      .replace("Over Under", "Over/Under"),
  );
}
