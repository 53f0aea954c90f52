/** Ways to a table: as a guest without an account, with chips, and at a private room with its first bet laid. */
import { get, send, type Schemas, type TableSummary } from "../api";
import { amount } from "../money";
import { me, refreshMe, sitDown } from "../session";

export type RoomRequest = Pick<Schemas["RoomRequest"], "rulebook"> & Partial<Schemas["RoomRequest"]>;
type TablePage = Schemas["TablePage"];

/** Cents that a player takes to a table of the practice house. */
const BUY_IN = 50_000;

interface You {
  at_table?: boolean;
  actions?: { verb: string; words: string; box?: number; refusal?: unknown }[];
}

function say(table: string, words: string): Promise<unknown> {
  return send("POST", `/tables/${table}/commands`, { id: crypto.randomUUID(), words });
}

/** Signs in as a guest unless a user is signed in. */
export async function signedIn(): Promise<void> {
  if (!me.peek()) await sitDown();
}

/** Fills the wallet of a guest; a wallet that is full stays as it is. */
export async function refill(): Promise<void> {
  const wallet = await send<Schemas["Wallet"]>("POST", "/me/refill");
  if (me.peek()) me.value = { ...me.peek()!, wallet: wallet.wallet };
}

/** Takes chips to a table, or enters its tournament. The wallet of a guest who is broke is filled first. */
async function takeSeat(table: TableSummary): Promise<void> {
  if (table.game === "tournament") {
    const fee = Number(table.spec.choices?.entry_fee ?? 0);
    if (fee > 0) await say(table.id, `join ${fee}`);
    await say(table.id, "enter");
    return;
  }
  if ((me.peek()?.wallet ?? 0) < BUY_IN && me.peek()?.guest) await refill();
  const cents = Math.min(BUY_IN, me.peek()?.wallet ?? 0);
  if (cents > 0) await say(table.id, `join ${amount(cents)}`);
  await refreshMe();
}

/** Lays the smallest bet on the box in the middle, so that the next click deals. */
async function layFirstBet(table: TableSummary): Promise<void> {
  const { you } = await get<TablePage>(`/tables/${table.id}`);
  const bets = ((you as You).actions ?? []).filter(({ verb, refusal }) => verb === "bet" && !refusal);
  const middle = Math.ceil((table.boxes ?? 1) / 2);
  const bet = bets.find(({ box }) => box === middle) ?? bets[0];
  if (bet) await say(table.id, bet.words);
}

let entering: Promise<string> | null = null;

/** Opens a private room and sits down in it; returns its table. A second press while it opens enters the same room. */
export function enterRoom(request: RoomRequest, { bet = false } = {}): Promise<string> {
  entering ??= openRoom(request, bet).finally(() => (entering = null));
  return entering;
}

async function openRoom(request: RoomRequest, bet: boolean): Promise<string> {
  await signedIn();
  const table = await send<TableSummary>("POST", "/rooms", request);
  await takeSeat(table);
  if (bet && table.game === "blackjack") await layFirstBet(table);
  return table.id;
}

/** Opens the room that the rulebooks suggest, with a bet laid: the next click deals. */
export async function enterSuggestedRoom(): Promise<string> {
  const { rulebooks } = await get<Schemas["RoomForm"]>("/room-form");
  const [suggested] = rulebooks.flatMap((book) => book.presets.filter(({ play_now }) => play_now).map((preset) => ({ rulebook: book.id, preset: preset.id })));
  return enterRoom(suggested ?? { rulebook: rulebooks[0]!.id }, { bet: true });
}

/** Sits down at a table that is open to all: guests take chips to it, account holders choose the amount there. */
export async function sitDownAt(table: TableSummary): Promise<void> {
  await signedIn();
  const { you } = await get<TablePage>(`/tables/${table.id}`);
  if (!(you as You).at_table && me.peek()?.guest && table.game !== "tournament") await takeSeat(table);
}
