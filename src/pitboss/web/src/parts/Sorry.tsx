import { Link } from "wouter-preact";
import type { ErrorBody } from "../api";
import { Reason } from "./Reason";

/** What the house answered instead of what was asked for. */
export function Sorry({ refused }: { refused: ErrorBody }) {
  return (
    <div class="panel">
      <h1>That cannot be shown</h1>
      <p>
        <Reason refused={refused} />
      </p>
      {!!refused.allowed?.length && <p class="soft">There is: {refused.allowed.slice(0, 8).join(" · ")}</p>}
      <p>
        <Link href="/">To the lobby</Link>
      </p>
    </div>
  );
}
