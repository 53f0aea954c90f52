"""Constraints that a table of values cannot say: each is a name that the data cites and a test of the choices."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any, Protocol

from pitboss.cards import DECK_SIZE


class HasLimits(Protocol):
    """The part of the posted limits that a check may look at."""

    @property
    def minimum(self) -> int: ...


#: Whether choices and limits are lawful; what else a check is given are the numbers of the law.
Check = Callable[..., bool]


def ante_within_share(options: Mapping[str, Any], limits: HasLimits, *, most: str) -> bool:
    """An ante of more than nothing, and of this share of the table minimum at most."""
    ante = options["ante_amount"]
    return ante is not None and bool(0 < ante <= Fraction(most) * limits.minimum)


def increment_within_minimum(options: Mapping[str, Any], limits: HasLimits) -> bool:
    """No step of wagers, or one that the minimum wager can meet."""
    increment = options["increment"]
    return increment is None or bool(0 < increment <= limits.minimum)


def boxes_per_player_exist(options: Mapping[str, Any], limits: HasLimits) -> bool:
    """No player is let on more boxes than there are."""
    return bool(options["max_boxes_per_player"] <= options["boxes"])


def cutting_card_within_half(options: Mapping[str, Any], limits: HasLimits) -> bool:
    """The cutting card no further in from the back than half the shoe."""
    return bool(options["cutting_card_from_back"] <= options["decks"] * DECK_SIZE // 2)


def decks_in_equal_batches(options: Mapping[str, Any], limits: HasLimits) -> bool:
    """Two batches of the same number of decks."""
    return bool(options["decks"] >= 2 and options["decks"] % 2 == 0)


def decks_in_play(options: Mapping[str, Any]) -> int:
    """The decks that count at the table: both sides of a double shoe, one batch of two."""
    if options.get("double_shoe"):
        return int(options["decks_a"] + options["decks_b"])
    return int(options["decks"] // 2 if options.get("automated_shuffler") else options["decks"])


def streak_odds_not_lower(options: Mapping[str, Any], limits: HasLimits, *, least: Sequence[int]) -> bool:
    """As many odds as there are lengths, none below the least."""
    odds = options["streak_odds"]
    return len(odds) == len(least) and all(given >= lowest for given, lowest in zip(odds, least, strict=True))


def awards_in_range(options: Mapping[str, Any], limits: HasLimits, **ranges: Sequence[int]) -> bool:
    """Awards for every denomination, each within its least and its most, in dollars."""
    return all(
        options[name] is not None and all(least * 100 <= award <= most * 100 for award, _ in options[name])
        for name, (least, most) in ranges.items()
    )


def bonus_advantage_in_range(
    options: Mapping[str, Any], limits: HasLimits, *, least: str, most: str, stakes: Mapping[str, int]
) -> bool:
    """The house advantage of every denomination between these shares."""
    if not decks_in_play(options):
        return True  # a single deck in two batches, which is refused as such
    if any(options[name] is None for name in stakes):
        return False
    return all(Fraction(least) <= share <= Fraction(most) for share in bonus_advantage(options, stakes=stakes))


def bonus_advantage(options: Mapping[str, Any], *, stakes: Mapping[str, int]) -> list[Fraction]:
    """The house advantage of every denomination of the bonus wager."""
    cards = decks_in_play(options) * DECK_SIZE
    blackjack = Fraction(2 * (cards // 13) * (cards * 4 // 13), cards * (cards - 1))
    return [1 - blackjack * _mean(options[name]) / (dollars * 100) for name, dollars in stakes.items()]


def _mean(awards: Sequence[tuple[int, int]]) -> Fraction:
    return Fraction(sum(award * weight for award, weight in awards), sum(weight for _, weight in awards))


def neighbour_groups_are_triples(options: Mapping[str, Any], limits: HasLimits) -> bool:
    """Groups of three different numbers of the wheel, none of them twice."""
    groups = [frozenset(group) for group in options["neighbour_groups"] if len(group) == 3]
    different = len(set(groups)) == len(options["neighbour_groups"])
    return different and all(len(group) == 3 and max(group) <= 36 for group in groups)


def neighbour_groups_without_zero(options: Mapping[str, Any], limits: HasLimits) -> bool:
    """No zero in any group."""
    return not any(0 in group for group in options["neighbour_groups"])


def kind_maxima_reach_minimum(options: Mapping[str, Any], limits: HasLimits) -> bool:
    """No kind of wager with a maximum below the minimum of all."""
    maxima = [value for name, value in options.items() if name.startswith("maximum_") and value is not None]
    return all(maximum >= limits.minimum for maximum in maxima)


def most_players_not_below_fewest(options: Mapping[str, Any], limits: HasLimits) -> bool:
    """Room for at least the fewest players with whom a tournament is held."""
    return options["max_players"] is None or bool(options["max_players"] >= options["min_players"])


def chips_reach_minimum(options: Mapping[str, Any], limits: HasLimits, *, wagers: int = 1) -> bool:
    """Chips for so many wagers of the minimum at least."""
    return bool(options["chips"] >= wagers * limits.minimum)


def shoes_come_to_an_end(options: Mapping[str, Any], limits: HasLimits) -> bool:
    """Neither a session nor a play-off counted in shoes where a shuffler takes the cards back."""
    return options["shuffler"] != "continuous" or "shoes" not in (options["session"][0], options["playoff"][0])


CHECKS: Mapping[str, Check] = {
    check.__name__: check
    for check in (
        ante_within_share,
        increment_within_minimum,
        boxes_per_player_exist,
        cutting_card_within_half,
        decks_in_equal_batches,
        streak_odds_not_lower,
        awards_in_range,
        bonus_advantage_in_range,
        neighbour_groups_are_triples,
        neighbour_groups_without_zero,
        kind_maxima_reach_minimum,
        most_players_not_below_fewest,
        chips_reach_minimum,
        shoes_come_to_an_end,
    )
}

#: What may be measured of a table's choices, to be the same at others.
MEASURES: Mapping[str, Callable[..., Sequence[Fraction]]] = {"bonus_advantage": bonus_advantage}
