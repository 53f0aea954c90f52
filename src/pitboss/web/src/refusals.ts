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

/** "You have $0, not $10" of "ann has 0 and not 10", where ann reads it. */
export function personally(message: string, player: string): string {
  const own = player && message.startsWith(`${player} has `) ? `You have${message.slice(player.length + 4)}` : message;
  const text = /^You have (chips for )?[\d.]+($| and (not|needs) |, which does not cover | in the wallet )/.test(own) ? own.replace(/\d[\d.]*/g, "$$$&").replace(" and not", ", not").replace(" and needs", " and need") : own;
  return text.slice(0, 1).toUpperCase() + text.slice(1);
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
