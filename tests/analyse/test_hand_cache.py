"""The cache of columns: an answer does not depend on the hands that were asked for before."""

from pitboss.analyse import hand as module
from pitboss.analyse.hand import OfSplit, hand
from pitboss.cards import parse_card
from tests.analyse.rules import rules_of


def test_answers_do_not_depend_on_those_before() -> None:
    rules, up = [rules_of("mbs-blackjack"), rules_of("nz-blackjack")], parse_card("9s")
    asked = [
        (book, [parse_card(card) for card in cards.split()], split)
        for book in rules
        for cards, split in (("8h 8d", None), ("Th 6d", None), ("8h 4c", OfSplit(2, added=True)), ("8h 3c", OfSplit(2)))
    ]

    def answer(at: int) -> object:
        book, cards, split = asked[at]
        return hand(book, cards, up, [parse_card("8s")] if split else (), split=split)

    alone = []
    for at in range(len(asked)):
        module._column_cache.last.clear()
        alone.append(answer(at))
    order = [*range(len(asked)), *reversed(range(len(asked)))]
    assert [answer(at) for at in order] == [alone[at] for at in order]


def test_the_cache_is_bounded() -> None:
    rules = rules_of("mbs-blackjack")
    for number in range(40):
        hand(rules, [parse_card("Th"), parse_card("6d")], parse_card("9s"), list(range(8, 8 + number)))
    assert len(module._column_cache.last) == module._CACHE_SIZE
