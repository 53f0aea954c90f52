import { CHIPS, type Chip } from "../money";
import { ChipFace } from "./Chips";

/** The chip that a click places; it can also be dragged to its spot. */
export function ChipPicker({ chosen, onChoose, most }: { chosen: Chip; onChoose: (chip: Chip) => void; most: number }) {
  const offered = CHIPS.filter((chip) => chip.value >= 50 && chip.value <= Math.max(most, 100)).slice(-7);
  return (
    <div class="picker" role="radiogroup" aria-label="Chip to place">
      {offered.map((chip, nth) => (
        <button
          key={chip.value}
          type="button"
          role="radio"
          aria-checked={chip.value === chosen.value}
          aria-label={`${chip.name} chip`}
          title={`${chip.name} (key ${nth + 1})`}
          class={chip.value === chosen.value ? "picked" : ""}
          draggable
          onDragStart={(event) => {
            event.dataTransfer?.setData("text/plain", String(chip.value));
            onChoose(chip);
          }}
          onClick={() => onChoose(chip)}
        >
          <ChipFace chip={chip} size={44} />
        </button>
      ))}
    </div>
  );
}
