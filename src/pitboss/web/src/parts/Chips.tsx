import type { Chip } from "../money";
import { ChipShape, type ChipLook } from "../table/ChipShape";

/** One chip, seen from above. */
export function ChipFace({ chip, size }: { chip: ChipLook | Chip; size: number }) {
  return (
    <svg class="chip" width={size} height={size} viewBox="-51 -51 102 110" aria-hidden="true">
      <ChipShape chip={chip} radius={50} />
    </svg>
  );
}
