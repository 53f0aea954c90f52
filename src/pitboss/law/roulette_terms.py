"""Schema of roulette terms: every setting with its type, and the grounds (rules with a clause and no value)."""

from typing import Final

from msgspec import Struct

from pitboss.law import choices
from pitboss.money import Odds

#: The kinds of wager. Each has its odds, its maximum and three grounds: itself (its position on the layout),
#: ``<kind>_wins`` and ``<kind>_loses``.
ROULETTE_KINDS: Final = (
    "straight",
    "split",
    "street",
    "neighbour",
    "corner",
    "six_line",
    "column",
    "dozen",
    "low",
    "high",
    "even",
    "odd",
    "red",
    "black",
)


class RouletteTerms(Struct, frozen=True, kw_only=True):
    """The resolved settings of a roulette table. Refusals and events cite a field by its name."""

    # the table
    layout: int
    neighbour: bool
    neighbour_groups: tuple[tuple[int, int, int], ...]
    number_display: bool
    chipping_machine: bool = False
    # the wheel: its compartments in order, and those that are red; 0 is green and the rest black
    wheel: tuple[int, ...]
    red_numbers: tuple[int, ...]
    # what a winning wager of each kind pays
    odds_straight: Odds
    odds_split: Odds
    odds_street: Odds
    odds_neighbour: Odds
    odds_corner: Odds
    odds_six_line: Odds
    odds_column: Odds
    odds_dozen: Odds
    odds_low: Odds
    odds_high: Odds
    odds_even: Odds
    odds_odd: Odds
    odds_red: Odds
    odds_black: Odds
    # the most on one position of each kind, in cents, where the sign says so
    maximum_straight: int | None = None
    maximum_split: int | None = None
    maximum_street: int | None = None
    maximum_neighbour: int | None = None
    maximum_corner: int | None = None
    maximum_six_line: int | None = None
    maximum_column: int | None = None
    maximum_dozen: int | None = None
    maximum_low: int | None = None
    maximum_high: int | None = None
    maximum_even: int | None = None
    maximum_odd: int | None = None
    maximum_red: int | None = None
    maximum_black: int | None = None
    # settlement
    on_zero: choices.OnZero
    winners_taken_up: choices.WinnersTakenUp
    adjustment: choices.Adjustment
    # the spin
    minimum_turns: int
    void_when: choices.VoidWhen
    void_wagers: choices.VoidWagers
    respin_from: choices.RespinFrom

    def odds(self, kind: str) -> Odds:
        """Returns the odds of a kind of wager."""
        odds: Odds = getattr(self, f"odds_{kind}")
        return odds

    def maximum(self, kind: str) -> int | None:
        """Returns the maximum on one position of a kind; None if only the table's maximum applies."""
        maximum: int | None = getattr(self, f"maximum_{kind}")
        return maximum


#: Rules without a value, with a description. Refusals and events cite them by name.
ROULETTE_GROUNDS: dict[str, str] = {
    # the document
    "in_force": "these rules stand in place of the earlier ones",
    "general_rules": "the general rules hold beside those of the game",
    # equipment
    "chip_values": "the colours and values of the chips without a value of their own are on display",
    "chip_marks": "a mark shows what the chips of one colour are worth",
    "dolly": "a marker stands on the winning number",
    "bell": "the bell that goes with the last call",
    # chance
    "spin_independent": "no spin depends on an earlier one",
    "spin_uniform": "every number is equally likely",
    "spin_unpredictable": "the number cannot be known beforehand",
    # the positions of wagers
    "positions": "the sets of numbers that a wager may cover",
    "straight": "one number",
    "split": "two numbers that adjoin",
    "street": "three numbers of a row, or zero and 2 with 1 or 3",
    "corner": "four numbers of a square, or the first four",
    "six_line": "the six numbers of two rows",
    "column": "the twelve numbers of a column",
    "dozen": "the first, second or third twelve numbers",
    "low": "1 to 18",
    "high": "19 to 36",
    "even": "the even numbers",
    "odd": "the odd numbers",
    "red": "the red numbers",
    "black": "the black numbers",
    "neighbour_group": "a neighbour wager covers a group that the layout shows",
    "courtesy_line": "the courtesy line takes no wager",
    # when they win and lose
    "straight_wins": "its number is spun",
    "straight_loses": "its number is not spun",
    "split_wins": "one of the two is spun",
    "split_loses": "neither of the two is spun",
    "street_wins": "one of the three is spun",
    "street_0_1_2_wins": "one of 0, 1 and 2 is spun",
    "street_0_2_3_wins": "one of 0, 2 and 3 is spun",
    "street_loses": "none of the three is spun",
    "neighbour_wins": "one of the group is spun",
    "neighbour_loses": "none of the group is spun",
    "corner_wins": "one of the four is spun",
    "corner_loses": "none of the four is spun",
    "six_line_wins": "one of the six is spun",
    "six_line_loses": "none of the six is spun",
    "column_wins": "a number of the column is spun",
    "column_loses": "no number of the column is spun",
    "dozen_wins": "a number of the dozen is spun",
    "dozen_loses": "no number of the dozen is spun",
    "low_wins": "1 to 18 is spun",
    "low_loses": "1 to 18 is not spun",
    "high_wins": "19 to 36 is spun",
    "high_loses": "19 to 36 is not spun",
    "even_wins": "an even number is spun",
    "even_loses": "an odd number or zero is spun",
    "odd_wins": "an odd number is spun",
    "odd_loses": "an even number or zero is spun",
    "red_wins": "a red number is spun",
    "red_loses": "no red number is spun",
    "black_wins": "a black number is spun",
    "black_loses": "no black number is spun",
    # making and changing wagers
    "limits": "the posted minimum and maximum of each wager",
    "wager_in_chips": "a wager is chips on a position",
    "own_chips": "chips without a value of their own are one player's alone",
    "oral_wager": "a wager that is only declared",
    "betting_open": "wagers may be changed and taken back until the call",
    "outside_taken_up": "a paid wager outside the numbers may be taken up at once",
    "area_paid": "a wager may be taken up when all winners of its area are paid",
    "round": "a round lasts from the first call to the settlement of its last wager",
    "bets_closed": "no wager after the call of no more bets",
    "wager_stays": "no wager is changed or taken back after the call until its area is paid",
    "losing_wager": "a losing wager is the dealer's to take",
    "settled_by_position": "a wager counts by its position when the ball comes to rest",
    # the spin
    "wheel_direction": "the wheel may turn the other way from spin to spin",
    "ball_direction": "the ball runs against the wheel",
    "no_more_bets": "the call that closes betting while the ball runs",
    "number_announced": "the number and its colour are announced",
    "dolly_placed": "the marker is put on the number",
    "losers_collected": "losing wagers are taken first",
    "winners_paid": "winning wagers are paid after that",
    "ball_changed": "the ball may be changed between spins",
    # void spins
    "no_spin": "the call that stops a faulty spin, and the ball taken out",
    "void_spin": "a void spin has no number and settles nothing",
    "ball_examined": "a ball that left the wheel is examined",
    "respin": "a void spin is repeated",
    "display_not_binding": "what the number display shows settles nothing",
}
