import type { Told } from "../live";
import { Clauses } from "./ClauseRef";

/** What has happened, the latest first, each with the clauses that it rests on. */
export function Log({ told, rulebook }: { told: Told[]; rulebook: string }) {
  return (
    <section class="log panel" aria-label="What happened, and why">
      <h2>What happened</h2>
      {!told.length && <p class="soft">Nothing yet.</p>}
      <ol tabindex={0}>
        {told.map(({ key, event }) => (
          <li key={key} class={event.by_house ? "by-house" : ""}>
            {event.text} {event.by_house && <em>decided by the house</em>} <Clauses rulebook={rulebook} clauses={event.clauses ?? []} />
          </li>
        ))}
      </ol>
    </section>
  );
}
