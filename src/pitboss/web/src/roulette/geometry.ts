/** Where every position lies on the cloth, in a drawing of 14 by 5 cells: zero on the left, 3 at the top. */

export interface Position {
  kind: string;
  place: string;
  numbers: number[];
}

export interface Spot {
  x: number;
  y: number;
  width: number;
  height: number;
}

export const CELL = 60;
export const WIDTH = 14 * CELL + 20;
export const HEIGHT = 5 * CELL - 20;
const BAND = 50;
const FIELD = 3 * CELL; // the height of the twelve rows of three
const LINE = 20; // the breadth of a place on a line or a corner

const row = (n: number) => Math.floor((n + 2) / 3);
const column = (n: number) => ((n - 1) % 3) + 1;
const left = (n: number) => row(n) * CELL;
const top = (n: number) => (3 - column(n)) * CELL;

const around = (x: number, y: number, width = LINE, height = LINE): Spot => ({ x: x - width / 2, y: y - height / 2, width, height });

function onLine(numbers: number[]): Spot {
  const [a, b] = [Math.min(...numbers), Math.max(...numbers)];
  if (a === 0) return around(CELL, top(b) + CELL / 2, LINE, CELL - LINE);
  if (row(a) === row(b)) return around(left(a) + CELL / 2, top(a), CELL - LINE, LINE);
  return around(left(b), top(b) + CELL / 2, LINE, CELL - LINE);
}

function street(numbers: number[]): Spot {
  if (numbers.includes(0)) return around(CELL, numbers.includes(1) ? 2 * CELL : CELL);
  return around(left(numbers[0]!) + CELL / 2, FIELD, CELL - LINE, LINE);
}

function corner(numbers: number[]): Spot {
  if (numbers.includes(0)) return around(CELL, FIELD);
  const high = Math.max(...numbers);
  return around(left(high), top(high) + CELL);
}

const OUTSIDE: Record<string, number> = { low: 0, even: 1, red: 2, black: 3, odd: 4, high: 5 };

/** The place of a position on the drawing; null for what lies beside it. */
export function spotOf({ kind, place, numbers }: Position): Spot | null {
  switch (kind) {
    case "straight": {
      const n = numbers[0]!;
      return n === 0 ? { x: 0, y: 0, width: CELL, height: FIELD } : { x: left(n), y: top(n), width: CELL, height: CELL };
    }
    case "split":
      return onLine(numbers);
    case "street":
      return street(numbers);
    case "corner":
      return corner(numbers);
    case "six_line":
      return around(left(Math.max(...numbers)), FIELD);
    case "column":
      return { x: 13 * CELL, y: (3 - Number(place)) * CELL, width: CELL + 20, height: CELL };
    case "dozen":
      return { x: CELL + (Number(place) - 1) * 4 * CELL, y: FIELD + 10, width: 4 * CELL, height: BAND - 5 };
    default:
      return kind in OUTSIDE ? { x: CELL + OUTSIDE[kind]! * 2 * CELL, y: FIELD + BAND + 5, width: 2 * CELL, height: BAND - 5 } : null;
  }
}

/** The same place on a cloth that stands upright, as a narrow screen shows it: zero at the top, 1 on the left. */
export function upright({ x, y, width, height }: Spot): Spot {
  return { x: HEIGHT - y - height, y: x, width: height, height: width };
}

export const NAMES: Record<string, string> = {
  low: "1 to 18", even: "Even", red: "Red", black: "Black", odd: "Odd", high: "19 to 36",
};

/** Whether a place is drawn on the cloth; the others lie on the lines between. */
export function isField(kind: string): boolean {
  return ["straight", "column", "dozen"].includes(kind) || kind in NAMES;
}

/** A position in words: "split 17-20", "red", "2nd dozen". */
export function positionName({ kind, place }: Position): string {
  const nth = ["", "1st", "2nd", "3rd"][Number(place)] ?? place;
  if (kind === "dozen" || kind === "column") return `${nth} ${kind}`;
  if (kind === "straight") return `number ${place}`;
  return place ? `${kind.replace("_", " ")} ${place}` : (NAMES[kind] ?? kind).toLowerCase();
}
