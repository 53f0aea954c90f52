/** Requests over HTTP, and tables watched over one WebSocket. */
import { PitbossError, type ErrorBody } from "./errors.ts";
import type { FairRecord } from "./fairness.ts";
import type { components } from "./schema.d.ts";
import { Socket } from "./socket.ts";
import type { WatchedTable } from "./table.ts";

type Schemas = components["schemas"];
export type Session = Schemas["Session"];
export type TableSummary = Schemas["TableSummary"];
export type TableSpec = Schemas["TableSpec"];
export type RoomRequest = Schemas["RoomRequest"];

/** A client of one server. `token` is a session's or a user's; without one it is a visitor. */
export class Client {
  readonly url: string;
  token: string;
  private socket: Promise<Socket> | null = null;

  constructor(url: string, token = "") {
    this.url = url.replace(/\/$/, "");
    this.token = token;
  }

  /** Begins a session as a guest of a practice house, by a new name unless one is given. */
  guest(name = ""): Promise<Session> {
    return this.begin("/guests", { name: name || null });
  }

  /** Signs in. */
  signIn(name: string, password: string): Promise<Session> {
    return this.begin("/sessions", { name, password });
  }

  private async begin(path: string, body: unknown): Promise<Session> {
    const session = await this.request<Session>("POST", path, body);
    this.token = session.token;
    this.close(); // a connection belongs to one user
    return session;
  }

  /** Returns the open tables. */
  tables(): Promise<TableSummary[]> {
    return this.request("GET", "/tables");
  }

  /** Opens a table; for operators. A retry with the same id returns the same table. */
  openTable(spec: Partial<TableSpec> & { rulebook: string }, id: string = crypto.randomUUID()): Promise<TableSummary> {
    return this.request("POST", `/tables?id=${encodeURIComponent(id)}`, spec);
  }

  /** Closes a table, which publishes its last seeds; for operators. */
  closeTable(table: string): Promise<TableSummary> {
    return this.request("DELETE", `/tables/${encodeURIComponent(table)}`);
  }

  /** Opens a practice room of your own, with up to six bots at the other boxes; in a practice house. */
  openRoom(room: Partial<RoomRequest> & { rulebook: string }): Promise<TableSummary> {
    return this.request("POST", "/rooms", room);
  }

  /** Closes a practice room, which publishes its last seeds. */
  closeRoom(room: string): Promise<TableSummary> {
    return this.request("DELETE", `/rooms/${encodeURIComponent(room)}`);
  }

  /** Returns what is published of a table's seeds; `faultOf` verifies a record whose seed is. */
  fairness(table: string): Promise<FairRecord[]> {
    return this.request("GET", `/tables/${encodeURIComponent(table)}/fairness`);
  }

  /** Watches a table: returns once its state is known. Contributions to its seeds are made without being asked for. */
  async watch(table: string): Promise<WatchedTable> {
    this.socket ??= Socket.open(this.url, this.token);
    return (await this.socket).watch(table);
  }

  /** Sends any request of `/openapi.json`, with a path below `/api`. Throws PitbossError for a refusal. */
  async request<T>(method: string, path: string, body?: unknown): Promise<T> {
    const headers: Record<string, string> = this.token ? { authorization: `Bearer ${this.token}` } : {};
    if (body !== undefined) headers["content-type"] = "application/json";
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const response = await fetch(`${this.url}/api${path}`, { method, headers, ...sent });
    if (response.ok) return (await response.json()) as T;
    const said = await response.text();
    throw new PitbossError(errorOf(said) ?? { kind: "error", message: `HTTP ${response.status}`, clause: "", rulebook: "", allowed: [] }, response.status);
  }

  /** Closes the WebSocket. Chips stay at the tables. */
  close(): void {
    void this.socket?.then((socket) => socket.close()).catch(() => undefined); // one that never opened is closed
    this.socket = null;
  }
}

/** The body of an error; null where something else than pitboss answered. */
function errorOf(text: string): ErrorBody | null {
  try {
    return (JSON.parse(text) as { error?: ErrorBody }).error ?? null;
  } catch {
    return null;
  }
}
