"""Roulette by its document: which numbers each wager holds, what it pays, and rounds at random."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from random import Random

from pitboss.games.roulette import act, open_state
from pitboss.games.roulette import commands as cmd
from pitboss.games.roulette import events as ev
from pitboss.games.roulette.grammar import command_words
from pitboss.law import Refusal
from tests.games.roulette.tables import table_rules

#: 3.9: odds to one by the kind of wager.
ODDS: Mapping[str, int] = {
    "straight": 35,
    "split": 17,
    "street": 11,
    "neighbour": 11,
    "corner": 8,
    "six_line": 5,
    "column": 2,
    "dozen": 2,
    **dict.fromkeys(("low", "high", "even", "odd", "red", "black"), 1),
}
#: 2.3(a) alternates colours around the usual wheel.
WHEEL = "0 32 15 19 4 21 2 25 17 34 6 27 13 36 11 30 8 23 10 5 24 16 33 1 20 14 31 9 22 18 29 7 28 12 35 3 26"
RED = {int(number) for place, number in enumerate(WHEEL.split()) if place % 2}
_OUTSIDE = {
    "low": set(range(1, 19)),
    "high": set(range(19, 37)),
    "even": set(range(2, 37, 2)),
    "odd": set(range(1, 37, 2)),
    "red": RED,
    "black": set(range(1, 37)) - RED,
}


def numbers_of(kind: str, place: str) -> set[int]:
    """Returns the numbers on which a wager wins (3.1, 3.2)."""
    if kind in _OUTSIDE:
        return _OUTSIDE[kind]
    if kind == "column":
        return set(range(int(place), 37, 3))
    if kind == "dozen":
        return set(range(12 * int(place) - 11, 12 * int(place) + 1))
    listed = [int(number) for number in place.split("-")]
    return set(range(listed[0], listed[1] + 1)) if kind == "six_line" else set(listed)


def net_of(kind: str, place: str, amount: int, number: int) -> int:
    """Returns the net result of a wager."""
    return amount * ODDS[kind] if number in numbers_of(kind, place) else -amount


@dataclass
class RouletteRounds:
    """A table at which rounds are played and settled twice."""

    dice: Random
    lines: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.rules = table_rules(neighbour=self.dice.choice(("true", "false")), layout=self.dice.choice("12"))
        self.state, _ = open_state(self.rules)
        self.purse = {"ann": 10_000_000, "bob": 10_000_000}
        self.spun: list[int] = []
        for player, money in self.purse.items():
            act(self.rules, self.state, cmd.JoinTable(player=player, money=money), self)
        #: The reference's own layout: the amounts by player and position.
        self.layout: dict[tuple[str, str, str], int] = {}

    def spin(self, *, void: bool) -> int:
        """Returns any number."""
        number = self.dice.randrange(37)
        if not void:
            self.spun.append(number)
        return number

    def round(self) -> str:
        """Plays one round; returns a disagreement about the players' money as a ``.pit`` file, or an empty text."""
        first = len(self.lines)
        before = dict(self.purse)
        for command in self._commands():
            events = act(self.rules, self.state, command, self)
            if isinstance(events, Refusal):
                continue
            self.lines.append(command_words(command))
            for event in events:
                self._read(event)
        if self.state.money == self.purse:
            return ""
        nets = [f"? net {name} {(self.purse[name] - before[name]) / 100:+.2f}" for name in self.purse]
        options = f"options: layout={self.rules.options['layout']}"
        if self.rules.options["neighbour"]:
            options += " neighbour=true"
        spins = " ".join(map(str, self.spun[-1:]))
        head = ["title: Engine and reference disagree", "rulebook: nz-roulette", options, f"spins: {spins}", "---"]
        return "\n".join([*head, *self.lines[first:], *nets])

    def _commands(self) -> Iterator[cmd.Command]:
        for _ in range(self.dice.randint(1, 8)):
            player, (kind, place) = self.dice.choice(("ann", "bob")), any_position(self.dice)
            yield cmd.PlaceWager(player=player, kind=kind, place=place, amount=self.dice.choice((100, 250, 500, 1_000)))
            if self.dice.random() < 0.2:
                yield cmd.WithdrawWager(player=player, kind=kind, place=place)
        if self.dice.random() < 0.3:
            yield cmd.CallNoMoreBets()
        reasons = ("same_direction", "foreign_object", "too_slow", "interference", "left_wheel", "too_few_turns")
        if self.dice.random() < 0.25:
            yield cmd.CallNoSpin(reason=self.dice.choice(reasons))
        if self.dice.random() < 0.15:
            yield cmd.SpinBall(turns=self.dice.randint(0, 6))
        if self.dice.random() < 0.15:  # 5.1(a): a ball spun with the wheel makes the spin void
            yield cmd.SpinBall(wheel="left", ball=self.dice.choice(("left", "right")))
        yield cmd.SpinBall()

    def _read(self, event: ev.Event) -> None:
        if isinstance(event, ev.WagerPlaced):
            self._take(event.player, event.kind, event.place)
            self.purse[event.player] -= event.amount
            self.layout[event.player, event.kind, event.place] = event.amount
        elif isinstance(event, ev.WagerWithdrawn):
            self._take(event.player, event.kind, event.place)
        elif isinstance(event, ev.NumberAnnounced):
            for (player, kind, place), amount in self.layout.items():
                self.purse[player] += amount + net_of(kind, place, amount, event.number)
            self.layout = {}

    def _take(self, player: str, kind: str, place: str) -> None:
        self.purse[player] += self.layout.pop((player, kind, place), 0)


def any_position(dice: Random) -> tuple[str, str]:
    """Returns a position at random, mostly one that the layout has."""
    row = dice.randrange(1, 35, 3)
    first = dice.randint(1, 32)
    return dice.choice(
        (
            ("straight", str(dice.randrange(37))),
            ("split", dice.choice((f"{first}-{first + 3}", f"{row}-{row + 1}", f"0-{dice.randint(1, 3)}"))),
            ("street", dice.choice((f"{row}-{row + 1}-{row + 2}", "0-1-2", "0-2-3"))),
            ("corner", dice.choice((f"{row}-{row + 1}-{row + 3}-{row + 4}", "0-1-2-3"))),
            ("six_line", f"{row}-{row + 5}"),
            ("column", dice.choice("123")),
            ("dozen", dice.choice("123")),
            ("neighbour", dice.choice(("32-15-19", "35-3-26", "25-17-34"))),
            (dice.choice(("low", "high", "even", "odd", "red", "black")), ""),
        )
    )
