/** The player's rounds with the rating of every decision, as far as the analyser has answered. */
import { answered, answerTo } from "./answers";
import { rate, requestOf, type Answer, type Decision, type Edges, type MyRound, type Rating } from "./figures";

export interface Rated {
  id: string;
  round: MyRound;
  decision: Decision;
  rating: Rating;
}

export interface RatedRound {
  round: MyRound;
  rated: Rated[];
  /** Decisions whose analysis is awaited. */
  left: number;
}

export function ratedRound(round: MyRound): RatedRound {
  void answered.value; // draws again with every answer
  const rated: Rated[] = [];
  let left = 0;
  round.decisions.forEach((decision, nth) => {
    const answer = answerTo<Answer>("/analysis/hand", requestOf(round, decision));
    if (answer === undefined) left++;
    const rating = answer ? rate(decision, answer) : null;
    if (rating) rated.push({ id: `${round.table} ${round.round} ${nth}`, round, decision, rating });
  });
  return { round, rated, left };
}

/** The figures of the table of a round; null where there are none, undefined until they are known. */
export function edgesOf({ rulebook, choices, limits }: MyRound): Edges | null | undefined {
  return answerTo<Edges>("/analysis/edge", { rulebook, choices, limits });
}
