/** The layout: what is printed on the cloth, and the areas in which a tap means a wager. */
import { memo } from "preact/compat";
import { useMemo, useRef, useState } from "preact/hooks";
import { keepFocus } from "../parts/focus";
import { t } from "../strings";
import { spokenOdds } from "./figures";
import { anchorOf, fieldOf, hitArea, isLow, nameOf, nextTowards, positionName, type Position } from "./positions";
import type { Grid, Point, Rect, Scene } from "./scene";
import type { Card } from "./types";

type Placed = Card["positions"][number];

/** What is done with a position: by click, tap, key or a dropped chip. */
export interface PlaceHandlers {
  onPlace: (position: Position) => void;
  onTake: (position: Position) => void;
  /** The position under the pointer or with the focus; null where there is none. */
  onAim: (position: Placed | null) => void;
}

/** The positions that have a place on the layout, larger areas first. */
function placedOn(grid: Grid, positions: readonly Placed[]): { position: Placed; area: Rect; anchor: Point }[] {
  return positions.flatMap((position) => {
    const area = hitArea(grid, position);
    return area ? [{ position, area, anchor: anchorOf(grid, position)! }] : [];
  });
}

/** Cells and what is written in them. */
export const Print = memo(function Print({ scene, card }: { scene: Scene; card: Card }) {
  const fields = card.positions.flatMap((position) => {
    const rect = fieldOf(scene.grid, position);
    return rect ? [{ position, rect }] : [];
  });
  const third = fieldOf(scene.grid, { kind: "dozen", place: "3", numbers: [] })!;
  return (
    <g aria-hidden="true" class="layout">
      {fields.map(({ position, rect }) => (
        <rect key={nameOf(position)} {...rect} class={`cell ${colourOf(position, card)}`} />
      ))}
      {fields.map(({ position, rect }) => (
        <FieldText key={nameOf(position)} {...{ position, rect, scene }} />
      ))}
      {/* the second layout of the rulebook has a courtesy line between the second and the third dozen: no place for wagers */}
      {card.layout === 2 && <path class="courtesy" d={scene.grid.upright ? `M${third.x} ${third.y - 3}h${third.width}M${third.x} ${third.y + 3}h${third.width}` : `M${third.x - 3} ${third.y}v${third.height}M${third.x + 3} ${third.y}v${third.height}`} />}
    </g>
  );
});

function colourOf({ kind, numbers }: Placed, card: Card): string {
  if (kind === "straight") return card.colours[numbers[0]!]!;
  return kind === "red" || kind === "black" ? kind : "";
}

/** A field this much higher than wide has its text turned. */
const TURNED = 1.9;
/** How far a text is left of the middle of a low field, as a share of its width; and a number above that of a high one, of its height. */
const NUMBER_ASIDE = 0.17;
const NUMBER_ABOVE = 0.05;
/** How far above the middle of its field the name of a column is, as a share of its height. */
const COLUMN_ABOVE = 0.16;
/** How far the name of an even chance is from its middle, so that a chip leaves it readable. */
const TEXT_ASIDE = 0.09;

function FieldText({ position, rect, scene }: { position: Placed; rect: Rect; scene: Scene }) {
  const { kind, place } = position;
  const at = `translate(${rect.x + rect.width / 2} ${rect.y + rect.height / 2})`;
  const low = isLow(rect);
  if (kind === "straight")
    return (
      <text transform={at} x={low && place !== "0" ? -rect.width * NUMBER_ASIDE : 0} y={scene.number * 0.35 - (low || place === "0" ? 0 : rect.height * NUMBER_ABOVE)} class="num" font-size={scene.number}>
        {place}
      </text>
    );
  const turned = rect.height > rect.width * TURNED;
  const text = kind === "column" ? t.roulette.column : kind === "dozen" ? t.roulette.dozens[Number(place) - 1]! : t.roulette.evens[kind];
  const x = kind === "dozen" ? 0 : kind === "column" ? (low ? -rect.width * NUMBER_ASIDE : 0) : turned ? rect.height * TEXT_ASIDE : -rect.width * TEXT_ASIDE;
  const y = scene.outside * 0.35 - (kind === "column" && !low ? rect.height * COLUMN_ABOVE : 0);
  return (
    <text transform={`${at}${turned ? " rotate(-90)" : ""}`} x={x} y={y} class={`out ${kind}`} font-size={scene.outside}>
      {text}
    </text>
  );
}

interface EdgesProps {
  scene: Scene;
  card: Card;
  /** Winning fields have a gold edge; covered numbers are lightened. */
  won: (position: Placed) => boolean;
  covered: ReadonlySet<number>;
}

export function Edges({ scene, card, won, covered }: EdgesProps) {
  return (
    <g aria-hidden="true">
      {card.positions.map((position) => {
        const rect = fieldOf(scene.grid, position);
        if (!rect) return null;
        const inner = { x: rect.x + 1, y: rect.y + 1, width: rect.width - 2, height: rect.height - 2 };
        return (
          <g key={nameOf(position)}>
            {position.kind === "straight" && covered.has(position.numbers[0]!) && <rect {...inner} class="covered" />}
            {won(position) && <rect {...inner} rx="2" class="glow lit" />}
          </g>
        );
      })}
    </g>
  );
}

const ARROWS: Record<string, [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

interface AreasProps extends PlaceHandlers {
  scene: Scene;
  positions: readonly Placed[];
  open: boolean;
  /** The chips on a position in words. */
  chips: (position: Position) => string;
}

/** The areas of all positions: one tab stop, arrows inside. They do not overlap, so a tap snaps to one legal wager. */
export function Areas({ scene, positions, open, chips, onPlace, onTake, onAim }: AreasProps) {
  const places = useMemo(() => placedOn(scene.grid, positions), [scene, positions]);
  const [current, setCurrent] = useState(() => Math.max(0, places.findIndex(({ position }) => nameOf(position) === "straight 17")));
  const group = useRef<SVGGElement>(null);

  function go(event: KeyboardEvent) {
    const arrow = ARROWS[event.key];
    const { position, anchor } = places[current]!;
    if (arrow) {
      const next = nextTowards(anchor, places.map((place) => place.anchor), ...arrow);
      if (next >= 0) (group.current?.children[next] as SVGElement | undefined)?.focus();
    } else if (event.key === "Enter" || event.key === " ") onPlace(position);
    else if (event.key === "Delete" || event.key === "Backspace") onTake(position);
    else return;
    event.preventDefault();
  }

  return (
    <g ref={group} role="group" aria-label={t.roulette.layout} class="places" onKeyDown={go} onMouseDown={keepFocus}>
      {places.map(({ position, area }, index) => (
        <Area key={nameOf(position)} {...{ position, area, open, onPlace, onTake, onAim }} label={t.roulette.placed(positionName(position), spokenOdds(position.pays), chips(position))} current={index === current} onCurrent={() => setCurrent(index)} />
      ))}
    </g>
  );
}

interface AreaProps extends PlaceHandlers {
  position: Placed;
  area: Rect;
  label: string;
  open: boolean;
  current: boolean;
  onCurrent: () => void;
}

function Area({ position, area, label, open, current, onCurrent, onPlace, onTake, onAim }: AreaProps) {
  return (
    <rect
      {...area}
      data-drop
      data-position={nameOf(position)}
      class="place"
      role="button"
      tabindex={current ? 0 : -1}
      aria-label={label}
      aria-disabled={!open}
      onFocus={() => {
        onCurrent();
        onAim(position);
      }}
      onBlur={() => onAim(null)}
      onPointerEnter={() => onAim(position)}
      onPointerLeave={() => onAim(null)}
      onClick={() => onPlace(position)}
      onContextMenu={(event) => {
        event.preventDefault();
        onTake(position);
      }}
    />
  );
}
