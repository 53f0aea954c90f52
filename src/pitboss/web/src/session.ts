/** Who is at this browser. In a practice house a guest gets in at once. */
import { effect, signal } from "@preact/signals";
import { get, keepToken, Refused, send, token, TOKEN, type Person, type Schemas } from "./api";
import { notify } from "./say";
import { reconnect, signedOut } from "./socket";

export const me = signal<Person | null>(null);
/** Whether it is known yet who is there. */
export const known = signal(false);

/** Milliseconds until a server that did not answer is asked again who is there. */
const AGAIN = 2000;

export async function begin(): Promise<void> {
  try {
    await refreshMe();
  } catch (error) {
    // only who is known no more is signed out, not whoever has no line just now
    if (!(error instanceof Refused && error.status === 401)) return void setTimeout(() => void begin(), AGAIN);
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

/** With a token that `pitboss user add` printed. */
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

/** After money has moved between a table and the account. */
export async function refreshMe(): Promise<void> {
  if (token()) me.value = await get<Person>("/me");
}

// whoever was signed out elsewhere looks on, and is told so
effect(() => {
  const error = signedOut.value;
  if (!error || !me.peek()) return;
  me.value = null;
  keepToken("");
  notify(new Refused(error));
});

// whoever signs in or out in another tab does so in this one
window.addEventListener("storage", ({ key, newValue }) => {
  if (key !== TOKEN || (newValue ?? "") === token()) return;
  keepToken(newValue ?? "");
  me.value = null;
  void begin().finally(reconnect);
});

// another tab may have moved money meanwhile
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) void refreshMe().catch(() => undefined); // the banner tells of a lost line
});
