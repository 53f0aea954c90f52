/**
 * Verifies every published seed of a watched table as soon as it is published. A spin is verified from the messages that this
 * page received itself; a shoe has face-down cards, so its record is fetched once it is published.
 */
import { get } from "./api";
import { BEACON, faultOf, type FairRecord } from "./fair";
import { verified } from "./verified";

interface Event {
  type: string;
  fields?: Record<string, unknown>;
}
interface Message {
  view: unknown;
  you: unknown;
  updates: { version: number; events?: Event[] }[];
}

/** What the messages of a table tell of its seeds. */
class Book {
  commitments = new Map<string, string>();
  committed = new Map<string, Map<string, string>>();
  asked = new Map<string, string[]>();
  added = new Map<string, [string, string][]>();
  revealed = new Map<string, Map<string, string>>();
  leftOut = new Map<string, string[]>();
  /** The version up to which updates were followed: none is counted twice after a reconnect. */
  version = -1;
  number = -1;

  /** Forgets a seed that is verified. */
  drop(name: string): void {
    for (const known of [this.commitments, this.committed, this.asked, this.added, this.revealed, this.leftOut]) known.delete(name);
  }
}
const books = new Map<string, Book>();

/** Follows a message of a table. */
export function follow(table: string, message: Message): void {
  if (!("subtle" in crypto)) return;
  let book = books.get(table);
  if (!book) books.set(table, (book = new Book()));
  const name = (message.you as { name?: string } | null)?.name ?? "";
  for (const update of message.updates) {
    if (update.version <= book.version) continue;
    book.version = update.version;
    for (const event of update.events ?? []) followEvent(table, book, event, name);
  }
  for (const [seed, commitment] of (message.view as { seeds?: [string, string][] }).seeds ?? []) if (!book.commitments.has(seed)) book.commitments.set(seed, commitment);
}

function followEvent(table: string, book: Book, { type, fields = {} }: Event, me: string): void {
  const seed = String(fields.seed ?? "");
  const player = String(fields.player ?? "");
  if (type === "SeedCommitted") book.commitments.set(seed, String(fields.commitment));
  else if (type === "ContributionCommitted") entry(book.committed, seed, () => new Map()).set(player, String(fields.commitment));
  else if (type === "CommitmentsClosed") book.asked.set(seed, fields.players as string[]);
  else if (type === "SeedAdded") entry(book.added, seed, () => []).push([player, String(fields.text)]);
  else if (type === "ContributionRevealed") entry(book.revealed, seed, () => new Map()).set(player, String(fields.value));
  else if (type === "BeaconMixed") entry(book.revealed, seed, () => new Map()).set(BEACON, `${String(fields.source)}:${String(fields.value)}`);
  else if (type === "ContributionLeftOut") {
    entry(book.leftOut, seed, () => []).push(player);
    if (player === me) note(table, { leftOut: seed });
  } else if (type === "BallRested") book.number = Number(fields.number);
  else if (type === "SpinVoided") reopen(book);
  else if (type === "SeedRevealed") void verify(table, book, seed, String(fields.value), book.number);
}

function entry<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const found = map.get(key) ?? make();
  map.set(key, found);
  return found;
}

/** A void spin drew no number: players commit to its seed again. */
function reopen(book: Book): void {
  for (const seed of [...book.asked.keys()]) {
    for (const known of [book.committed, book.asked, book.revealed, book.leftOut]) known.delete(seed);
  }
}

async function verify(table: string, book: Book, name: string, seed: string, number: number): Promise<void> {
  const commitment = book.commitments.get(name);
  if (commitment === undefined) return; // published before this page was here
  try {
    const record = name.startsWith("spins ") ? spin(book, table, name, commitment, seed, number) : await fetched(table, name, commitment);
    if (record) note(table, { name, fault: await faultOf(record) });
  } catch {
    // the record could not be fetched: the page on fairness verifies it
  } finally {
    book.drop(name);
  }
}

/** The record of one spin from the messages of its table. */
function spin(book: Book, table: string, name: string, commitment: string, seed: string, number: number): FairRecord {
  const asked = book.asked.get(name) ?? [];
  const revealed = [...asked, BEACON].flatMap((player): [string, string][] => (book.revealed.get(name)?.has(player) ? [[player, book.revealed.get(name)!.get(player)!]] : []));
  const contributions = [...(book.added.get(name) ?? []), ...revealed];
  const committed = asked.map((player): [string, string] => [player, book.committed.get(name)?.get(player) ?? ""]);
  const rest = { decks: 0, cards: [], behind: 0, awards: [], early: false };
  return { table, name, kind: "spins", commitment, seed, contributions, outcomes: [number], highest: 36, committed, left_out: book.leftOut.get(name) ?? [], ...rest };
}

/** The record of a seed as the house publishes it; its commitment must be the one that this page has seen before the first card. */
async function fetched(table: string, name: string, commitment: string): Promise<FairRecord | null> {
  const records = await get<FairRecord[]>(`/tables/${table}/fairness?seed=${encodeURIComponent(name)}`);
  const record = records.find((each) => each.name === name);
  return record?.seed ? { ...record, commitment } : null;
}

function note(table: string, { name, fault, leftOut }: { name?: string; fault?: string; leftOut?: string }): void {
  const before = verified.value.get(table) ?? { name: "", fault: "", count: 0, wrong: 0, leftOut: "" };
  const after = { ...before, leftOut: leftOut ?? before.leftOut };
  if (name !== undefined) Object.assign(after, { name, count: before.count + 1, wrong: before.wrong + (fault ? 1 : 0), fault: before.fault || fault || "" });
  verified.value = new Map(verified.value).set(table, after);
}
