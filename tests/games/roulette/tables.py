"""Roulette tables for the tests: their rules, numbers that come as they are listed, and whole rounds."""

from collections.abc import Iterable
from functools import cache

from pitboss.games.roulette import RouletteRules, State, act, open_state
from pitboss.games.roulette import commands as cmd
from pitboss.games.roulette import events as ev
from pitboss.games.roulette.chance import NOWHERE, UnknownNumber
from pitboss.law import Limits, Refusal, load_rulebook, resolve

BOOK = "nz-roulette"


class Numbers:
    """Chance with these numbers; a void spin comes to rest nowhere."""

    def __init__(self, *numbers: int) -> None:
        self.left = list(numbers)

    def spin(self, *, void: bool) -> int:
        if void:
            return NOWHERE
        if not self.left:
            raise UnknownNumber("no number is listed")
        return self.left.pop(0)


@cache
def _rules(limits: Limits, choices: tuple[tuple[str, str], ...]) -> RouletteRules:
    rules = resolve(load_rulebook(BOOK), dict(choices), limits)
    assert not isinstance(rules, Refusal), str(rules)
    return rules


def table_rules(limits: Limits | None = None, /, **choices: str) -> RouletteRules:
    """The rules of a table with these choices."""
    return _rules(limits or Limits(), tuple(sorted(choices.items())))


class Table:
    """A table being played, with everything that has happened at it."""

    def __init__(self, rules: RouletteRules, *numbers: int, players: Iterable[str] = ("ann", "bob")) -> None:
        self.rules = rules
        self.chance = Numbers(*numbers)
        self.state, opening = open_state(rules)
        self.log: list[ev.Event] = list(opening)
        for player in players:
            self.do(cmd.JoinTable(player=player, money=100_000))

    def do(self, command: cmd.Command) -> list[ev.Event]:
        """Carries out what must be allowed."""
        events = act(self.rules, self.state, command, self.chance)
        assert not isinstance(events, Refusal), str(events)
        self.log += events
        return events

    def refused(self, command: cmd.Command) -> Refusal:
        """Asks for what must be refused."""
        refusal = act(self.rules, self.state, command, self.chance)
        assert isinstance(refusal, Refusal), refusal
        return refusal

    def bet(self, kind: str, place: str = "", amount: int = 500, player: str = "ann") -> list[ev.Event]:
        """A wager."""
        return self.do(cmd.PlaceWager(player=player, kind=kind, place=place, amount=amount))

    def result(self, kind: str, place: str = "", player: str = "ann") -> int | None:
        """What a wager of the last round won or lost."""
        wager = self.state.result_of(player, kind, place)
        assert wager is not None
        return wager.result


def on_the_table(state: State) -> int:
    """All money: of the players, on the layout, and won by the house."""
    return sum(state.money.values()) + sum(wager.amount for wager in state.wagers) + state.house
