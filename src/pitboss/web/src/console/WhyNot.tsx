import type { Action } from "../blackjack/types";
import { Clauses } from "../parts/ClauseRef";

interface WhyNotProps {
  actions: Action[];
  rulebook: string;
  name: (action: Action) => string;
}

/** Actions that are refused now, each with its clause. */
export function WhyNot({ actions, rulebook, name }: WhyNotProps) {
  const refused = actions.filter((action) => action.refusal);
  if (!refused.length) return null;
  return (
    <details>
      <summary>Not allowed now, and why</summary>
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
