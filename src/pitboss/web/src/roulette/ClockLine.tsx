/** Time that is left to bet, as a line on the edge of the strip. It starts when the table has finished showing. */
import { useEffect, useState } from "preact/hooks";
import type { Schemas } from "../api";
import { secondsLeft } from "../parts/deadline";
import { t } from "../strings";

/** Below this share the line changes its colour. */
const LATE = 0.25;
const TICK = 250;

export function ClockLine({ clock }: { clock: Schemas["DeadlineInfo"][] }) {
  const due = clock.find(({ seconds }) => seconds > 0);
  const [, tick] = useState(0);
  useEffect(() => {
    if (!due) return;
    const timer = setInterval(() => tick((count) => count + 1), TICK);
    return () => clearInterval(timer);
  }, [due]);
  if (!due) return null;
  const left = secondsLeft(due, clock);
  const share = Math.min(1, left / due.seconds);
  return (
    <div class={`clock-line${share < LATE ? " late" : ""}`} role="timer" aria-label={`${t.common.time}: ${t.common.timeLeft(Math.ceil(left))}`}>
      <i style={`transform:scaleX(${share.toFixed(3)})`} />
    </div>
  );
}
