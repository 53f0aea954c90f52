/** What rounds and decisions amount to: pure functions over the player's own rounds and the analyser's answers. */
import type { Schemas } from "../api";

export type MyRound = Schemas["MyRound"];
export type Decision = Schemas["DecisionInfo"];
export type Answer = Schemas["HandAnalysis"];
export type Edges = Schemas["EdgeReport"];

/** A decision with what it was worth: the value of each action that was open, per unit of the wager, the best first. */
export interface Rating {
  values: [action: string, value: number][];
  best: string;
  mistake: boolean;
  /** What the decision costs in the long run, in cents. */
  cost: number;
}

/** The request to the analyser for a decision. */
export function requestOf(round: Pick<MyRound, "rulebook" | "choices" | "limits">, decision: Decision): Schemas["HandRequest"] {
  const { cards, up, gone, hands, added } = decision;
  return { rulebook: round.rulebook, choices: round.choices, limits: round.limits, cards, up, gone, hands, added };
}

function valueOf(decision: Decision, answer: Answer, verb: string): number | null | undefined {
  if (decision.kind === "play") return answer.actions[verb];
  const wait = answer.actions.wait ?? 0;
  if (verb === "pass") return wait;
  if (verb === "even") return answer.actions["even money"];
  // insurance is half of the wager unless the player asks for less
  return answer.actions["insure for half, paid at once"] ?? (answer.insurance == null ? null : wait + answer.insurance / 2);
}

export function rate(decision: Decision, answer: Answer): Rating | null {
  const values = decision.open.map((verb): [string, number | null | undefined] => [verb, valueOf(decision, answer, verb)]);
  const known = values.filter((each): each is [string, number] => each[1] != null).sort((one, two) => two[1] - one[1]);
  const own = known.find(([verb]) => verb === decision.did);
  const top = known[0];
  if (!own || !top) return null;
  const share = top[1] - own[1];
  return { values: known, best: top[0], mistake: share > 1e-9, cost: Math.round(share * decision.stake) };
}

export interface Summary {
  decisions: number;
  right: number;
  cost: number;
}

export function summary(ratings: readonly Rating[]): Summary {
  const wrong = ratings.filter(({ mistake }) => mistake);
  return { decisions: ratings.length, right: ratings.length - wrong.length, cost: wrong.reduce((sum, { cost }) => sum + cost, 0) };
}

export const accuracy = ({ decisions, right }: Summary): number => (decisions ? right / decisions : 1);

/** A point of the graph after a round, in cents: the result, what was to be expected, and one standard deviation. */
export interface LuckPoint {
  result: number;
  expected: number;
  deviation: number;
}

/** Results against expectation, round by round; `rounds` are the oldest first. A round without figures counts as played for nothing. */
export function luck(rounds: readonly MyRound[], edgesOf: (round: MyRound) => Edges | null | undefined): LuckPoint[] {
  let [result, expected, variance] = [0, 0, 0];
  return rounds.map((round) => {
    const edges = edgesOf(round);
    result += round.net;
    for (const [kind, stake] of Object.entries(round.stakes)) {
      const figures = kind === "main" ? edges?.main : edges?.wagers[kind];
      if (!figures) continue;
      expected += figures.expectation * stake;
      variance += (figures.deviation * stake) ** 2;
    }
    return { result, expected, deviation: Math.sqrt(variance) };
  });
}
