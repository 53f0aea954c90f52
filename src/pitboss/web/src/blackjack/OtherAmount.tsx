import { useState } from "preact/hooks";
import { amount, cents } from "../money";
import { Clauses } from "../parts/ClauseRef";
import type { Action } from "./types";
import { ACTIONS, detailOf } from "./words";
import { t } from "../strings";

interface OtherProps {
  action: Action;
  rulebook: string;
  /** Whether several boxes are asked, which are then named. */
  several: boolean;
  /** The usual amounts by spot. */
  stakes: number[];
  onDo: (words: string) => void;
}

/** Doubling, insuring or following for less, or cutting elsewhere: shown where an amount other than the usual is lawful. */
export function OtherAmount({ action, rulebook, several, stakes, onDo }: OtherProps) {
  const cut = action.verb === "cut";
  const { less } = action;
  const [text, setText] = useState("");
  if (less?.refusal) return action.verb === "follow" ? <NotForLess refusal={less.refusal} rulebook={rulebook} /> : null;
  if (!cut && !less) return null;
  const [, front, least] = /^(.*) (.*)$/.exec((less ?? action).words)!;
  const most = detailOf(action)[0] ?? stakes.map(written).join("/");
  const parts = text.trim().split("/").map((part) => (part === "-" ? 0 : cents(part)));
  const good = text.trim() !== "" && !parts.includes(null);
  return (
    <form
      class="other-amount"
      onSubmit={(event) => {
        event.preventDefault();
        if (good) onDo(`${front} ${parts.map((part) => written(part!)).join("/")}`);
      }}
    >
      <label>
        {cut ? t.blackjack.cutAfter : t.blackjack.forLess(several ? t.results.onBox(ACTIONS[action.verb]!, action.box) : ACTIONS[action.verb]!)}{" "}
        <input inputMode="decimal" size={9} value={text} placeholder={cut ? "" : `${least}–${most}`} onInput={(event) => setText(event.currentTarget.value)} />
      </label>
      <button type="submit" disabled={!good}>
        {cut ? ACTIONS.cut : t.blackjack.confirm}
      </button>
    </form>
  );
}

/** Why no other amount is available. */
function NotForLess({ refusal, rulebook }: { refusal: NonNullable<Action["refusal"]>; rulebook: string }) {
  return (
    <span class="other-amount soft">
      {t.blackjack.notForLess} <span translate={false}>{refusal.message}</span> <Clauses rulebook={refusal.rulebook || rulebook} clauses={(refusal.clauses ?? []).slice(0, 1)} />
    </span>
  );
}

/** An amount by spot in the notation. */
function written(cents: number): string {
  return cents ? amount(cents) : "-";
}
