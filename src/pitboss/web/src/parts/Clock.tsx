import { useEffect, useState } from "preact/hooks";
import type { Schemas } from "../api";
import { Clauses } from "./ClauseRef";

/** Whom the table waits for, and how long still. */
export function Clock({ clock, rulebook, you, version }: { clock: Schemas["Waiting"][]; rulebook: string; you: string; version: number }) {
  const [since, setSince] = useState(() => performance.now());
  const [now, setNow] = useState(since);
  useEffect(() => {
    setSince(performance.now());
    setNow(performance.now());
    const timer = setInterval(() => setNow(performance.now()), 250);
    return () => clearInterval(timer);
  }, [version, clock.length]);
  if (!clock.length) return null;
  return (
    <div class="clocks">
      {clock.map((due) => {
        const left = Math.max(0, due.left - (now - since) / 1000);
        const who = due.who.map((name) => (name === you ? "you" : name)).join(", ");
        const share = due.seconds ? left / due.seconds : 1;
        return (
          <div key={due.what + due.who.join()} class={`clock${share < 0.25 ? " clock-late" : ""}`}>
            <span>
              {due.what === "betting" ? "Bets are open" : `Waiting for ${who || "the house"}: ${due.what}`}
              {due.seconds > 0 && <strong> {Math.ceil(left)} s</strong>}
            </span>
            {due.seconds > 0 && <progress max={1} value={share} aria-label={`Time left for ${due.what}`} />}
            <Clauses rulebook={rulebook} clauses={(due.clauses ?? []).slice(0, 2)} />
          </div>
        );
      })}
    </div>
  );
}
