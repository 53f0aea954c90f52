import { useEffect, useRef, useState } from "preact/hooks";
import { send } from "../api";
import { money } from "../money";
import { say } from "../say";
import { settings } from "../settings";
import { decisionOf, judge, unjudged, type Advice, type Answer, type Decision } from "./coaching";
import type { Action, Card, View } from "./types";

export interface Coaching {
  /** To be called with the words of a decision before they are said; what comes back is to be called when they were taken. */
  heard: (words: string) => () => void;
  /** What was said of every decision so far, the latest first. */
  advice: Advice[];
  note: string;
}

/** Asks what each decision is worth as soon as one is due, from the cards that lie open, and tells after it was made. */
export function useCoach(card: Card | null, view: View | null, actions: Action[], player: string): Coaching {
  const decision = settings.value.coach && card && view ? decisionOf(view, actions, player) : null;
  const reason = settings.value.coach && view ? unjudged(view, player) : "";
  const key = decision ? JSON.stringify([view!.round, decision.title, decision.asking]) : "";
  const asked = useRef<{ key: string; decision: Decision; answer: Promise<Answer> } | null>(null);
  const [advice, setAdvice] = useState<Advice[]>([]);
  const [pending, setPending] = useState(0);
  const [note, setNote] = useState("");
  /** What is asked of the decision that is due: once, by whoever comes first, the picture or a quick hand. */
  function ask(): typeof asked.current {
    if (!decision || !card) return null;
    if (asked.current?.key !== key) {
      const answer = send<Answer>("POST", "/analysis/hand", { rulebook: card.rulebook, choices: card.choices, ...decision.asking });
      asked.current = { key, decision, answer };
      answer.catch((error: Error) => asked.current?.answer === answer && setNote(error.message));
    }
    return asked.current;
  }
  useEffect(() => {
    if (ask()) setNote("");
    else asked.current = null;
  }, [key]);
  useEffect(() => say(reason), [reason]);

  function heard(words: string): () => void {
    const about = ask();
    if (!about) return () => undefined;
    return () => {
      setPending((count) => count + 1);
      about.answer
        .then(
          (answer) => {
            const told = judge(about.decision, words, answer);
            if (!told) return;
            setAdvice((before) => [told, ...before]);
            say(told.text);
          },
          () => undefined, // the note says why
        )
        .finally(() => setPending((count) => count - 1));
    };
  }
  return { heard, advice, note: pending ? "Working it out…" : reason || note };
}

/** After each decision: what the best one was, and what another one costs, counted exactly for these rules. */
export function Coach({ coaching }: { coaching: Coaching }) {
  const { advice, note } = coaching;
  const latest = advice[0];
  if (!settings.value.coach) return null;
  return (
    <section class="coach panel" aria-label="Coach">
      <h2>Coach</h2>
      {latest && (
        <>
          <p class={latest.mistake ? "coach-cost" : "coach-best"}>
            <strong>{latest.title}:</strong> {latest.text}
          </p>
          <table class="plain">
            <caption class="soft">What each was worth, per unit of the wager, from a full shoe without the cards that lie open</caption>
            <tbody>
              {latest.worth.map(([action, value]) => (
                <tr key={action} class={action === latest.best ? "best" : ""}>
                  <th scope="row">{action}</th>
                  <td class="number">{value.toFixed(4)}</td>
                </tr>
              ))}
            </tbody>
          </table>
          <Tally advice={advice} />
        </>
      )}
      {(note || !latest) && <p class="soft">{note || "Decide, and I say what the best decision was. I see no card that you do not see."}</p>}
    </section>
  );
}

/** What all mistakes so far cost. */
function Tally({ advice }: { advice: Advice[] }) {
  const worse = advice.filter((each) => each.mistake);
  const cost = worse.reduce((sum, each) => sum + each.cost, 0);
  return (
    <p class="soft">
      {advice.length} {advice.length === 1 ? "decision" : "decisions"} so far, {worse.length ? `${worse.length} that cost ${money(cost)} in the long run` : "all of them the best"}.
    </p>
  );
}
