/** One WebSocket: replies are matched to requests by their ids, and messages of tables go to those that are watched. */
import { ConnectionLost, PitbossError } from "./errors.ts";
import type { components } from "./schema.d.ts";
import { WatchedTable } from "./table.ts";

type Schemas = components["schemas"];
type Message = Schemas["WelcomeMessage"] | Schemas["DoneMessage"] | Schemas["ErrorMessage"] | Schemas["TableMessage"] | Schemas["LeftMessage"] | Schemas["PongMessage"];

interface Pending {
  done: (message: Message) => void;
  failed: (error: Error) => void;
}

export class Socket {
  private readonly socket: WebSocket;
  private readonly pending = new Map<string, Pending>();
  private readonly tables = new Map<string, WatchedTable>();

  private constructor(socket: WebSocket) {
    this.socket = socket;
    socket.onmessage = (event) => this.receive(JSON.parse(event.data as string) as Message);
    socket.onclose = () => this.fail(new ConnectionLost("the connection was closed"));
  }

  /** Opens a connection and authenticates it. */
  static async open(url: string, token: string): Promise<Socket> {
    const raw = new WebSocket(`${url.replace(/^http/, "ws")}/api/socket`);
    await new Promise<void>((opened, failed) => {
      raw.onopen = () => opened();
      raw.onerror = () => failed(new ConnectionLost(`no connection to ${url}`));
    });
    const socket = new Socket(raw);
    await socket.ask({ type: "hello", token });
    return socket;
  }

  async watch(name: string): Promise<WatchedTable> {
    const known = this.tables.get(name);
    if (known) return known;
    const table = new WatchedTable(name, (message) => this.ask(message));
    this.tables.set(name, table);
    try {
      await this.ask({ type: "watch", table: name });
    } catch (error) {
      this.tables.delete(name);
      throw error;
    }
    return table;
  }

  close(): void {
    this.socket.close();
  }

  /** Sends a message; returns its reply. The random id makes a command idempotent. */
  private ask(message: Record<string, unknown>): Promise<Message> {
    const id = crypto.randomUUID();
    return new Promise((done, failed) => {
      if (this.socket.readyState !== WebSocket.OPEN) return failed(new ConnectionLost("the connection is closed"));
      this.pending.set(id, { done, failed });
      this.socket.send(JSON.stringify({ ...message, id }));
    });
  }

  private receive(message: Message): void {
    if (message.type === "table") return this.tables.get(message.table)?.apply(message);
    const asked = this.pending.get(message.id);
    this.pending.delete(message.id);
    if (message.type === "error") {
      const error = new PitbossError(message.error);
      if (asked) asked.failed(error);
      else if (message.table) this.end(message.table, error);
      else this.fail(error);
    } else asked?.done(message);
  }

  /** Ends a table that was closed. */
  private end(name: string, error: Error): void {
    this.tables.get(name)?.end(error);
    this.tables.delete(name);
  }

  private fail(error: Error): void {
    for (const { failed } of this.pending.values()) failed(error);
    this.pending.clear();
    for (const name of [...this.tables.keys()]) this.end(name, error);
  }
}
