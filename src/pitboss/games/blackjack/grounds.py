"""Choose the grounds of events by the facts: the values of the cards, shared boxes, split and doubled hands."""

from collections.abc import Iterable, Sequence
from typing import Final

from pitboss.atoms.hand import is_ace
from pitboss.games.blackjack.state import Hand, State, Wager
from pitboss.law.cite import ground_key

Grounds = tuple[str, ...]
#: The grounds of an event that happens in every round, as one key of ``Citations``.
GroundKey = str

#: The first card that is not an ace, and the first court card; cards are rank * 4 + suit, the ace first.
_FIRST_TWO: Final = 4
_FIRST_JACK: Final = 40
_ACE: Final[Grounds] = ("value_ace",)
_COURT: Final[Grounds] = ("value_court",)
_NUMBER: Final[Grounds] = ("value_number",)
_STAND_COMPLETED: Final = ground_key("split_stand", "split_completed")
#: The grounds of each kind of total: of aces and of court cards, whose points are not printed on them.
_TOTALS: Final[tuple[Grounds, ...]] = (
    (),
    ("value_court",),
    ("value_ace", "hard_total"),
    ("value_ace", "hard_total", "value_court"),
    ("value_ace", "soft_total"),
    ("value_ace", "soft_total", "value_court"),
)


def value_of(card: int) -> Grounds:
    """Returns the ground of the points of one card."""
    return _ACE if is_ace(card) else _COURT if card >= _FIRST_JACK else _NUMBER


def by_total(*names: str) -> tuple[GroundKey, ...]:
    """Returns these grounds with those of a total, indexed by ``total_kind``: a table that is built once."""
    return tuple([ground_key(*names, *grounds) for grounds in _TOTALS])


def total_kind(cards: Sequence[int], soft: bool) -> int:
    """Returns the kind of a total: whether it has a court card (+1), a hard ace (+2) or a soft ace (+4)."""
    court = 1 if max(cards) >= _FIRST_JACK else 0
    return court if min(cards) >= _FIRST_TWO else court + (4 if soft else 2)


def by_two_cards(totals: Sequence[GroundKey]) -> tuple[GroundKey, ...]:
    """Returns the grounds of a total of two cards, indexed by 52 times the first and the second."""
    pairs = [(first, second) for first in range(52) for second in range(52)]
    return tuple([totals[total_kind(pair, soft=True)] for pair in pairs])  # of two cards an ace is always soft


def by_drawn(*names: str) -> tuple[GroundKey, ...]:
    """Returns these grounds with those of a total after a further card, indexed by ``drawn_kind``."""
    totals = by_total(*names)
    return (*totals, *[ground_key(grounds, "value_number") for grounds in totals])


def drawn_kind(cards: Sequence[int], card: int, soft: bool) -> int:
    """Returns the kind of a total after a further card, which has a ground of its own where it is a number card."""
    kind = total_kind([*cards, card], soft)
    return kind + len(_TOTALS) if _FIRST_TWO <= card < _FIRST_JACK else kind


def bettors(wagers: Iterable[Wager], box: int) -> set[str]:
    """Returns the players with a main wager on a box."""
    return {wager.player for wager in wagers if wager.kind == "main" and wager.box == box}


def is_shared(state: State, box: int) -> bool:
    """Returns whether several players have a main wager on the box of this round."""
    return len(bettors(state.wagers, box)) > 1


def decider_ground(state: State, box: int) -> str:
    """Returns the rule that made the decider of a shared box: seated, the highest bettor, or the first of equals."""
    decider = state.deciders.get(box, "")
    if state.seats.get(box) == decider:
        return "decides_seated"
    amounts = sorted(
        wager.amount for wager in state.wagers if wager.kind == "main" and wager.box == box and wager.original
    )
    return "decides_first" if len(amounts) > 1 and amounts[-1] == amounts[-2] else "decides_highest"


def stand_grounds(hand: Hand) -> GroundKey:
    """Returns the grounds of a decision to stand."""
    if hand.split:
        return "split_stand" if len(hand.cards) == 2 else _STAND_COMPLETED
    return "stand" if len(hand.cards) == 2 else "stand_later"
