/** Errors of a client: what the server refused, and a connection that is gone. */
import type { components } from "./schema.d.ts";

export type ErrorBody = components["schemas"]["ErrorBody"];

/** The server refused a request, and nothing has changed. `body` has the clause, and what is allowed instead. */
export class PitbossError extends Error {
  readonly body: ErrorBody;
  /** The HTTP status; 0 for a command over the WebSocket. */
  readonly status: number;

  constructor(body: ErrorBody, status = 0) {
    super(body.clause ? `${body.message} (${body.rulebook} ${body.clause})` : body.message);
    this.body = body;
    this.status = status;
  }

  /** What the error is, for programs: `stale`, `role`, `limits`, … */
  get kind(): string {
    return this.body.kind;
  }
}

/** The WebSocket was closed. A command without an answer may have been executed. */
export class ConnectionLost extends Error {}
