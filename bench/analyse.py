"""How long an exact answer takes: CPU time of one core, compiled, the best of several.

python bench/analyse.py              a table with the bars
python bench/analyse.py --json       for programs
"""

import argparse
import json
import resource
import subprocess
import sys
from collections.abc import Callable
from time import process_time

import numpy as np
from msgspec import Struct, to_builtins

from pitboss.analyse import native_functions as native
from pitboss.analyse.dealer import ENDS, dealer_trie
from pitboss.analyse.edge import COMPOSITION, TOTAL, edge_of
from pitboss.analyse.game import build_game
from pitboss.analyse.hands import all_hands
from pitboss.analyse.shoe import VALUES, shoe_of
from pitboss.law import Limits, Refusal, load_rulebook, resolve
from pitboss.law.resolve import BlackjackRules
from pitboss.strategy.chart import Chart, basic_chart

#: Eight decks, the hole card read, four hands of a pair, doubles after splits: what other analysers are measured by.
TABLE = {"decks": "8", "card_reader": "true", "max_split_hands": "4", "resplit_aces": "false"}


class Measured(Struct, frozen=True):
    """A figure and its bar."""

    what: str
    figure: float
    unit: str
    bar: float

    @property
    def held(self) -> bool:
        """Whether it is below the bar."""
        return self.figure <= self.bar


def best_of(times: int, do: Callable[[], object]) -> float:
    """The least CPU time of several, the first of which may compile."""
    do()
    spent = []
    for _ in range(times):
        begun = process_time()
        do()
        spent.append(process_time() - begun)
    return min(spent)


def _table(rulebook: str, choices: dict[str, str]) -> BlackjackRules:
    rules = resolve(load_rulebook(rulebook), choices, Limits(1_000, 100_000))
    assert not isinstance(rules, Refusal), rules
    return rules


def _all_dealers(times: int) -> float:
    """All ten up cards of a shoe of eight decks, the mean beside every hand of a player."""
    hands, scratch, lanes = all_hands(), native.new_scratch(), native.new_dealer_lanes()
    shoe, ends = np.array([32] * 9 + [128], np.int64), np.zeros((len(hands.size), ENDS))

    def once() -> None:
        for up in range(VALUES):
            trie = dealer_trie(up, hits_soft_17=False)
            native.all_ends(scratch, lanes, trie, hands.arrays, (shoe, up), ends)

    return best_of(times, once) / int((hands.size >= 2).sum())


def measure(times: int) -> list[Measured]:
    """All of it."""
    rules = _table("tribal-blackjack", TABLE)
    game, shoe = build_game(rules), shoe_of(rules)

    def edge(strategy: str | Chart) -> float:
        return best_of(times, lambda: edge_of(game, shoe, strategy))

    def deviation(rulebook: str, choices: dict[str, str]) -> float:
        asked = _table(rulebook, choices)
        played, cards = build_game(asked), shoe_of(asked)
        both = best_of(times, lambda: edge_of(played, cards, TOTAL).deviation)
        return both - best_of(times, lambda: edge_of(played, cards, TOTAL))

    chart = basic_chart(rules)
    return [
        Measured("best by composition, re-splits to four hands", edge(COMPOSITION), "s", 1.5),
        Measured("best by total", edge(TOTAL), "s", 1.0),
        Measured("a given chart", edge(chart), "s", 1.0),
        Measured("the deviation, re-splits to four hands", deviation("tribal-blackjack", TABLE), "s", 2.0),
        Measured("the deviation, Triple Play", deviation("canberra-blackjack", {"triple_play": "true"}), "s", 6.0),
        Measured(
            "what the rules allow and pay, asked of the engine", best_of(times, lambda: build_game(rules)), "s", 0.5
        ),
        Measured("the dealer's chances, ten up cards", 1e6 * _all_dealers(times), "µs", 40.0),
        Measured("import", _start(), "s", 2.0),
        Measured("memory at most", resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024, "MB", 500.0),
    ]


def _start() -> float:
    """The CPU time of a process that does nothing but import, once everything is compiled."""
    spent = []
    for _ in range(3):
        begun = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([sys.executable, "-c", "import pitboss.analyse.edge"], check=True)
        ended = resource.getrusage(resource.RUSAGE_CHILDREN)
        spent.append(ended.ru_utime + ended.ru_stime - begun.ru_utime - begun.ru_stime)
    return min(spent)


def main() -> None:
    """Measures and tells."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--times", type=int, default=5)
    asked = parser.parse_args()
    found = measure(asked.times)
    if asked.json:
        print(json.dumps([to_builtins(one) | {"held": one.held} for one in found], indent=2))
        return
    print("| what | measured | bar | |\n|---|---|---|---|")
    for one in found:
        print(f"| {one.what} | {one.figure:.3g} {one.unit} | {one.bar:g} {one.unit} | {'' if one.held else 'MISSED'} |")


if __name__ == "__main__":
    main()
