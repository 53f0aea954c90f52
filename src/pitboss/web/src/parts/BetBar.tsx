import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { cents, type Chip } from "../money";
import { ChipPicker } from "./ChipPicker";

/** What a click on a spot does: adds a chip, lays exactly so much, or takes back what lies there. */
export type InHand = { add: number } | { exactly: number } | "take";
/** What is in hand before anything was chosen. */
export const FIRST_CHIP: InHand = { add: 500 };

interface BetBarProps {
  most: number;
  hand: InHand;
  onHand: (hand: InHand) => void;
  /** What may be done with all that lies: each its name and what it does. */
  all: [string, () => void][];
  children?: ComponentChildren;
}

/** The chips in hand, an exact amount, and what is done with all wagers at once. */
export function BetBar({ most, hand, onHand, all, children }: BetBarProps) {
  const [text, setText] = useState("");
  const taking = hand === "take";
  const chosen = typeof hand === "object" && "add" in hand ? hand.add : 0;
  function type(value: string) {
    setText(value);
    const amount = cents(value);
    onHand(amount ? { exactly: amount } : FIRST_CHIP);
  }
  function pick(chip: Chip) {
    setText("");
    onHand({ add: chip.value });
  }
  return (
    <div class="bet-bar">
      <ChipPicker chosen={chosen} onChoose={pick} most={most} />
      <label class="exact">
        or exactly <input inputMode="decimal" size={6} value={text} placeholder="amount" onInput={(event) => type(event.currentTarget.value)} />
      </label>
      <button type="button" aria-pressed={taking} onClick={() => (setText(""), onHand(taking ? FIRST_CHIP : "take"))}>
        Take back
      </button>
      {all.map(([name, act]) => (
        <button type="button" key={name} onClick={act}>
          {name}
        </button>
      ))}
      {children}
    </div>
  );
}
