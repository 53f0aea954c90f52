"""A disagreement is reported as the smallest round that shows it, in a file that the engine replays."""

from random import Random

import pytest

from pitboss.law import Limits, Refusal, load_rulebook, resolve
from pitboss.notation.replay import replay
from pitboss.pit import parse_pit
from pitboss.simulate.blackjack.general.hand_pays import HandPays
from pitboss.simulate.blackjack.program import build
from pitboss.strategy.chart import basic_chart
from tests.agreement.both import compare

#: The class of a dealer's 20.
DEALER_20 = 3


@pytest.fixture
def lost_stand_offs(monkeypatch: pytest.MonkeyPatch) -> None:
    """A faulty kernel that takes the wager where 20 meets 20."""
    right = HandPays._dealer_result

    def wrong(self: HandPays, spot: int, code: int, dealer: int) -> int:
        net = right(self, spot, code, dealer)
        return net - self.stakes[spot - 1] if (code & 31, dealer) == (20, DEALER_20) else net

    monkeypatch.setattr(HandPays, "_dealer_result", wrong)


@pytest.mark.usefixtures("lost_stand_offs")
@pytest.mark.parametrize(
    ("book", "boxes", "options"),
    [("mbs-blackjack", 1, {}), ("nz-blackjack", 3, {"super_sevens": "true", "perfect_pairs": "scale_one"})],
)
def test_a_planted_defect_shrinks_to_one_small_round(book: str, boxes: int, options: dict[str, str]) -> None:
    rules = resolve(load_rulebook(book), options, Limits(1_000, 100_000))
    assert not isinstance(rules, Refusal)
    sides = {"super_sevens": 100, "perfect_pairs": 100} if options else {"pair": 1_000}
    program = build(rules, basic_chart(rules), boxes=boxes, sides=sides)
    with pytest.raises(AssertionError, match="the engine says") as failed:
        compare(program, 200, Random(1).getrandbits(32))
    text = str(failed.value).partition("\n")[2]
    text = text[: text.index("\nassert ")] if "\nassert " in text else text
    file = parse_pit(text)
    drawn = file.headers("cards")[0][1].split()
    # two cards of twenty points, the dealer's two, and the burnt one: nothing is left to take away
    assert len(drawn) == 4 + rules.terms.burn_new_shoe
    assert all(card.endswith("s") for card in drawn)
    assert text.count(": bet ") == 1
    assert not any(name in text.partition("---")[2] for name in sides)
    assert "? net p1 0" in text
    assert "# the kernel says p1: {'main': -1000}" in text
    outcome = replay(file)
    assert outcome.passed, outcome


def test_kernels_that_agree_print_nothing() -> None:
    rules = resolve(load_rulebook("mbs-blackjack"), {}, Limits(1_000, 100_000))
    assert not isinstance(rules, Refusal)
    assert compare(build(rules, basic_chart(rules)), 200, 1).nets.shape == (200, 1)
