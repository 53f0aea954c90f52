"""Registry of the checks that rulebook data names: constraints that ranges and value lists cannot express."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any, Protocol

from pitboss.cards import DECK_SIZE


class HasLimits(Protocol):
    """Interface of the posted limits that a check reads."""

    @property
    def minimum(self) -> int: ...


#: Returns whether choices and limits are lawful; keyword arguments are numbers from the rulebook data.
Check = Callable[..., bool]


def ante_within_share(options: Mapping[str, Any], limits: HasLimits, *, most: str) -> bool:
    """Returns whether the ante is positive and at most this share of the table minimum."""
    ante = options["ante_amount"]
    return ante is not None and bool(0 < ante <= Fraction(most) * limits.minimum)


def increment_within_minimum(options: Mapping[str, Any], limits: HasLimits) -> bool:
    """Returns whether there is no increment, or one that does not exceed the minimum."""
    increment = options["increment"]
    return increment is None or bool(0 < increment <= limits.minimum)


def boxes_per_player_exist(options: Mapping[str, Any], limits: HasLimits) -> bool:
    """Returns whether the boxes per player do not exceed the boxes of the table."""
    return bool(options["max_boxes_per_player"] <= options["boxes"])


def side_wagers_at_most(options: Mapping[str, Any], limits: HasLimits, *, most: int, offered_by: Sequence[str]) -> bool:
    """Returns whether the options offer at most this number of side wagers."""
    return sum(options[name] not in (False, "none") for name in offered_by) <= most


def cutting_card_within_half(options: Mapping[str, Any], limits: HasLimits) -> bool:
    """Returns whether the cutting card is in the back half of the shoe."""
    return bool(options["cutting_card_from_back"] <= options["decks"] * DECK_SIZE // 2)


def decks_in_equal_batches(options: Mapping[str, Any], limits: HasLimits) -> bool:
    """Returns whether the decks divide into two equal batches."""
    return bool(options["decks"] >= 2 and options["decks"] % 2 == 0)


def decks_in_play(options: Mapping[str, Any]) -> int:
    """Returns the decks that are dealt from: both sides of a double shoe, one batch of two."""
    if options.get("double_shoe"):
        return int(options["decks_a"] + options["decks_b"])
    return int(options["decks"] // 2 if options.get("automated_shuffler") else options["decks"])


def streak_odds_stated(options: Mapping[str, Any], limits: HasLimits, *, lengths: int) -> bool:
    """Returns whether there are odds for each length of streak."""
    return len(options["streak_odds"]) == lengths


def streak_odds_not_lower(options: Mapping[str, Any], limits: HasLimits, *, place: int, least: int) -> bool:
    """Returns whether the odds of this length of streak are not below the legal minimum, where they are stated."""
    odds = options["streak_odds"]
    return place >= len(odds) or bool(odds[place] >= least)


def awards_in_range(options: Mapping[str, Any], limits: HasLimits, **ranges: Sequence[int]) -> bool:
    """Returns whether every denomination has awards, each within its range in dollars."""
    return all(
        options[name] is not None and all(least * 100 <= award <= most * 100 for award, _ in options[name])
        for name, (least, most) in ranges.items()
    )


def bonus_advantage_in_range(
    options: Mapping[str, Any], limits: HasLimits, *, least: str, most: str, stakes: Mapping[str, int]
) -> bool:
    """Returns whether the house advantage of every denomination is within the range."""
    if not decks_in_play(options):
        return True  # a single deck in two batches: decks_in_equal_batches refuses it
    if any(options[name] is None for name in stakes):
        return True  # no awards are stated: awards_in_range refuses it
    return all(Fraction(least) <= share <= Fraction(most) for share in bonus_advantage(options, stakes=stakes))


def bonus_advantage(options: Mapping[str, Any], *, stakes: Mapping[str, int]) -> list[Fraction]:
    """Returns the house advantage of every denomination of the bonus wager."""
    cards = decks_in_play(options) * DECK_SIZE
    blackjack = Fraction(2 * (cards // 13) * (cards * 4 // 13), cards * (cards - 1))
    return [1 - blackjack * _mean(options[name]) / (dollars * 100) for name, dollars in stakes.items()]


def _mean(awards: Sequence[tuple[int, int]]) -> Fraction:
    return Fraction(sum(award * weight for award, weight in awards), sum(weight for _, weight in awards))


def neighbour_groups_are_triples(options: Mapping[str, Any], limits: HasLimits) -> bool:
    """Returns whether the groups are distinct and each has three different numbers of the wheel."""
    groups = [frozenset(group) for group in options["neighbour_groups"] if len(group) == 3]
    different = len(set(groups)) == len(options["neighbour_groups"])
    return different and all(len(group) == 3 and max(group) <= 36 for group in groups)


def neighbour_groups_without_zero(options: Mapping[str, Any], limits: HasLimits) -> bool:
    """Returns whether no group contains zero."""
    return not any(0 in group for group in options["neighbour_groups"])


def kind_maxima_reach_minimum(options: Mapping[str, Any], limits: HasLimits) -> bool:
    """Returns whether no kind of wager has a maximum below the table minimum."""
    maxima = [value for name, value in options.items() if name.startswith("maximum_") and value is not None]
    return all(maximum >= limits.minimum for maximum in maxima)


def most_players_not_below_fewest(options: Mapping[str, Any], limits: HasLimits) -> bool:
    """Returns whether the maximum number of players is at least the minimum number."""
    return options["max_players"] is None or bool(options["max_players"] >= options["min_players"])


def chips_reach_minimum(options: Mapping[str, Any], limits: HasLimits, *, wagers: int = 1) -> bool:
    """Returns whether the chips suffice for this number of minimum wagers."""
    return bool(options["chips"] >= wagers * limits.minimum)


def shoes_come_to_an_end(options: Mapping[str, Any], limits: HasLimits) -> bool:
    """Returns whether a length in shoes can end: a continuous shuffler never finishes a shoe."""
    return options["shuffler"] != "continuous" or "shoes" not in (options["session"][0], options["playoff"][0])


CHECKS: Mapping[str, Check] = {
    check.__name__: check
    for check in (
        ante_within_share,
        increment_within_minimum,
        boxes_per_player_exist,
        side_wagers_at_most,
        cutting_card_within_half,
        decks_in_equal_batches,
        streak_odds_stated,
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

#: Registry of the measures that rules across tables compare.
MEASURES: Mapping[str, Callable[..., Sequence[Fraction]]] = {"bonus_advantage": bonus_advantage}
