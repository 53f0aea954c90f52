/** The racetrack: the numbers in wheel order, and on its inner band the neighbour groups that the rulebook offers. */
import { useMemo, useRef, useState } from "preact/hooks";
import { keepFocus } from "../parts/focus";
import { t } from "../strings";
import { spokenOdds } from "./figures";
import type { PlaceHandlers } from "./Layout";
import { nameOf, nextTowards, positionName, type Position } from "./positions";
import { groupCell, groupRuns, numberCell, trackPoint, withNeighbours } from "./race";
import type { Oval, Point } from "./scene";
import type { Card } from "./types";

type Placed = Card["positions"][number];

interface RacetrackProps extends PlaceHandlers {
  oval: Oval;
  card: Card;
  font: number;
  /** How many neighbours on each side a press on a number takes with it. */
  each: number;
  open: boolean;
  won: (position: Placed) => boolean;
  covered: ReadonlySet<number>;
  chips: (position: Position) => string;
  onNumbers: (numbers: number[]) => void;
}

/** Where the chips on each number of the track are: at the inner edge, so that the number stays readable. */
export function numberPoints(oval: Oval, card: Card): Map<string, Point> {
  return new Map(card.wheel.map((number, index) => [nameOf({ kind: "straight", place: String(number) }), trackPoint(oval, index / card.wheel.length, oval.band * -0.32)]));
}

/** Where the chips of each neighbour group are. */
export function groupPoints(oval: Oval, card: Card): Map<string, Point> {
  const groups = card.positions.filter(({ kind }) => kind === "neighbour");
  const runs = groupRuns(card.wheel, groups.map(({ numbers }) => numbers));
  return new Map(groups.map((group, nth) => [nameOf(group), groupCell(oval, runs[nth]!, card.wheel.length).middle]));
}

const ARROWS: Record<string, [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

interface Cell {
  key: string;
  path: string;
  middle: Point;
  class: string;
  text: string;
  label: string;
  numbers: number[];
  position: Placed | null;
}

function cellsOf({ oval, card, each, chips }: RacetrackProps): Cell[] {
  const straight = new Map(card.positions.filter(({ kind }) => kind === "straight").map((position) => [position.numbers[0]!, position]));
  const numbers = card.wheel.map((number, index): Cell => {
    const covered = withNeighbours(card.wheel, number, each);
    return { key: String(number), ...numberCell(oval, index, card.wheel.length), class: `cell ${card.colours[number]}`, text: String(number), label: t.roulette.numberAndNeighbours(number, covered.length), numbers: covered, position: straight.get(number)! };
  });
  const groups = card.positions.filter(({ kind }) => kind === "neighbour");
  const runs = groupRuns(card.wheel, groups.map((group) => group.numbers));
  return [
    ...numbers,
    ...groups.map((position, nth): Cell => {
      const run = runs[nth]!;
      const label = t.roulette.placed(positionName(position), spokenOdds(position.pays), chips(position));
      return { key: nameOf(position), ...groupCell(oval, run, card.wheel.length), class: "spot", text: run.beside ? "" : position.place, label, numbers: position.numbers, position };
    }),
  ];
}

/** An inscription in one line, or in two where there is room for so many letters only. */
function lines(text: string, room: number): string[] {
  if (text.length * 0.75 < room) return [text];
  const middle = text.indexOf(" ", text.length / 2 - 1);
  return [text.slice(0, middle), text.slice(middle + 1)];
}

export function Racetrack(props: RacetrackProps) {
  const { oval, card, font, open, won, covered, onPlace, onTake, onAim, onNumbers } = props;
  const cells = useMemo(() => cellsOf(props), [oval, card, props.each, props.chips]);
  const [current, setCurrent] = useState(0);
  const group = useRef<SVGGElement>(null);
  const offered = cells.filter(({ position }) => position?.kind === "neighbour");

  function press({ position, numbers }: Cell) {
    if (position?.kind === "neighbour") onPlace(position);
    else onNumbers(numbers);
  }
  function go(event: KeyboardEvent) {
    const arrow = ARROWS[event.key];
    const cell = cells[current]!;
    if (arrow) {
      const next = nextTowards(cell.middle, cells.map(({ middle }) => middle), ...arrow);
      if (next >= 0) (group.current?.children[next] as SVGElement | undefined)?.focus();
    } else if (event.key === "Enter" || event.key === " ") press(cell);
    else if ((event.key === "Delete" || event.key === "Backspace") && cell.position) onTake(cell.position);
    else return;
    event.preventDefault();
  }
  const middle = { x: oval.x + oval.width / 2, y: oval.y + oval.height / 2 };
  const room = oval.width - 2 * (oval.band + oval.inner);
  const print = offered.length ? t.roulette.neighboursPrint : t.roulette.wheelOrder;
  return (
    <g class="race">
      <g ref={group} role="group" aria-label={offered.length ? t.roulette.neighbours : t.roulette.racetrack} onKeyDown={go} onMouseDown={keepFocus}>
        {cells.map((cell, index) => (
          <path
            key={cell.key}
            d={cell.path}
            class={`${cell.class} race-cell`}
            data-drop
            data-race={cell.key}
            role="button"
            tabindex={index === current ? 0 : -1}
            aria-label={cell.label}
            aria-disabled={!open}
            onFocus={() => {
              setCurrent(index);
              onAim({ ...cell.position!, numbers: cell.numbers });
            }}
            onBlur={() => onAim(null)}
            onPointerEnter={() => onAim({ ...cell.position!, numbers: cell.numbers })}
            onPointerLeave={() => onAim(null)}
            onClick={() => press(cell)}
            onContextMenu={(event) => {
              event.preventDefault();
              if (cell.position) onTake(cell.position);
            }}
          />
        ))}
      </g>
      <g aria-hidden="true" class="race-print">
        {cells.map(({ key, middle: at, text, position }) =>
          position?.kind === "neighbour" && !text ? (
            <circle key={key} cx={at.x} cy={at.y} r="3" class="race-dot" />
          ) : (
            <text key={key} x={at.x} y={at.y + font * 0.36} class="race-num" font-size={text.length > 2 ? font * 0.75 : font}>
              {text}
            </text>
          ),
        )}
        {cells.map(({ key, path, numbers, position, class: name }) => (name !== "spot" && covered.has(numbers[(numbers.length - 1) / 2]!)) || (position && name === "spot" && won(position)) ? <path key={key} d={path} class={name === "spot" ? "glow lit" : "covered"} /> : null)}
        <text x={middle.x} y={middle.y - font * 0.3} class="print-1" text-anchor="middle" font-size={Math.min(font * 1.3, room / print.length)}>
          {print}
        </text>
        {lines(offered.length ? t.roulette.threeNumbers(spokenOdds(offered[0]!.position!.pays)) : t.roulette.inWheelOrder, room / font).map((line, nth) => (
          <text key={nth} x={middle.x} y={middle.y + font * (1.05 + 1.2 * nth)} class="print-2" text-anchor="middle" font-size={font * 0.88}>
            {line}
          </text>
        ))}
      </g>
    </g>
  );
}
