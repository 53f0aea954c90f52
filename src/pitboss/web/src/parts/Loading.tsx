import { t } from "../strings";

/** As long as something is on its way. */
export function Loading() {
  return (
    <p class="loading">
      <span class="unseen">{t.shell.loading}</span>
      <span aria-hidden="true">♠ ♥ ♣ ♦</span>
    </p>
  );
}
