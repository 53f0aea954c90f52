"""The clauses that are kept ready for frequent events are those of their grounds."""

from itertools import product

import pytest

from pitboss.games.blackjack.frequent import FREQUENT_GROUNDS, SETTLED_GROUNDS, frequent_clauses
from pitboss.games.blackjack.grounds import KIND_OF_CARD, drawn_kind, total_kind
from pitboss.games.blackjack.state import points_of
from pitboss.law import load_rulebook, resolve
from pitboss.law.resolve import TableRules
from tests.properties.tables import BOOKS

#: An ace, a two, a nine, a ten, a jack and a king.
CARDS = (0, 4, 35, 39, 40, 51)


def _points_grounds(cards: tuple[int, ...]) -> tuple[str, ...]:
    """The grounds of a total, from its cards one by one."""
    aces = [card for card in cards if card < 4]
    court = ("value_court",) if any(card >= 40 for card in cards) else ()
    soft = "soft_total" if points_of(list(cards))[1] else "hard_total"
    return ("value_ace", soft, *court) if aces else court


@pytest.fixture(params=BOOKS)
def rules(request: pytest.FixtureRequest) -> TableRules:  # type: ignore[type-arg]
    rules = resolve(load_rulebook(request.param), {})
    assert isinstance(rules, TableRules)
    return rules


def test_a_frequent_event_cites_the_clauses_of_its_grounds(rules: TableRules) -> None:  # type: ignore[type-arg]
    frequent = frequent_clauses(rules.clauses, rules.terms)
    for name, grounds in FREQUENT_GROUNDS.items():
        field = getattr(frequent, name)
        if not field or isinstance(field[0], str):
            assert field == rules.cite(*grounds)
    assert frequent.settled == {name: rules.cite(*grounds) for name, grounds in SETTLED_GROUNDS.items()}


def test_totals_cite_the_points_of_their_aces_and_court_cards(rules: TableRules) -> None:  # type: ignore[type-arg]
    frequent = frequent_clauses(rules.clauses, rules.terms)
    turn, done = FREQUENT_GROUNDS["turn"], FREQUENT_GROUNDS["dealer_complete"]
    for cards in product(CARDS, repeat=2):
        points, kind = _points_grounds(cards), KIND_OF_CARD[cards[0]] | KIND_OF_CARD[cards[1]]
        assert frequent.turn[kind] == rules.cite(*turn, *points)
        assert frequent.dealer_two_cards[kind] == rules.cite(*done, *points)
    for cards in (*product(CARDS, repeat=3), *product(CARDS[1:4], (0, 4, 40), (0, 4), (4, 35))):
        points, soft = _points_grounds(cards), points_of(list(cards))[1]
        assert frequent.dealer_complete[total_kind(cards, soft)] == rules.cite(*done, *points)
        number = ("value_number",) if 4 <= cards[-1] < 40 else ()
        drawn = frequent.cards_drawn[drawn_kind(cards[:-1], cards[-1], soft)]
        assert drawn == rules.cite("cards_drawn", *points, *number)
