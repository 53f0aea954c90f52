"""Commands, each with its line of a ``.pit`` file."""

from typing import ClassVar

from pitboss.games.commands import TABLE_COMMANDS, Command
from pitboss.games.grammar import Grammar
from pitboss.games.words import Part, choice, money

from .terms import PLACES


class PlaceBet(Command, frozen=True, kw_only=True):
    """A wager on a place, or more on it."""

    verb: ClassVar[str] = "bet"
    form: ClassVar[tuple[Part, ...]] = (choice("place", PLACES), money("amount"))
    player: str
    place: str
    amount: int


class WithdrawBet(Command, frozen=True, kw_only=True):
    """Takes a wager back."""

    verb: ClassVar[str] = "withdraw"
    form: ClassVar[tuple[Part, ...]] = (choice("place", PLACES),)
    player: str
    place: str


class Deal(Command, frozen=True, kw_only=True):
    """The house deals a coup and settles it."""

    verb: ClassVar[str] = "deal"
    form: ClassVar[tuple[Part, ...]] = ()


GRAMMAR = Grammar((PlaceBet, WithdrawBet, Deal, *TABLE_COMMANDS), __name__)
