import { chipsOf, money, type Chip } from "../money";
import { ChipShape, type ChipLook } from "../table/ChipShape";

const MOST_SHOWN = 6;

/** One chip, seen from above. */
export function ChipFace({ chip, size }: { chip: ChipLook | Chip; size: number }) {
  return (
    <svg class="chip" width={size} height={size} viewBox="-51 -51 102 110" aria-hidden="true">
      <ChipShape chip={chip} radius={50} />
    </svg>
  );
}

/** A stack of chips with its amount, read out as money. */
export function Stack({ cents, size, label }: { cents: number; size: number; label?: string }) {
  const chips = chipsOf(cents);
  const shown = chips.slice(0, MOST_SHOWN);
  return (
    <span class="stack" role="img" aria-label={`${label ? `${label}: ` : ""}${money(cents)}`}>
      <span class="stack-chips" style={{ height: `${size + (shown.length - 1) * 3}px`, width: `${size}px` }}>
        {shown.map((chip, nth) => (
          <span key={nth} class="stack-chip" style={{ bottom: `${(shown.length - 1 - nth) * 3}px`, zIndex: shown.length - nth }}>
            <ChipFace {...{ chip, size }} />
          </span>
        ))}
      </span>
      <span class="stack-sum">{money(cents)}</span>
    </span>
  );
}
