/** As long as something is on its way. */
export function Loading() {
  return (
    <p class="loading">
      <span class="unseen">Loading</span>
      <span aria-hidden="true">♠ ♥ ♣ ♦</span>
    </p>
  );
}
