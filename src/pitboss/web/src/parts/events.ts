/** Events in the log: their sentence, and the CSS classes for their importance to the reader. */
import type { Schemas } from "../api";
import { amount, money } from "../money";
import { t } from "../strings";
import { personName } from "../table/people";

type EventInfo = Schemas["EventInfo"];
/** Event fields the page uses, for every game. */
type Fields = { player?: string; by?: string; card?: string; net?: number; amount?: number; money?: number; minimum?: number; maximum?: number; table?: number };

const SUITS: Record<string, string> = { c: "♣", d: "♦", h: "♥", s: "♠" };
/** Events for the record, or already visible on the table. */
const ASIDE = /^(Seed|Contribution|CommitmentsClosed|Beacon|Procedure|Shuffled|CardCalled|HandCleared|WagerTakenUp|ApplicantNotified|PlayerReady|DutyNotAttested)/;

function fieldsOf(event: EventInfo): Fields {
  return event.fields ?? {};
}

/**
 * An event as `you` reads it: "8♦ to box 7" of "8d to box 7", "You lose $5 on box 4" of "ann loses 5 on box 4", "with you
 * on box 4" of "with ann on box 4". A seed's hash, of which the page on fairness has every digit, is shortened.
 */
export function sentence(event: EventInfo, table = 0, you = ""): string {
  const { player, by, card, net, amount: cents, money: brought, minimum, maximum } = fieldsOf(event);
  const name = player || by;
  let text = event.text.replace(`table ${table}: `, "").replace(/\b([0-9a-f]{8})[0-9a-f]{56}\b/g, "$1…");
  if (card) text = text.replace(card, `${card[0] === "T" ? "10" : card[0]}${SUITS[card[1] ?? ""] ?? ""}`);
  for (const sum of [net, cents, brought]) if (sum) text = text.replace(new RegExp(`(?<= (?:wins|loses|bets|wagers|adds|with|up|back|for|brings) )${amount(Math.abs(sum))}(?= |$)`), money(Math.abs(sum)));
  // those of a tournament are chips
  if (!table && !/^table \d+: /.test(event.text)) for (const limit of [minimum, maximum]) if (limit) text = text.replace(new RegExp(`(?<= (?:wagers|now|to) )${amount(limit)}(?= |$)`), money(limit));
  if (you && (text.startsWith(`${you} `) || text.startsWith(`${you}'s `))) return secondPerson(text.slice(you.length));
  if (you) text = text.replace(new RegExp(`(?<=(?:\\b(?:with|and|by|to)|,) )${you}(?=[ ,]|$)`, "g"), t.results.you);
  text = text.replace(BOTS, (each) => personName(each));
  return name && text.startsWith(name) ? text : text.slice(0, 1).toUpperCase() + text.slice(1);
}

const BOTS = /\b(bot|box|colour)_\w+/g;
const IRREGULAR: Record<string, string> = { is: "are", has: "have", does: "do" };

/** "You lose …" of " loses …", "Your wager …" of "'s wager …". */
function secondPerson(rest: string): string {
  if (rest.startsWith("'s ")) return t.results.your(rest.slice(3));
  const [, verb = "", after = ""] = /^ (\S+)(.*)$/.exec(rest) ?? [];
  return t.results.youDo(`${IRREGULAR[verb] ?? verb.replace(/sses$/, "ss").replace(/(?<!s)s$/, "")}${after}`);
}

/** Whether an event is for the record and is not announced. */
export function isAside(event: EventInfo): boolean {
  return ASIDE.test(event.type);
}

/** Whether an event is only a step of a wager: an anonymous player's place and chips. */
export function isArrival(event: EventInfo): boolean {
  return /^(SeatTaken|ChipsBrought)$/.test(event.type) || (event.type === "PlayerJoined" && !fieldsOf(event).money);
}

/** Whether the event moves the user's money between account and table. */
export function movesMoney(event: EventInfo, me: string | undefined): boolean {
  return /^(Player(Joined|Left)|Purse)/.test(event.type) && fieldsOf(event).player === me;
}

/** CSS classes of a log line: for the record or of another table, the user's own, won, first of its round. */
export function weightOf(event: EventInfo, me: string | undefined, here: number): string {
  const { player, net, table } = fieldsOf(event);
  const own = !!me && player === me && net !== undefined;
  return [(isAside(event) || (here && table && table !== here)) && "aside", event.by_house && "by-house", own && "own", own && net > 0 && "won", event.type === "RoundBegan" && "begins"].filter(Boolean).join(" ");
}
