/** The public HTTP interface: every answer is typed by the server's own description, every error has one shape. */
import type { components } from "./schema";

export type Schemas = components["schemas"];
export type ErrorBody = Schemas["ErrorBody"];
export type Person = Schemas["Person"];
export type TableInfo = Schemas["TableInfo"];
export type Update = Schemas["Update"];

/** What was refused, with the clause and what would be allowed. */
export class Refused extends Error {
  constructor(
    readonly body: ErrorBody,
    readonly status = 0,
  ) {
    super(body.message);
  }
}

/** What the page itself has to say, in the shape of the server's errors. */
export function fault(kind: string, message: string): ErrorBody {
  return { kind, message, clause: "", rulebook: "", allowed: [] };
}

/** Where the browser keeps who is there. */
export const TOKEN = "pitboss.token";
let known = read();

function read(): string {
  try {
    return localStorage.getItem(TOKEN) ?? "";
  } catch {
    return "";
  }
}

export function token(): string {
  return known;
}

export function keepToken(value: string): void {
  known = value;
  try {
    if (value) localStorage.setItem(TOKEN, value);
    else localStorage.removeItem(TOKEN);
  } catch {
    // without storage the token lasts as long as the page
  }
}

/** The kind of an error where nobody answered. */
export const UNREACHABLE = "unreachable";

async function ask(method: string, path: string, body?: unknown): Promise<Response> {
  const headers: Record<string, string> = {};
  const shown = known;
  if (shown) headers.authorization = `Bearer ${shown}`;
  if (body !== undefined) headers["content-type"] = "application/json";
  let response: Response;
  try {
    response = await fetch(`/api${path}`, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) });
  } catch {
    throw new Refused(fault(UNREACHABLE, "The server cannot be reached."));
  }
  if (response.ok) return response;
  if (response.status === 401 && shown && method === "GET") {
    // known no more, perhaps signed out elsewhere: whatever everybody may see is still shown
    if (known === shown) keepToken("");
    return ask(method, path);
  }
  let error = fault("unknown", `The server answered ${response.status}.`);
  try {
    error = ((await response.json()) as { error: ErrorBody }).error;
  } catch {
    // not our server's answer: the status has to do
  }
  throw new Refused(error, response.status);
}

const early = new Map<string, Promise<Response>>();

/** Asks for what a page will want in a moment; the answer serves once. */
export function ahead(path: string): void {
  const answer = ask("GET", path);
  answer.catch(() => undefined); // whoever wants it hears of the error
  early.set(path, answer);
}

export async function get<T>(path: string): Promise<T> {
  const asked = early.get(path) ?? ask("GET", path);
  early.delete(path);
  return (await asked).json() as Promise<T>;
}

export async function getText(path: string): Promise<string> {
  return (await ask("GET", path)).text();
}

export async function send<T>(method: "POST" | "PUT" | "DELETE", path: string, body?: unknown): Promise<T> {
  return (await ask(method, path, body)).json() as Promise<T>;
}
