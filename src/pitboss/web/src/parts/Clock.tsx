import { useEffect, useState } from "preact/hooks";
import type { Schemas } from "../api";
import { Clauses } from "./ClauseRef";
import { secondsLeft } from "./deadline";

/** What a deadline asks for, in the words of the table. */
const ASKED: Record<string, string> = {
  turn: "to decide", cut: "to cut the cards", insurance: "to answer on insurance", follow: "to follow or keep", prize: "to press the button", exposed: "to accept or refuse the card",
  card: "to enter a card", director: "to go on", number: "to enter the number", spin: "to spin", settling: "to settle", bet: "to bet", time: "to call time",
};

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
              {due.what === "betting" ? "Bets are open" : waiting(due, you)}
              {due.seconds > 0 && <strong> {seconds(left)}</strong>}
            </span>
            {due.seconds > 0 && <progress max={1} value={share} aria-label={`Time left for ${due.what}`} />}
            <Clauses rulebook={rulebook} clauses={(due.clauses ?? []).slice(0, 2)} />
          </div>
        );
      })}
    </div>
  );
}

function waiting(due: Schemas["DeadlineInfo"], you: string): string {
  const asked = ASKED[due.what] ?? due.what;
  if (due.who.length === 1 && due.who[0] === you) return due.what === "turn" ? "Your turn" : `Your turn ${asked}`;
  const who = due.who.map((name) => (name === you ? "you" : name === "dealer" || name === "director" ? `the ${name}` : name)).join(due.who.length > 2 ? ", " : " and ");
  return `Waiting for ${who || "the house"} ${asked}`;
}

function seconds(left: number): string {
  const whole = Math.ceil(left);
  return whole < 100 ? `${whole} s` : `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}
