/** A watched table: its view follows the play, and commands return once it shows their result. */
import { contributionHash, hexOf } from "./contribution.ts";
import { PitbossError } from "./errors.ts";
import type { components } from "./schema.d.ts";

type Schemas = components["schemas"];
type TableMessage = Schemas["TableMessage"];
export type Action = Schemas["ActionView"];
export type Update = Schemas["Update"];
export type You = Schemas["You"];
export type BlackjackView = Schemas["BlackjackView"];
export type RouletteView = Schemas["RouletteView"];
export type TournamentView = Schemas["TournamentView"];
type Ask = (message: Record<string, unknown>) => Promise<unknown>;

interface Waiting {
  holds: () => boolean;
  done: () => void;
  failed: (error: Error) => void;
}

export class WatchedTable {
  readonly name: string;
  version = -1;
  /** The public state: a BlackjackView, RouletteView, TournamentView or BoardView, by its `game`. */
  view!: TableMessage["view"];
  /** What this client may do, and why it may not do the rest. */
  you: You | null = null;
  /** Every update since the table is watched, with its events and their clauses. */
  readonly updates: Update[] = [];
  private readonly ask: Ask;
  private readonly values = new Map<string, string>();
  private readonly sending = new Set<string>();
  private waiting: Waiting[] = [];
  private over: Error | null = null;

  constructor(name: string, ask: Ask) {
    this.name = name;
    this.ask = ask;
  }

  /** Returns the actions that would be accepted now. */
  get actions(): Action[] {
    return (this.you?.actions ?? []).filter((action) => !action.refusal);
  }

  /**
   * Executes a command, such as `bet 1 25`; returns once the view shows its result. Throws PitbossError for a refusal.
   * With `seen`, a version, it is refused as `stale` if the table has moved on since.
   */
  async do(words: string, seen?: number): Promise<void> {
    const { version } = (await this.ask({ type: "command", table: this.name, words, seen: seen ?? null })) as { version: number };
    await this.until(() => this.version >= version);
  }

  /** Waits until a condition of the table holds. */
  until(condition: (table: this) => boolean): Promise<void> {
    const holds = () => condition(this);
    if (this.over) return Promise.reject(this.over);
    if (holds()) return Promise.resolve();
    return new Promise((done, failed) => this.waiting.push({ holds, done, failed }));
  }

  /** Applies a message of the table. */
  apply(message: TableMessage): void {
    if (message.version < this.version) return;
    this.version = message.version;
    this.view = message.view;
    this.you = message.you ?? null;
    this.updates.push(...(message.updates ?? []));
    this.contribute();
    const { waiting } = this;
    this.waiting = [];
    for (const each of waiting) {
      if (each.holds()) each.done();
      else this.waiting.push(each);
    }
  }

  /** Ends everything that waits: the table was closed, or the connection. */
  end(error: Error): void {
    this.over = error;
    for (const { failed } of this.waiting) failed(error);
    this.waiting = [];
  }

  /** Commits to seeds and reveals, so that nobody can choose the cards. */
  private contribute(): void {
    const me = this.you?.name ?? "";
    for (const seed of this.you?.commit ?? []) void this.once(`commit ${seed}`, async () => `commit ${seed} ${await contributionHash(seed.replaceAll("_", " "), me, this.secretOf(seed))}`);
    for (const seed of this.you?.reveal ?? []) if (this.values.has(seed)) void this.once(`reveal ${seed}`, async () => `reveal ${seed} ${this.secretOf(seed)}`);
  }

  private secretOf(seed: string): string {
    const value = this.values.get(seed) ?? hexOf(crypto.getRandomValues(new Uint8Array(32)).buffer);
    this.values.set(seed, value);
    return value;
  }

  private async once(key: string, words: () => Promise<string>): Promise<void> {
    if (this.sending.has(key)) return;
    this.sending.add(key);
    try {
      await this.ask({ type: "command", table: this.name, words: await words() });
    } catch (error) {
      if (!(error instanceof PitbossError) && !this.over) throw error; // one that comes too late is left out, and logged
    } finally {
      this.sending.delete(key);
    }
  }
}
