/**
 * Contributions to the seeds of a table: the page commits and reveals by itself, so that no one person can choose the cards.
 * docs/reference/fairness.md specifies the bytes.
 */
import { fault, Refused } from "./api";
import { contributionHash, hexOf } from "./contributionHash";

/** What the personal view of a table asks of this page. */
interface Asked {
  name: string;
  commit?: string[];
  reveal?: string[];
}

type Send = (table: string, words: string) => Promise<unknown>;

const KEY = "pitboss.contribution";
/** Commands on their way, so that none is sent twice. */
const sending = new Set<string>();

/** The key of a value that was committed to. It survives a reload: the page still has to reveal it. */
const keyOf = (table: string, seed: string, player: string): string => `${KEY} ${location.host} ${table} ${seed} ${player}`;

function stored(key: string): string {
  try {
    return localStorage.getItem(key) ?? "";
  } catch {
    return "";
  }
}

function store(key: string, value: string): void {
  try {
    if (value) localStorage.setItem(key, value);
    else localStorage.removeItem(key);
  } catch {
    // without storage the value is lost on a reload, and the contribution is left out
  }
}

/** Commits and reveals what a message of a table asks for. */
export function contribute(table: string, you: unknown, send: Send): void {
  const asked = you as Asked | null;
  if (!asked || !("subtle" in crypto)) return; // browsers compute hashes only over https or on the same machine
  for (const seed of asked.commit ?? []) void once(`${table} commit ${seed}`, () => commit(table, seed, asked.name, send));
  for (const seed of asked.reveal ?? []) void once(`${table} reveal ${seed}`, () => reveal(table, seed, asked.name, send));
}

/** Whether a personal view is that of a player at the table. */
export function isPlaying(you: unknown): boolean {
  return !!(you as { at_table?: boolean } | null)?.at_table;
}

async function once(key: string, work: () => Promise<unknown>): Promise<void> {
  if (sending.has(key)) return;
  sending.add(key);
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Refused)) throw error; // too late, or committed in another window: the log names who is left out
  } finally {
    sending.delete(key);
  }
}

async function commit(table: string, seed: string, player: string, send: Send): Promise<void> {
  const key = keyOf(table, seed, player);
  const value = stored(key) || hexOf(crypto.getRandomValues(new Uint8Array(32)).buffer);
  store(key, value);
  await send(table, `commit ${seed} ${await contributionHash(seed.replaceAll("_", " "), player, value)}`);
}

async function reveal(table: string, seed: string, player: string, send: Send): Promise<void> {
  const key = keyOf(table, seed, player);
  const value = stored(key);
  if (!value) throw new Refused(fault("lost", "The contribution was made in another browser."));
  await send(table, `reveal ${seed} ${value}`);
  store(key, "");
}
