import { useEffect, useRef, useState } from "preact/hooks";
import { send } from "../api";
import { money } from "../money";
import { say } from "../say";
import { settings } from "../settings";
import type { Action, Box, Card, Hand, View } from "./types";

interface Answer {
  actions: Record<string, number>;
  best: string;
}

/** A decision that somebody has to make, and what the analyser was asked about it. */
interface Asked {
  hand: string;
  stake: number;
  legal: string[];
  answer: Promise<Answer>;
}

interface Advice {
  hand: string;
  text: string;
  worth: [string, number][];
  best: string;
}

const DECISIONS = ["hit", "stand", "double", "split", "surrender"];

export interface Coaching {
  /** To be called with the words of a decision before they are said; what comes back is to be called when they were taken. */
  heard: (words: string) => () => void;
  advice: Advice | null;
  note: string;
}

function turnOf(view: View | null, player: string): { box: Box; hand: Hand } | undefined {
  return view?.boxes.flatMap((box) => (box.decides === player ? (box.hands ?? []).map((hand) => ({ box, hand })) : [])).find(({ hand }) => hand.in_turn);
}

/** Asks what each decision is worth as soon as one is due, from the cards that lie open, and tells after it was made. */
export function useCoach(card: Card | null, view: View | null, actions: Action[], player: string): Coaching {
  const turn = turnOf(view, player);
  const up = view?.dealer[0]?.cards[0];
  const split = (turn?.box.hands ?? []).length > 1;
  const key = settings.value.coach && turn && up && !split ? `${turn.hand.cards.join(" ")} against ${up}` : "";
  const asked = useRef<Asked | null>(null);
  const [advice, setAdvice] = useState<Advice | null>(null);
  const [note, setNote] = useState("");
  useEffect(() => {
    asked.current = null;
    if (split && turn) setNote("Hands after a split are not judged one by one.");
    if (!key || !turn || !up || !card) return;
    setNote("");
    const answer = send<Answer>("POST", "/analysis/hand", { rulebook: card.rulebook, choices: card.choices, cards: turn.hand.cards, up });
    answer.catch((error: Error) => setNote(error.message));
    const legal = actions.filter((action) => !action.refusal && DECISIONS.includes(action.verb)).map((action) => action.verb);
    const stake = (turn.hand.wagers ?? []).filter((wager) => wager.player === player).reduce((sum, wager) => sum + wager.amount, 0);
    asked.current = { hand: key, stake, legal, answer };
  }, [key, turn?.hand.number, split]);

  function heard(words: string): () => void {
    const verb = words.split(" ")[0] ?? "";
    const about = asked.current;
    if (!about || !DECISIONS.includes(verb)) return () => undefined;
    return () => {
      setNote("Working it out…");
      about.answer.then(
        (answer) => {
          const told = judge(about, verb, answer);
          setAdvice(told);
          setNote("");
          say(told.text);
        },
        () => undefined,
      );
    };
  }
  return { heard, advice, note };
}

/** The best of what was legal, and what the decision cost against it. */
function judge(about: Asked, did: string, answer: Answer): Advice {
  const worth = Object.entries(answer.actions)
    .filter(([action]) => about.legal.includes(action))
    .sort((one, two) => two[1] - one[1]);
  const best = worth[0]?.[0] ?? answer.best;
  const cost = (worth[0]?.[1] ?? 0) - (answer.actions[did] ?? 0);
  const text =
    cost <= 0
      ? `${did} was the best decision.`
      : `${best} was better; ${did} costs ${(cost * 100).toFixed(2)} % of the wager, ${money(Math.round(cost * about.stake))} of ${money(about.stake)} in the long run.`;
  return { hand: about.hand, text, worth, best };
}

/** After each decision: what the best one was, and what another one costs, counted exactly for these rules. */
export function Coach({ coaching }: { coaching: Coaching }) {
  const { advice, note } = coaching;
  if (!settings.value.coach) return null;
  return (
    <section class="coach panel" aria-label="Coach">
      <h2>Coach</h2>
      {advice && (
        <>
          <p>
            <strong>{advice.hand}:</strong> {advice.text}
          </p>
          <table class="plain">
            <caption class="soft">What each was worth, per unit of the first wager, from a full shoe</caption>
            <tbody>
              {advice.worth.map(([action, value]) => (
                <tr key={action} class={action === advice.best ? "best" : ""}>
                  <th scope="row">{action}</th>
                  <td class="number">{value.toFixed(4)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
      {(note || !advice) && <p class="soft">{note || "Decide, and I say what the best decision was. I see no card that you do not see."}</p>}
    </section>
  );
}
