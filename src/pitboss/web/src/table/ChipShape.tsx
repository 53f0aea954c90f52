/** Chips and stacks of a scene. */
import { memo } from "preact/compat";
import { CHIPS, chipsOf, type Chip } from "../money";
import { keystone, round } from "./svg";

const SPOTS = Array.from({ length: 6 }, (_, nth) => keystone(0, 0, 38, 50, nth * 60 - 101, nth * 60 - 79)).join("");
/** The most chips of a stack that are drawn. */
const MOST_DRAWN = 10;

/** How a chip looks: in the colours of a denomination, or of a player's own colour. */
export type ChipLook = Pick<Chip, "name"> & { key?: string; colour?: string };

function coloursOf({ key, colour = "#888" }: ChipLook): string {
  if (key) return `--b:var(--chip-${key});--s:var(--chip-${key}-spot);--i:var(--chip-${key}-ink)`;
  const light = LIGHT.test(colour);
  return `--b:${colour};--s:${light ? "#3a3f47" : "#f4f1e8"};--i:${light ? "#16181c" : "#fff"}`;
}

/** Colours on which white cannot be read. */
const LIGHT = /^#[c-f][0-9a-f][9a-f]/i;

interface ChipShapeProps {
  chip: ChipLook;
  radius: number;
  y?: number;
}

/** One chip from above, its centre at 0, y. */
export function ChipShape({ chip, radius, y = 0 }: ChipShapeProps) {
  const { name } = chip;
  const size = name.length === 1 ? 38 : name.length === 2 ? 34 : name.length === 3 ? 26 : 22;
  return (
    <g class="chip-shape" transform={`translate(0 ${round(y)}) scale(${radius / 50})`} style={coloursOf(chip)}>
      <ellipse cx="0" cy="8" rx="50" ry="49" class="chip-edge" />
      <circle r="50" class="chip-body" />
      <path d={SPOTS} class="chip-spot" />
      <circle r="37.5" class="chip-ring" />
      <circle r="30" class="chip-inlay" />
      <text y={size * 0.34} class="chip-value" text-anchor="middle" font-size={size}>
        {name}
      </text>
    </g>
  );
}

/** A chip of the tray, as a picture of its own. */
export function ChipPicture({ value }: { value: number }) {
  return (
    <svg viewBox="-52 -52 104 112" aria-hidden="true">
      <ChipShape chip={CHIPS.find((chip) => chip.value === value) ?? CHIPS.at(-1)!} radius={50} />
    </svg>
  );
}

/** An amount as a stack at 0, 0: the smaller denominations on top. */
export const StackShape = memo(function StackShape({ cents, radius }: { cents: number; radius: number }) {
  return (
    <g class="stack-shape" aria-hidden="true">
      <ellipse cx="1" cy={radius * 0.32} rx={radius * 1.08} ry={radius * 1.02} class="chip-shade" />
      {chipsOf(cents)
        .slice(0, MOST_DRAWN)
        .map((chip, nth) => (
          <ChipShape key={nth} chip={chip} radius={radius} y={-nth * radius * 0.19} />
        ))}
    </g>
  );
});
