import { dismiss, notices, said } from "../say";
import { Reason } from "./Reason";

/** The one live region, and the notices that everybody sees. */
export function Notices() {
  return (
    <>
      <div class="unseen" aria-live="polite" id="live">
        {said.value}
      </div>
      <section class="notices" aria-label="Notices">
        {notices.value.map(({ id, body }) => (
          <div key={id} class="notice">
            <p>
              <Reason refused={body} />
            </p>
            {!!body.allowed?.length && <p class="notice-allowed">Allowed now: {body.allowed.slice(0, 6).join(" · ")}</p>}
            <button type="button" aria-label="Dismiss" data-quick onClick={() => dismiss(id)}>
              ×
            </button>
          </div>
        ))}
      </section>
    </>
  );
}
