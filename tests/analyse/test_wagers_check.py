"""A side wager whose figure does not follow from the cards it declares is never labelled exact."""

from collections.abc import Iterator, Sequence
from typing import Literal

import pytest
from msgspec.structs import replace

from pitboss.analyse.shoe import NotAnalysable
from pitboss.analyse.wagers import exact
from pitboss.games.blackjack.context import RoundContext
from pitboss.games.blackjack.state import Wager
from pitboss.games.blackjack.wagers.base import PLAYS, Moment, Reads, SideWager
from pitboss.games.blackjack.wagers.pairs import Pairs
from pitboss.law.resolve import BlackjackRules, PayLine
from pitboss.money import Odds
from pitboss.simulate.blackjack.game import open_game
from pitboss.strategy.chart import basic_chart
from pitboss.strategy.hand_classes import NotSimulable
from tests.analyse.tables import rules_of


def three_card_line(cards: Sequence[int]) -> str:
    """21+3: flush, straight, three of a kind, straight flush, suited three of a kind."""
    if len(cards) < 3:
        return ""
    ranks, suits = sorted(card >> 2 for card in cards[:3]), {card & 3 for card in cards[:3]}
    if len(set(ranks)) == 1:
        return "suited_trips" if len(suits) == 1 else "trips"
    straight = ranks in ([0, 11, 12], [ranks[0], ranks[0] + 1, ranks[0] + 2])
    if straight:
        return "straight_flush" if len(suits) == 1 else "straight"
    return "flush" if len(suits) == 1 else ""


LINES = {"flush": 5, "straight": 10, "trips": 30, "straight_flush": 40, "suited_trips": 100}


class TwentyOnePlusThree(SideWager):
    """Decided by the two cards of the box and the dealer's first card."""

    reads = Reads(box=3)  # a false declaration

    def line(self, cards: Sequence[int]) -> str:
        return three_card_line(cards)

    def notify(self, context: RoundContext, wager: Wager, moment: int) -> None:
        if moment == Moment.SECOND_CARDS:
            cards = [*context.state.dealt[wager.box], context.state.dealer[0][0]]
            self.pay_line(context, wager, self.line(cards))


class PairUnlessDealerAce(Pairs):
    """A pair that a dealer's ace beats, whatever ``line`` returns."""

    def notify(self, context: RoundContext, wager: Wager, moment: int) -> None:
        if moment == Moment.SECOND_CARDS:
            line = self.line(context.state.dealt[wager.box])
            self.pay_line(context, wager, "" if context.state.shows_ace else line)


class PairSometimes(Pairs):
    """Reads the dealer's card for one pair of cards only."""

    def notify(self, context: RoundContext, wager: Wager, moment: int) -> None:
        if moment == Moment.SECOND_CARDS:
            cards = context.state.dealt[wager.box]
            beaten = cards == [31, 31] and context.state.dealer[0][0] == 31
            self.pay_line(context, wager, "" if beaten else self.line(cards))


class PairPaidLate(Pairs):
    """Loses a pair of sevens at the second card, whatever ``line`` returns."""

    def notify(self, context: RoundContext, wager: Wager, moment: int) -> None:
        if moment == Moment.SECOND_CARDS:
            cards = context.state.dealt[wager.box]
            self.pay_line(context, wager, "" if cards[0] >> 2 == 6 else self.line(cards))


class PairOfAnyBox(Pairs):
    """Reads the cards of the next box."""

    def notify(self, context: RoundContext, wager: Wager, moment: int) -> None:
        if moment == Moment.SECOND_CARDS:
            cards = context.state.dealt.get(wager.box + 1) or context.state.dealt[wager.box]
            self.pay_line(context, wager, self.line(cards))


@pytest.fixture
def side(request: pytest.FixtureRequest) -> Iterator[BlackjackRules]:
    """Returns a table whose wager on a pair is played by the given class."""
    PLAYS["probed"] = request.param
    rules = rules_of("mbs-blackjack", decks="6")
    terms = replace(rules.sides["pair"], play="probed")
    if request.param is TwentyOnePlusThree:
        lines = {name: PayLine(Odds(pays, 1), 0, terms.lines["pair"].clauses) for name, pays in LINES.items()}
        terms = replace(terms, lines=lines)
    yield replace(rules, sides={"pair": terms}, memo={})
    del PLAYS["probed"]


@pytest.mark.parametrize(
    ("side", "found"),
    [
        (TwentyOnePlusThree, r"the wager on pair: with .* the engine settles it as"),
        (PairUnlessDealerAce, r"against A. the engine settles it as lost, and the cards that it declares reach pair"),
        (PairPaidLate, r"7. 7. settle it as lost, but their line is pair"),
    ],
    indirect=["side"],
)
def test_a_wager_that_is_settled_by_other_cards_is_refused_with_a_deal_that_shows_it(
    side: BlackjackRules, found: str
) -> None:
    with pytest.raises(NotAnalysable, match=found) as refused:
        exact(side)
    assert refused.value.clauses


@pytest.mark.parametrize(("side", "field"), [(PairSometimes, "dealer"), (PairOfAnyBox, "dealt")], indirect=["side"])
def test_a_wager_that_reads_more_than_its_cards_is_unverified(side: BlackjackRules, field: str) -> None:
    table = exact(side)["pair"]
    assert table.source == "unverified"
    assert f"reads the table's '{field}'" in table.notes[0]


@pytest.mark.parametrize("side", [Pairs], indirect=True)
def test_a_wager_that_reads_its_cards_alone_is_exact(side: BlackjackRules) -> None:
    table = exact(side)["pair"]
    assert (table.source, table.notes[:1]) == ("exact", exact(rules_of("mbs-blackjack", decks="6"))["pair"].notes[:1])


@pytest.mark.parametrize("side", [TwentyOnePlusThree, PairUnlessDealerAce, PairPaidLate, PairSometimes], indirect=True)
@pytest.mark.parametrize("kernel", ["tables", "conventional"])
def test_no_kernel_plays_such_a_wager(side: BlackjackRules, kernel: Literal["tables", "conventional"]) -> None:
    with pytest.raises(NotSimulable, match="the wager on pair: "):
        open_game(side, basic_chart(side), sides={"pair": 1000}, kernel=kernel)
