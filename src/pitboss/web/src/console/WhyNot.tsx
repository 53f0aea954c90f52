import type { Action } from "../blackjack/types";
import { Clauses } from "../parts/ClauseRef";

interface WhyNotProps {
  actions: Action[];
  rulebook: string;
  name: (action: Action) => string;
}

/** What somebody may not do now, each with what forbids it. */
export function WhyNot({ actions, rulebook, name }: WhyNotProps) {
  const refused = actions.filter((action) => action.refusal);
  if (!refused.length) return null;
  return (
    <details>
      <summary>What may not be done now, and why</summary>
      <ul>
        {refused.map((action) => (
          <li key={action.words}>
            {name(action)}: {action.refusal!.message} <Clauses rulebook={rulebook} clauses={action.refusal!.clauses ?? []} />
          </li>
        ))}
      </ul>
    </details>
  );
}
