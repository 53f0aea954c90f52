/** Where each legal wager is on the layout: the point it is named after, the area that snaps to it, and where its chips are. */
import { t } from "../strings";
import type { Grid, Point, Rect, Scene } from "./scene";

export interface Position {
  kind: string;
  place: string;
  numbers: number[];
}

type At = Pick<Position, "kind" | "place">;

/** The key of a position, as a command writes it: "split 17-20", "red". */
export const nameOf = (at: At) => `${at.kind} ${at.place}`.trim();

/** A position in words: "split 17-20", "red", "2nd dozen". */
export function positionName({ kind, place }: At): string {
  return t.roulette.position(kind, place);
}

/** Whether a position has a field of its own on the cloth; the others are on the lines between. */
export function isField(kind: string): boolean {
  return ["straight", "column", "dozen", ...EVENS].includes(kind);
}

// --- a layout in its own directions ------------------------------------------------------------------------------
// `along` runs from zero to the columns, `across` from the column of 3 to the even chances; an upright cloth swaps them.

interface Span {
  from: number;
  to: number;
}

const EVENS = ["low", "even", "red", "black", "odd", "high"];
/** The share of a cell, from its edge, that snaps to the line there; narrow cells need more of it. */
const BAND = 0.2;
const NARROW_BAND = 0.25;
const NARROW = 40;
const LAST_ROW = 11;

const rowOf = (n: number) => Math.floor((n - 1) / 3);
const columnOf = (n: number) => (n - 1) % 3;

/** Sizes of a grid by direction. */
function measures(grid: Grid) {
  const [pitch, depth] = grid.upright ? [grid.row, grid.cell] : [grid.cell, grid.row];
  const share = (size: number) => size * (size < NARROW ? NARROW_BAND : BAND);
  return { pitch, depth, alongBand: share(pitch), acrossBand: share(depth) };
}

const alongOf = (grid: Grid, row: number): Span => {
  const { pitch } = measures(grid);
  return { from: grid.zero + row * pitch, to: grid.zero + (row + 1) * pitch };
};
const acrossOf = (grid: Grid, column: number): Span => {
  const { depth } = measures(grid);
  return { from: (2 - column) * depth, to: (3 - column) * depth };
};

/** A rectangle of spans in the directions of the cloth. An upright cloth has 1 on the left: its across runs from right to left. */
function place(grid: Grid, along: Span, across: Span): Rect {
  const whole = 3 * measures(grid).depth;
  if (!grid.upright) return { x: grid.x + along.from, y: grid.y + across.from, width: along.to - along.from, height: across.to - across.from };
  return { x: grid.x + grid.even + grid.dozen + whole - across.to, y: grid.y + along.from, width: across.to - across.from, height: along.to - along.from };
}

const around = (middle: number, half: number): Span => ({ from: middle - half, to: middle + half });

/** The drawn rectangle of a field: a number, a column, a dozen or an even chance. */
export function fieldOf(grid: Grid, { kind, place: at, numbers }: Position): Rect | null {
  const { pitch, depth } = measures(grid);
  if (kind === "straight") return numbers[0] ? place(grid, alongOf(grid, rowOf(numbers[0])), acrossOf(grid, columnOf(numbers[0]))) : place(grid, { from: 0, to: grid.zero }, { from: 0, to: 3 * depth });
  if (kind === "column") return place(grid, { from: grid.zero + 12 * pitch, to: grid.zero + 12 * pitch + grid.column }, acrossOf(grid, Number(at) - 1));
  if (kind === "dozen") return place(grid, { from: grid.zero + 4 * pitch * (Number(at) - 1), to: grid.zero + 4 * pitch * Number(at) }, { from: 3 * depth, to: 3 * depth + grid.dozen });
  const nth = EVENS.indexOf(kind);
  return nth < 0 ? null : place(grid, { from: grid.zero + 2 * pitch * nth, to: grid.zero + 2 * pitch * (nth + 1) }, { from: 3 * depth + grid.dozen, to: 3 * depth + grid.dozen + grid.even });
}

/** Where the lines that a wager is on cross: row and column lines it is on, or the middle of a cell. */
function spansOf(grid: Grid, { kind, numbers }: Position): [along: Span, across: Span] | null {
  const { pitch, depth, alongBand, acrossBand } = measures(grid);
  const outer = 3 * depth;
  const line = (row: number) => around(grid.zero + row * pitch, alongBand); // before that row
  const inRow = (row: number): Span => ({ from: grid.zero + row * pitch + alongBand, to: grid.zero + (row + 1) * pitch - (row < LAST_ROW ? alongBand : 0) });
  const between = (column: number) => around((3 - column) * depth, acrossBand); // below that column, 0 for the outer line
  const inColumn = (column: number): Span => {
    const { from, to } = acrossOf(grid, column);
    return { from: from + (column === 2 ? 0 : acrossBand), to: to - acrossBand };
  };
  const sorted = [...numbers].sort((one, two) => one - two);
  const [low, high] = [sorted[0]!, sorted.at(-1)!];
  switch (kind) {
    case "split":
      if (!low) return [line(0), inColumn(columnOf(high))];
      return rowOf(low) === rowOf(high) ? [inRow(rowOf(low)), between(columnOf(high))] : [line(rowOf(high)), inColumn(columnOf(low))];
    case "street":
      if (!low) return [line(0), between(columnOf(high))];
      return [inRow(rowOf(low)), around(outer, acrossBand)];
    case "corner":
      if (!low) return [line(0), around(outer, acrossBand)];
      return [line(rowOf(high)), between(columnOf(high))];
    case "six_line":
      return [line(rowOf(high)), around(outer, acrossBand)];
    default:
      return null;
  }
}

/** Cuts the bands of the neighbouring lines off a field. */
function inner(grid: Grid, { kind, numbers }: Position, rect: Rect): Rect {
  const { alongBand, acrossBand } = measures(grid);
  const number = numbers[0]!;
  const cut = { start: 0, end: 0, top: 0, bottom: 0 };
  if (kind === "straight" && number === 0) cut.end = alongBand;
  else if (kind === "straight") Object.assign(cut, { start: alongBand, end: rowOf(number) < LAST_ROW ? alongBand : 0, top: columnOf(number) < 2 ? acrossBand : 0, bottom: acrossBand });
  else if (kind === "dozen") cut.top = acrossBand;
  if (!grid.upright) return { x: rect.x + cut.start, y: rect.y + cut.top, width: rect.width - cut.start - cut.end, height: rect.height - cut.top - cut.bottom };
  return { x: rect.x + cut.bottom, y: rect.y + cut.start, width: rect.width - cut.top - cut.bottom, height: rect.height - cut.start - cut.end };
}

/** The area in which a tap or a dropped chip means this wager; null if it is not on the layout. Areas do not overlap. */
export function hitArea(grid: Grid, position: Position): Rect | null {
  const spans = spansOf(grid, position);
  if (spans) return place(grid, ...spans);
  const field = fieldOf(grid, position);
  return field && inner(grid, position, field);
}

const middle = ({ x, y, width, height }: Rect): Point => ({ x: x + width / 2, y: y + height / 2 });

/** The point for which a position stands: the middle of its field, or where its lines cross. */
export function anchorOf(grid: Grid, position: Position): Point | null {
  const spans = spansOf(grid, position);
  const rect = spans ? place(grid, ...spans) : fieldOf(grid, position);
  return rect && middle(rect);
}

/** Whether a field has its chips beside what is written in it: low cells have no room for them below. */
export const isLow = ({ width, height }: Rect): boolean => height < width;

/** Where the chips of a position are drawn: on a field beside what is written there, so that it stays readable. */
export function chipPoint(grid: Grid, position: Position): Point | null {
  const at = anchorOf(grid, position);
  const field = isField(position.kind) ? fieldOf(grid, position) : null;
  if (!at || !field) return at;
  if (position.kind === "straight" || position.kind === "column") return isLow(field) ? { x: at.x + field.width * 0.29, y: at.y } : { x: at.x, y: at.y + field.height * 0.28 };
  return field.width > field.height ? { x: at.x + field.width * 0.34, y: at.y } : { x: at.x, y: at.y + field.height * 0.34 };
}

/** Where the dolly stands: beside the number, away from its chips. */
export function dollyPoint(scene: Scene, number: number): Point {
  const field = fieldOf(scene.grid, { kind: "straight", place: String(number), numbers: [number] })!;
  const at = middle(field);
  return { x: at.x - field.width * (field.width > 100 ? 0.12 : 0.34), y: at.y - Math.min(field.height * 0.26, 22) };
}

/** The index of the point next to another in a direction, -1 if there is none; points aside count three times as far. */
export function nextTowards(from: Point, among: readonly Point[], dx: number, dy: number): number {
  let best = -1;
  let least = Infinity;
  among.forEach(({ x, y }, index) => {
    const along = (x - from.x) * dx + (y - from.y) * dy;
    const across = Math.abs((x - from.x) * dy) + Math.abs((y - from.y) * dx);
    if (along > 1 && along + 3 * across < least) [best, least] = [index, along + 3 * across];
  });
  return best;
}
