"""Ranking: the order that tallies give, the ties to break, and the shares of the prizes."""

from collections.abc import Collection, Mapping, Sequence
from itertools import pairwise

from pitboss.games.tournament.state import SessionChips

Order = list[list[str]]


def by_chips(chips: Mapping[str, int]) -> Order:
    """Returns tiers of players, most chips first; tied players share a tier."""
    return [[name for name in chips if chips[name] == held] for held in sorted(set(chips.values()), reverse=True)]


def order_of(results: Sequence[SessionChips], without: Collection[str] = ()) -> Order:
    """Returns the order after a session and its play-offs. Each play-off orders the players that were tied."""
    if not results:
        return []
    order = by_chips(results[0].chips)
    for before, result in pairwise(results):
        among = set(result.chips)
        region = set(before.chips) if result.on_top else among
        place = next(number for number, tier in enumerate(order) if region & set(tier))
        left = [[name for name in tier if name not in among] for tier in order]
        order = [tier for tier in (*left[:place], *by_chips(result.chips), *left[place:]) if tier]
    remaining = ([name for name in tier if name not in without] for tier in order)
    return [tier for tier in remaining if tier]


def tie_to_break(order: Order, *, sole: int = 0, line: int = 0, alternates: int = 0) -> tuple[str, ...]:
    """Returns the first tie that a play-off must break, or none.

    A tie counts for one of the ``sole`` places, across the ``line``, or for one of the ``alternates`` behind it.
    """
    place = 1
    for tier in order:
        last = place + len(tier) - 1
        if len(tier) > 1 and (place <= sole or (place <= line + alternates and line < last)):
            return tuple(tier)
        place = last + 1
    return ()


def above_line(order: Order, line: int) -> list[str]:
    """Returns the players certain to be among the first ``line``; a tier is all in or all out."""
    certain: list[str] = []
    for tier in order:
        if len(certain) + len(tier) > line:
            break
        certain += tier
    return certain


def places_of(order: Order, *, sole: int) -> dict[str, int]:
    """Returns the decided places. Tied players share a place, except the ``sole`` first places."""
    places: dict[str, int] = {}
    place = 1
    for tier in order:
        if len(tier) == 1 or place > sole:
            places |= dict.fromkeys(tier, place)
        place += len(tier)
    return places


def shares(order: Order, prizes: Sequence[int], *, pooled: bool, rest_to_first: bool) -> tuple[dict[str, int], int]:
    """Returns each player's prize in cents, and the rest: odd cents, and prizes without a winner."""
    paid: dict[str, int] = {}
    place, left = 0, sum(prizes)
    for tier in order:
        together = prizes[place : place + (len(tier) if pooled else 1)]
        each = sum(together) // len(tier)
        if not place and rest_to_first:
            each += sum(prizes[sum(map(len, order)) :]) // len(tier)
        paid |= dict.fromkeys(tier, each)
        left -= each * len(tier)
        place += len(tier)
    return paid, left
