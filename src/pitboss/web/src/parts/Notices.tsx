import { useEffect } from "preact/hooks";
import { alternatives } from "../refusals";
import { Link } from "../router";
import { dismiss, notices, said } from "../say";
import { me } from "../session";
import { Reason } from "./Reason";
import { t } from "../strings";

/** The one live region of the page. */
export function LiveRegion() {
  return (
    <div class="unseen" aria-live="polite" id="live" translate={false}>
      {said.value}
    </div>
  );
}

/** What was refused, why, and what can be done instead. In the flow of its page; at a table in the place of the sentence: it covers nothing. */
export function Notices() {
  const house = me.value && me.value.role !== "player";
  const name = me.value?.name ?? "";
  return (
    <section class="notices" aria-label={t.shell.notices}>
      {notices.value.map(({ id, body }) => {
        const instead = house ? (body.allowed ?? []) : alternatives(body.allowed ?? [], name);
        return (
          <div key={id} class="notice">
            <div class="notice-text">
              <p>
                <Reason refused={body} /> {body.kind === "too_many_rooms" && <Link href="/tables">{t.room.ownRooms}</Link>}
              </p>{" "}
              {!!instead.length && <p class="notice-allowed">{(house ? t.shell.allowedNow : t.shell.youCan)(instead.join(" · "))}</p>}
            </div>
            <button type="button" aria-label={t.shell.dismiss} data-quick onClick={() => dismiss(id)}>
              ×
            </button>
          </div>
        );
      })}
    </section>
  );
}

/** At a table a refusal goes with the next press of a button or a key: it is about the press before. */
export function useNextPress(): void {
  useEffect(() => {
    function next({ target, key = "Enter" }: Event & { key?: string }) {
      const presses = key === "Enter" || key.length === 1;
      if (presses && !(target as Element).closest(".notice, input")) notices.value = [];
    }
    const kinds = ["click", "keydown"];
    for (const kind of kinds) window.addEventListener(kind, next, true);
    return () => kinds.forEach((kind) => window.removeEventListener(kind, next, true));
  }, []);
}
