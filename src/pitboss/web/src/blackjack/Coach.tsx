import { useEffect, useRef, useState } from "preact/hooks";
import { send } from "../api";
import { money } from "../money";
import { say } from "../say";
import { settings } from "../settings";
import { t } from "../strings";
import { CoachChoice } from "./CoachChoice";
import { advise, capital, decisionOf, judge, unjudged, worthOf, type Advice, type Answer, type Decision } from "./coaching";
import type { Action, Card, View } from "./types";

export interface Coaching {
  /** To be called with the words of a decision before they are said; what comes back is to be called when they were taken. */
  heard: (words: string) => () => void;
  /** What was said of every decision so far, the latest first. */
  advice: Advice[];
  note: string;
  /** The pending decision and the value of each action, best first; null until they are known. */
  title: string;
  values: [string, number][] | null;
  /** The stake of the pending decision, in cents. */
  stake: number;
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
  const [worth, setWorth] = useState<{ key: string; answer: Answer } | null>(null);
  /** The analysis of the pending decision, requested once: on render or on the first action. */
  function ask(): typeof asked.current {
    if (!decision || !card) return null;
    if (asked.current?.key !== key) {
      const answer = send<Answer>("POST", "/analysis/hand", { rulebook: card.rulebook, choices: card.choices, ...decision.asking });
      asked.current = { key, decision, answer };
      answer.then((found) => setWorth({ key, answer: found }), () => undefined);
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
            const rating = judge(about.decision, words, answer);
            if (!rating) return;
            setAdvice((before) => [rating, ...before]);
            say(rating.text);
          },
          () => undefined, // the note says why
        )
        .finally(() => setPending((count) => count - 1));
    };
  }
  const values = worth && worth.key === key && decision ? worthOf(decision, worth.answer, "") : null;
  return { heard, advice, note: pending ? t.blackjack.calculating : reason || note, title: decision?.title ?? "", values, stake: decision?.stake ?? 0 };
}

/** The coach beside the cards: off, after each decision, or before it. */
export function CoachPanel({ coaching, showing }: { coaching: Coaching; showing: boolean }) {
  const { advice, note, values, title, stake } = coaching;
  const mode = settings.value.coach;
  const latest = advice[0];
  const before = mode === "before" && values && !showing;
  const waiting = mode === "before" && title && !values && !showing ? t.blackjack.calculating : "";
  const rows = before ? values : waiting ? [] : (latest?.worth ?? []);
  const best = before ? (values[0]?.[0] ?? "") : (latest?.best ?? "");
  return (
    <>
      <h2>
        {t.common.coach}{" "}
        <CoachChoice />
      </h2>
      <p class="hand">{mode ? (before || waiting ? title : latest?.title) || t.blackjack.coachIdle : ""}</p>
      <table class="ev" aria-label={t.blackjack.coachValues}>
        <tbody>
        {mode !== false && rows.slice(0, 5).map(([name, value]) => <Value key={name} {...{ name, value, best, most: Math.max(0.5, ...rows.map(([, each]) => Math.abs(each))) }} />)}
        </tbody>
      </table>
      <p class={`verdict${!before && !waiting && latest ? (latest.mistake ? " coach-cost" : " coach-best") : ""}`}>{mode ? note || waiting || (before ? advise(values, stake) : latest?.text) : t.blackjack.coachOffHint}</p>
      <Stats advice={advice} />
    </>
  );
}

function Value({ name, value, best, most }: { name: string; value: number; best: string; most: number }) {
  const kind = name === best ? "best" : "";
  return (
    <tr class={kind}>
      <th scope="row" class={kind}>
        {capital(name)}
      </th>
      <td class="bar">
        <i class={kind} style={`width:${Math.min(1, Math.abs(value) / most) * 50}%;${value < 0 ? "right" : "left"}:50%`} />
      </td>
      <td class={`v ${kind}`}>{`${value < 0 ? "−" : value > 0 ? "+" : ""}${Math.abs(value).toFixed(3)}`}</td>
    </tr>
  );
}

/** What was decided so far, how often it was best, and what mistakes cost. */
function Stats({ advice }: { advice: Advice[] }) {
  const mistakes = advice.filter((each) => each.mistake);
  const cost = mistakes.reduce((sum, each) => sum + each.cost, 0);
  const rows: [string, string][] = [
    [t.blackjack.accuracy, advice.length ? `${Math.round((100 * (advice.length - mistakes.length)) / advice.length)}%` : "–"],
    [t.blackjack.mistakesCost, money(cost)],
    [t.blackjack.decisions, String(advice.length)],
  ];
  return (
    <dl class="stats">
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
