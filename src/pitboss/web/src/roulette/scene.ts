/** Coordinates of the roulette table in units of its viewBox, one scene for each layout of the window. */

export type SceneKind = "wide" | "tablet" | "upright" | "lying";

export interface Rect {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Point {
  x: number;
  y: number;
}

/** Number cells, dozens, columns and even chances. `upright` has zero at the top and 1 on the left. */
export interface Grid {
  x: number;
  y: number;
  zero: number;
  cell: number;
  row: number;
  column: number;
  dozen: number;
  even: number;
  upright: boolean;
}

/** The racetrack: two bands, the outer with the numbers in wheel order, the inner with the neighbour groups. */
export interface Oval {
  x: number;
  y: number;
  width: number;
  height: number;
  band: number;
  inner: number;
  /** Radius of the corners, on the middle line of the outer band. */
  corner: number;
}

export interface Scene {
  kind: SceneKind;
  width: number;
  height: number;
  /** The lower edge of the cloth, and how thick the rail below it is. */
  felt: number;
  rail: number;
  wheel: Point & { r: number };
  grid: Grid;
  /** Null where the racetrack is a sheet. */
  race: Oval | null;
  plate: Point & { size: number };
  last: Point & { columns: number; rows: number; cell: number; row: number; font: number };
  hot: Point & { font: number; narrow: boolean };
  sign: (Point & { font: number }) | null;
  /** Font sizes of numbers and of outside wagers, and the radius of a chip. */
  number: number;
  outside: number;
  chip: number;
  soft: number;
}

/** A tall window gives the wide scene up to this much more height. */
const MOST_EXTRA = 110;

/** Extra height of the wide scene for a stage of this size; it depends on the window only. */
export function extraHeight(width: number, height: number): number {
  return width ? Math.max(0, Math.min(MOST_EXTRA, (1260 * height) / width - 700)) : 0;
}

export function sceneOf(kind: SceneKind, extra = 0): Scene {
  return kind === "wide" ? wide(extra) : SCENES[kind];
}

function wide(e: number): Scene {
  return {
    kind: "wide", width: 1260, height: 700 + e, felt: 644 + e, rail: 62,
    wheel: { x: 232, y: 232 + e * 0.5, r: 208 },
    grid: { x: 470, y: 44 + e * 0.18, zero: 54, cell: 54, row: 70 + e * 0.08, column: 56, dozen: 48 + e * 0.05, even: 48 + e * 0.05, upright: false },
    race: { x: 470, y: 388 + e * 0.68, width: 758, height: 220, band: 46, inner: 32, corner: 87 },
    plate: { x: 76, y: 500 + e, size: 76 },
    last: { x: 132, y: 464 + e, columns: 10, rows: 2, cell: 31, row: 36, font: 16 },
    hot: { x: 38, y: 576 + e, font: 15.5, narrow: false },
    sign: { x: 356, y: 592 + e, font: 15 },
    number: 25, outside: 16.5, chip: 15, soft: 14,
  };
}

const SCENES: Record<Exclude<SceneKind, "wide">, Scene> = {
  tablet: {
    kind: "tablet", width: 768, height: 552, felt: 524, rail: 40,
    wheel: { x: 136, y: 138, r: 124 },
    grid: { x: 20, y: 286, zero: 50, cell: 52, row: 46, column: 54, dozen: 42, even: 42, upright: false },
    race: { x: 284, y: 14, width: 468, height: 168, band: 34, inner: 25, corner: 67 },
    plate: { x: 318, y: 232, size: 56 },
    last: { x: 360, y: 200, columns: 10, rows: 2, cell: 39, row: 28, font: 14 },
    hot: { x: 360, y: 274, font: 13, narrow: true },
    sign: null,
    number: 21, outside: 14, chip: 13, soft: 10,
  },
  upright: {
    kind: "upright", width: 390, height: 562, felt: 566, rail: 20,
    wheel: { x: 67, y: 72, r: 62 },
    grid: { x: 138, y: 1, zero: 40, cell: 54, row: 40, column: 40, dozen: 41, even: 41, upright: true },
    race: null,
    plate: { x: 36, y: 174, size: 52 },
    last: { x: 8, y: 212, columns: 4, rows: 5, cell: 31, row: 28, font: 13 },
    hot: { x: 8, y: 372, font: 12.5, narrow: true },
    sign: { x: 8, y: 440, font: 12.5 },
    number: 18, outside: 12.5, chip: 12, soft: 8,
  },
  lying: {
    kind: "lying", width: 604, height: 354, felt: 352, rail: 20,
    wheel: { x: 52, y: 47, r: 42 },
    grid: { x: 17, y: 96, zero: 41, cell: 40.7, row: 53, column: 41, dozen: 47, even: 47, upright: false },
    race: null,
    plate: { x: 128, y: 47, size: 48 },
    last: { x: 160, y: 20, columns: 10, rows: 2, cell: 24.5, row: 28, font: 13 },
    hot: { x: 412, y: 38, font: 12.5, narrow: true },
    sign: { x: 516, y: 24, font: 12.5 },
    number: 18, outside: 13.5, chip: 11, soft: 8,
  },
};

/** The racetrack of a phone's sheet, in a viewBox of its own. */
export interface TrackSheet {
  width: number;
  height: number;
  race: Oval;
  font: number;
  chip: number;
}

export const TRACK_SHEETS: Record<"upright" | "lying", TrackSheet> = {
  upright: { width: 374, height: 536, race: { x: 3, y: 3, width: 368, height: 530, band: 46, inner: 46, corner: 72 }, font: 17, chip: 13 },
  lying: { width: 588, height: 322, race: { x: 3, y: 3, width: 582, height: 316, band: 46, inner: 44, corner: 72 }, font: 17, chip: 13 },
};
