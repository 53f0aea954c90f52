/** Messages to the user: announcements for screen readers, and notices with a timeout. */
import { signal } from "@preact/signals";
import { fault, Refused, type ErrorBody } from "./api";
import { personally } from "./refusals";
import { me } from "./session";

/** The text of the one polite live region. */
export const said = signal("");

/** Announces a text. A repeated text gets a trailing space, as screen readers announce changes only. */
export function say(text: string): void {
  if (text) said.value = text === said.value ? `${text}\u00a0` : text;
}

export interface Notice {
  id: number;
  body: ErrorBody;
}

export const notices = signal<Notice[]>([]);
let count = 0;
const NOTICE_TIMEOUT = 9000;

/** Any thrown value as an error body. */
export function bodyOf(error: unknown): ErrorBody {
  if (error instanceof Refused) return error.body;
  return fault("page", error instanceof Error ? error.message : String(error));
}

/** Shows an error as a notice: the message, the clause, and what is allowed. */
export function notify(error: unknown): void {
  const { message, ...rest } = bodyOf(error);
  const body = { ...rest, message: personally(message, me.peek()?.name ?? "") };
  const notice = { id: ++count, body };
  notices.value = [notice]; // one at a time: it has a fixed place among the buttons
  say(body.clause ? `${body.message} (${body.clause})` : body.message);
  setTimeout(() => dismiss(notice.id), NOTICE_TIMEOUT);
}

export function dismiss(id: number): void {
  notices.value = notices.value.filter((notice) => notice.id !== id);
}
