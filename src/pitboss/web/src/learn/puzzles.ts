/** Mistakes become puzzles that come back until they were solved: twice in a row, on this browser. */
import { signal } from "@preact/signals";

const KEY = "pitboss.learn.puzzles";
/** Right answers in a row after which a puzzle is solved. */
export const NEEDED = 2;

function stored(): Record<string, number> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Record<string, number>;
  } catch {
    return {}; // a private window may refuse storage
  }
}

/** Right answers in a row by puzzle. */
export const solved = signal<Record<string, number>>(stored());

/** Books an answer: a wrong one starts again. */
export function book(id: string, right: boolean): void {
  solved.value = { ...solved.value, [id]: right ? (solved.value[id] ?? 0) + 1 : 0 };
  try {
    localStorage.setItem(KEY, JSON.stringify(solved.value));
  } catch {
    // see above
  }
}

export function isSolved(id: string): boolean {
  return (solved.value[id] ?? 0) >= NEEDED;
}
