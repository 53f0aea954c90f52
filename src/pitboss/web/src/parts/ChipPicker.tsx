import { CHIPS, type Chip } from "../money";
import { ChipFace } from "./Chips";
import { drag } from "./drag";

/** The chip that a click places; it can also be dragged to its place, by mouse or finger. Arrows choose another, as in any group of radios. */
export function ChipPicker({ chosen, onChoose, most }: { chosen: number; onChoose: (chip: Chip) => void; most: number }) {
  const offered = CHIPS.filter((chip) => chip.value >= 50 && chip.value <= Math.max(most, 100)).slice(-7);
  const first = offered.some((chip) => chip.value === chosen) ? chosen : offered[0]?.value;
  function step(event: KeyboardEvent, nth: number) {
    const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!by) return;
    event.preventDefault();
    const next = (nth + by + offered.length) % offered.length;
    onChoose(offered[next]!);
    ((event.currentTarget as HTMLElement).parentElement?.children[next] as HTMLElement | undefined)?.focus();
  }
  return (
    <div class="picker" role="radiogroup" aria-label="Chip to place">
      {offered.map((chip, nth) => (
        <button
          key={chip.value}
          type="button"
          role="radio"
          aria-checked={chip.value === chosen}
          aria-label={`${chip.name} chip`}
          title={`${chip.name} (key ${nth + 1})`}
          class={chip.value === chosen ? "picked" : ""}
          tabIndex={chip.value === first ? 0 : -1}
          onPointerDown={(event) => drag(event, () => onChoose(chip))}
          onKeyDown={(event) => step(event, nth)}
          onClick={() => onChoose(chip)}
        >
          <ChipFace chip={chip} size={40} />
        </button>
      ))}
    </div>
  );
}
