import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { cents, type Chip } from "../money";
import { ChipPicker } from "./ChipPicker";

/** The effect of a click on a spot: add a chip, set an amount, or take back the wager. */
export type InHand = { add: number } | { exactly: number } | "take";
/** The initial selection. */
export const FIRST_CHIP: InHand = { add: 500 };

interface BetBarProps {
  most: number;
  hand: InHand;
  onHand: (hand: InHand) => void;
  /** Actions for all placed wagers: name and handler. */
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
        Other amount <input inputMode="decimal" size={6} value={text} onInput={(event) => type(event.currentTarget.value)} />
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
