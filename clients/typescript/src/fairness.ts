/** Verifies a seed's outcomes by the published algorithm, so that players need not trust the house. The page uses it, too. */

import { contributionHash, hexOf } from "./contribution.ts";

/** All that is published of a seed; without the seed itself as long as something may still come of it. */
export interface FairRecord {
  table: string;
  name: string;
  kind: "shoe" | "shuffler" | "spins" | "prizes";
  commitment: string;
  seed: string;
  /** What players added to it: who, and which word. */
  contributions: [player: string, text: string][];
  decks: number;
  /** The cards that were shuffled, where they were not all of the decks. */
  cards: number[];
  behind: number;
  outcomes: number[];
  /** For each prize the tickets that it was drawn from: the prize, and how many. */
  awards: [prize: number, tickets: number][][];
  highest: number;
  early: boolean;
  /** The players who were asked to reveal, each with the commitment, in order; who did not reveal. */
  committed?: [player: string, commitment: string][];
  left_out?: string[];
  disorderly?: boolean;
}

const CUTTING_CARD = -1;
/** The name of a beacon among the contributors, of which it is the last. */
export const BEACON = "@beacon";
/** A card that goes back into a continuous shuffler is written as so much less its number. */
const PUT_BACK = -100;
const WORDS = 2 ** 32;
const CARDS = [..."A23456789TJQK"].flatMap((rank) => [..."schd"].map((suit) => rank + suit));

function bytesOf(hex: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

function keyOf(bytes: BufferSource): Promise<CryptoKey> {
  return crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
}

/** Numbers without bias, from a seed and what the players added to it. */
class Stream {
  private words: number[] = [];
  private counter = 0n;
  private readonly key: CryptoKey;
  private constructor(key: CryptoKey) {
    this.key = key;
  }

  static async of({ seed, contributions }: FairRecord): Promise<Stream> {
    const added = contributions.map(([player, text]) => `${player}:${text}\n`).join("");
    return new Stream(await keyOf(await crypto.subtle.sign("HMAC", await keyOf(bytesOf(seed)), new TextEncoder().encode(added))));
  }

  /** The same stream, from the place of an outcome on. */
  at(outcome: number): this {
    this.counter = BigInt(outcome) << 32n;
    this.words = [];
    return this;
  }

  private async word(): Promise<number> {
    if (!this.words.length) {
      const counter = new DataView(new ArrayBuffer(8));
      counter.setBigUint64(0, this.counter++);
      const block = new DataView(await crypto.subtle.sign("HMAC", this.key, counter));
      this.words = Array.from({ length: 8 }, (_, nth) => block.getUint32(4 * nth));
    }
    return this.words.shift()!;
  }

  /** A number from 0 to one less than the bound, each as likely. */
  async below(bound: number): Promise<number> {
    const fair = WORDS - (WORDS % bound);
    let word = await this.word();
    while (word >= fair) word = await this.word();
    return word % bound;
  }
}

function filling({ cards, decks }: FairRecord): number[] {
  return cards.length ? [...cards] : Array.from({ length: 52 * decks }, (_, nth) => nth % 52);
}

function exchange(list: number[], one: number, two: number): void {
  [list[one], list[two]] = [list[two]!, list[one]!];
}

/** What must have come of a seed, one after the other. */
const DUE: Record<FairRecord["kind"], (record: FairRecord, stream: Stream) => Promise<number[]>> = {
  async shoe(record, stream) {
    const order = filling(record);
    for (let place = order.length - 1; place > 0; place--) exchange(order, place, await stream.below(place + 1));
    if (record.behind) order.splice(record.behind, 0, CUTTING_CARD);
    return order.reverse();
  },
  async shuffler(record, stream) {
    const left = filling(record);
    const due: number[] = [];
    let draws = 0;
    for (const came of record.outcomes) {
      if (came <= PUT_BACK) left.push(PUT_BACK - came);
      else exchange(left, await stream.at(++draws).below(left.length), left.length - 1);
      due.push(came <= PUT_BACK ? came : left.pop()!);
    }
    return due;
  },
  spins: (record, stream) => inOrder(record.outcomes, (_, nth) => stream.at(nth + 1).below(record.highest + 1)),
  // a prize without tickets was entered by a dealer
  prizes: (record, stream) => inOrder(record.outcomes, (came, nth) => (record.awards[nth]?.length ? ticket(stream.at(nth + 1), record.awards[nth]) : Promise.resolve(came))),
};

async function inOrder(came: number[], due: (came: number, nth: number) => Promise<number>): Promise<number[]> {
  const found: number[] = [];
  for (const [nth, each] of came.entries()) found.push(await due(each, nth));
  return found;
}

async function ticket(stream: Stream, awards: [number, number][]): Promise<number> {
  let drawn = await stream.below(awards.reduce((sum, [, tickets]) => sum + tickets, 0));
  for (const [prize, tickets] of awards) {
    if (drawn < tickets) return prize;
    drawn -= tickets;
  }
  return -1;
}

/** What a record calls its outcomes, and how one of them is written. */
export const ITEMS: Record<FairRecord["kind"], string> = { shoe: "cards", shuffler: "cards", spins: "numbers", prizes: "prizes" };

function itemOf(kind: FairRecord["kind"], item: number | undefined): string {
  if (item === undefined) return "nothing";
  if (kind === "prizes") return `${item} cents`;
  if (kind === "spins") return String(item);
  return item === CUTTING_CARD ? "the cutting card" : (CARDS[item] ?? String(item));
}

/** What does not agree among the reveals, which are the last contributions: the committed values, in the order of the commitments. */
async function contributionFault({ name, contributions, committed = [], left_out: leftOut = [], disorderly }: FairRecord): Promise<string> {
  if (disorderly) return "A contribution was committed after the commitments were closed, or revealed before.";
  const due = committed.filter(([player]) => !leftOut.includes(player));
  const given = contributions.filter(([player]) => player !== BEACON);
  if (contributions.slice(0, given.length).some(([player]) => player === BEACON)) return "The value of the beacon is not the last contribution.";
  const came = due.length ? given.slice(-due.length) : [];
  if (came.map(([player]) => player).join() !== due.map(([player]) => player).join()) return "The contributions are not those of the players who committed, in the order of their commitments.";
  for (const [nth, [player, value]] of came.entries()) if ((await contributionHash(name, player, value)) !== due[nth]![1]) return `The contribution of ${player} is not the one that was committed to.`;
  return "";
}

/** What does not agree in a record whose seed is published; nothing where all of it does. */
export async function faultOf(record: FairRecord): Promise<string> {
  if (record.early) return "The seed was used before its commitment was published.";
  const found = hexOf(await crypto.subtle.digest("SHA-256", bytesOf(record.seed)));
  if (found !== record.commitment) return `The seed does not match its commitment: its SHA-256 is ${found}.`;
  if (record.kind === "prizes" && record.awards.length !== record.outcomes.length) return "The tickets of a prize are missing.";
  const contributed = await contributionFault(record);
  if (contributed) return contributed;
  const due = await DUE[record.kind](record, await Stream.of(record));
  const wrong = record.outcomes.findIndex((came, nth) => came !== due[nth]);
  if (wrong < 0) return "";
  return `Number ${wrong + 1} should be ${itemOf(record.kind, due[wrong])} by the seed, but was ${itemOf(record.kind, record.outcomes[wrong])}.`;
}

export { contributionHash };
