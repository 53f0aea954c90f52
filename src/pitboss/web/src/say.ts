/** What is told to the person at the page: in words for a screen reader, and as notices that stay a while. */
import { signal } from "@preact/signals";
import { fault, Refused, type ErrorBody } from "./api";

/** The text of the one polite live region. */
export const said = signal("");

/** Said again it is another text, as a screen reader tells only what has changed. */
export function say(text: string): void {
  if (text) said.value = text === said.value ? `${text}\u00a0` : text;
}

export interface Notice {
  id: number;
  body: ErrorBody;
}

export const notices = signal<Notice[]>([]);
let count = 0;
const STAYS = 9000;

/** Whatever was thrown, in the one shape of errors. */
export function bodyOf(error: unknown): ErrorBody {
  if (error instanceof Refused) return error.body;
  return fault("page", error instanceof Error ? error.message : String(error));
}

/** Shows what was refused, on which clause, and what would be allowed. */
export function notify(error: unknown): void {
  const body = bodyOf(error);
  const notice = { id: ++count, body };
  notices.value = [...notices.value.slice(-2), notice];
  say(body.clause ? `${body.message} (${body.clause})` : body.message);
  setTimeout(() => dismiss(notice.id), STAYS);
}

export function dismiss(id: number): void {
  notices.value = notices.value.filter((notice) => notice.id !== id);
}
