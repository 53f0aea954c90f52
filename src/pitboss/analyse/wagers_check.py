"""Validates a side wager's figure against the engine before it is labelled exact.

The figure counts deals by ``line``; the engine settles the wager by ``notify``. First, every deal that can end a
wager on its box is settled on a state that exposes only the cards of that box (``side_probe``). Then rounds are played
on the engine.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from random import Random
from typing import Final

from msgspec import Struct

from pitboss.analyse.shoe import NotAnalysable
from pitboss.analyse.wagers_cards import Further, Grade, cards_that_matter, endings
from pitboss.analyse.wagers_rounds import (
    Play,
    ante_settlement,
    read_events,
    round_events,
    settlement,
    settlement_in,
)
from pitboss.analyse.wagers_table import LOST, Source
from pitboss.cards import DECK_SIZE, card_name, card_names
from pitboss.games.blackjack.state import dealer_blackjack
from pitboss.games.blackjack.wagers.base import SideWager, side_plays
from pitboss.law.resolve import BlackjackRules, SideTerms
from pitboss.strategy.chart import MIMIC, choose, fit_chart
from pitboss.strategy.side_pays import SidePayProbe
from pitboss.strategy.side_probe import DeclaredCardsProbe, UndeclaredRead, UnexpectedPayment, settles_by_line

#: The number of random rounds on the engine, if the cards alone were shown to decide the wager and if not.
_ROUNDS, _MORE_ROUNDS = 16, 1_000
#: The number of rounds for a wager that reads the dealer's cards, how many times as many if it overrides more than
#: ``line``, and the attempts to find a new line for one of them.
_LINE_ROUNDS, _MORE, _ATTEMPTS = 64, 16, 200
#: The number of random cards of the box in such a round; deuces follow.
_DRAWN: Final = 8


class Validation(Struct, frozen=True):
    """The result of a validation: the source label and the notes."""

    source: Source = "exact"
    notes: tuple[str, ...] = ()


class BoxGrading(Struct, frozen=True):
    """How the analyser grades a box: the number of cards that count, and the predicate for a further card."""

    grade: Grade
    most: int
    further: Further | None
    peeks: bool

    def cards_of(self, cards: Sequence[int], dealer: tuple[int, int]) -> tuple[int, ...]:
        """Returns the leading cards that settle the wager."""
        held = 2
        blackjack = self.peeks and dealer_blackjack(list(dealer))
        while self.further is not None and (matter := cards_that_matter(self.grade, cards[:held], self.most)):
            if cards[held] not in matter or not self.further(cards[:held], dealer[0], blackjack):
                break
            held += 1
        return tuple(cards[:held])


def check_cards_decide(
    rules: BlackjackRules, side: tuple[SideTerms, int], walk: BoxGrading, play: Callable[[], Play]
) -> Validation:
    """Validates that the engine settles the wager by the line of the cards that count; raises NotAnalysable if not.

    The source is ``unverified`` if the wager reads more than these cards and no round showed a difference.
    """
    terms, stake = side
    probe = DeclaredCardsProbe(rules, terms.name, stake)

    def check() -> None:
        if walk.most == 2:
            probe.check_two_cards()
        else:
            for cards in endings(walk.grade, walk.most):
                probe.check_ended(cards)

    checked = _probed(rules, terms, check)
    # a wager on two cards does not depend on play, so any chart will do
    player = play() if walk.most > 2 else partial(choose, fit_chart(MIMIC, rules))
    for cards, dealer in _rounds(terms, walk, _ROUNDS if checked.source == "exact" else _MORE_ROUNDS):
        settled = settlement(rules, player, (terms.name, stake), cards=cards, dealer=dealer)
        reached = walk.grade(walk.cards_of(cards, dealer))
        if not probe.is_line(settled, reached):
            raise NotAnalysable(
                f"the wager on {terms.name}: with {card_names(cards[:3])} against {card_name(dealer[0])} the engine"
                f" settles it as {settled.outcome}, and the cards that it declares reach {reached or LOST}",
                terms.cite("offered", "settled"),
                rules.rulebook,
            )
    return checked


def check_lines(rules: BlackjackRules, terms: SideTerms, stake: int) -> Validation:
    """Validates a wager that reads the dealer's cards: random rounds on the engine, and one for every line found.

    The line is computed again from the cards in the events of the round. Raises NotAnalysable with a round that
    differs. The source is ``unverified`` if code other than ``line`` settles the wager.
    """
    play = side_plays(rules)[terms.name]
    own = not settles_by_line(play)
    player, dice, seen = partial(choose, fit_chart(MIMIC, rules)), Random(terms.name), set[str]()
    for _ in range(_LINE_ROUNDS * (_MORE if own else 1)):
        cards, dealer = _likely_round(dice, play, seen)
        events = round_events(rules, player, (terms.name, stake), cards=cards, dealer=dealer)
        settled = settlement_in(events, terms.name)
        line = play.line(*read_events(play.reads, events))
        seen.add(line)
        if settled.outcome != (line or LOST) or settled.net != SidePayProbe(rules, terms.name, stake).on_line(line):
            raise NotAnalysable(
                f"the wager on {terms.name}: with {card_names(cards[:3])} against {card_name(dealer[0])} the engine"
                f" settles it as {settled.outcome}, and what it declares reaches {line or LOST}",
                terms.cite("offered", "settled"),
                rules.rulebook,
            )
    if own:
        return Validation("unverified", ("not shown to depend on what it declares: it overrides more than line",))
    return Validation()


def _likely_round(dice: Random, play: SideWager, seen: set[str]) -> tuple[tuple[int, ...], tuple[int, int]]:
    """Returns the cards of a random round; one with a line that was not seen yet if a few attempts find it."""
    cards, dealer = _round(dice)
    if play.reads.after_play:
        return cards, dealer
    for _ in range(_ATTEMPTS):
        box = (cards[: play.reads.box],) if play.reads.box else ()
        if play.line(*box, *((dealer[0],) if play.reads.up_card else ())) not in seen:
            break
        cards, dealer = _round(dice)
    return cards, dealer


def check_prizes(rules: BlackjackRules, terms: SideTerms, stake: int) -> Validation:
    """Validates that two cards of the box decide whether the wager loses or wins a prize."""
    return _probed(rules, terms, DeclaredCardsProbe(rules, terms.name, stake).check_losers)


def _probed(rules: BlackjackRules, terms: SideTerms, check: Callable[[], None]) -> Validation:
    try:
        check()
    except UndeclaredRead as more:
        return Validation("unverified", (f"not shown to depend on its cards alone: it reads the table's '{more}'",))
    except UnexpectedPayment as wrong:
        what = f"the wager on {terms.name}: {wrong}"
        raise NotAnalysable(what, terms.cite("offered", "settled"), rules.rulebook) from None
    return Validation()


def _rounds(terms: SideTerms, walk: BoxGrading, number: int) -> Iterator[tuple[tuple[int, ...], tuple[int, int]]]:
    """Iterates over cards of a box and of the dealer: the first that reach each line, then random cards."""
    dice = Random(terms.name)
    reached: dict[str, tuple[int, ...]] = {}
    for cards in endings(walk.grade, walk.most):
        reached.setdefault(walk.grade(cards), cards)
        if len(reached) > len(terms.lines):
            break
    for first in (*reached.values(), *((),) * number):
        yield _round(dice, first)


def _round(dice: Random, first: Sequence[int] = ()) -> tuple[tuple[int, ...], tuple[int, int]]:
    more = [dice.randrange(DECK_SIZE) for _ in range(_DRAWN - len(first))]
    return (*first, *more), (dice.randrange(DECK_SIZE), dice.randrange(DECK_SIZE))


def ante_results(rules: BlackjackRules, rounds: int) -> list[int]:
    """Returns the results in cents of the ante in ``rounds`` random rounds on the engine."""
    dice, play = Random("ante"), partial(choose, fit_chart(MIMIC, rules))
    deals = (_round(dice) for _ in range(rounds))
    return [ante_settlement(rules, play, cards=cards, dealer=dealer).net for cards, dealer in deals]
