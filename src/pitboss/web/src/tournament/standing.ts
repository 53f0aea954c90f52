/** Where a tournament stands: tables, ranks and chips, and how each event changes them. Pure functions of the views. */
import type { Schemas } from "../api";
import { tournamentWords } from "../strings/tournament";
import type { Card, CupTableView, View } from "./types";

type EventInfo = Schemas["EventInfo"];
type EntryView = View["entries"][number];

/** Entries that take part no more, or never did. */
const GONE = ["withdrawn", "refused"];

export function entriesIn(view: View): EntryView[] {
  return view.entries.filter(({ status }) => !GONE.includes(status));
}

/** The table that is shown: the chosen one, the player's own, or the first. */
export function tableShown(view: View, player: string, chosen: number): CupTableView | undefined {
  const own = view.entries.find((entry) => entry.player === player)?.table;
  return view.tables.find(({ number }) => number === chosen) ?? view.tables.find(({ number }) => number === own) ?? view.tables[0];
}

/** Between sessions players who have not qualified are out. */
function between(view: View, entry: EntryView): EntryView {
  return view.phase === "between" && entry.status === "entered" && !view.qualified.includes(entry.player) ? { ...entry, status: "out" } : entry;
}

/** The cloth before a session: every box is empty. */
export function emptyTable(card: Card): CupTableView {
  const boxes = Array.from({ length: card.boxes }, (_, nth) => ({ box: nth + 1, seat: "", decides: "", hands: [], wagers: [], bets: [], lammer: 0, maximum: 0, reserved_for: "" }));
  const [unit, count] = card.session;
  return {
    number: 0, running: false, playoff: false, marker: 0, order: [], to_bet: [], rounds: 0, unit, count, shoe: 0, time_up: false, vacant: false, ended_by: [], tallied: false,
    playoff_due: [], went_out: [], phase: "betting", round: 0, minimum: card.minimum, maximum: card.maximum, dealer: [], boxes, question: null, shoes: [], awaited: "",
  };
}

/** Where the tournament stands, in words. */
export function stageOf(view: View): string {
  const { stages } = tournamentWords;
  if (view.phase === "session") return view.final ? stages.final : stages.session(view.session);
  if (view.phase === "between") return stages.between(view.session);
  return view.phase === "over" ? stages.over : view.phase === "cancelled" ? stages.cancelled : stages.entry;
}

/** The round that is played, or the last. */
export function roundNow({ rounds, running, count, unit }: CupTableView): number {
  return unit === "rounds" ? Math.min(rounds + Number(running), count) : rounds + Number(running);
}

/** "Final · Round 2 of 8". */
export function stageLine(view: View, table: CupTableView | undefined): string {
  const words = tournamentWords;
  const stage = table?.playoff ? words.stages.playoff : stageOf(view);
  if (view.phase !== "session" || !table) return stage;
  const round = table.unit === "rounds" ? words.roundOf(roundNow(table), table.count) : words.roundOfTimed(roundNow(table));
  return [stage, round, table.time_up && table.running ? words.timeUp : "", table.running ? "" : words.ended].filter(Boolean).join(" · ");
}

/** Chips by player, wagers included. */
export function chipsOf(view: View): Map<string, number> {
  return new Map(view.leaders as [string, number][]);
}

export interface Row {
  entry: EntryView;
  rank: number;
  chips: number | null;
  /** What lies on the felt for the round. */
  bet: number;
  next: boolean;
  first: boolean;
  /** What the rank is worth now, or was worth at the end. */
  worth: string;
}

export interface Group {
  table: number;
  rows: Row[];
}

/** The standings: by table while several play, and by place at the end. Players with as many chips share a rank. */
export function standingsOf(view: View, card: Card, money: (cents: number) => string, player = ""): Group[] {
  const chips = chipsOf(view);
  const entries = entriesIn(view);
  const placed = entries.some(({ place }) => place);
  const numbers = placed || view.tables.length < 2 ? [0] : view.tables.map(({ number }) => number);
  const groups = numbers.map((number) => ({ table: number, entries: entries.filter((entry) => !number || entry.table === number) }));
  const rest = entries.filter((entry) => !groups.some((group) => group.entries.includes(entry)));
  if (rest.length) groups.push({ table: 0, entries: rest });
  return groups.map(({ table, entries: here }) => ({ table, rows: rowsOf(here) }));

  function rowsOf(here: EntryView[]): Row[] {
    const rows = here.map((entry) => rowOf(entry, here));
    const alone = (row: Row) => rows.filter(({ rank }) => rank === row.rank).length === 1;
    // a shared rank is worth nothing before a play-off or the end decides
    return rows.map((row) => (placed || alone(row) ? row : { ...row, worth: "" })).sort((one, two) => order(one, two, player));
  }

  function rowOf(listed: EntryView, here: EntryView[]): Row {
    const entry = between(view, listed);
    const held = chips.get(entry.player) ?? null;
    const ahead = (other: EntryView) => stands(other) && (chips.get(other.player) ?? 0) > (held ?? 0);
    const rank = entry.place || (held !== null && stands(entry) ? 1 + here.filter(ahead).length : 0);
    const table = view.tables.find(({ number }) => number === entry.table);
    const box = table?.boxes.find(({ seat }) => seat === entry.player);
    const bet = (box?.bets ?? []).reduce((sum, wager) => sum + wager.amount, 0);
    const betting = !!table?.running && table.phase === "betting";
    return { entry, rank, chips: held, bet, next: betting && table.to_bet[0] === entry.player, first: !!table?.running && !!box && table.marker === box.box, worth: worthOf(entry, rank) };
  }
  function worthOf(entry: EntryView, rank: number): string {
    if (placed) return entry.prize ? money(entry.prize) : "";
    if (!rank || entry.status === "qualified") return "";
    if (view.final) return card.prizes[rank - 1] ? money(card.prizes[rank - 1]!) : !card.prizes.length && rank === 1 ? money(view.pool) : "";
    return rank <= card.advance ? tournamentWords.goesOn : rank <= card.advance + card.alternates ? tournamentWords.reserve : "";
  }
}

function stands({ status }: EntryView): boolean {
  return status !== "out" && status !== "disqualified";
}

function order(one: Row, two: Row, player: string): number {
  return (one.rank || 999) - (two.rank || 999) || (two.chips ?? -1) - (one.chips ?? -1) || Number(two.entry.player === player) - Number(one.entry.player === player) || one.entry.player.localeCompare(two.entry.player);
}

/** A player's rank among those who are still in at the same table. */
export function rankOf(view: View, card: Card, player: string): { rank: number; of: number; chips: number } | null {
  const group = standingsOf(view, card, String).find(({ rows }) => rows.some(({ entry }) => entry.player === player));
  const row = group?.rows.find(({ entry }) => entry.player === player);
  if (!group || !row?.rank || row.chips === null) return null;
  return { rank: row.rank, of: group.rows.filter(({ chips }) => chips !== null).length, chips: row.chips };
}

// --- events -------------------------------------------------------------------------------------------------------

interface Fields {
  table?: number;
  player?: string;
  players?: string[];
  net?: number;
  box?: number;
  place?: number;
  amount?: number;
  reason?: string;
  stack?: number;
  playoff?: boolean;
}

const withTable = (view: View, number: number | undefined, change: (table: CupTableView) => CupTableView): View => ({ ...view, tables: view.tables.map((table) => (table.number === number ? change(table) : table)) });
const withEntry = (view: View, player: string | undefined, change: Partial<EntryView>): View => ({ ...view, entries: view.entries.map((entry) => (entry.player === player ? { ...entry, ...change } : entry)) });
const withChips = (view: View, player: string | undefined, change: (chips: number) => number): View => ({ ...view, leaders: view.leaders.map(([name, chips]) => [name, name === player ? change(chips) : chips]) });

type Fold = (view: View, fields: Fields, goal: View) => View;

const FOLDS: Record<string, Fold> = {
  EntryAccepted: (view, { player }, goal) => ({ ...view, pool: goal.pool, entries: [...view.entries.filter((entry) => entry.player !== player), ...goal.entries.filter((entry) => entry.player === player)] }),
  SessionBegan: begin,
  BetPlaced: (view, { table, player = "", box, amount = 0 }) =>
    withTable(view, table, (each) => {
      const bet = { player, kind: "main", spot: 1, amount, result: null, outcome: "", clauses: [] };
      return { ...each, to_bet: each.to_bet.filter((name) => name !== player), boxes: each.boxes.map((one) => (one.box === box ? { ...one, bets: [bet] } : one)) };
    }),
  RoundBegan: (view, { table }) => withTable(view, table, (each) => ({ ...each, phase: "play" })),
  WagerSettled: (view, { player, net = 0 }) => withChips(view, player, (chips) => chips + net),
  RoundEnded: (view, { table }, goal) => {
    const order = goal.tables.find(({ number }) => number === table)?.order ?? [];
    return withTable(view, table, (each) => ({ ...each, phase: "betting", order, to_bet: order, boxes: each.boxes.map((box) => ({ ...box, bets: [] })) }));
  },
  MarkerPlaced: (view, { table, box = 0 }) => withTable(view, table, (each) => ({ ...each, marker: box })),
  RoundCounted: (view, { table }) => withTable(view, table, (each) => ({ ...each, rounds: each.rounds + 1 })),
  PlayerEliminated: (view, { table, player = "" }) => withTable(withEntry(view, player, { status: "out" }), table, (each) => ({ ...each, went_out: [...each.went_out, player] })),
  PlayerDisqualified: (view, { player, reason }) => withEntry(view, player, { status: "disqualified", reason }),
  TimeCalled: (view, { table }) => withTable(view, table, (each) => ({ ...each, time_up: true })),
  SessionEnded: (view, { table }) => withTable(view, table, (each) => ({ ...each, running: false })),
  PlayoffDue: (view, { table, players = [] }) => withTable(view, table, (each) => ({ ...each, playoff_due: players })),
  QualifierTold: (view, { player }) => withEntry(view, player, { status: "qualified" }),
  PlaceTaken: (view, { player, place = 0 }) => withEntry(view, player, { place }),
  PrizePaid: (view, { player, amount = 0 }) => withEntry(view, player, { prize: amount }),
};

/** A session begins with fresh chips for every player at the table, and without bets. */
function begin(view: View, { table = 0, players = [], stack = 0 }: Fields, goal: View): View {
  const fresh = goal.tables.filter(({ number }) => number === table).map((each): CupTableView => ({ ...each, rounds: 0, running: true, tallied: false, phase: "betting", to_bet: each.order, boxes: each.boxes.map((box) => ({ ...box, bets: [], hands: [], wagers: [] })) }));
  // tables of an earlier session are cleared with the first that begins
  const others = view.session === goal.session ? view.tables.filter(({ number }) => number !== table) : [];
  const leaders = view.session === goal.session ? view.leaders.filter(([name]) => !players.includes(name)) : [];
  const entries = view.entries.map((entry) => (players.includes(entry.player) ? { ...entry, status: "playing", table, box: fresh[0]?.boxes.find(({ seat }) => seat === entry.player)?.box ?? entry.box } : entry));
  return { ...view, phase: "session", session: goal.session, final: goal.final, entries, tables: [...others, ...fresh].sort((one, two) => one.number - two.number), leaders: [...leaders, ...players.map((name): [string, number] => [name, stack])] };
}

/** The view after an event, on the way to a later view. */
export function foldEvent(view: View, event: EventInfo, goal: View): View {
  return FOLDS[event.type]?.(view, (event.fields ?? {}) as Fields, goal) ?? view;
}
