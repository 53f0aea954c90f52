"""Constraints that a table of values cannot say: each is a name that the data cites and a test of the choices."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, Protocol

from pitboss.cards import DECK_SIZE


class HasLimits(Protocol):
    """The part of the posted limits that a check may look at."""

    @property
    def minimum(self) -> int: ...


Check = Callable[[Mapping[str, Any], HasLimits], bool]


def ante_within_share(options: Mapping[str, Any], limits: HasLimits) -> bool:
    """An ante of an eighth of the table minimum at most, and more than nothing."""
    ante = options["ante_amount"]
    return ante is not None and bool(0 < ante * 8 <= limits.minimum)


def increment_within_minimum(options: Mapping[str, Any], limits: HasLimits) -> bool:
    """A step of wagers that the minimum wager can meet."""
    increment = options["increment"]
    return increment is None or bool(0 < increment <= limits.minimum)


def boxes_per_player_exist(options: Mapping[str, Any], limits: HasLimits) -> bool:
    """No player is let on more boxes than there are."""
    return bool(options["max_boxes_per_player"] <= options["boxes"])


def cutting_card_within_half(options: Mapping[str, Any], limits: HasLimits) -> bool:
    """The cutting card no further in from the back than half the shoe."""
    return bool(0 < options["cutting_card_from_back"] <= options["decks"] * DECK_SIZE // 2)


def decks_in_equal_batches(options: Mapping[str, Any], limits: HasLimits) -> bool:
    """Two batches of the same number of decks."""
    return bool(options["decks"] >= 2 and options["decks"] % 2 == 0)


def decks_in_play(options: Mapping[str, Any]) -> int:
    """The decks that count at the table: both sides of a double shoe, one batch of two."""
    if options.get("double_shoe"):
        return int(options["decks_a"] + options["decks_b"])
    return int(options["decks"] // 2 if options.get("automated_shuffler") else options["decks"])


def suited_table_exists(options: Mapping[str, Any], limits: HasLimits) -> bool:
    """A pay column for that number of decks."""
    columns = {1: 4, 2: 4, 4: 4, 6: 4, 8: 3}.get(decks_in_play(options), 0)
    return bool(1 <= options["suited_column"] <= columns)


def streak_odds_not_lower(options: Mapping[str, Any], limits: HasLimits) -> bool:
    """Four odds, none below the least that the law sets."""
    odds = options["streak_odds"]
    return len(odds) == 4 and all(given >= least for given, least in zip(odds, (3, 7, 17, 37), strict=True))


def bonus_awards_in_range(options: Mapping[str, Any], limits: HasLimits) -> bool:
    """Every award of a one-dollar and of a five-dollar bonus within its least and its most."""
    ranges = (("bonus_awards_1", 500, 100_000), ("bonus_awards_5", 5_000, 500_000))
    return all(
        options[name] is not None and all(least <= award <= most for award, _ in options[name])
        for name, least, most in ranges
    )


def bonus_advantage_in_range(options: Mapping[str, Any], limits: HasLimits) -> bool:
    """A house advantage between nothing and 30 per cent for each denomination."""
    cards = decks_in_play(options) * DECK_SIZE
    if not cards:
        return True  # a single deck in two batches, which is refused as such
    blackjack = Fraction(2 * (cards // 13) * (cards * 4 // 13), cards * (cards - 1))
    for name, stake in (("bonus_awards_1", 100), ("bonus_awards_5", 500)):
        awards = options[name]
        if awards is None:
            return False
        mean = Fraction(sum(award * weight for award, weight in awards), sum(weight for _, weight in awards))
        if not 0 <= 1 - blackjack * mean / stake <= Fraction(3, 10):
            return False
    return True


CHECKS: Mapping[str, Check] = {
    check.__name__: check
    for check in (
        ante_within_share,
        increment_within_minimum,
        boxes_per_player_exist,
        cutting_card_within_half,
        decks_in_equal_batches,
        suited_table_exists,
        streak_odds_not_lower,
        bonus_awards_in_range,
        bonus_advantage_in_range,
    )
}


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


def increment_if_any_within_minimum(options: Mapping[str, Any], limits: HasLimits) -> bool:
    """No step of wagers, or one that the minimum wager can meet."""
    return options["increment"] is None or increment_within_minimum(options, limits)


def most_players_not_below_fewest(options: Mapping[str, Any], limits: HasLimits) -> bool:
    """Room for at least the fewest players with whom a tournament is held."""
    return options["max_players"] is None or bool(options["max_players"] >= options["min_players"])


def chips_reach_minimum(options: Mapping[str, Any], limits: HasLimits) -> bool:
    """Enough chips at the start for the least wager."""
    return bool(options["chips"] >= limits.minimum)


def shoes_come_to_an_end(options: Mapping[str, Any], limits: HasLimits) -> bool:
    """Neither a session nor a play-off counted in shoes where a shuffler takes the cards back."""
    return options["shuffler"] != "continuous" or "shoes" not in (options["session"][0], options["playoff"][0])


CHECKS = {
    **CHECKS,
    **{
        check.__name__: check
        for check in (
            neighbour_groups_are_triples,
            neighbour_groups_without_zero,
            kind_maxima_reach_minimum,
            increment_if_any_within_minimum,
            most_players_not_below_fewest,
            chips_reach_minimum,
            shoes_come_to_an_end,
        )
    },
}
