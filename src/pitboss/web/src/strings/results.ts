/** Results of wagers in words. */
import { money } from "../money";
import { plain, titled } from "../plain";

export const results = {
  sentence: (name: string, outcome: string, reason: string) => `${name} ${outcome}${reason && ` (${reason})`}.`,
  won: (cents: number) => `won ${money(cents)}`,
  lost: (cents: number) => `lost ${money(cents)}`,
  each: (outcome: string) => `${outcome} each`,
  returned: "returned",
  net: (cents: number) => `Net ${cents > 0 ? "+" : ""}${money(cents)}.`,
  kinds: { main: "Main bet", double: "Double", insurance: "Insurance", ante: "Ante" } as Record<string, string>,
  youDo: (does: string) => `You ${does}`,
  your: (what: string) => `Your ${what}`,
  sideBet: (kind: string) => (kind.includes("_") ? titled(kind) : `${titled(kind)} bet`),
  on: (name: string, where: string) => `${name} on ${where}`,
  box: (box: number) => `box ${box}`,
  hand: (hand: number) => `hand ${hand}`,
  spot: (spot: number) => `spot ${spot}`,
  sevens: (count: string) => `${count} seven${count === "one" ? "" : "s"}`,
  /** What a row of a pay table pays for: "two suited sevens", "mixed", "win". */
  pay: (kind: string, name: string) => (kind.endsWith("sevens") ? results.sevens(plain(name)) : plain(name)),
  insurance: { won: "dealer has blackjack", lost: "dealer has no blackjack", consolidated: "paid with the blackjack" } as Record<string, string>,
  reasons: { returned: "dealer has blackjack", stand_off: "stand-off", consolidated: "insured blackjack, paid 1 to 1" } as Record<string, string>,
  outcome: (outcome: string) => plain(outcome),
  bust: "bust",
  inCards: (total: string, cards: number) => `${total} in ${cards} cards`,
  dealerHas22: "stand-off, dealer has 22",
  dealerBusts: "dealer busts",
  against: (own: string, dealer: string, standOff: boolean) => `${standOff ? "stand-off, " : ""}${own} against the dealer's ${dealer}`,
  number: (number: number, colour: string) => `${number} ${colour}`,
  back: "back",
  // what can be done
  actions: {
    hit: "Hit", stand: "Stand", double: "Double", split: "Split", surrender: "Surrender", insure: "Insurance", even: "Even money", pass: "No insurance",
    follow: "Follow", keep: "Keep", press: "Press the button", decline: "Decline", accept: "Accept the card", refuse: "Refuse the card", cut: "Cut",
    ready: "Deal now", deal: "Deal", close: "Close the offer", dealer: "New dealer", timeout: "Out of time", absent: "Absent", shuffle: "Shuffle", new_cards: "New cards",
  } as Record<string, string>,
  otherAction: (verb: string) => plain(verb),
  onBox: (action: string, box: number) => `${action} on ${box}`,
  onSecondHand: "on the second hand",
  from: (amount: string) => `from ${amount}`,
  commands: { bet: "Bet", withdraw: "Take back", join: "Add chips" } as Record<string, string>,
  yourAction: "Your action",
  betBetween: (least: number, most: number) => `Bet ${money(least)} to ${money(most)}`,
  // deadlines
  asked: {
    turn: "to decide", cut: "to cut the cards", insurance: "to answer on insurance", follow: "to follow or keep", prize: "to press the button", exposed: "to accept or refuse the card",
    card: "to enter a card", director: "to go on", number: "to enter the number", spin: "to spin", settling: "to settle", bet: "to bet", time: "to call time",
  } as Record<string, string>,
  betsOpen: "Bets are open",
  timeLeftFor: (what: string) => `Time left for ${what}`,
  yourTurn: (asked: string) => (asked ? `Your turn ${asked}` : "Your turn"),
  waitingFor: (who: string, asked: string) => `Waiting for ${who} ${asked}`,
  you: "you",
  the: (role: string) => `the ${role}`,
  theHouse: "the house",
  and: (names: string[]) => [names.slice(0, -1).join(", "), ...names.slice(-1)].filter(Boolean).join(" and "),
};
