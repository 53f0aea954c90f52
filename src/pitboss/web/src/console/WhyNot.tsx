import type { Action } from "../blackjack/types";
import { Clauses } from "../parts/ClauseRef";
import { houseWords } from "../strings/house";

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
      <summary>{houseWords.notAllowed}</summary>
      <ul>
        {refused.map((action) => (
          <li key={action.words}>
            {name(action)}: <span translate={false}>{action.refusal!.message}</span> <Clauses rulebook={rulebook} clauses={action.refusal!.clauses ?? []} />
          </li>
        ))}
      </ul>
    </details>
  );
}
