/**
 * The one WebSocket of this page. A command keeps its id until it is answered: after a lost connection it is sent again,
 * and the server, which knows the id, does it once; and only where the table is still as it was seen.
 */
import { signal, type Signal } from "@preact/signals";
import { fault, Refused, token, type ErrorBody, type Update } from "./api";
import { sentence } from "./parts/told";

export type Connection = "connecting" | "open" | "lost";
export const connection = signal<Connection>("connecting");

export interface TableNow<View = unknown, You = unknown> {
  table: string;
  version: number;
  view: View;
  you: You;
  updates: Update[];
  /** What does not change: told at first only, and kept. */
  card?: unknown;
}

interface Waiting {
  message: { type: "command"; id: string; table: string; words: string };
  /** The table's version as it was said, where the table is watched. */
  seen: number | undefined;
  answer: Promise<number>;
  done: (version: number) => void;
  failed: (error: unknown) => void;
}

/** Tables that were closed: no more is told of them. */
export const closed = signal<ReadonlySet<string>>(new Set());
const tables = new Map<string, Signal<TableNow | null>>();
const watchers = new Map<string, number>();
/** Up to which version was told what happened: the table itself may have been shown further on. */
const told = new Map<string, number>();
/** Tables of which a new line has told nothing yet: the house may have gone back to a copy meanwhile. */
const begins = new Set<string>();
const waiting = new Map<string, Waiting>();
/** Milliseconds between attempts to connect, of silence before the server is asked whether it is there, and for its answer. */
const FIRST_DELAY = 250;
const LONGEST_DELAY = 5000;
const SILENCE = 15_000;
const PATIENCE = 8_000;
let socket: WebSocket | null = null;
/** Whether it was said who is there, and whether that was answered. */
let greeted = false;
let welcomed = false;
/** Whether what waits is being said again: what is said meanwhile waits for its turn. */
let again = false;
let heard = 0;
let asked = 0;
let delay = FIRST_DELAY;

function url(): string {
  return `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/socket`;
}

function post(message: Record<string, unknown>): void {
  if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
}

export function connect(): void {
  if (socket && socket.readyState <= WebSocket.OPEN) return;
  const opened = new WebSocket(url());
  socket = opened;
  greeted = welcomed = false;
  asked = 0;
  opened.onopen = () => socket === opened && greet();
  opened.onmessage = (event) => {
    if (socket !== opened) return;
    heard = performance.now();
    asked = 0;
    take(JSON.parse(event.data as string) as Message);
  };
  opened.onclose = () => lose(opened);
}

/** Who is there, and at once which tables are watched: messages are taken in order, so neither waits for an answer. */
function greet(): void {
  post({ type: "hello", token: token(), id: "hello" });
  greeted = true;
  for (const table of watchers.keys()) watchNow(table);
}

function lose(which: WebSocket): void {
  if (socket !== which) return;
  socket = null;
  greeted = welcomed = false;
  connection.value = "lost";
  setTimeout(connect, delay);
  delay = Math.min(2 * delay, LONGEST_DELAY);
}

/** A cable that was pulled closes nothing: the line is given up, and whatever is said waits for the next one. */
function giveUp(): void {
  const dead = socket;
  if (!dead) return;
  lose(dead);
  dead.close();
}

setInterval(() => {
  const now = performance.now();
  if (!welcomed) return;
  if (asked && now - asked > PATIENCE) giveUp();
  else if (!asked && now - heard > SILENCE) {
    asked = now;
    post({ type: "ping", id: "ping" });
  }
}, PATIENCE / 2);
window.addEventListener("offline", giveUp);
window.addEventListener("online", () => {
  delay = FIRST_DELAY;
  connect();
});

/** Somebody else is signed in now: the old connection would still speak for the other. */
export function reconnect(): void {
  const old = socket;
  socket = null;
  old?.close();
  for (const [id, { failed }] of waiting) {
    waiting.delete(id);
    failed(new Refused(fault("signed_out", "The session has changed.")));
  }
  connect();
}

type Message =
  | { type: "welcome"; id: string; name: string; role: string }
  | { type: "done"; id: string; table: string; version: number }
  | { type: "error"; id: string; error: ErrorBody; table?: string; updates?: Update[] }
  | ({ type: "table" } & TableNow)
  | { type: "left" | "pong"; id: string };

function take(message: Message): void {
  if (message.type === "welcome") {
    goOn();
  } else if (message.type === "table") {
    const seen = tables.get(message.table);
    told.set(message.table, message.updates.at(-1)?.version ?? Math.min(told.get(message.table) ?? Infinity, message.version));
    if (seen && (begins.delete(message.table) || seen.value === null || message.version >= seen.value.version)) seen.value = { ...message, card: message.card ?? seen.value?.card };
  } else if (message.type === "done") {
    waiting.get(message.id)?.done(message.version);
    waiting.delete(message.id);
  } else if (message.type === "error") {
    if (message.id === "hello") refuseHello(message.error);
    if (message.error.kind === "table_closed" && message.table) closed.value = new Set([...closed.value, message.table]);
    const said = waiting.get(message.id);
    said?.failed(new Refused(message.error.kind === "stale" ? tooLate(said.message.words, message.updates ?? []) : message.error));
    waiting.delete(message.id);
  }
}

/** What became of words that the table did not wait for. */
function tooLate(words: string, missed: Update[]): ErrorBody {
  const told = missed.flatMap((update) => (update.events ?? []).filter((event) => event.text).map((event) => sentence(event)));
  return fault("stale", [`“${words}” came too late and was not done, as the table had gone on`, ...told.slice(-3)].join(". "));
}

/** The line stands. */
function goOn(): void {
  welcomed = true;
  delay = FIRST_DELAY;
  connection.value = "open";
  void sayAgain();
}

/**
 * What waits for an answer is said again, one after the other, to a table that is as it was seen, or as one's own words
 * have left it: what was meant for one hand of a split is not to meet the next.
 */
async function sayAgain(): Promise<void> {
  const line = socket;
  const left = new Map<string, number>();
  again = true;
  for (const { message, seen, answer } of waiting.values()) {
    const version = left.get(message.table) ?? seen;
    post(version === undefined ? message : { ...message, seen: version });
    const after = await answer.catch(() => version);
    if (socket !== line) return; // lost once more: the next line begins anew
    if (after !== undefined) left.set(message.table, after);
  }
  again = false;
}

/** The token is known no more: as a spectator one still sees the tables. */
export const signedOut = signal<ErrorBody | null>(null);
function refuseHello(error: ErrorBody): void {
  if (error.kind !== "unauthenticated") return giveUp(); // a busy house knows its people still: they come again
  signedOut.value = error;
  goOn();
}

function watchNow(table: string): void {
  const version = told.get(table);
  begins.add(table);
  post({ type: "watch", table, id: `watch ${table}`, ...(version === undefined ? {} : { after: version }) });
}

/** The table as it is now, as long as somebody watches it. */
export function watch(table: string): { now: Signal<TableNow | null>; stop: () => void } {
  let now = tables.get(table);
  if (!now) tables.set(table, (now = signal<TableNow | null>(null)));
  const before = watchers.get(table) ?? 0;
  watchers.set(table, before + 1);
  connect();
  if (greeted && !before) watchNow(table);
  return {
    now,
    stop: () => {
      const left = (watchers.get(table) ?? 1) - 1;
      if (left > 0) {
        watchers.set(table, left);
        return;
      }
      watchers.delete(table);
      tables.delete(table);
      told.delete(table);
      post({ type: "leave", table, id: `leave ${table}` });
    },
  };
}

/** Words of the notation for a table; resolves when they are done and durable, throws Refused where they are not. */
export function command(table: string, words: string): Promise<number> {
  const id = crypto.randomUUID();
  const message = { type: "command" as const, id, table, words };
  const seen = tables.get(table)?.value?.version;
  let ends: Pick<Waiting, "done" | "failed">;
  const answer = new Promise<number>((done, failed) => (ends = { done, failed }));
  waiting.set(id, { message, seen, answer, ...ends! });
  connect();
  if (welcomed && !again) post(message);
  return answer;
}
