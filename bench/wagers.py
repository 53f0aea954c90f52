"""Speed of the side wagers of examples/wagers in the simulator, relative to a built-in wager on the same rules."""

from pathlib import Path
from time import process_time

from msgspec.structs import replace

from pitboss.law import Limits, Refusal, add_rulebooks, load_rulebook, resolve
from pitboss.law.resolve import BlackjackRules
from pitboss.simulate.blackjack.game import open_game
from pitboss.strategy.chart import basic_chart

WAGERS = ("twenty_one_plus_three", "lucky_ladies", "buster", "royal_match", "in_between")
STAKE = 1_000
BAR = 0.5
SLICES = 6


def table() -> BlackjackRules:
    """Returns the rules of the example, with the pair wager of a rulebook of the package beside its own."""
    add_rulebooks(Path(__file__).parents[1] / "examples" / "wagers")
    rules = resolve(load_rulebook("wager-house"), {}, Limits(STAKE, 100 * STAKE))
    other = resolve(load_rulebook("mbs-blackjack"), {}, Limits(STAKE, 100 * STAKE))
    assert not isinstance(rules, Refusal)
    assert not isinstance(other, Refusal)
    result: BlackjackRules = replace(rules, sides=rules.sides | {"pair": other.sides["pair"]}, memo={})
    return result


def main() -> None:
    """Prints the rounds a second of CPU time of each wager, the best of several slices in alternation."""
    rules = table()
    players = {name: open_game(rules, basic_chart(rules), sides={name: STAKE}).player() for name in ("pair", *WAGERS)}
    best = dict.fromkeys(players, 0.0)
    for number in range(SLICES):
        for name, player in players.items():
            start = process_time()
            rounds = player.piece(1, number)[0]
            best[name] = max(best[name], rounds / (process_time() - start))
    for name, rate in best.items():
        print(f"{name:<24}{rate / 1e6:6.1f} million rounds a second, {rate / best['pair']:.2f} of pair (bar {BAR})")


if __name__ == "__main__":
    main()
