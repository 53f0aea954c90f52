import { useEffect, useState } from "preact/hooks";
import type { Schemas } from "../api";
import { Clauses } from "./ClauseRef";
import { secondsLeft } from "./deadline";
import { t } from "../strings";

interface ClockProps {
  clock: Schemas["DeadlineInfo"][];
  rulebook: string;
  you: string;
  /** Shown elsewhere. */
  but?: string;
}

/** Whom the table waits for, and how long still. */
export function Clock({ clock, rulebook, you, but = "" }: ClockProps) {
  const [, tick] = useState(0);
  useEffect(() => {
    if (!clock.some((due) => due.seconds)) return;
    const timer = setInterval(() => tick((count) => count + 1), 250);
    return () => clearInterval(timer);
  }, [clock]);
  if (!clock.length) return null;
  return (
    <div class="clocks">
      {clock.filter((due) => due.what !== but).map((due) => {
        const left = secondsLeft(due, clock);
        const share = due.seconds ? left / due.seconds : 1;
        const yours = due.who.includes(you);
        return (
          <div key={due.what + due.who.join()} class={`clock${share < 0.25 ? " clock-late" : ""}${yours ? " clock-yours" : ""}`}>
            <span>
              {due.what === "betting" ? t.results.betsOpen : waiting(due, you)}
              {due.seconds > 0 && <strong> {t.blackjack.timeLeft(Math.ceil(left))}</strong>}
            </span>
            {due.seconds > 0 && <progress max={1} value={share} aria-label={t.results.timeLeftFor(due.what)} />}
            <Clauses rulebook={rulebook} clauses={(due.clauses ?? []).slice(0, 2)} />
          </div>
        );
      })}
    </div>
  );
}

function waiting(due: Schemas["DeadlineInfo"], you: string): string {
  const words = t.results;
  const asked = words.asked[due.what] ?? due.what;
  if (due.who.length === 1 && due.who[0] === you) return words.yourTurn(due.what === "turn" ? "" : asked);
  const who = words.and(due.who.map((name) => (name === you ? words.you : name === "dealer" || name === "director" ? words.the(name) : name)));
  return words.waitingFor(who || words.theHouse, asked);
}
