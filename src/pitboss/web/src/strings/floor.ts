/** Words of the console with which a dealer runs a physical table. */
import { localised } from "./locale";

const NTH = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"];
const nth = (number: number) => NTH[number - 1] ?? `card ${number}`;

export const floorWords = localised({
  console: "Floor console",
  boxCard: (box: number, hand: number, number: number) => `Box ${box}, ${hand ? `hand ${hand}, ` : ""}${nth(number)} card`,
  dealerCard: (number: number) => `Dealer, ${nth(number)} card`,
  burnCard: "Burn card",
  anyCard: (what: string) => `Enter ${what}`,
  decides: (who: string, hand: string) => `${who} decides${hand}`,
  onTotal: (total: string) => ` on ${total}`,
  waits: (who: string) => `${who} decides on a phone`,
  asked: { insurance: "insurance", follow: "follow the box", prize: "press for the prize", exposed: "take the card", cut: "cut the cards", turn: "" } as Record<string, string>,
  answers: (who: string, what: string) => `${who}: ${what}?`,
  wagers: "Wagers",
  nothing: "Nothing is due",
  total: (sum: string) => `${sum} on the layout`,
  typed: "Typed",
  dealer: "Dealer",
  box: (box: string) => `Box ${box}`,
  limits: (least: string, most: string) => `${least} to ${most}`,
  round: (number: number) => `Round ${number}`,
  allControls: "All controls",
  floorOnly: "Floor console",
  log: "Last events",
  help: {
    card: "Rank, then suit: 8 H. Ten is T, 1 or 0. X is the cutting card.",
    turn: "H hit · S stand · D double · P split · R surrender",
    insurance: "I insure · E even money · N no",
    follow: "F follow · N no",
    prize: "Y press · N no",
    exposed: "Y take · N no",
    cut: "N no cut",
    wagers: "Box and amount, then Enter: 3 50. 3 0 takes it back, 3.2 50 is a second person. Enter alone deals.",
    sides: (letters: string) => `Side wagers: ${letters}, as 3 50 p5.`,
    cash: "cash 3 100 buys chips, out 3 cashes them. / begins any command.",
    nothing: "/ begins any command.",
    undo: "Backspace undoes the last entry.",
  },
});
