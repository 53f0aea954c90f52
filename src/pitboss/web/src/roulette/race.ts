/** The racetrack: points and cells along a rounded rectangle, by the fraction of the way round. */
import type { Oval, Point } from "./scene";

const QUARTER = Math.PI / 2;

/** The point at fraction `u` of the way round, clockwise from the middle of the left side, `out` units outside the middle line. */
export function trackPoint(oval: Oval, u: number, out: number): Point {
  const { x, y, width, height, band, corner } = oval;
  const [left, top, right, bottom] = [x + band / 2, y + band / 2, x + width - band / 2, y + height - band / 2];
  const [across, down, bend] = [right - left - 2 * corner, bottom - top - 2 * corner, QUARTER * corner];
  let way = (((u % 1) + 1) % 1) * (2 * across + 2 * down + 4 * bend);
  const arc = (cx: number, cy: number, from: number): Point => {
    const angle = from + way / corner;
    return { x: cx + (corner + out) * Math.cos(angle), y: cy + (corner + out) * Math.sin(angle) };
  };
  if (way <= down / 2) return { x: left - out, y: (top + bottom) / 2 - way };
  way -= down / 2;
  if (way < bend) return arc(left + corner, top + corner, Math.PI);
  way -= bend;
  if (way <= across) return { x: left + corner + way, y: top - out };
  way -= across;
  if (way < bend) return arc(right - corner, top + corner, -QUARTER);
  way -= bend;
  if (way <= down) return { x: right + out, y: top + corner + way };
  way -= down;
  if (way < bend) return arc(right - corner, bottom - corner, 0);
  way -= bend;
  if (way <= across) return { x: right - corner - way, y: bottom + out };
  way -= across;
  if (way < bend) return arc(left + corner, bottom - corner, QUARTER);
  return { x: left - out, y: bottom - corner - (way - bend) };
}

const STEPS = 8;

/** The outline between two fractions of the way round and two distances from the middle line, as the `d` of a path. */
export function trackCell(oval: Oval, from: number, to: number, inside: number, outside: number): string {
  const along = (nth: number, out: number) => {
    const { x, y } = trackPoint(oval, from + ((to - from) * nth) / STEPS, out);
    return `${x.toFixed(2)} ${y.toFixed(2)}`;
  };
  const steps = Array.from({ length: STEPS + 1 }, (_, nth) => nth);
  return `M${[...steps.map((nth) => along(nth, outside)), ...steps.map((nth) => along(STEPS - nth, inside))].join("L")}Z`;
}

/** The number at an index of the wheel. */
export function numberCell(oval: Oval, index: number, count: number): { path: string; middle: Point } {
  return { path: trackCell(oval, (index - 0.5) / count, (index + 0.5) / count, -oval.band / 2, oval.band / 2), middle: trackPoint(oval, index / count, 0) };
}

/** How far the groups keep from each other, in fractions of a number, and from the outer band, in units. */
const GAP = 0.08;
const LINE = 3;

/** A run of the inner band: from one index of the wheel over so many numbers. */
export function groupCell(oval: Oval, run: { from: number; length: number }, count: number): { path: string; middle: Point } {
  const [from, to] = [run.from - 0.5 + GAP, run.from + run.length - 0.5 - GAP];
  const [inside, outside] = [-oval.band / 2 - oval.inner, -oval.band / 2 - LINE];
  return { path: trackCell(oval, from / count, to / count, inside, outside), middle: trackPoint(oval, (from + to) / 2 / count, (inside + outside) / 2) };
}

/**
 * Where each neighbour group is on the inner band: beside its numbers where every group is a run of the wheel and none
 * overlap, else in the order of the rulebook, spaced evenly.
 */
export function groupRuns(order: readonly number[], groups: readonly (readonly number[])[]): { from: number; length: number; beside: boolean }[] {
  const runs = groups.map((numbers) => runOf(order, numbers));
  const covered = runs.flatMap((from, nth) => (from === null ? [] : groups[nth]!.map((_, step) => (from + step) % order.length)));
  if (runs.every((from) => from !== null) && new Set(covered).size === covered.length) return runs.map((from, nth) => ({ from: from!, length: groups[nth]!.length, beside: true }));
  const length = (order.length - 1) / groups.length;
  return groups.map((_, nth) => ({ from: 1 + nth * length, length, beside: false }));
}

/** The index at which a run of the wheel with these numbers starts; null if they are not side by side. */
function runOf(order: readonly number[], numbers: readonly number[]): number | null {
  const wanted = new Set(numbers);
  const start = order.findIndex((_, index) => numbers.every((_, step) => wanted.has(order[(index + step) % order.length]!)));
  return start < 0 ? null : start;
}

/** A number with so many neighbours on each side, in wheel order. */
export function withNeighbours(order: readonly number[], number: number, each: number): number[] {
  const index = order.indexOf(number);
  return Array.from({ length: 2 * each + 1 }, (_, nth) => order[(index - each + nth + order.length) % order.length]!);
}
