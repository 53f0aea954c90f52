/** The trainer for the running count at a real table: after each round it asks for the count of all cards that were seen. */
import { useEffect, useState } from "preact/hooks";
import { say } from "../say";
import { choose, settings } from "../settings";
import { t } from "../strings";
import { signed, trueCount, type RunningCount } from "./counting";

interface CountTrainerProps {
  running: RunningCount;
  round: number;
  /** Whether the round is over and shown: the count is asked. */
  due: boolean;
  /** Cards that are left in the shoe. */
  left: number;
}

export function CountTrainer({ running, round, due, left }: CountTrainerProps) {
  const on = settings.value.count;
  const [guess, setGuess] = useState(0);
  const [answered, setAnswered] = useState(due ? round : 0); // what was over before is not asked
  const [verdict, setVerdict] = useState("");
  const [score, setScore] = useState({ right: 0, all: 0 });
  const words = t.blackjack.counting;
  const asks = on && due && answered !== round && running.cards > 0;
  useEffect(() => {
    if (!due) setVerdict("");
  }, [due]);
  function check() {
    const right = guess === running.count;
    const text = words.verdict(right, signed(running.count), trueCount(running.count, left));
    setScore({ right: score.right + Number(right), all: score.all + 1 });
    setAnswered(round);
    setVerdict(text);
    setGuess(running.count);
    say(text);
  }
  return (
    <div class="counting" role="group" aria-label={words.title}>
      <button type="button" class="btn count-on" aria-pressed={on} title={words.hint} onClick={() => choose({ count: !on })}>
        {words.name}
      </button>
      {asks ? (
        <>
          <button type="button" class="btn" aria-label={words.less} onClick={() => setGuess(guess - 1)}>
            −
          </button>
          <output aria-label={words.yours}>{signed(guess)}</output>
          <button type="button" class="btn" aria-label={words.more} onClick={() => setGuess(guess + 1)}>
            +
          </button>
          <button type="button" class="btn primary" onClick={check}>
            {words.check}
          </button>
        </>
      ) : (
        <p>{!on ? words.off : verdict || words.waits(score.right, score.all, running.whole)}</p>
      )}
    </div>
  );
}
