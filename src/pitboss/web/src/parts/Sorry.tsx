import { Link } from "wouter-preact";
import { UNAUTHENTICATED, type ErrorBody } from "../api";
import { Reason } from "./Reason";
import { SignIn } from "./SignIn";

/** What the house answered instead of what was asked for; where signing in helps, the way to do so. */
export function Sorry({ refused }: { refused: ErrorBody }) {
  if (refused.kind === UNAUTHENTICATED)
    return (
      <>
        <h1>Sign in to see this</h1>
        <p>Tables, players and results are visible to signed-in users only.</p>
        <SignIn />
        <p>
          <Link href="/tables">Go to the lobby</Link>
        </p>
      </>
    );
  return (
    <div class="panel">
      <h1>This page cannot be shown</h1>
      <p>
        <Reason refused={refused} />
      </p>
      {!!refused.allowed?.length && <p class="soft">There is: {refused.allowed.slice(0, 8).join(" · ")}</p>}
      <p>
        <Link href="/tables">Go to the lobby</Link>
      </p>
    </div>
  );
}
