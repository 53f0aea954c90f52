"""Choose the grounds of events by the facts: the values of the cards, shared boxes, split and doubled hands."""

from collections.abc import Iterable, Sequence
from typing import Final

from pitboss.atoms.hand import is_ace
from pitboss.games.blackjack.state import Hand, State, Wager
from pitboss.law.cite import ground_key

Grounds = tuple[str, ...]
#: The grounds of an event that happens in every round, as one key of ``Citations``.
GroundKey = str

#: The first court card; cards are rank * 4 + suit, the ace first.
_FIRST_JACK: Final = 40
_ACE: Final[Grounds] = ("value_ace",)
_COURT: Final[Grounds] = ("value_court",)
_NUMBER: Final[Grounds] = ("value_number",)
_STAND_COMPLETED: Final = ground_key("split_stand_later", "split_completed")
#: The kind of a total as bits: it has a court card, it has an ace, an ace counts 11, a number card was drawn last.
_WITH_COURT, _WITH_ACE, _SOFT, _NUMBER_DRAWN = 1, 2, 4, 8
#: The bits that one card brings into a total.
KIND_OF_CARD: Final = tuple([_WITH_ACE if is_ace(card) else int(card >= _FIRST_JACK) for card in range(52)])
_KIND_OF_DRAWN: Final = tuple([kind or _NUMBER_DRAWN for kind in KIND_OF_CARD])


def _grounds_of_total(kind: int) -> Grounds:
    """Returns the grounds of a kind of total: of aces and of court cards, whose points are not printed on them."""
    court = _COURT if kind & _WITH_COURT else ()
    drawn = _NUMBER if kind & _NUMBER_DRAWN else ()
    if not kind & _WITH_ACE:
        return (*court, *drawn)
    return (*_ACE, "soft_total" if kind & _SOFT else "hard_total", *court, *drawn)


def value_of(card: int) -> Grounds:
    """Returns the ground of the points of one card."""
    return _ACE if is_ace(card) else _COURT if card >= _FIRST_JACK else _NUMBER


def by_total(*names: str) -> tuple[GroundKey, ...]:
    """Returns these grounds with those of a total, indexed by ``total_kind`` or ``drawn_kind``: built once."""
    return tuple([ground_key(*names, *_grounds_of_total(kind)) for kind in range(2 * _NUMBER_DRAWN)])


def by_two_cards(*names: str) -> tuple[GroundKey, ...]:
    """Returns these grounds with those of a total of two cards, indexed by the ``KIND_OF_CARD`` of both, joined."""
    soft = (kind | _SOFT for kind in range(_SOFT))  # of two cards an ace always counts 11
    return tuple([ground_key(*names, *_grounds_of_total(kind)) for kind in soft])


def total_kind(cards: Sequence[int], soft: bool) -> int:
    """Returns the kind of a total."""
    kind = _SOFT if soft else 0
    if len(cards) == 3:  # most often; without a loop in a third of the time
        first, second, third = cards
        return kind | KIND_OF_CARD[first] | KIND_OF_CARD[second] | KIND_OF_CARD[third]
    for card in cards:
        kind |= KIND_OF_CARD[card]
    return kind


def drawn_kind(cards: Sequence[int], card: int, soft: bool) -> int:
    """Returns the kind of a total after a further card, which has a ground of its own where it is a number card."""
    kind = _KIND_OF_DRAWN[card] | _SOFT if soft else _KIND_OF_DRAWN[card]
    if len(cards) == 2:
        return kind | KIND_OF_CARD[cards[0]] | KIND_OF_CARD[cards[1]]
    for held in cards:
        kind |= KIND_OF_CARD[held]
    return kind


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
    """Returns the grounds of a decision to stand on a split hand."""
    return "split_stand" if len(hand.cards) == 2 else _STAND_COMPLETED
