/** How the messages of a tournament become the scene of one of its tables: events, their time and words, and the sentence at rest. */
import type { Schemas } from "../api";
import { endingOf, silent, spoken, type Ending } from "../blackjack/endings";
import type { Pace } from "../blackjack/scene/film";
import type { Scene } from "../blackjack/scene/model";
import type { Source } from "../blackjack/staging";
import { logEntries, type LogEntry } from "../live";
import { money } from "../money";
import { blackjackResults, netOf, stripSentences } from "../results";
import { t } from "../strings";
import { tournamentWords } from "../strings/tournament";
import { chipsOf, emptyTable, entriesIn, foldEvent, rankOf, stageLine, tableShown } from "./standing";
import type { Card, CupTableView, View, You } from "./types";

type EventInfo = Schemas["EventInfo"];

/** Events of one table whose cards and chips lie elsewhere. */
function isElsewhere(event: EventInfo, table: number): boolean {
  const { table: at } = (event.fields ?? {}) as { table?: number };
  return at !== undefined && at !== table;
}

/** Tournament events that matter at every table. */
const EVERYWHERE = /^(Session(Began|Ended)|PlayerEliminated|PlayoffDue|ChipsTallied|TimeCalled)$/;

/** The events that are shown and logged at a table, without the table's name before them. */
export function entriesAt(updates: Schemas["Update"][], table: number): LogEntry[] {
  return logEntries(updates)
    .filter(({ event }) => !isElsewhere(event, table) || EVERYWHERE.test(event.type))
    .map(({ key, event }) => ({ key, event: isElsewhere(event, table) ? event : { ...event, text: event.text.replace(`table ${table}: `, "") } }));
}

/** Milliseconds for which a finished round is seen before the first bet of the next. */
const LINGER = 1600;
const PACES: Record<string, Pace> = {
  PlayerEliminated: { before: 0, after: 900 },
  PlayerDisqualified: { before: 0, after: 900 },
  SessionBegan: { before: 0, after: 700 },
  SessionEnded: { before: 300, after: 700 },
  PlayoffDue: { before: 0, after: 900 },
  ChipsTallied: { before: LINGER, after: 700 },
  PlaceTaken: { before: 0, after: 600 },
  PrizePaid: { before: 0, after: 700 },
};

/** Nothing that happens elsewhere holds up a table. */
const AT_ONCE: Pace = { before: 0, after: 0 };

export function paceOf(event: EventInfo, scene: Scene, player: string, table: number): Pace | undefined {
  if (isElsewhere(event, table)) return AT_ONCE;
  const { player: who } = (event.fields ?? {}) as { player?: string };
  const first = scene.dealer.length > 0 && scene.boxes.every(({ bets }) => !bets.length);
  if (event.type === "BetPlaced" && who !== player) return { before: first ? LINGER : 120, after: 240 };
  return PACES[event.type];
}

function sentenceOf(event: EventInfo, player: string): string {
  const words = tournamentWords.say;
  const { player: name = "", players = [], amount = 0, place = 0 } = (event.fields ?? {}) as { player?: string; players?: string[]; amount?: number; place?: number };
  switch (event.type) {
    case "BetPlaced":
      return name === player ? words.youBet(amount) : words.hasBet(name, amount);
    case "PlayerEliminated":
      return words.eliminated(name);
    case "PlayerShort":
      return words.short(name);
    case "PlayerDisqualified":
      return words.disqualified(name);
    case "PlayoffDue":
      return words.playoffDue(tournamentWords.and(players));
    case "QualifierTold":
      return words.goesOn(name);
    case "PlaceTaken":
      return name === player ? words.youTake(place) : words.place(name, place);
    case "PrizePaid":
      return name === player ? words.youWin(amount) : words.prize(name, amount);
    case "ChipsTallied":
      return words.counting;
    case "TimeCalled":
      return words.timeUp;
    default:
      return "";
  }
}

/** Events that do not hold up the controls. */
const QUICK = /^(Bet|Seat|Entry|Applicant|Player(Joined|Left|Late)|Purse|Limits|Seed|Procedure|Marker|Round(Counted)|StillIn|Director|Writing|Shoe|OutcomeAwaited)/;

export function sourceOf(player: string, chosen: number, card: Card | null, view: View | null): Source<Card, View> {
  const shown = (now: View) => tableShown(now, player, chosen);
  const number = (view && shown(view)?.number) ?? 0;
  return {
    key: String(number),
    drawn: (now, rules) => shown(now) ?? emptyTable(rules),
    entries: (updates) => entriesAt(updates, number),
    balance: ({ view: now }) => chipsInHand(now, player),
    ending: ({ view: now, you, card: rules }, who, over) => cupEnding((rules ?? card)!, now, shown(now), you, who, over),
    holds: ({ type }) => !QUICK.test(type),
    beside: (from, to) => {
      const here = number || (shown(to)?.number ?? 0); // with the first session of a player comes the table
      return {
        from,
        to,
        fold: (state, event) => foldEvent(state as View, event, to),
        pace: (event, scene) => paceOf(event, scene, player, here),
        sentence: (event) => (isElsewhere(event, here) ? "" : sentenceOf(event, player)),
      };
    },
  };
}

/** A player's chips that are not on the felt. Once the chips of a session are handed in, its last count stands. */
function chipsInHand(view: View, player: string): number {
  const entry = view.entries.find((each) => each.player === player);
  return (chipsOf(view).get(player) ?? entry?.chips ?? 0) - (entry?.lying ?? 0);
}

// --- the sentence at rest -----------------------------------------------------------------------------------------

/** What a player reads when nothing moves: what is due, whose bet is next, how the round ended, who has won. */
export function cupEnding(card: Card, view: View, table: CupTableView | undefined, you: You, player: string, over: boolean): Ending {
  const words = tournamentWords.say;
  const entry = view.entries.find((each) => each.player === player);
  if (view.phase === "cancelled") return spoken(words.cancelled, words.cancelledHint);
  if (view.phase === "entry") return beforeStart(card, view, !!entry);
  if (view.phase === "over") return finished(view, player);
  if (view.director_away && view.phase === "between") return silent(words.directorAway);
  if (view.phase === "between" || !table) return between(view, player, !!entry);
  if (table.awaited) return silent(t.blackjack.say.waitFor(table.awaited));
  if (table.playoff_due.length && !table.running) return silent(words.playoffDue(tournamentWords.and(table.playoff_due)), stageLine(view, table));
  const result = table.phase === "betting" ? resultOf(card, view, table, player, over) : null;
  if (!table.running) return result ?? silent(words.sessionOver, words.counting);
  if (table.phase !== "betting") return endingOf(table, you, player, over);
  return result ?? toBet(card, view, table, player);
}

function beforeStart(card: Card, view: View, entered: boolean): Ending {
  const words = tournamentWords.say;
  const count = entriesIn(view).length;
  const [unit, length] = card.session;
  const goal = words.goal(card.chips, tournamentWords.terms.units[unit]?.(length) ?? unit);
  const missing = count < card.min_players ? words.needed(count, card.min_players) : words.startsSoon(count);
  return entered ? silent(words.entered, missing) : silent(words.entries, goal);
}

function finished(view: View, player: string): Ending {
  const words = tournamentWords.say;
  const own = view.entries.find((each) => each.player === player && each.place);
  const [first, ...others] = view.entries.filter(({ place }) => place).sort((one, two) => (one.place ?? 0) - (two.place ?? 0));
  const winner = first ? words.winner(first.player, first.prize ?? 0) : tournamentWords.stages.over;
  if (own) return spoken(words.yourPlace(own.place ?? 0, own.prize ?? 0), own === first ? "" : winner);
  return spoken(winner, others.length ? words.runners(tournamentWords.and(others.slice(0, 2).map((each) => each.player))) : "");
}

function between(view: View, player: string, entered: boolean): Ending {
  const words = tournamentWords.say;
  const names = words.goOn(tournamentWords.and(view.qualified));
  if (!entered) return silent(names);
  return spoken(view.qualified.includes(player) ? words.youGoOn : words.youDoNot, names);
}

/** The result of the player's last round, until the next bet is made. */
function resultOf(card: Card, view: View, table: CupTableView, player: string, over: boolean): Ending | null {
  if (table.boxes.some((box) => (box.bets ?? []).length) || (table.running && table.to_bet[0] === player)) return null;
  const settled = blackjackResults(table, player);
  if (!settled.length) return null;
  const net = netOf(settled);
  const rank = rankOf(view, card, player);
  const details = stripSentences(settled);
  const line = [t.blackjack.say.net(`${net > 0 ? "+" : ""}${money(net)}`), rank && tournamentWords.say.youAre(rank.rank, rank.of)].filter(Boolean).join(" ");
  return { sentence: [line, details.join("\n")], spoken: over ? [...details, line].join(" ") : "" };
}

function toBet(card: Card, view: View, table: CupTableView, player: string): Ending {
  const words = tournamentWords.say;
  const rank = rankOf(view, card, player);
  const standing = rank ? words.youHave(rank.chips, words.rank(rank.rank, rank.of)) : "";
  const entry = view.entries.find((each) => each.player === player);
  const [next] = table.to_bet;
  if (view.director_away) return silent(words.directorAway);
  if (!next) return silent(words.dealNext, standing);
  const settled = blackjackResults(table, player);
  const last = settled.length ? words.lastRound(netOf(settled)) : "";
  if (next === player) return spoken(words.yourBet, [last, stageLine(view, table), last ? "" : tournamentWords.limits(table.minimum, table.maximum), rank && words.rank(rank.rank, rank.of)].filter(Boolean).join(" · "));
  const away = table.to_bet.indexOf(player);
  if (away > 0) return silent(words.bets(next), words.ahead(away));
  if (entry?.status === "out") return silent(words.out, words.outHint);
  return silent(words.bets(next), standing);
}
