import { Link } from "wouter-preact";
import type { ErrorBody } from "../api";
import { Clauses, clausesIn } from "./ClauseRef";

/** What the house answered instead of what was asked for. */
export function Sorry({ refused }: { refused: ErrorBody }) {
  return (
    <div class="panel">
      <h1>That cannot be shown</h1>
      <p>
        {refused.message} {refused.rulebook && <Clauses rulebook={refused.rulebook} clauses={clausesIn(refused.clause)} />}
      </p>
      {!!refused.allowed?.length && <p class="soft">There is: {refused.allowed.slice(0, 8).join(" · ")}</p>}
      <p>
        <Link href="/">To the lobby</Link>
      </p>
    </div>
  );
}
