import { useEffect, useState } from "preact/hooks";
import { Refused, send, type ErrorBody } from "../api";
import { amount, cents } from "../money";
import { Reason } from "../parts/Reason";
import type { Action } from "./types";
import { ACTIONS, detailOf } from "./words";

/** What amounts are usual: those of a hand's wagers by spot, and the least of the table. */
export interface Usual {
  table: string;
  stakes: number[];
  minimum: number;
}

interface OtherProps extends Usual {
  action: Action;
  rulebook: string;
  /** Whether several boxes are asked, which are then named. */
  several: boolean;
  onDo: (words: string) => void;
}

/** Doubling, insuring or following for less, or cutting elsewhere: shown where an amount other than the usual is lawful. */
export function OtherAmount({ table, action, rulebook, several, stakes, minimum, onDo }: OtherProps) {
  const cut = action.verb === "cut";
  const [allowed, setAllowed] = useState(cut);
  const [refused, setRefused] = useState<ErrorBody | null>(null);
  const [text, setText] = useState("");
  const front = action.words.replace(/^((?:t\d+ )?\w+(?: \d+)?).*$/, cut ? action.words.replace(/ \d+$/, "") : "$1");
  useEffect(() => {
    if (cut) return;
    // whether less than all is taken is for the law to say: it is tried, and nothing is done
    const written = detailOf(action)[0]?.split("/").map((part) => cents(part) ?? 0);
    const tried = `${front} ${(written ?? stakes).map((stake) => less(stake, written ? 0 : minimum)).join("/")}`;
    send("POST", `/tables/${table}/preview`, { words: tried }).then(
      () => setAllowed(true),
      (error) => (setAllowed(false), setRefused(error instanceof Refused ? error.body : null)),
    );
  }, [action.words]);
  if (!allowed) return action.verb === "follow" && refused?.clause ? <NotForLess refused={refused} rulebook={rulebook} /> : null;
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
        {cut ? "Cut after" : `${ACTIONS[action.verb]}${several ? ` on ${action.box}` : ""} for`} <input inputMode="decimal" size={5} value={text} onInput={(event) => setText(event.currentTarget.value)} />
      </label>
      <button type="submit" disabled={!good}>
        {cut ? "cards" : "less"}
      </button>
    </form>
  );
}

/** Why nobody is asked for how much. */
function NotForLess({ refused, rulebook }: { refused: ErrorBody; rulebook: string }) {
  return (
    <span class="other-amount soft">
      Not for less: <Reason {...{ refused, rulebook }} most={1} />
    </span>
  );
}

/** An amount below the usual one, not below the least where that can be. */
function less(stake: number, minimum: number): string {
  const half = Math.floor(stake / 200) * 100 || Math.floor(stake / 2);
  if (!stake) return "-";
  return amount(half < minimum && minimum < stake ? minimum : half);
}
