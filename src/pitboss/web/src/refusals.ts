/** Refusals in a player's words: no command notation, no third person. Pure functions. */
import { cents } from "./money";
import { t } from "./strings";

function nameOf(verb: string): string | undefined {
  return t.results.actions[verb] ?? t.results.commands[verb];
}

/** What a player pressed: "Hit" of `t2 hit 1`. */
export function commandName(words: string): string {
  return nameOf(words.replace(/^t\d+ /, "").split(" ")[0]!) ?? t.results.yourAction;
}

/** "You have $0, not $10" of "ann has 0 and not 10", where ann reads it; so for every objection of the message. */
export function personally(message: string, player: string): string {
  const text = message.split("; ").map((objection) => ownWords(objection, player)).join("; ");
  // names of wagers as they are read: "perfect pairs" of perfect_pairs
  return (text.slice(0, 1).toUpperCase() + text.slice(1)).replace(/\w+_\w+/g, (name) => name.replaceAll("_", " "));
}

/** Objections whose numbers are amounts of money, but for odds and the names of wagers. */
const OF_MONEY =
  /^(you have (chips for )?[\d.]+($| and (not|needs) |, which does not cover | in the wallet )|a wager (of|on|must) |wagers go in |the (posted maximum of|ante due is) |all wagers on a box together |insurance is |a win of |the wager on the second hand is |doubling adds |[\d.]+ (cannot be laid|paid at) )/i;

function ownWords(objection: string, player: string): string {
  const own = player && objection.startsWith(`${player} has `) ? `you have${objection.slice(player.length + 4)}` : objection;
  if (!OF_MONEY.test(own)) return own.replace(/^[\d.]+(?= on )/, "$$$&"); // "10 on straight 7": the position keeps its numbers
  return own.replace(/(?<![\w:.])\d+(\.\d+)?(?![\w:])/g, "$$$&").replace(" and not", ", not").replace(" and needs", " and need");
}

/** What a player can do instead, of lines like `ann: bet BOX 5-500`; lines of others and of no player are left out. */
export function alternatives(lines: readonly string[], player: string): string[] {
  const own = lines.filter((line) => line.startsWith(`${player}: `)).map((line) => line.slice(player.length + 2));
  return [...new Set(own.flatMap((line) => alternative(line) ?? []))];
}

function alternative(line: string): string | undefined {
  const [verb = "", , amounts = ""] = line.split(" ");
  const [least, most] = amounts.split("-").map(cents);
  return verb === "bet" && least != null && most != null ? t.results.betBetween(least, most) : nameOf(verb);
}
