/**
 * The page's WebSocket connection. A command is retried with the same id after a reconnect: the server executes an id once,
 * and only if the table is still at the version the player has seen.
 */
import { signal, type Signal } from "@preact/signals";
import { apiUrl, fault, Refused, token, type ErrorBody, type Update } from "./api";
import { contribute, isPlaying } from "./contribute";
import { sentence } from "./parts/events";
import { commandName } from "./refusals";

export type Connection = "connecting" | "open" | "lost";
export const connection = signal<Connection>("connecting");

export interface TableNow<View = unknown, You = unknown> {
  table: string;
  version: number;
  view: View;
  you: You;
  updates: Update[];
  /** The table's fixed data: sent once, then cached here. */
  card?: unknown;
}

interface PendingCommand {
  message: { type: "command"; id: string; table: string; words: string };
  /** The table's version when the command was given, if the table is watched. */
  seen: number | undefined;
  answer: Promise<number>;
  done: (version: number) => void;
  failed: (error: unknown) => void;
}

/** Closed tables: no more messages follow. */
export const closed = signal<ReadonlySet<string>>(new Set());
const tables = new Map<string, Signal<TableNow | null>>();
const subscriptions = new Map<string, number>();
/** Version of the last update received for each table; its state may be newer. */
const updatedTo = new Map<string, number>();
/** Tables without a message on the new connection: accept any version, as the house may run from a backup. */
const acceptAnyVersion = new Set<string>();
const pending = new Map<string, PendingCommand>();
/** Milliseconds between reconnects, of silence before a ping, and of waiting for its reply. */
const FIRST_DELAY = 250;
const MAX_DELAY = 5000;
const SILENCE = 15_000;
const PING_TIMEOUT = 8_000;
let socket: WebSocket | null = null;
/** Whether `hello` was sent, and whether it was answered. */
let greeted = false;
let welcomed = false;
/** Whether pending commands are being retried; new ones wait meanwhile. */
let retrying = false;
let lastMessage = 0;
let pinged = 0;
let delay = FIRST_DELAY;

function url(): string {
  return `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${apiUrl("/socket")}`;
}

function post(message: Record<string, unknown>): void {
  if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
}

export function connect(): void {
  if (socket && socket.readyState <= WebSocket.OPEN) return;
  const opened = new WebSocket(url());
  socket = opened;
  greeted = welcomed = false;
  pinged = 0;
  opened.onopen = () => socket === opened && greet();
  opened.onmessage = (event) => {
    if (socket !== opened) return;
    lastMessage = performance.now();
    pinged = 0;
    dispatch(JSON.parse(event.data as string) as Message);
  };
  opened.onclose = () => lose(opened);
}

/** Authenticates and resubscribes. The server handles messages in order, so neither waits for a reply. */
function greet(): void {
  post({ type: "hello", token: token(), id: "hello" });
  greeted = true;
  for (const table of subscriptions.keys()) watchNow(table);
}

function lose(which: WebSocket): void {
  if (socket !== which) return;
  socket = null;
  greeted = welcomed = false;
  connection.value = "lost";
  setTimeout(connect, delay);
  delay = Math.min(2 * delay, MAX_DELAY);
}

/** Abandons a connection without waiting for its close event, which may never come. Commands wait for the next one. */
function giveUp(): void {
  const dead = socket;
  if (!dead) return;
  lose(dead);
  dead.close();
}

setInterval(() => {
  const now = performance.now();
  if (!welcomed) return;
  if (pinged && now - pinged > PING_TIMEOUT) giveUp();
  else if (!pinged && now - lastMessage > SILENCE) {
    pinged = now;
    post({ type: "ping", id: "ping" });
  }
}, PING_TIMEOUT / 2);
window.addEventListener("offline", giveUp);
window.addEventListener("online", () => {
  delay = FIRST_DELAY;
  connect();
});

/** Opens a new connection after the user has changed: a connection belongs to one user. */
export function reconnect(): void {
  const old = socket;
  socket = null;
  old?.close();
  for (const [id, { failed }] of pending) {
    pending.delete(id);
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

function dispatch(message: Message): void {
  if (message.type === "welcome") {
    onWelcome();
  } else if (message.type === "table") {
    const seen = tables.get(message.table);
    if (seen) {
      contribute(message.table, message.you, command);
      void verifier().then(({ follow }) => follow(message.table, message)); // in the order of the messages
      stayWatching(message.table, message.you);
    }
    updatedTo.set(message.table, message.updates.at(-1)?.version ?? Math.min(updatedTo.get(message.table) ?? Infinity, message.version));
    if (seen && (acceptAnyVersion.delete(message.table) || seen.value === null || message.version >= seen.value.version)) seen.value = { ...message, card: message.card ?? seen.value?.card };
  } else if (message.type === "done") {
    pending.get(message.id)?.done(message.version);
    pending.delete(message.id);
  } else if (message.type === "error") {
    if (message.id === "hello") refuseHello(message.error);
    if (message.error.kind === "table_closed" && message.table) closed.value = new Set([...closed.value, message.table]);
    const said = pending.get(message.id);
    said?.failed(new Refused(message.error.kind === "stale" ? tooLate(said.message.words, message.updates ?? []) : message.error));
    pending.delete(message.id);
  }
}

/** The error of a stale command, with the last events the player had not seen. */
function tooLate(words: string, missed: Update[]): ErrorBody {
  const events = missed.flatMap((update) => (update.events ?? []).filter((event) => event.text).map((event) => sentence(event)));
  return fault("stale", [`“${commandName(words)}” was too late: the table has moved on`, ...events.slice(-3)].join(". "));
}

/** The connection is authenticated. */
function onWelcome(): void {
  welcomed = true;
  delay = FIRST_DELAY;
  connection.value = "open";
  void retryPending();
}

/**
 * Retries pending commands one by one, each with the version its author saw or the last own command produced: a command for
 * one hand of a split must not apply to the next.
 */
async function retryPending(): Promise<void> {
  const line = socket;
  const left = new Map<string, number>();
  retrying = true;
  for (const { message, seen, answer } of pending.values()) {
    const version = left.get(message.table) ?? seen;
    post(version === undefined ? message : { ...message, seen: version });
    const after = await answer.catch(() => version);
    if (socket !== line) return; // disconnected again: the next connection retries
    if (after !== undefined) left.set(message.table, after);
  }
  retrying = false;
}

/** The error of an invalid token; the page continues as a spectator. */
export const signedOut = signal<ErrorBody | null>(null);
function refuseHello(error: ErrorBody): void {
  if (error.kind !== "unauthenticated") return giveUp(); // e.g. rate limited: reconnect later
  signedOut.value = error;
  onWelcome();
}

function watchNow(table: string): void {
  const version = updatedTo.get(table);
  acceptAnyVersion.add(table);
  post({ type: "watch", table, id: `watch ${table}`, ...(version === undefined ? {} : { after: version }) });
}

/** Subscribes to a table. The subscription ends when every subscriber has called `stop`. */
export function watch(table: string): { now: Signal<TableNow | null>; stop: () => void } {
  let now = tables.get(table);
  if (!now) tables.set(table, (now = signal<TableNow | null>(null)));
  const before = subscriptions.get(table) ?? 0;
  subscriptions.set(table, before + 1);
  connect();
  if (greeted && !before) watchNow(table);
  return {
    now,
    stop: () => {
      const left = (subscriptions.get(table) ?? 1) - 1;
      if (left > 0) {
        subscriptions.set(table, left);
        return;
      }
      subscriptions.delete(table);
      tables.delete(table);
      updatedTo.delete(table);
      post({ type: "leave", table, id: `leave ${table}` });
    },
  };
}

/** Loaded with the first message of a table: nothing on the table waits for it. */
let loading: Promise<typeof import("./verify")> | null = null;
const verifier = () => (loading ??= import("./verify"));

/** Subscriptions of tables at which the user plays: they go on while other pages are shown, so that contributions are revealed. */
const playing = new Map<string, () => void>();
function stayWatching(table: string, you: unknown): void {
  if (isPlaying(you) && !closed.value.has(table)) {
    if (!playing.has(table)) playing.set(table, watch(table).stop);
  } else if (playing.has(table)) {
    const stop = playing.get(table)!;
    playing.delete(table);
    stop();
  }
}

/** Sends a command; resolves with the version once it is durable, rejects with Refused otherwise. */
export function command(table: string, words: string): Promise<number> {
  const id = crypto.randomUUID();
  const message = { type: "command" as const, id, table, words };
  const seen = tables.get(table)?.value?.version;
  let ends: Pick<PendingCommand, "done" | "failed">;
  const answer = new Promise<number>((done, failed) => (ends = { done, failed }));
  pending.set(id, { message, seen, answer, ...ends! });
  connect();
  if (welcomed && !retrying) post(message);
  return answer;
}
