/** Words of the roulette table. */
import { money } from "../money";

const signed = (cents: number) => (cents > 0 ? `+${money(cents)}` : money(cents));
const several = (count: number, one: string, many: string) => (count === 1 ? `1 ${one}` : `${count.toLocaleString("en-US")} ${many}`);
const dollars = (cents: number) => `${cents < 0 ? "minus" : "plus"} ${money(Math.abs(cents)).replace("$", "")} dollars`;

/** What else is true of a number: its colour, odd or even, low or high. */
function traits(number: number, colour: string): string {
  return number === 0 ? `0, ${colour}` : `${number}, ${colour}, ${number % 2 ? "odd" : "even"}, ${number < 19 ? "low" : "high"}`;
}

/** Wagers on half of the numbers. */
const EVENS: Record<string, string> = { low: "1 to 18", even: "Even", red: "Red", black: "Black", odd: "Odd", high: "19 to 36" };

function position(kind: string, place: string): string {
  const nth = ["", "1st", "2nd", "3rd"][Number(place)] ?? place;
  if (kind === "dozen" || kind === "column") return `${nth} ${kind}`;
  if (kind === "straight") return `number ${place}`;
  return place ? `${kind.replace("_", " ")} ${place}` : (EVENS[kind] ?? kind).toLowerCase();
}

export const roulette = {
  side: "Bets and log",
  position,
  table: "Roulette table",
  title: "Roulette, single zero",
  layout: "Layout: arrow keys move, Enter places a chip, Delete takes it back",
  racetrack: "Racetrack: numbers in the order of the wheel",
  track: "Track",
  neighbours: "Neighbours",
  neighboursPrint: "NEIGHBOURS",
  threeNumbers: (odds: string) => `THREE NUMBERS PAY ${odds.toUpperCase()}`,
  wheelOrder: "RACETRACK",
  inWheelOrder: "NUMBERS IN WHEEL ORDER",
  wheel: "The wheel",
  spinning: "The wheel is spinning",
  ballOn: (number: number) => `The ball is on ${number}`,
  lastNumbers: "Last numbers",
  noNumbers: "None yet",
  hot: "Hot",
  cold: "Cold",
  hotNumber: (number: number, times: number) => `${number} ×${times}`,
  coldIn: (numbers: string, spins: number) => `${numbers}, longest absent in ${spins} spins`,
  none: "–",
  limits: "Limits",
  range: (least: number, most: number) => `${money(least)}–${money(most)}`,
  fine: (document: string, edge: string) => (edge ? `${document} · house edge ${edge}` : document),

  // places
  placed: (name: string, odds: string, chips: string) => `${name}, pays ${odds}${chips ? `; ${chips}` : ""}`,
  numberAndNeighbours: (number: number, count: number) => (count === 1 ? `${number} on the racetrack, straight up` : `${number} and its neighbours, ${count} straight-ups`),
  covers: (name: string, count: number, odds: string) => `${name} covers ${several(count, "number", "numbers")} and pays ${odds}.`,
  coverHint: "Tap or hover a bet to see its numbers and its pay.",
  dozens: ["1st 12", "2nd 12", "3rd 12"],
  column: "2:1",
  evens: { low: "1–18", even: "Even", red: "Red", black: "Black", odd: "Odd", high: "19–36" } as Record<string, string>,

  // sentences
  placeBets: "Place your bets",
  placeHint: "Tap a chip, then the layout.",
  joinHint: "Join the table to bet.",
  staked: (cents: number, count: number) => `${money(cents)} on ${several(count, "bet", "bets")}`,
  best: (colour: string, number: number, cents: number) => `${colour.slice(0, 1).toUpperCase()}${colour.slice(1)} ${number} would win the most: ${money(cents)}`,
  noMoreBets: "No more bets",
  running: "The ball is running",
  number: traits,
  called: (number: number, colour: string) => `${number}, ${colour}.`,
  collected: "Losing bets are collected",
  paid: "Winning bets are paid",
  voided: "No spin",
  result: (number: number, colour: string) => `${number} ${colour}.`,
  net: (number: number, colour: string, cents: number) => `${number} ${colour}. Net ${signed(cents)}.`,
  wonAndLost: (won: number, wins: number, lost: number, losses: number) =>
    [wins && `Won ${money(won)} on ${several(wins, "bet", "bets")}`, losses && `${wins ? "lost" : "Lost"} ${money(lost)} on ${several(losses, "bet", "bets")}`].filter(Boolean).join(" · "),
  spokenNet: (number: number, colour: string, cents: number) => `${number} ${colour}. Net ${cents ? dollars(cents) : "0 dollars"}.`,
  waiting: "Waiting for the others",

  // strip
  plusOne: "Number ±1",
  plusTwo: "Number ±2",
  straightUps: (count: number) => `${count} straight-ups`,
  save: "Save bets",
  saved: "Saved bets",
  bets: (count: number) => several(count, "bet", "bets"),
  amount: (cents: number) => money(cents),
  otherAmount: "Other amount",
  ownChips: (colour: string, cents: number) => `Play my ${colour} chips, ${money(cents)} each`,
  wheelChoice: "Press a number on the layout or the track.",

  // panels
  yourBets: "Your bets",
  yourBetsShort: "Bets",
  edge: (edge: string) => `house edge ${edge}`,
  bet: "Bet",
  stake: "Stake",
  pays: "Pays",
  outcome: "Result",
  signed,
  takeBack: (name: string) => `Take back ${name}`,
  spin: (round: number) => (round ? `Spin ${round}` : "Before the first spin"),
  mySpins: "My spins",
  setAmount: "Set amount",
  numbers: "Numbers",
  most: "Maximum",
  clause: "Clause",
  kinds: {
    straight: "Straight up", split: "Split", street: "Street", corner: "Corner", six_line: "Six line", neighbour: "Neighbours", column: "Column", dozen: "Dozen",
    low: "Low, 1–18", high: "High, 19–36", even: "Even", odd: "Odd", red: "Red", black: "Black",
  } as Record<string, string>,
  rack: "Players and their chips",
};
