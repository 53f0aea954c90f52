"""Side wagers by the documents: the first cards of a box, prizes, and the pay tables as printed."""

from collections.abc import Sequence

from tests.reference.documents import Document
from tests.reference.facts import Round, Wager
from tests.reference.payment import pay

_RED = (2, 3)  # hearts and diamonds
#: 15B.7: mixed, coloured, perfect.
_PERFECT_PAIRS = {"scale_one": (5, 10, 30), "scale_two": (6, 12, 25), "scale_three": (5, 12, 25)}
_ANY_PAIR = {"scale_one": 11, "scale_two": 10}  # 15C.8
_MBS_PAIR = 11  # 4.1
#: One seven, two, two of a suit, three, three of a suit: nz 15.4, Canberra 23.12, tribal (p)(6)(iii).
_SEVENS = (3, 50, 100, 500, 5000)
#: Tribal (p)(6)(ii): king and queen, and any other two of a suit in tenths, by decks and column.
_SUITED: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((50, 25), (10, 30), (5, 30), (25, 25)),
    2: ((10, 30), (5, 30), (25, 25), (20, 25)),
    4: ((5, 30), (25, 25), (20, 25), (50, 20)),
    6: ((5, 20), (25, 25), (20, 25), (15, 25)),
    8: ((5, 30), (25, 25), (50, 20)),
}
_FAILED_BUTTON = 2_500  # 16.12
#: Tribal (r)(3), in cents and in all, below the meter.
_ACES = {"three_suited": 250_000, "three": 25_000, "two_suited": 10_000, "two": 2_500}


def side_result(document: Document, facts: Round, wager: Wager) -> int | None:
    """Returns the net result of a side wager; None for one that the table carries on, as a streak."""
    net = _plain_result(document, facts, wager)
    if net is None or net <= 0:
        return net
    return pay(document, facts, net, 1, original=False)


def _plain_result(document: Document, facts: Round, wager: Wager) -> int | None:
    cards = facts.dealt.get(wager.box, [])
    split = any(hand.split for hand in facts.hands.get(wager.box, ()))
    amount = wager.amount
    if wager.kind in ("super_sevens", "sevens"):
        if wager.box in facts.void_boxes and document.name == "nz-blackjack":
            return 0  # 15.7
        odds = sevens_odds(cards[:2] if split and document.sevens_after_split == 2 else cards)
        return amount * odds if odds else -amount
    if wager.kind == "perfect_pairs":
        odds = _pair_odds(cards, _PERFECT_PAIRS[document.options["perfect_pairs"]])
        return amount * odds if odds else -amount
    if wager.kind in ("any_pair", "pair"):
        odds = _MBS_PAIR if wager.kind == "pair" else _ANY_PAIR[document.options["any_pair"]]
        return amount * odds if cards[0] // 4 == cards[1] // 4 else -amount
    if wager.kind in ("over_13", "under_13"):
        total = sum(min(card // 4 + 1, 10) for card in cards[:2])
        return amount if (total > 13 if wager.kind == "over_13" else total < 13) else -amount
    if wager.kind == "suited":
        return _suited_result(document, cards, amount)
    if wager.kind == "ante":
        return -amount
    if wager.kind in ("madness_21", "bonus"):
        return _prize_result(facts, wager, cards)
    return None


def sevens_odds(cards: Sequence[int]) -> int:
    """Returns the odds to one for the first three cards; 0 where the wager loses."""
    if cards[0] // 4 != 6:
        return 0
    if cards[1] // 4 != 6:
        return _SEVENS[0]
    if len(cards) > 2 and cards[2] // 4 == 6:
        return _SEVENS[4] if cards[0] == cards[1] == cards[2] else _SEVENS[3]
    return _SEVENS[2] if cards[0] == cards[1] else _SEVENS[1]


def _pair_odds(cards: Sequence[int], scale: tuple[int, int, int]) -> int:
    first, second = cards[:2]
    if first // 4 != second // 4:
        return 0
    if first == second:
        return scale[2]
    return scale[1] if (first % 4 in _RED) == (second % 4 in _RED) else scale[0]


def _suited_result(document: Document, cards: Sequence[int], amount: int) -> int:
    if cards[0] % 4 != cards[1] % 4:
        return -amount
    options = document.options
    decks = options["decks"] // 2 if options["automated_shuffler"] else options["decks"]
    if options["double_shoe"]:
        decks = options["decks_a"] + options["decks_b"]
    column: int = options["suited_column"] - 1
    royal, plain = _SUITED[decks][column]
    return amount * royal if {cards[0] // 4, cards[1] // 4} == {11, 12} else amount * plain // 10


def _prize_result(facts: Round, wager: Wager, cards: Sequence[int]) -> int:
    """Madness 21 wins the prize for each dollar beside the stake; the bonus wins its award for the stake."""
    first, second = sorted(cards[:2])
    if not (first < 4 and second // 4 >= 9):
        return -wager.amount
    prize = facts.prizes.get(wager.box)
    if wager.kind == "bonus":
        return (prize or 0) - wager.amount
    return _FAILED_BUTTON if prize is None else prize * wager.amount // 100


def aces_award(cards: Sequence[int]) -> str:
    """Returns the line of the progressive wager for the cards of a box in the order dealt; empty where it loses."""
    aces = [card for card in cards if card < 4]
    leading = 0
    while leading < len(cards) and cards[leading] < 4:
        leading += 1
    if leading >= 4 and len({card in _RED for card in aces[:4]}) == 1:
        return "meter"
    for count, word in ((3, "three"), (2, "two")):
        if leading >= count:
            return f"{word}_suited" if len(set(cards[:count])) == 1 else word
    return ""


def aces_cents(line: str) -> int:
    """Returns the fixed award of a line."""
    return _ACES[line]
