import { useEffect, useState } from "preact/hooks";
import { send } from "../api";
import { amount, cents } from "../money";
import type { Action } from "./types";
import { ACTIONS, detailOf } from "./words";

/** What amounts are usual: those of a hand's wagers by spot, and the least of the table. */
export interface Usual {
  table: string;
  stakes: number[];
  minimum: number;
}

/** Doubling or insuring for less, or cutting elsewhere: shown where the rulebook allows an amount other than the usual. */
export function OtherAmount({ table, action, stakes, minimum, onDo }: Usual & { action: Action; onDo: (words: string) => void }) {
  const [allowed, setAllowed] = useState(action.verb === "cut");
  const [text, setText] = useState("");
  const front = action.words.replace(/^((?:t\d+ )?\w+(?: \d+)?).*$/, action.verb === "cut" ? action.words.replace(/ \d+$/, "") : "$1");
  useEffect(() => {
    if (action.verb === "cut") return;
    // whether less than all is taken is for the law to say: it is tried, and nothing is done
    const written = detailOf(action)[0]?.split("/").map((part) => cents(part) ?? 0);
    const tried = `${front} ${(written ?? stakes).map((stake) => less(stake, written ? 0 : minimum)).join("/")}`;
    send("POST", `/tables/${table}/preview`, { words: tried }).then(
      () => setAllowed(true),
      () => setAllowed(false),
    );
  }, [action.words]);
  if (!allowed) return null;
  const parts = text.trim().split("/").map((part) => (part === "-" ? "-" : cents(part)));
  const good = text.trim() !== "" && parts.every((part) => part !== null);
  const asked = parts.map((part) => (typeof part === "number" ? amount(part) : "-")).join("/");
  return (
    <form
      class="other-amount"
      onSubmit={(event) => {
        event.preventDefault();
        if (good) onDo(`${front} ${asked}`);
      }}
    >
      <label>
        {action.verb === "cut" ? "Cut after" : `${ACTIONS[action.verb]} for`} <input inputMode="decimal" size={5} value={text} onInput={(event) => setText(event.currentTarget.value)} />
      </label>
      <button type="submit" disabled={!good}>
        {action.verb === "cut" ? "cards" : "less"}
      </button>
    </form>
  );
}

/** An amount below the usual one, not below the least where that can be. */
function less(stake: number, minimum: number): string {
  const half = Math.floor(stake / 200) * 100 || Math.floor(stake / 2);
  if (!stake) return "-";
  return amount(half < minimum && minimum < stake ? minimum : half);
}
