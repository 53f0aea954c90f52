/** Answers of the analyser to many questions: a few at a time, each asked once, and kept in this browser. */
import { signal } from "@preact/signals";
import { send } from "../api";

/** Requests at the same time: the server queues four of a client. */
const AT_ONCE = 2;
const KEY = "pitboss.learn.answers";
/** Answers that are kept in the browser; the oldest are dropped. */
const MOST_KEPT = 400;

const answers = new Map<string, unknown>(stored());
const waiting: string[] = [];
const asked = new Set<string>();
let running = 0;
/** Counts the answers, so that what depends on them is drawn again. */
export const answered = signal(0);

function stored(): [string, unknown][] {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "[]") as [string, unknown][];
  } catch {
    return []; // a private window may refuse storage
  }
}

function keep(): void {
  try {
    localStorage.setItem(KEY, JSON.stringify([...answers].slice(-MOST_KEPT)));
  } catch {
    // see above
  }
}

/** The answer to a question, null where there is none, undefined until it is known; asks it if it was not asked. */
export function answerTo<T>(path: string, body: unknown): T | null | undefined {
  const key = `${path} ${JSON.stringify(body)}`;
  if (!answers.has(key) && !asked.has(key)) {
    asked.add(key);
    waiting.push(key);
    void next();
  }
  return answers.get(key) as T | null | undefined;
}

async function next(): Promise<void> {
  const key = running < AT_ONCE ? waiting.shift() : undefined;
  if (key === undefined) return;
  running++;
  const space = key.indexOf(" ");
  try {
    answers.set(key, await send("POST", key.slice(0, space), JSON.parse(key.slice(space + 1))));
  } catch {
    answers.set(key, null); // what cannot be analysed is not rated
  } finally {
    running--;
    answered.value++;
    keep();
    void next();
  }
}
