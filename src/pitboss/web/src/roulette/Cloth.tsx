import { useRef, useState } from "preact/hooks";
import { ChipFace } from "../parts/Chips";
import { chipsOf, money } from "../money";
import { useNarrow } from "../use";
import { nameOf } from "./wagers";
import { CELL, HEIGHT, NAMES, WIDTH, positionName, spotOf, upright, type Position, type Spot } from "./geometry";

export interface Lying {
  player: string;
  amount: number;
  colour: string;
  /** So many chips of the colour that the dealer gave: "3 blue". */
  chips: string;
  result?: number | null;
}

interface ClothProps {
  positions: Position[];
  reds: number[];
  odds: (kind: string) => string;
  lying: (position: Position) => Lying[];
  winning: number | null;
  open: boolean;
  onPlace: (position: Position) => void;
  onTake: (position: Position) => void;
}

const INSIDE_LAST = ["straight", "column", "dozen"];

/** Larger places first, so that lines and corners lie above the numbers. */
function ordered(positions: Position[], narrow: boolean): { position: Position; spot: Spot }[] {
  return positions
    .map((position) => ({ position, spot: spotOf(position) }))
    .filter((found): found is { position: Position; spot: Spot } => found.spot !== null)
    .map(({ position, spot }) => ({ position, spot: narrow ? upright(spot) : spot }))
    .sort((one, two) => two.spot.width * two.spot.height - one.spot.width * one.spot.height);
}

function nearest(from: Spot, among: Spot[], dx: number, dy: number): number {
  const middle = (spot: Spot) => [spot.x + spot.width / 2, spot.y + spot.height / 2] as const;
  const [x, y] = middle(from);
  let best = -1;
  let least = Infinity;
  among.forEach((spot, index) => {
    const [u, v] = middle(spot);
    const along = (u - x) * dx + (v - y) * dy;
    const across = Math.abs((u - x) * dy) + Math.abs((v - y) * dx);
    if (along > 1 && along + 3 * across < least) [best, least] = [index, along + 3 * across];
  });
  return best;
}

const ARROWS: Record<string, [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** The cloth: every position can be clicked, or reached by the arrow keys and taken with Enter or Delete. */
export function Cloth(props: ClothProps) {
  const narrow = useNarrow();
  const places = ordered(props.positions, narrow);
  const [width, height] = narrow ? [HEIGHT, WIDTH] : [WIDTH, HEIGHT];
  const [current, setCurrent] = useState(() => Math.max(0, places.findIndex(({ position }) => position.kind === "straight" && position.place === "17")));
  const shown = useRef<SVGSVGElement>(null);

  function go(event: KeyboardEvent) {
    const arrow = ARROWS[event.key];
    const { position, spot } = places[current]!;
    if (arrow) {
      const next = nearest(spot, places.map((place) => place.spot), ...arrow);
      if (next >= 0) {
        setCurrent(next);
        (shown.current?.querySelector(`[data-place="${next}"]`) as SVGElement | null)?.focus();
      }
    } else if (event.key === "Enter" || event.key === " ") props.onPlace(position);
    else if (event.key === "Delete" || event.key === "Backspace") props.onTake(position);
    else return;
    event.preventDefault();
  }

  return (
    <svg ref={shown} class={narrow ? "cloth cloth-upright" : "cloth"} viewBox={`-4 -4 ${width + 8} ${height + 8}`} role="group" aria-label="The cloth: arrow keys move, Enter places a chip, Delete takes it back" onKeyDown={go}>
      <g aria-hidden="true">
        {places.filter(({ position }) => INSIDE_LAST.includes(position.kind) || position.kind in NAMES).map(({ position, spot }) => (
          <Field key={nameOf(position)} position={position} spot={spot} red={props.reds.includes(position.numbers[0]!)} won={props.winning !== null && position.numbers.includes(props.winning)} />
        ))}
      </g>
      {places.map(({ position, spot }, index) => (
        <Place key={nameOf(position)} index={index} {...{ position, spot }} lying={props.lying(position)} odds={props.odds(position.kind)} open={props.open} current={index === current} onFocus={() => setCurrent(index)} onPlace={props.onPlace} onTake={props.onTake} />
      ))}
      {/* above the places, so that what a place is called and what one sees on it are two things */}
      <g aria-hidden="true" class="cloth-chips">
        {places.map(({ position, spot }) => (
          <Chips key={nameOf(position)} name={nameOf(position)} spot={spot} lying={props.lying(position)} />
        ))}
      </g>
      {places.filter(({ position }) => position.kind === "straight" && position.numbers[0] === props.winning).map(({ spot }) => <Dolly key="dolly" spot={spot} />)}
    </svg>
  );
}

function Field({ position, spot, red, won }: { position: Position; spot: Spot; red: boolean; won: boolean }) {
  const { kind, place } = position;
  const fill = kind !== "straight" ? (kind === "red" ? "#a8202e" : kind === "black" ? "#16181c" : "transparent") : place === "0" ? "#12743f" : red ? "#a8202e" : "#16181c";
  const text = kind === "straight" ? place : kind === "column" ? "2 : 1" : kind === "dozen" ? `${["1st", "2nd", "3rd"][Number(place) - 1]} 12` : NAMES[kind];
  const middle = [spot.x + spot.width / 2, spot.y + spot.height / 2];
  return (
    <g class={won ? "won" : ""}>
      <rect {...spot} fill={fill} stroke="var(--felt-line)" stroke-width="1.5" />
      <text x={middle[0]} y={middle[1]} transform={spot.height > 1.8 * spot.width && kind !== "straight" ? `rotate(90 ${middle[0]} ${middle[1]})` : undefined} text-anchor="middle" dominant-baseline="central" fill="#fff" font-size={kind === "straight" ? 20 : 16} font-family="var(--serif)">
        {text}
      </text>
    </g>
  );
}

interface PlaceProps {
  index: number;
  position: Position;
  spot: Spot;
  lying: Lying[];
  odds: string;
  open: boolean;
  current: boolean;
  onFocus: () => void;
  onPlace: (position: Position) => void;
  onTake: (position: Position) => void;
}

function Place({ index, position, spot, lying, odds, open, current, onFocus, onPlace, onTake }: PlaceProps) {
  const on = lying.map(({ player, amount, chips }) => [player, chips, money(amount)].filter(Boolean).join(" ")).join(", ");
  const label = `${positionName(position)}, pays ${odds}${on ? `; ${on}` : ""}`;
  return (
    <g data-drop data-place={index} data-position={nameOf(position)} class="place" role="button" tabindex={current ? 0 : -1} aria-label={label} aria-disabled={!open} onFocus={onFocus} onClick={() => onPlace(position)} onContextMenu={(event) => { event.preventDefault(); onTake(position); }}>
      <title>{label}</title>
      <rect {...spot} class="place-area" rx="4" />
    </g>
  );
}

/** What lies on a place, everybody's in a colour of their own. */
function Chips({ name, spot, lying }: { name: string; spot: Spot; lying: Lying[] }) {
  if (!lying.length) return null;
  // on a wide place beside what is written there, not on it
  const [x, y] = [spot.x + spot.width * (spot.width > 1.5 * CELL ? 0.82 : 0.5), spot.y + spot.height * (spot.height > 1.5 * CELL ? 0.82 : 0.5)];
  return (
    <g data-chips={name}>
      {lying.map(({ player, amount, colour, result }, nth) => (
        <g key={player} transform={`translate(${x - 13 + nth * 6} ${y - 13 - nth * 4})`} class={result == null ? "" : result > 0 ? "won" : "lost"}>
          <ChipFace chip={{ name: short(amount), colour: chipsOf(amount)[0]?.colour ?? "#888" }} size={26} colour={colour || undefined} />
        </g>
      ))}
    </g>
  );
}

function short(cents: number): string {
  const dollars = cents / 100;
  return dollars >= 1000 ? `${+(dollars / 1000).toFixed(1)}k` : String(dollars);
}

function Dolly({ spot }: { spot: Spot }) {
  return <circle class="dolly" cx={spot.x + spot.width / 2} cy={spot.y + spot.height / 2} r={CELL / 2 - 3} fill="none" stroke="var(--gold)" stroke-width="4" />;
}
