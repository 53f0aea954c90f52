/** Words of the table that shows any game. */
import { localised } from "./locale";
import { money } from "../money";

const signed = (cents: number) => (cents > 0 ? `+${money(cents)}` : money(cents));

export const boardWords = localised({
  board: {
    side: "Commands and log",
    commands: "Commands",
    layout: "Layout",
    last: "Last results",
    noCommand: "There is nothing to fill in now.",
    /** Words of the game itself, which come from the server. */
    sentence: (text: string) => text,
    hand: (name: string) => name,
    yourBet: "your bet",
    pays: (pays: string) => `pays ${pays}`,
    others: (cents: number) => `others ${money(cents)}`,
    settled: (net: number) => (net > 0 ? `won ${signed(net)}` : net < 0 ? `lost ${money(-net)}` : "stand-off"),
    net: (net: number) => `Net ${signed(net)}`,
    joinHint: "Join the table to bet.",
    placeHint: "Choose a chip, then a place.",
    field: (name: string) => name,
    verb: (name: string) => name,
    optional: (name: string) => `${name} (optional)`,
    fact: (name: string, value: string) => `${value} ${name}`,
    limits: (least: number, most: number) => `${money(least)}–${money(most)}`,
    wins: "wins",
  },
}).board;
