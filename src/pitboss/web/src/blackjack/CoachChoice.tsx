/** When the coach speaks: never, after each decision, or before it. */
import { keepFocus } from "../parts/focus";
import { choose, settings } from "../settings";
import { t } from "../strings";

export function CoachChoice() {
  const mode = settings.value.coach;
  const modes: [typeof mode, string][] = [[false, t.blackjack.coachOff], [true, t.blackjack.coachAfter], ["before", t.blackjack.coachBefore]];
  return (
    <span class="seg" role="group" aria-label={t.blackjack.coachWhen} onMouseDown={keepFocus}>
      {modes.map(([value, name]) => (
        <button key={name} type="button" aria-pressed={mode === value} onClick={() => choose({ coach: value })}>
          {name}
        </button>
      ))}
    </span>
  );
}
