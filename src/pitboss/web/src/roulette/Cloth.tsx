import { useRef, useState } from "preact/hooks";
import { useNarrow } from "../use";
import { Chips, Dolly, Field, placeLabel, type Lying } from "./Drawn";
import { HEIGHT, WIDTH, isField, spotOf, upright, type Position, type Spot } from "./geometry";
import { nameOf } from "./wagers";

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
        {places.filter(({ position }) => isField(position.kind)).map(({ position, spot }) => (
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
  const label = placeLabel(position, odds, lying);
  return (
    <g data-drop data-place={index} data-position={nameOf(position)} class="place" role="button" tabindex={current ? 0 : -1} aria-label={label} aria-disabled={!open} onFocus={onFocus} onClick={() => onPlace(position)} onContextMenu={(event) => { event.preventDefault(); onTake(position); }}>
      <title>{label}</title>
      <rect {...spot} class="place-area" rx="4" />
    </g>
  );
}
