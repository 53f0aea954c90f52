/** Playback: speed, skip and, where a round is over, its scrubber. */
import { keepFocus } from "../parts/focus";
import { choose, settings, type Settings } from "../settings";
import { t } from "../strings";
import "../styles/parts.css";

const SPEEDS: [Settings["speed"], string][] = [["casino", t.common.casino], ["fast", t.common.fast], ["instant", t.common.instant]];

/** The three speeds of dealing. */
export function SpeedChoice() {
  const { speed } = settings.value;
  return (
    <span class="seg" role="group" aria-label={t.common.speed} onMouseDown={keepFocus}>
      {SPEEDS.map(([value, name]) => (
        <button key={value} type="button" aria-pressed={speed === value} onClick={() => choose({ speed: value })}>
          {name}
        </button>
      ))}
    </span>
  );
}
