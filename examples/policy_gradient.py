"""Train a small network by policy gradients to bet with the count, in NumPy alone.

    python examples/policy_gradient.py                          a short run
    python examples/policy_gradient.py 2e7 --plot learned.png   a minute or two

The hands are played by the best chart of the table; the network sees the true count before each round and chooses the
bet. Its reward is what the round wins, in minimum wagers. Needs the extras envs and report.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray
from training.script import read_options, save_figure

from pitboss.analyse.strategy import best_chart
from pitboss.envs.charts import ChartPolicy
from pitboss.envs.vector import BlackjackVectorEnv

TABLES = 4096
BETS = (1, 2, 4, 8)
HIDDEN = 16
#: Steps of all tables between two updates of the network: about 33,000 rounds.
STEPS = 20


class Network:
    """One hidden layer, from the true count to the probability of each bet; Adam ascends the gradient."""

    def __init__(self, seed: int) -> None:
        random = np.random.default_rng(seed)
        self.weights = [random.normal(0, 1, (2, HIDDEN)), random.normal(0, 0.1, (HIDDEN, len(BETS)))]
        self._mean = [np.zeros_like(weight) for weight in self.weights]
        self._square = [np.zeros_like(weight) for weight in self.weights]
        self._updates = 0

    def bets(self, counts: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
        """Returns the probability of each bet at each count, and the two layers below it."""
        inputs = np.column_stack([np.clip(counts, -6, 6) / 3, np.ones(len(counts))])
        hidden = np.tanh(inputs @ self.weights[0])
        scores = hidden @ self.weights[1]
        raised = np.exp(scores - scores.max(axis=1, keepdims=True))
        return raised / raised.sum(axis=1, keepdims=True), hidden, inputs

    def learn(self, counts: NDArray[Any], bets: NDArray[Any], rewards: NDArray[Any], rate: float) -> None:
        """Makes bets likelier that brought more than the mean (REINFORCE)."""
        chances, hidden, inputs = self.bets(counts)
        advantage = (rewards - rewards.mean())[:, None] / len(counts)
        upper = advantage * (np.eye(len(BETS))[bets] - chances)
        lower = upper @ self.weights[1].T * (1 - hidden**2)
        self._updates += 1
        for place, gradient in enumerate((inputs.T @ lower, hidden.T @ upper)):
            self._mean[place] = 0.9 * self._mean[place] + 0.1 * gradient
            self._square[place] = 0.999 * self._square[place] + 0.001 * gradient**2
            mean = self._mean[place] / (1 - 0.9**self._updates)
            square = self._square[place] / (1 - 0.999**self._updates)
            self.weights[place] += rate * mean / (np.sqrt(square) + 1e-12)


class Tables:
    """Many tables that play hands by a chart and ask for each bet."""

    def __init__(self, rules: str, seed: int) -> None:
        self.envs = BlackjackVectorEnv(
            num_envs=TABLES,
            rules=rules,
            observation="flat",
            count="hi-lo",
            bet_sizes=BETS,
            reward_unit="minimum",
        )
        self.hands = ChartPolicy(best_chart(self.envs.rules))
        self.seen, self.info = self.envs.reset(seed=seed)
        self.counts, self.bets = np.zeros(TABLES), np.zeros(TABLES, np.int64)

    def play(self, bet: Any, steps: int) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
        """Plays; returns the count, the bet and the result of every round that ended."""
        ended = []
        for _ in range(steps):
            betting = self.seen[:, 0] == 0
            self.counts[betting] = self.seen[betting, -1]
            self.bets[betting] = bet(self.counts[betting])
            actions = np.where(betting, self.bets, self.hands.actions(self.seen, self.info["action_mask"]))
            self.seen, rewards, over, _, self.info = self.envs.step(actions)
            ended.append((self.counts[over], self.bets[over], rewards[over]))
        counts, bets, rewards = (np.concatenate(part) for part in zip(*ended, strict=True))
        return counts, bets, rewards


def win_rate(tables: Tables, bet: Any, steps: int) -> tuple[float, float, float]:
    """Returns the win for 100 rounds in minimum wagers, its standard error, and the mean bet."""
    tables.seen, tables.info = tables.envs.reset()  # so that every round has a bet of this kind
    _, bets, rewards = tables.play(bet, steps)
    return 100 * rewards.mean(), 100 * rewards.std() / np.sqrt(len(rewards)), np.array(BETS)[bets].mean()


def train(tables: Tables, network: Network, rounds: int, seed: int) -> None:
    """Trains for so many rounds; the learning rate falls to zero."""
    random = np.random.default_rng(seed)

    def sampled(counts: NDArray[Any]) -> Any:
        edges = network.bets(counts)[0].cumsum(axis=1)
        return np.minimum((random.random((len(counts), 1)) > edges).sum(axis=1), len(BETS) - 1)

    done = 0
    while done < rounds:
        counts, bets, rewards = tables.play(sampled, STEPS)
        network.learn(counts, bets, rewards, 0.05 * (1 - done / rounds))
        done += len(rewards)


def plot(network: Network, path: str) -> None:
    """Draws the probability of each bet over the true count."""

    def draw(axes: Any) -> None:
        counts = np.linspace(-6, 6, 121)
        axes.stackplot(counts, network.bets(counts)[0].T, labels=[f"{bet} x" for bet in BETS])
        axes.set(xlabel="true count", ylabel="probability", title="The bets that the network learned")
        axes.legend(loc="upper left")

    save_figure(path, draw)


def main() -> None:
    """Trains, and compares what the bets win with the smallest bet alone."""
    chosen = read_options(__doc__, rules="6D S17 DAS LS")
    tables, network = Tables(chosen.rules, chosen.seed), Network(chosen.seed)
    train(tables, network, int(chosen.rounds), chosen.seed)
    for count in range(-4, 7, 2):
        chances = network.bets(np.array([float(count)]))[0][0]
        print(f"true count {count:+}: mean bet {chances @ np.array(BETS):.2f}")
    steps = max(200, int(chosen.rounds / TABLES))
    flat = win_rate(tables, lambda counts: np.zeros(len(counts), np.int64), steps)
    learned = win_rate(tables, lambda counts: network.bets(counts)[0].argmax(axis=1), steps)
    for name, (win, error, mean) in {"flat": flat, "learned": learned}.items():
        print(f"{name:8} {win:+.2f} ± {error:.2f} minimum wagers in 100 rounds, {mean:.2f} a bet")
    if chosen.plot:
        plot(network, chosen.plot)


if __name__ == "__main__":
    main()
