"""Train tabular Q-learning on thousands of tables together, and score what it learned exactly.

    python examples/q_learning.py                          half a million rounds, a few seconds
    python examples/q_learning.py 3e7 --plot learned.png   within 0.05 % of the best play, half a minute

The agent sees the cells of a strategy chart: total or pair, and the dealer's card. Needs the extras envs and report.
"""

from typing import Any

import numpy as np
from training.script import read_options, save_figure

from pitboss.analyse.score import score
from pitboss.envs.charts import CELLS, cells_of, chart_of_cells
from pitboss.envs.vector import BlackjackVectorEnv
from pitboss.strategy.chart import Chart
from pitboss.strategy.chart_text import print_chart

TABLES = 4096
#: How often an action is chosen at random.
EXPLORED = 0.3
#: The n-th try of an action moves its value by (1 + FORGETS) / n: early tries, with bad play after them, count less.
FORGETS = 1.0


class Learner:
    """A value for each action in each cell of a chart, learned from steps of many tables."""

    def __init__(self, rules: str, seed: int) -> None:
        self.envs = BlackjackVectorEnv(
            num_envs=TABLES,
            rules=rules,
            observation="flat",
        )
        self.names = self.envs.action_names
        self.split, self.declined = self.names.index("split"), [self.names.index(name) for name in ("pass", "decline")]
        self.values = np.zeros((CELLS, len(self.names)))
        self.tries = np.zeros_like(self.values)
        self.random = np.random.default_rng(seed)
        self.rounds = 0
        self.seen, self.info = self.envs.reset(seed=seed)
        self.cell_of_split = np.full(TABLES, -1)

    def choose(self, cells: Any, mask: Any) -> Any:
        """Returns the best known action of each table, and here and there a random one."""
        worth = np.where(mask, self.values[cells], -np.inf)
        worth[:, self.declined] += 1e6  # insurance is not learned: it is declined
        chance = np.where(mask, self.random.random(mask.shape), -1.0)
        explored = self.random.random(TABLES) < EXPLORED
        return np.where(explored & (self.hands() == 1), chance.argmax(axis=1), worth.argmax(axis=1))

    def hands(self) -> Any:
        """Returns how many hands each table has."""
        return self.seen[:, -1]

    def step(self) -> None:
        """Steps every table once, and learns from the step."""
        mask = self.info["action_mask"].copy()
        playing = self.seen[:, 0] == 2
        cells = cells_of(self.seen, mask)
        actions = self.choose(cells, mask)
        learning = playing & (self.hands() == 1)
        self.cell_of_split[learning & (actions == self.split)] = cells[learning & (actions == self.split)]
        learning &= actions != self.split
        self.seen, rewards, over, _, self.info = self.envs.step(actions)
        best_next = np.zeros(TABLES)
        going = learning & ~over
        after = self.info["action_mask"][going]
        best_next[going] = np.where(after, self.values[cells_of(self.seen[going], after)], -np.inf).max(axis=1)
        self.learn(cells[learning], actions[learning], (rewards + best_next)[learning])
        # the value of a split is what the whole round brought, with all its hands
        divided = over & (self.cell_of_split >= 0)
        self.learn(self.cell_of_split[divided], np.full(divided.sum(), self.split), rewards[divided])
        self.cell_of_split[over] = -1
        self.rounds += int(over.sum())

    def learn(self, cells: Any, actions: Any, targets: Any) -> None:
        """Moves the value of each action that was tried towards the mean of its targets."""
        places = cells * len(self.names) + actions
        tried = np.bincount(places, minlength=self.values.size).reshape(self.values.shape)
        found = np.bincount(places, targets, self.values.size).reshape(self.values.shape)
        self.tries += tried
        rate = np.minimum((1 + FORGETS) / np.maximum(self.tries, 1 + FORGETS), 1 / np.maximum(tried, 1))
        self.values += rate * (found - tried * self.values)

    def chart(self) -> Chart:
        """Returns what was learned as a chart, which can be scored, printed and simulated."""
        return chart_of_cells("learned", "".join(self.code(cell) for cell in range(CELLS)))

    def code(self, cell: int) -> str:
        """Returns the code of the best action that was tried in a cell, with what to do where it is not allowed."""
        tried = self.tries[cell] > 0
        worth = {name: self.values[cell, place] for place, name in enumerate(self.names) if tried[place]}
        stands = worth.get("stand", -1.0) >= worth.get("hit", -1.0)
        codes = {"split": "P", "double": "E" if stands else "D", "surrender": "Q" if stands else "R"}
        best = max(worth, key=worth.__getitem__, default="stand")
        return codes.get(best, "S" if stands else "H")


def train(learner: Learner, rounds: int, scores: int = 12) -> list[tuple[int, float]]:
    """Trains for so many rounds; returns the regret at as many moments, each later by the same factor."""
    curve = []
    for moment in np.geomspace(min(100_000, rounds), rounds, scores if rounds > 100_000 else 1):
        while learner.rounds < moment:
            learner.step()
        curve.append((learner.rounds, score(learner.chart(), learner.envs.rules).regret))
        print(f"{curve[-1][0]:12,} rounds: {curve[-1][1]:.4%} below the best play", flush=True)
    return curve


def plot(curve: list[tuple[int, float]], path: str) -> None:
    """Draws the regret over the rounds."""

    def draw(axes: Any) -> None:
        axes.loglog([rounds for rounds, _ in curve], [100 * regret for _, regret in curve], marker="o")
        axes.axhline(0.05, linestyle="--", color="grey", label="0.05 %")
        axes.set(xlabel="rounds", ylabel="regret, % of the wager", title="Q-learning against the exact best play")
        axes.legend()

    save_figure(path, draw)


def main() -> None:
    """Trains, prints the chart and its exact score."""
    chosen = read_options(__doc__, rules="6D H17 DAS LS")
    learner = Learner(chosen.rules, chosen.seed)
    curve = train(learner, int(chosen.rounds), 3 if chosen.rounds <= 5e5 else 12)
    print(print_chart(learner.chart()))
    scored = score(learner.chart(), learner.envs.rules)
    print(f"exactly {scored.expectation:+.4%}, the best play {scored.best:+.4%}; it loses most here:")
    for hand in [hand for hand in scored.hands if hand.regret > 0][:5]:
        print(f"  {' '.join(hand.cards)} against {hand.up}: {hand.mistake}, {hand.share:.5%}")
    if chosen.plot:
        plot(curve, chosen.plot)


if __name__ == "__main__":
    main()
