/** The HTTP API: responses are typed by the server's OpenAPI schema, and every error has the same body. */
import { BASE } from "./base";
import type { components } from "./schema";

export type Schemas = components["schemas"];
export type ErrorBody = Schemas["ErrorBody"];
export type Person = Schemas["Person"];
export type TableSummary = Schemas["TableSummary"];
export type Update = Schemas["Update"];

/** An error of the server, with the clause and what is allowed. */
export class Refused extends Error {
  constructor(
    readonly body: ErrorBody,
    readonly status = 0,
  ) {
    super(body.message);
  }
}

/** An error of the page itself, in the schema of the server's errors. */
export function fault(kind: string, message: string): ErrorBody {
  return { kind, message, clause: "", rulebook: "", allowed: [] };
}

/** Storage key of the token; houses below other paths of the same origin have their own. */
export const TOKEN = `pitboss.token${BASE}`;
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

/** The kind of an error without a response. */
export const UNREACHABLE = "unreachable";
/** The kind of an error that requires signing in. */
export const UNAUTHENTICATED = "unauthenticated";

/** The URL of an API path. */
export function apiUrl(path: string): string {
  return `${BASE}/api${path}`;
}

async function request(method: string, path: string, body?: unknown): Promise<Response> {
  const headers: Record<string, string> = {};
  const shown = known;
  if (shown) headers.authorization = `Bearer ${shown}`;
  if (body !== undefined) headers["content-type"] = "application/json";
  let response: Response;
  try {
    response = await fetch(apiUrl(path), { method, headers, body: body === undefined ? undefined : JSON.stringify(body) });
  } catch {
    throw new Refused(fault(UNREACHABLE, "The server cannot be reached."));
  }
  if (response.ok) return response;
  if (response.status === 401 && shown && method === "GET") {
    // the token is invalid, perhaps ended elsewhere: retry without it for public data
    if (known === shown) keepToken("");
    return request(method, path);
  }
  let error = fault("unknown", `The server returned an error (${response.status}).`);
  try {
    error = ((await response.json()) as { error: ErrorBody }).error;
  } catch {
    // not a response of our server: use the status
  }
  throw new Refused(error, response.status);
}

const prefetched = new Map<string, Promise<Response>>();

/** Prefetches a path; the response is used once. */
export function prefetch(path: string): void {
  const answer = request("GET", path);
  answer.catch(() => undefined); // the consumer gets the error
  prefetched.set(path, answer);
}

export async function get<T>(path: string): Promise<T> {
  const response = prefetched.get(path) ?? request("GET", path);
  prefetched.delete(path);
  return (await response).json() as Promise<T>;
}

export async function getText(path: string): Promise<string> {
  return (await request("GET", path)).text();
}

export async function send<T>(method: "POST" | "PUT" | "DELETE", path: string, body?: unknown): Promise<T> {
  return (await request(method, path, body)).json() as Promise<T>;
}
