/** What happened, as a page tells it: the sentence, and how much it matters to whoever reads it. */
import type { Schemas } from "../api";

type Shown = Schemas["Shown"];
/** What a page needs to know of an event, whatever its game. */
type Fields = { player?: string; card?: string; net?: number; table?: number };

const SUITS: Record<string, string> = { c: "♣", d: "♦", h: "♥", s: "♠" };
/** What is kept for the record, and what everybody sees happen on the cloth. */
const ASIDE = /^(Seed|Procedure|Shuffled|CardCalled|HandCleared|WagerTakenUp|ApplicantNotified|PlayerReady)/;

function fieldsOf(event: Shown): Fields {
  return event.fields ?? {};
}

/** "8♦ to box 7" of "8d to box 7"; a seed's hash, of which the page on fairness has every digit, is shortened. */
export function sentence(event: Shown, table = 0): string {
  const { player, card } = fieldsOf(event);
  let text = event.text.replace(`table ${table}: `, "").replace(/\b([0-9a-f]{8})[0-9a-f]{56}\b/g, "$1…");
  if (card) text = text.replace(card, `${card[0] === "T" ? "10" : card[0]}${SUITS[card[1] ?? ""] ?? ""}`);
  return player && text.startsWith(player) ? text : text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** Whether something is said for the record rather than to be heard. */
export function isAside(event: Shown): boolean {
  return ASIDE.test(event.type);
}

/** Whether somebody's money went from the account to the table, or back. */
export function movesMoney(event: Shown, me: string | undefined): boolean {
  return /^(Player(Joined|Left)|Purse)/.test(event.type) && fieldsOf(event).player === me;
}

/** The classes of a line: for the record or of another table, one's own, won, the first of its round. */
export function weightOf(event: Shown, me: string | undefined, here: number): string {
  const { player, net, table } = fieldsOf(event);
  const own = !!me && player === me && net !== undefined;
  return [(isAside(event) || (here && table && table !== here)) && "aside", event.by_house && "by-house", own && "own", own && net > 0 && "won", event.type === "RoundBegan" && "begins"].filter(Boolean).join(" ");
}
