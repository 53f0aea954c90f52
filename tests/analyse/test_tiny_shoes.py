"""The analyser's value of a tiny shoe equals the engine's, over every order of the cards."""

from collections.abc import Callable
from random import Random

import pytest
from msgspec.structs import replace

from pitboss.analyse.edge import Edge, edge_of
from pitboss.analyse.game import game_of
from pitboss.analyse.shoe import VALUE_NAMES, ShoeComposition
from pitboss.law import Limits, Refusal, load_rulebook, resolve, rulebook_ids
from pitboss.law.choices import ShoeKind
from pitboss.law.resolve import BlackjackRules
from pitboss.strategy.chart import Chart, built_in, fit_chart
from tests.agreement.both import random_chart
from tests.analyse.enumeration import Enumerated, TooFewCards, by_the_cards, by_the_chart
from tests.analyse.rules import rules_of
from tests.properties.tables import lawful_choices

LIMITS = Limits(1_000, 1_000_000)

#: Rulebook, options and the few cards of a shoe from which no round of it needs more.
TINY = [
    ("canberra-blackjack", "", "7*3 8*4 10*6"),
    ("canberra-blackjack", "triple_play=true", "A*2 8*4 10*9"),
    ("nz-blackjack", "", "A*2 8*5 10*6"),
    ("nz-blackjack", "", "5*4 9*3 10*6"),
    ("nz-blackjack", "blackjack_plus=true", "2*5 5*2 10*7"),
    ("nz-blackjack", "blackjack_plus=true blackjack_plus_odds=6:5", "2*5 5*2 10*7"),
    ("nz-blackjack", "antes_up=true ante_amount=1", "5*4 9*3 10*6"),
    ("mbs-blackjack", "", "6*3 8*5 10*6"),
    ("tribal-blackjack", "max_split_hands=4 surrender=true", "A*2 8*6 10*6"),
    ("tribal-blackjack", "max_split_hands=3 card_reader=true", "A*5 7*3 10*5"),
    ("tribal-blackjack", "max_split_hands=3 card_reader=true surrender=true", "A*2 8*5 10*5"),
    ("tribal-blackjack", "five_card_21=true", "A*1 3*4 6*2 10*4"),
    ("tribal-blackjack", "multiple_action=true", "A*2 9*4 10*7"),
    ("tribal-blackjack", "multiple_action=true multiple_action_wagers=3 max_split_hands=4", "7*2 9*5 10*9"),
    ("tribal-blackjack", "bust_collected_at_once=true max_split_hands=3", "A*2 6*1 8*4 10*5"),
    ("tribal-blackjack", "split_two_card_21_beats_drawn_21=false consolidated_net_payout=true", "A*5 7*3 10*5"),
]


def _shoe(words: str) -> ShoeComposition:
    counts = dict.fromkeys(VALUE_NAMES, 0)
    for word in words.split():
        name, _, count = word.partition("*")
        counts[name] = int(count)
    return tuple(counts.values())


def _insuring_mimic(rules: BlackjackRules) -> Chart:
    """A chart that never splits, insures everything and takes even money."""
    return replace(built_in("mimic", rules), insure=True, even_money=True)


STRATEGIES: dict[str, Callable[[BlackjackRules], str | Chart]] = {
    "basic": lambda rules: built_in("basic", rules),
    "insuring mimic": _insuring_mimic,
    "composition": lambda _: "composition",
}


def _both(rulebook: str, options: str, words: str, strategy: str) -> tuple[BlackjackRules, Edge, Enumerated]:
    rules, shoe = rules_of(rulebook, options), _shoe(words)
    # past the check of the number of cards, which is for the worst that might come: here every order is played
    found = edge_of(game_of(rules), shoe, STRATEGIES[strategy](rules))
    play = by_the_cards(rules, shoe) if found.chart is None else by_the_chart(rules, found.chart)
    return rules, found, Enumerated(rules, shoe, play)


@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize(("rulebook", "options", "words"), TINY)
def test_the_engine_and_the_analyser_agree(rulebook: str, options: str, words: str, strategy: str) -> None:
    rules, found, played = _both(rulebook, options, words, strategy)
    assert sum(played.results.values()) == 1
    assert found.expectation == pytest.approx(float(played.expectation), abs=1e-15)
    assert found.splits == pytest.approx(float(played.split), abs=1e-15)
    assert found.deviation == pytest.approx(played.deviation, abs=1e-13)
    if rules.terms.spots == 1:
        _same_distribution(found, played)


def _same_distribution(found: Edge, played: Enumerated) -> None:
    """Compares every probability of a net result, with split boxes."""
    assert found.distribution_source == "exact"
    assert found.distribution_bound == 0.0
    expected = {float(net): float(chance) for net, chance in played.results.items()}
    assert found.distribution == pytest.approx(expected, abs=1e-14)


def test_pairs_are_split_in_these_shoes() -> None:
    """Up to every number of hands that a rulebook allows, so that the comparison covers splits."""
    most = {rules_of(rulebook, options).terms.split_hands for rulebook, options, _ in TINY}
    assert most == {2, 3, 4}
    for rulebook, options, words in TINY:
        found = edge_of(game_of(rules_of(rulebook, options)), _shoe(words), "composition")
        assert found.splits > 0, (rulebook, options, words)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(200))
def test_any_table_chart_and_tiny_shoe(seed: int) -> None:
    """Returns lawful tables, random charts and shoes of few values in which no round needs more cards."""
    dice = Random(seed)
    book = load_rulebook(dice.choice([name for name in rulebook_ids() if name.endswith("-blackjack")]))
    rules = resolve(book, lawful_choices(book, LIMITS, dice), LIMITS)
    assert not isinstance(rules, Refusal)
    if rules.terms.shoe is ShoeKind.DOUBLE or rules.terms.box_maximum or rules.terms.player_box_maximum:
        pytest.skip("not analysed, or too low a maximum for a wager")
    counts = [0] * 9 + [dice.choice((6, 8))]
    for _ in range(2):
        counts[dice.randrange(9)] += dice.choice((2, 3, 4))
    shoe = tuple(counts)
    strategy = dice.choice(("composition", "total", fit_chart(random_chart(dice), rules)))
    found = edge_of(game_of(rules), shoe, strategy)
    play = by_the_cards(rules, shoe) if found.chart is None else by_the_chart(rules, found.chart)
    try:
        played = Enumerated(rules, shoe, play)
    except TooFewCards:
        pytest.skip("a round needs more cards")
    assert found.expectation == pytest.approx(float(played.expectation), abs=1e-14)
    assert found.splits == pytest.approx(float(played.split), abs=1e-14)
    assert found.deviation == pytest.approx(played.deviation, abs=1e-12)
    if rules.terms.spots == 1 and not found.distribution_conventions:
        _same_distribution(found, played)
