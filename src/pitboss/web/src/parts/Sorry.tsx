import { UNAUTHENTICATED, type ErrorBody } from "../api";
import { personally } from "../refusals";
import { Link } from "../router";
import { me } from "../session";
import { Reason } from "./Reason";
import { SignIn } from "./SignIn";
import { t } from "../strings";

/** What the house answered instead of what was asked for; where signing in helps, the way to do so. */
export function Sorry({ refused }: { refused: ErrorBody }) {
  if (refused.kind === UNAUTHENTICATED)
    return (
      <>
        <h1>{t.shell.sorry.signIn}</h1>
        <p>{t.shell.sorry.hidden}</p>
        <SignIn />
        <p>
          <Link href="/tables">{t.shell.toLobby}</Link>
        </p>
      </>
    );
  return (
    <div class="panel">
      <h1>{t.shell.sorry.cannot}</h1>
      <p>
        <Reason refused={{ ...refused, message: personally(refused.message, me.value?.name ?? "") }} />
      </p>
      {!!refused.allowed?.length && <p class="soft">{t.shell.sorry.thereIs(refused.allowed.slice(0, 8).join(" · "))}</p>}
      <p>
        <Link href="/tables">{t.shell.toLobby}</Link>
      </p>
    </div>
  );
}
