"""The rules of the coin: terms, commands, events, state, decide and apply."""

from collections.abc import Callable
from typing import Any, ClassVar

from msgspec import Struct, field

from pitboss.games.commands import TABLE_COMMANDS, Command
from pitboss.games.grammar import Grammar
from pitboss.games.words import Part, choice, money
from pitboss.law import Refusal, TableRules
from pitboss.law.cite import Clauses
from pitboss.money import Odds, amount_text

SIDES = ("heads", "tails")
GROUNDS = {"limits": "the posted limits", "flip": "the coin is flipped"}


class CoinTerms(Struct, frozen=True, kw_only=True):
    """The settings of a rulebook."""

    odds: Odds


CoinRules = TableRules[CoinTerms]


class Bet(Command, frozen=True, kw_only=True):
    """A wager on a side."""

    verb: ClassVar[str] = "bet"
    form: ClassVar[tuple[Part, ...]] = (choice("side", SIDES), money("amount"))
    player: str
    side: str
    amount: int


class Flip(Command, frozen=True, kw_only=True):
    """A command of the house."""

    verb: ClassVar[str] = "flip"
    form: ClassVar[tuple[Part, ...]] = ()


GRAMMAR = Grammar((Bet, Flip, *TABLE_COMMANDS), "tests.games.coin.engine")


class CoinEvent(Struct, frozen=True, tag=True):
    """An event of the game."""

    clauses: Clauses


class CoinTableOpened(CoinEvent, frozen=True):
    minimum: int
    maximum: int


class CoinPlayerJoined(CoinEvent, frozen=True):
    player: str
    money: int


class CoinBetPlaced(CoinEvent, frozen=True):
    player: str
    side: str
    amount: int


class CoinFlipped(CoinEvent, frozen=True):
    side: int


class CoinBetSettled(CoinEvent, frozen=True):
    player: str
    amount: int
    net: int


class CoinRoundEnded(CoinEvent, frozen=True):
    """The wagers are settled."""


SENTENCES: dict[type, Callable[[Any], str]] = {
    CoinTableOpened: lambda event: "the table is open",
    CoinPlayerJoined: lambda event: f"{event.player} joins with {amount_text(event.money)}",
    CoinBetPlaced: lambda event: f"{event.player} bets {amount_text(event.amount)} on {event.side}",
    CoinFlipped: lambda event: f"the coin shows {SIDES[event.side]}",
    CoinBetSettled: lambda event: (
        f"{event.player} {'wins' if event.net > 0 else 'loses'} {amount_text(abs(event.net))}"
    ),
    CoinRoundEnded: lambda event: "",
}


class CoinState(Struct):
    """Money and wagers."""

    money: dict[str, int] = field(default_factory=dict)
    bets: dict[str, Bet] = field(default_factory=dict)
    round: int = 0


def decide(rules: CoinRules, state: CoinState, command: Command, flip: Callable[[], int]) -> list[CoinEvent] | Refusal:
    """Returns the events of a command, or what forbids it."""
    if isinstance(command, Bet):
        within = rules.limits.minimum <= command.amount <= rules.limits.maximum
        if not within or command.amount > state.money.get(command.player, 0) or command.player in state.bets:
            return rules.refuse("limits", f"{command.player} cannot bet {amount_text(command.amount)}")
        return [CoinBetPlaced(rules.cite("limits"), command.player, command.side, command.amount)]
    if not state.bets:
        return rules.refuse("flip", "there is no wager")
    side = flip()
    settled = [
        CoinBetSettled(
            rules.cite("odds"),
            bet.player,
            bet.amount,
            rules.terms.odds.on(bet.amount) if bet.side == SIDES[side] else -bet.amount,
        )
        for bet in state.bets.values()
    ]
    return [CoinFlipped(rules.cite("flip"), side), *settled, CoinRoundEnded(rules.cite("flip"))]


def apply(state: CoinState, event: CoinEvent) -> None:
    """Changes the state by an event."""
    match event:
        case CoinPlayerJoined():
            state.money[event.player] = event.money
        case CoinBetPlaced():
            state.money[event.player] -= event.amount
            state.bets[event.player] = Bet(player=event.player, side=event.side, amount=event.amount)
        case CoinBetSettled():
            state.money[event.player] += event.amount + event.net
        case CoinRoundEnded():
            state.bets.clear()
            state.round += 1
