import { alternatives } from "../refusals";
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

/** What was refused, why, and what can be done instead. In the flow of its page, so that it covers no button. */
export function Notices() {
  const house = me.value && me.value.role !== "player";
  const name = me.value?.name ?? "";
  return (
    <section class="notices" aria-label={t.shell.notices}>
      {notices.value.map(({ id, body }) => {
        const instead = house ? (body.allowed ?? []) : alternatives(body.allowed ?? [], name);
        return (
          <div key={id} class="notice">
            <p>
              <Reason refused={body} />
            </p>
            {!!instead.length && <p class="notice-allowed">{(house ? t.shell.allowedNow : t.shell.youCan)(instead.join(" · "))}</p>}
            <button type="button" aria-label={t.shell.dismiss} data-quick onClick={() => dismiss(id)}>
              ×
            </button>
          </div>
        );
      })}
    </section>
  );
}
