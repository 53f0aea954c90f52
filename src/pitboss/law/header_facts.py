"""The facts of a refused table: the operator's choices and the posted limits, over which ``bars`` is written.

The name of an option is its value as it was chosen, lawful or not: amounts in cents, odds as a fraction, a length of a
session as unit and number. A whole number that is none, and a length that cannot be read, count as -1 and ``''``.
Each fact is derived apart from the code that refuses a table.
"""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from pitboss.cards import DECK_SIZE
from pitboss.law.cite import Clauses, without_number
from pitboss.law.conditions import CitationError, Condition, Facts, fact, parse_condition
from pitboss.law.load import Rulebook, load_rulebook
from pitboss.law.options import Option, parse_value
from pitboss.law.resolve import Limits

#: Odds that a streak of two to five wins has at least, and what a bonus of one and of five dollars pays, in cents.
_STREAK_ODDS = (3, 7, 17, 37)
_LEAST_AWARDS = {"bonus_awards_1": (500, 100_000), "bonus_awards_5": (5_000, 500_000)}


class _Absent:
    """The value of an option that was not chosen and has no default: no comparison with it holds."""

    def __lt__(self, other: object) -> bool:
        return False

    __gt__ = __le__ = __ge__ = __lt__

    def __bool__(self) -> bool:
        return False


ABSENT = _Absent()


def chosen_value(option: Option, text: str) -> Any:
    """Returns the value of a choice for a condition, also where the law does not allow it."""
    if option.type in ("int", "amount", "share", "amount_range"):
        try:
            number = Fraction(text)
        except ValueError:
            number = None
        if number is not None:
            if option.type == "int":
                return int(number) if number.denominator == 1 else -1
            cents = number if option.type == "share" else number * 100
            return (cents, cents) if option.type == "amount_range" else cents
    if option.type == "odds" and text.count(":") == 1:
        over, under = text.split(":")
        return Fraction(over) / Fraction(under)
    try:
        return parse_value(option, text)
    except ValueError:
        return "" if option.type == "length" else text


class HeaderFacts(Facts):
    """The facts of one table that was refused."""

    def __init__(self, book: Rulebook, choices: Mapping[str, str], limits: Limits) -> None:
        super().__init__(limits, refused=True)
        self.type_name = "table"
        self.book = book
        self._choices = choices
        self._values = {name: option.default_value for name, option in book.options.items()}
        for layer in book.layers.values():
            if all(str(self._chosen(name)) == str(wanted) for name, wanted in layer.variant.when.items()):
                self._values |= layer.defaults
        self._values |= {name: chosen_value(book.options[name], text) for name, text in choices.items()}

    def _chosen(self, name: str) -> Any:
        text = self._choices.get(name)
        return self._values[name] if text is None else chosen_value(self.book.options[name], text)

    def __getitem__(self, name: str) -> Any:
        if name in self._values:
            value = self._values[name]
            if self.book.options[name].type == "odds" and value is not None and not isinstance(value, Fraction):
                return Fraction(value.pays, value.to)
            return ABSENT if value is None else value
        return super().__getitem__(name)

    @fact("the posted minimum")
    def minimum(self) -> int:
        return self.subject.minimum  # type: ignore[attr-defined, no-any-return]

    @fact("the posted maximum")
    def maximum(self) -> int:
        return self.subject.maximum  # type: ignore[attr-defined, no-any-return]

    @fact("the minimum is not positive, or above the maximum")
    def limits_reversed(self) -> bool:
        return not 0 < self.minimum() <= self.maximum()

    @fact("no ante is stated")
    def no_ante(self) -> bool:
        return self["ante_amount"] is ABSENT or not self["ante_amount"]

    @fact("the ante is above an eighth of the minimum")
    def ante_above_an_eighth(self) -> bool:
        return self["ante_amount"] is not ABSENT and bool(self["ante_amount"] * 8 > self.minimum())

    @fact("half the shoe")
    def half_the_shoe(self) -> int:
        return int(self["decks"]) * DECK_SIZE // 2

    @fact("twice the minimum")
    def two_minimums(self) -> int:
        return 2 * self.minimum()

    @fact("the number of decks is chosen")
    def decks_given(self) -> bool:
        return "decks" in self._choices

    @fact("the decks do not make two equal batches")
    def no_equal_batches(self) -> bool:
        return bool(self["decks"] < 2 or self["decks"] % 2)

    @fact("the decks that are dealt from: {decks_dealt}")
    def decks_dealt(self) -> int:
        if self["double_shoe"]:
            return int(self["decks_a"] + self["decks_b"])
        return int(self["decks"] // 2 if self["automated_shuffler"] else self["decks"])

    def _awards_outside(self, name: str) -> bool:
        least, most = _LEAST_AWARDS[name]
        awards = self[name]
        return awards is ABSENT or any(award < least or award > most for award, _ in awards)

    @fact("an award for a dollar is not stated, or outside its range")
    def awards_1_outside(self) -> bool:
        return self._awards_outside("bonus_awards_1")

    @fact("an award for five dollars is not stated, or outside its range")
    def awards_5_outside(self) -> bool:
        return self._awards_outside("bonus_awards_5")

    def _advantage(self, name: str, stake: int) -> Fraction:
        cards = self.decks_dealt() * DECK_SIZE
        aces, tens = cards // 13, cards * 4 // 13
        chance = Fraction(aces * tens, cards * (cards - 1) // 2)
        awards = self[name]
        mean = Fraction(sum(award * weight for award, weight in awards), sum(weight for _, weight in awards))
        return 1 - chance * mean / stake

    @fact("the house advantage of the bonus is below nothing or above 30 %")
    def advantage_outside(self) -> bool:
        if self["bonus_awards_1"] is ABSENT or self["bonus_awards_5"] is ABSENT:
            return False
        shares = (self._advantage("bonus_awards_1", 100), self._advantage("bonus_awards_5", 500))
        return any(share < 0 or share * 10 > 3 for share in shares)

    def _streak_below(self, wins: int) -> bool:
        odds = self["streak_odds"]
        return wins - 2 < len(odds) and bool(odds[wins - 2] < _STREAK_ODDS[wins - 2])

    @fact("a streak of two pays less than 3 to 1")
    def streak_2_below(self) -> bool:
        return self._streak_below(2)

    @fact("a streak of three pays less than 7 to 1")
    def streak_3_below(self) -> bool:
        return self._streak_below(3)

    @fact("a streak of four pays less than 17 to 1")
    def streak_4_below(self) -> bool:
        return self._streak_below(4)

    @fact("a streak of five pays less than 37 to 1")
    def streak_5_below(self) -> bool:
        return self._streak_below(5)

    @fact("the odds of the four streaks are not all stated")
    def streak_odds_missing(self) -> bool:
        return len(self["streak_odds"]) != len(_STREAK_ODDS)

    @fact("a group of neighbours holds the zero")
    def group_with_zero(self) -> bool:
        return any(0 in group for group in self["neighbour_groups"])

    @fact("a group of neighbours is not three different numbers of the wheel, or there twice")
    def group_not_of_three(self) -> bool:
        groups = self["neighbour_groups"]
        seen = {tuple(sorted(group)) for group in groups}
        three = all(len(group) == 3 == len(set(group)) and max(group) <= 36 for group in groups)
        return not three or len(seen) != len(groups)

    @fact("a kind of wager has a maximum below the minimum")
    def kind_maximum_below(self) -> bool:
        named = [self[name] for name in self.book.options if name.startswith("maximum_")]
        return any(value < self.minimum() for value in named)

    @fact("a session is counted in shoes")
    def counts_shoes(self) -> bool:
        return any(self[name] and self[name][0] == "shoes" for name in ("session", "playoff"))

    def _offered(self, *names: str) -> bool:
        return any(self._choices.get(name) not in (None, "none", "false") for name in names)

    @fact("a wager is offered that is not part of the tournament's blackjack")
    def switched_off_wager(self) -> bool:
        pairs = ("perfect_pairs", "perfect_pairs_amount", "any_pair", "any_pair_amount")
        return self._offered("madness_21", "madness_21_amount", *pairs, "antes_up", "ante_amount", "ante_waiver")

    @fact("Super Sevens is offered")
    def switched_off_sevens(self) -> bool:
        return self._offered("super_sevens", "super_sevens_amount")

    @fact("a maximum of a box is stated")
    def switched_off_maximum(self) -> bool:
        return self._offered("box_maximum", "player_box_maximum")

    @fact("Blackjack + is played")
    def switched_off_style(self) -> bool:
        return self._offered("blackjack_plus", "blackjack_plus_odds")


def check_header(book: Rulebook, choices: Mapping[str, str], limits: Limits, clauses: Clauses) -> list[CitationError]:
    """Returns the errors in the citations of a refused table: each clause needs a condition that holds."""
    facts = HeaderFacts(book, choices, limits)
    errors = []
    for clause in clauses:
        conditions = bars_of(book, clause)
        if not any(condition.holds(facts) for condition in conditions):
            text = "' or '".join(condition.text for condition in conditions)
            errors.append(CitationError(clause, "a refused table", True, text))
    return errors


def broken_bars(book: Rulebook, choices: Mapping[str, str], limits: Limits) -> list[str]:
    """Returns the clauses of the rulebook that forbid a table of these choices; none for a lawful one."""
    facts = HeaderFacts(book, choices, limits)
    return [clause.id for clause in book.clauses if clause.bars and parse_condition(clause.bars).holds(facts)]


def bars_of(book: Rulebook, clause: str) -> list[Condition]:
    """Returns the conditions in which a clause forbids a table; a clause of another rulebook is looked up there."""
    owner, colon, named = clause.partition(":")
    source, own = (book, clause) if not colon or " " in owner or not _is_book(owner) else (load_rulebook(owner), named)
    return [parse_condition(each.bars) for each in source.clauses if each.bars and without_number(each.id) == own]


def _is_book(name: str) -> bool:
    return "-" in name
