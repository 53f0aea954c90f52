import { useEffect, useRef, useState } from "preact/hooks";
import { send } from "../api";
import { say } from "../say";
import { settings } from "../settings";
import type { Card, View } from "./types";

interface Answer {
  actions: Record<string, number>;
  best: string;
  costs: Record<string, number>;
}

interface Advice {
  hand: string;
  answer: Answer;
  did: string;
}

/** After each decision: what the best one was, and what another one costs, counted exactly for these rules. */
export function Coach({ card, view, player, did, onNeeded }: { card: Card; view: View; player: string; did: { words: string; at: number } | null; onNeeded?: () => void }) {
  const turn = view.boxes.flatMap((box) => (box.decides === player ? (box.hands ?? []).map((hand) => ({ box, hand })) : [])).find(({ hand }) => hand.in_turn);
  const up = view.dealer[0]?.cards[0];
  const on = settings.value.coach;
  const key = on && turn && up ? `${turn.hand.cards.join(" ")} against ${up}` : "";
  const pending = useRef<{ key: string; answer: Promise<Answer> } | null>(null);
  const [advice, setAdvice] = useState<Advice | null>(null);
  const [unable, setUnable] = useState("");
  useEffect(() => {
    if (!key || !turn || !up) return;
    onNeeded?.();
    const answer = send<Answer>("POST", "/analysis/hand", { rulebook: card.rulebook, choices: card.choices, cards: turn.hand.cards, up });
    answer.catch((error: Error) => setUnable(error.message));
    pending.current = { key, answer };
  }, [key]);
  useEffect(() => {
    const verb = did?.words.split(" ")[0] ?? "";
    const asked = pending.current;
    if (!asked || !["hit", "stand", "double", "split", "surrender"].includes(verb)) return;
    pending.current = null;
    asked.answer.then(
      (answer) => {
        setAdvice({ hand: asked.key, answer, did: verb });
        say(adviceText(verb, answer));
      },
      () => undefined,
    );
  }, [did?.at]);
  if (!on) return null;
  return (
    <section class="coach panel" aria-label="Coach">
      <h2>Coach</h2>
      {advice ? (
        <>
          <p>
            {advice.hand}: {adviceText(advice.did, advice.answer)}
          </p>
          <table class="plain">
            <caption class="unseen">What each decision was worth, per unit of the first wager</caption>
            <tbody>
              {Object.entries(advice.answer.actions).map(([action, value]) => (
                <tr key={action} class={action === advice.answer.best ? "best" : ""}>
                  <th scope="row">{action}</th>
                  <td class="number">{value.toFixed(4)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      ) : (
        <p class="soft">{unable || "Decide, and I say what the best decision was."}</p>
      )}
    </section>
  );
}

function adviceText(did: string, answer: Answer): string {
  const cost = answer.costs[did] ?? 0;
  if (did === answer.best || cost === 0) return `${did} was the best decision.`;
  return `${answer.best} was better; ${did} costs ${(cost * 100).toFixed(2)} % of the wager.`;
}
