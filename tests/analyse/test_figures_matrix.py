"""Every figure of a table agrees with simulated rounds within four standard errors: rulebooks and laboratory rules.

These are expectation, deviation, hit frequency, mean stake and the probability of each net result of the main game,
expectation and deviation of every other wager, and the covariances that are computed.
"""

import pytest

from pitboss.analyse import roulette
from pitboss.analyse.edge import edge
from pitboss.analyse.joint import joint_moments
from pitboss.analyse.report import Agreement
from pitboss.analyse.wagers import exact
from pitboss.cli.agreement import SimulationRun, cards_agreement, wheel_agreement
from pitboss.law import Limits, Refusal, load_rulebook, resolve
from pitboss.law.laboratory import laboratory_rules
from tests.analyse.rules import rules_of

MATRIX = [
    ("nz-blackjack", ""),
    ("nz-blackjack", "decks=4 perfect_pairs=scale_two"),
    ("mbs-blackjack", "decks=6"),
    ("canberra-blackjack", "over_under_13=true"),
    ("tribal-blackjack", "max_split_hands=4 surrender=true"),
    ("tribal-blackjack", "max_split_hands=3 card_reader=true decks=1"),
    ("tribal-blackjack", "five_card_21=true decks=2"),
]
LABORATORY = [
    "1D H17 NDAS D10",
    "1D SP4 DAS LS",
    "2D H17 DAS RSA LS",
    "4D ENHC OBO SP3",
    "6D ENHC ES10 SP2",
    "6D H17 RSA DSA SP4",
    "8D D9 SP2 BB+1",
    "8D PUSH22 SP4",
    "6D 5CC SP3",
    "6D 6:5 TIESLOSE17 NSP",
]
#: The least number of figures that are compared at each table.
_FIGURES = 8


def agrees(rows: tuple[Agreement, ...], least: int) -> None:
    """Asserts that at least so many figures were simulated, and that all of them agree."""
    found = [(row.name, "expectation", row.z) for row in rows if not row.why]
    found += [(row.name, check.measure, check.z) for row in rows for check in row.checks if not check.why]
    assert len(found) >= least
    assert not [each for each in found if abs(each[2]) > 4]


def check_cards(rulebook: str, options: str, rounds: int) -> None:
    rules = rules_of(rulebook, options) if rulebook else laboratory_rules(options)
    main, tables = edge(rules), exact(rules)
    played = SimulationRun(rounds, seed=26)
    agrees(cards_agreement(rules, main, tables, played, joint_moments(rules, main, tables)), _FIGURES)


def check_wheel(rounds: int) -> None:
    rules = resolve(load_rulebook("nz-roulette"), {}, Limits(1_000, 100_000))
    assert not isinstance(rules, Refusal)
    agrees(wheel_agreement(rules, roulette.exact(rules), SimulationRun(rounds, seed=26)), _FIGURES)


def test_a_million_rounds() -> None:
    check_cards("", LABORATORY[0], 10**6)


def test_a_million_spins() -> None:
    check_wheel(10**6)


@pytest.mark.soak
@pytest.mark.parametrize(("rulebook", "options"), [*MATRIX, *(("", words) for words in LABORATORY)])
def test_fifty_million_rounds(rulebook: str, options: str) -> None:
    check_cards(rulebook, options, 5 * 10**7)


@pytest.mark.soak
def test_fifty_million_spins() -> None:
    check_wheel(5 * 10**7)
