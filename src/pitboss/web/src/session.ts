/** Who is at this browser. In a practice house a guest gets in at once. */
import { signal } from "@preact/signals";
import { get, keepToken, send, token, type Person, type Schemas } from "./api";
import { reconnect, signedOut } from "./socket";

export const me = signal<Person | null>(null);
/** Whether it is known yet who is there. */
export const known = signal(false);

export async function begin(): Promise<void> {
  if (token()) {
    try {
      me.value = await get<Person>("/me");
    } catch {
      keepToken("");
    }
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
