/** The session of this browser: sign in, sign out, and guests of a practice house. */
import { effect, signal } from "@preact/signals";
import { get, keepToken, Refused, send, token, TOKEN, type Person, type Schemas } from "./api";
import { notify } from "./say";
import { reconnect, signedOut } from "./socket";

export const me = signal<Person | null>(null);
/** Whether the stored token has been checked. */
export const known = signal(false);
/** Whether this house takes guests; null until the server has answered. */
export const guests = signal<boolean | null>(null);

/** Fetches once whether the house takes guests. */
export async function askForGuests(): Promise<void> {
  if (guests.peek() === null) guests.value = (await get<Schemas["HouseInfo"]>("/house")).guests;
}

/** Milliseconds before a retry if the server does not answer. */
const RETRY_DELAY = 2000;

export async function begin(): Promise<void> {
  try {
    await refreshMe();
  } catch (error) {
    // sign out only if the token is invalid, not while offline
    if (!(error instanceof Refused && error.status === 401)) return void setTimeout(() => void begin(), RETRY_DELAY);
    keepToken("");
  }
  known.value = true;
}

function enter(session: Schemas["Session"]): void {
  keepToken(session.token);
  me.value = session.user;
  signedOut.value = null;
  reconnect();
}

export async function sitDown(name = ""): Promise<void> {
  enter(await send<Schemas["Session"]>("POST", "/guests", { ...(name ? { name } : {}) }));
}

export async function signIn(name: string, password: string): Promise<void> {
  enter(await send<Schemas["Session"]>("POST", "/sessions", { name, password }));
}

/** Signs in with a token from `pitboss user add`. */
export async function signInByToken(value: string): Promise<void> {
  keepToken(value.trim());
  try {
    me.value = await get<Person>("/me");
  } catch (error) {
    keepToken("");
    throw error;
  }
  reconnect();
}

export async function signOut(): Promise<void> {
  try {
    await send("DELETE", "/sessions/current");
  } finally {
    keepToken("");
    me.value = null;
    reconnect();
  }
}

/** Reloads the user after money has moved between a table and the account. */
export async function refreshMe(): Promise<void> {
  if (token()) me.value = await get<Person>("/me");
}

// signed out elsewhere: continue as a spectator, with a notice
effect(() => {
  const error = signedOut.value;
  if (!error || !me.peek()) return;
  me.value = null;
  keepToken("");
  notify(new Refused(error));
});

// signing in or out in another tab applies to this one
window.addEventListener("storage", ({ key, newValue }) => {
  if (key !== TOKEN || (newValue ?? "") === token()) return;
  keepToken(newValue ?? "");
  me.value = null;
  void begin().finally(reconnect);
});

// another tab may have moved money meanwhile
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) void refreshMe().catch(() => undefined); // a lost connection is shown by the banner
});
