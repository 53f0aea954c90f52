"""Who stands where: the order that tallies make, which ties must be broken, and how prizes are shared."""

from collections.abc import Collection, Mapping, Sequence
from itertools import pairwise

from pitboss.tournament.state import Result

Order = list[list[str]]


def by_chips(chips: Mapping[str, int]) -> Order:
    """Players from the most chips to the fewest, those who are level together."""
    return [[name for name in chips if chips[name] == held] for held in sorted(set(chips.values()), reverse=True)]


def order_of(results: Sequence[Result], without: Collection[str] = ()) -> Order:
    """The order after a session and its play-offs: each play-off orders those who were level, a later one last."""
    if not results:
        return []
    order = by_chips(results[0].chips)
    for before, result in pairwise(results):
        among = set(result.chips)
        region = set(before.chips) if result.on_top else among
        place = next(number for number, tier in enumerate(order) if region & set(tier))
        left = [[name for name in tier if name not in among] for tier in order]
        order = [tier for tier in (*left[:place], *by_chips(result.chips), *left[place:]) if tier]
    kept = ([name for name in tier if name not in without] for tier in order)
    return [tier for tier in kept if tier]


def tie_to_break(order: Order, *, sole: int = 0, line: int = 0) -> tuple[str, ...]:
    """The first players who are level for one of so many places that are not shared, or across the line."""
    place = 1
    for tier in order:
        last = place + len(tier) - 1
        if len(tier) > 1 and (place <= sole or place <= line < last):
            return tuple(tier)
        place = last + 1
    return ()


def above_line(order: Order, line: int) -> list[str]:
    """Who is certain to be among so many, level players together or not at all."""
    certain: list[str] = []
    for tier in order:
        if len(certain) + len(tier) > line:
            break
        certain += tier
    return certain


def places_of(order: Order, *, sole: int) -> dict[str, int]:
    """The places that are decided; level players share one, but not one of the sole places."""
    places: dict[str, int] = {}
    place = 1
    for tier in order:
        if len(tier) == 1 or place > sole:
            places |= dict.fromkeys(tier, place)
        place += len(tier)
    return places


def shares(order: Order, prizes: Sequence[int], *, pooled: bool, rest_to_first: bool) -> tuple[dict[str, int], int]:
    """What each player gets in cents, and what is left: odd cents, and prizes that nobody takes."""
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
