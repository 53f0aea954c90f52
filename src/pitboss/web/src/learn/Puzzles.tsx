/** Mistakes as puzzles: the hand, the actions that were open, and after the answer their exact values. */
import { useState } from "preact/hooks";
import { learnWords } from "../strings/learn";
import type { Rated } from "./rounds";
import { HandPicture } from "./HandPicture";
import { book, isSolved, solved } from "./puzzles";
import { actionName, Values } from "./Values";

export function Puzzles({ mistakes }: { mistakes: readonly Rated[] }) {
  const [answer, setAnswer] = useState("");
  const [turn, setTurn] = useState(0);
  void solved.value; // draws again when a puzzle is solved
  const [shown, setShown] = useState<Rated | null>(null);
  const left = mistakes.filter(({ id }) => !isSolved(id));
  const puzzle = shown ?? left[turn % Math.max(1, left.length)];
  if (!puzzle) return <p class="soft">{learnWords.noPuzzles}</p>;
  const { rating, decision, round, id } = puzzle;
  function choose(verb: string) {
    setShown(puzzle!);
    setAnswer(verb);
    book(id, verb === rating.best);
  }
  function next() {
    setShown(null);
    setAnswer("");
    setTurn(turn + 1);
  }
  return (
    <section class="puzzle" aria-label={learnWords.puzzles}>
      <p class="soft">{learnWords.puzzlesLeft(left.length)}</p>
      <h2>{learnWords.puzzle}</h2>
      <HandPicture rulebook={round.rulebook} decision={decision} />
      <div class="pills">
        {decision.open.map((verb) => (
          <button key={verb} type="button" class="pill" aria-pressed={answer === verb} disabled={!!answer} onClick={() => choose(verb)}>
            {actionName(verb)}
          </button>
        ))}
      </div>
      {answer && (
        <div role="status">
          <p class={answer === rating.best ? "coach-best" : "coach-cost"}>{answer === rating.best ? learnWords.right : learnWords.wrong(actionName(rating.best))}</p>
          <Values rating={rating} did={answer} />
          <button type="button" class="btn primary" onClick={next}>
            {learnWords.next}
          </button>
        </div>
      )}
    </section>
  );
}
