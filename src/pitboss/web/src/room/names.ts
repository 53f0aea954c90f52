/** Names of wagers and values as people write them. */
import { plain } from "../plain";
import { t } from "../strings";

/** "Perfect Pairs" of perfect_pairs, "Over/Under 13" of over_under_13. */
export function wagerName(name: string): string {
  return t.room.wager(
    plain(name)
      .replace(/\b[a-z]/g, (letter) => letter.toUpperCase())
      .replace("Over Under", "Over/Under"),
  );
}
