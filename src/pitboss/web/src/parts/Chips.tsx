import { chipsOf, money, type Chip } from "../money";

const MOST_SHOWN = 6;

/** One chip, seen from above. */
export function ChipFace({ chip, size }: { chip: Pick<Chip, "name" | "colour">; size: number }) {
  const edge = chip.colour;
  const light = edge === "#dfe3ea" || edge === "#c9a227";
  return (
    <svg class="chip" width={size} height={size} viewBox="0 0 40 40" aria-hidden="true">
      <circle cx="20" cy="20" r="19" fill={edge} stroke="rgb(0 0 0 / .45)" />
      <circle cx="20" cy="20" r="16.5" fill="none" stroke={light ? "#3a3f47" : "#fff"} stroke-width="5" stroke-dasharray="8.64 8.64" opacity=".85" />
      <circle cx="20" cy="20" r="12.5" fill={edge} stroke={light ? "#3a3f47" : "#fff"} stroke-width="1" />
      <text x="20" y="20.5" text-anchor="middle" dominant-baseline="central" font-size={chip.name.length > 3 ? 8 : 10.5} font-weight="700" fill={light ? "#16181c" : "#fff"}>
        {chip.name}
      </text>
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
