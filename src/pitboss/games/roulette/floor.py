"""A floor table of roulette: the dealer types numbers, and wagers of players named by the colour of their chips."""

import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final

from msgspec.structs import replace

from pitboss.games.commands import JoinTable, LeaveTable
from pitboss.games.live.base import HOUSE, is_anonymous
from pitboss.games.live.events import ChipsBrought
from pitboss.games.live.payouts import SettledWager
from pitboss.games.roulette import State, act, layout_of
from pitboss.games.roulette import commands as cmd
from pitboss.games.roulette import events as ev
from pitboss.games.roulette.fair_wheel import DealerEnteredWheel
from pitboss.games.roulette.layout import SINGLE, Position, RouletteRules
from pitboss.games.words import parse_money
from pitboss.law.refusal import Refusal
from pitboss.pit import Act

if TYPE_CHECKING:
    from pitboss.games.roulette.live import RouletteTable

#: The colours of chips, and the letter by which the dealer types each.
COLOURS: Final[Mapping[str, str]] = {
    "b": "blue",
    "o": "orange",
    "p": "purple",
    "t": "teal",
    "i": "pink",
    "w": "brown",
    "l": "lime",
    "g": "grey",
}
#: How many numbers on each side a call of neighbours takes.
_BESIDE: Final = 2
#: The positions of each call and the chips on each. No clause names them: they are the custom of the wheel.
_CALLS: Final[Mapping[str, tuple[tuple[str, str, int], ...]]] = {
    "voisins": (
        ("street", "0-2-3", 2),
        ("split", "4-7", 1),
        ("split", "12-15", 1),
        ("split", "18-21", 1),
        ("split", "19-22", 1),
        ("corner", "25-26-28-29", 2),
        ("split", "32-35", 1),
    ),
    "tiers": tuple(("split", place, 1) for place in ("5-8", "10-11", "13-16", "23-24", "27-30", "33-36")),
    "orphelins": (
        ("straight", "1", 1),
        *(("split", place, 1) for place in ("6-9", "14-17", "17-20", "31-34")),
    ),
}
_NEIGHBOURS: Final = re.compile(r"n([0-9]|[12]\d|3[0-6])")
_NUMBERED: Final = re.compile(r"([cd])([123])")
_NUMBERS: Final = re.compile(r"\d{1,2}(-\d{1,2})*")
_COUNT: Final = re.compile(r"\d{1,6}")
#: The kinds that a list of so many numbers can mean, in this order.
_KINDS: Final[Mapping[int, tuple[str, ...]]] = {
    1: ("straight",),
    2: ("split", "six_line"),
    3: ("street", "neighbour"),
    4: ("corner",),
    6: ("six_line",),
}
#: More than any wager: with it a command shows what it costs.
_PLENTY: Final = 1 << 50


# --- lines ---------------------------------------------------------------------------------------------------------


def seat_name(colour: str) -> str:
    """Returns the name of the anonymous player with chips of a colour."""
    return f"colour_{colour}"


def _colour(word: str) -> str:
    return COLOURS.get(word, word if word in COLOURS.values() else "")


def expand(rules: RouletteRules, line: Act) -> Act:
    """Expands a short line of the dealer; any other line is returned as it is. Raises ValueError for a bad wager.

    ``b =5`` gives blue chips of 5 each, ``b 17 3`` lays three of them on 17, ``b n17 1`` is a call, ``cash b 100`` buys
    chips and ``out b`` cashes them.
    """
    if line.actor != HOUSE:
        return line
    verb, words = line.verb, line.words
    if verb in ("cash", "out") and words and (colour := _colour(words[0])):
        return Act(seat_name(colour), JoinTable.verb if verb == "cash" else LeaveTable.verb, words[1:])
    colour = _colour(verb)
    if not colour or not words:
        return line
    if len(words) == 1 and words[0].startswith("="):
        return Act(HOUSE, cmd.GiveChips.verb, (seat_name(colour), colour, words[0][1:]))
    if len(words) != 2 or not _COUNT.fullmatch(words[1]):
        raise ValueError(
            f"'{verb} {' '.join(words)}': expected a position and a number of chips, such as '{verb} 17 3'"
        )
    place, count = words
    if is_call(place):
        return Act(seat_name(colour), cmd.PlaceCall.verb, (place, f"{colour}*{count}"))
    where = position(rules, place)
    named = tuple(word for word in (where.kind, where.place) if word)
    if not int(count):
        return Act(seat_name(colour), cmd.WithdrawWager.verb, named)
    return Act(seat_name(colour), cmd.PlaceWager.verb, (*named, f"{colour}*{count}"))


def position(rules: RouletteRules, word: str) -> Position:
    """Returns the position of a short word: ``17``, ``17-20``, ``c1``, ``d2``, ``red``, ``ev``. Raises ValueError."""
    layout, found = layout_of(rules), None
    numbered = _NUMBERED.fullmatch(word)
    if numbered is not None:
        found = layout.find({"c": "column", "d": "dozen"}[numbered[1]], numbered[2])
    elif _NUMBERS.fullmatch(word):
        kinds = _KINDS.get(word.count("-") + 1, ())
        found = next((at for kind in kinds if (at := layout.find(kind, word)) is not None), None)
    elif len(word) > 1:
        found = next((layout.find(kind, "") for kind in SINGLE if kind.startswith(word)), None)
    if found is None:
        calls = ", ".join((*_CALLS, "n17"))
        raise ValueError(
            f"the layout has no '{word}': expected 17, 17-20, c1, d2, {', '.join(SINGLE)} or a call: {calls}"
        )
    return found


# --- calls ---------------------------------------------------------------------------------------------------------


def is_call(word: str) -> bool:
    """Whether a word names a call: ``voisins``, ``tiers``, ``orphelins``, or ``n17`` for 17 and its neighbours."""
    return word in _CALLS or _NEIGHBOURS.fullmatch(word) is not None


def call_positions(rules: RouletteRules, call: str) -> tuple[tuple[str, str, int], ...]:
    """Returns kind, place and chips of each position of a call, neighbours in the order of the wheel."""
    named = _NEIGHBOURS.fullmatch(call)
    if named is None:
        return _CALLS[call]
    wheel = rules.terms.wheel
    at = wheel.index(int(named[1]))
    around = (wheel[(at + step) % len(wheel)] for step in range(-_BESIDE, _BESIDE + 1))
    return tuple(("straight", str(number), 1) for number in around)


def steps_of(rules: RouletteRules, state: State, command: cmd.Command) -> list[cmd.Command] | Refusal:
    """Returns the commands of the game that a command means: a call is a wager on each of its positions.

    Chips of a call are added to those that the player has on a position already.
    """
    if not isinstance(command, cmd.PlaceCall):
        return [command]
    if not is_call(command.call):
        known = (*_CALLS, "n17")
        return Refusal("words", f"'{command.call}' is not a call: expected {', '.join(known)}", (), rules.rulebook)
    steps: list[cmd.Command] = []
    for kind, place, chips in call_positions(rules, command.call):
        laid = state.wager_on(command.player, kind, place)
        if laid is not None and laid.colour != command.colour:
            text = f"{command.player} has other chips on {kind} {place}: lay the positions of the call one by one"
            return rules.refuse("own_chips", text)
        steps.append(
            cmd.PlaceWager(
                player=command.player,
                kind=kind,
                place=place,
                amount=chips * command.amount + (laid.amount if laid is not None and not command.colour else 0),
                colour=command.colour,
                count=chips * command.count + (laid.count if laid is not None else 0),
            )
        )
    return steps


# --- chips ---------------------------------------------------------------------------------------------------------


def owner(command: cmd.Command) -> str:
    """Returns the player whose chips a command moves; empty for a command of the house."""
    return command.who if isinstance(command, cmd.GiveChips) else str(getattr(command, "player", ""))


def arrivals(table: "RouletteTable", steps: list[cmd.Command]) -> list[Any] | Refusal:
    """Tries steps on a copy of the state; returns the events by which an anonymous player has the chips for them."""
    player = owner(steps[0])
    anonymous = table.spec.floor and is_anonymous(player)
    trial, wheel = table.state.copy(), DealerEnteredWheel()
    arrived: list[Any] = []
    if anonymous:
        if player not in trial.money:
            joined = act(table.rules, trial, cmd.JoinTable(player=player, money=0), wheel)
            assert not isinstance(joined, Refusal), joined
            arrived += joined
        purse, trial.money[player] = trial.money[player], _PLENTY
    for step in steps:
        if isinstance(step, cmd.PlaceWager) and anonymous and step.colour not in trial.colours:
            text = f"{step.colour} chips have no value yet"
            return replace(table.rules.refuse("chip_values", text), allowed=(f"{step.colour} =5",))
        done = act(table.rules, trial, step, wheel)
        if isinstance(done, Refusal):
            return done
    if anonymous and (missing := _PLENTY - trial.money[player] - purse) > 0:
        arrived.append(ChipsBrought((), player, missing))
    return arrived


# --- corrections ---------------------------------------------------------------------------------------------------


def changed_command(rules: RouletteRules, command: cmd.Command, becomes: str) -> cmd.Command | None:
    """Returns a command as a correction changes it: a number, or the chips or the position of a wager; None for others.

    Raises ValueError for words that are no such change.
    """
    if not becomes:
        return None
    if isinstance(command, cmd.EnterNumber):
        if not _COUNT.fullmatch(becomes) or int(becomes) not in rules.terms.wheel:
            raise ValueError(f"'{becomes}' is not a number of the wheel: expected 0 to {max(rules.terms.wheel)}")
        return replace(command, number=int(becomes))
    if isinstance(command, cmd.PlaceWager) and becomes.startswith("@"):
        where = position(rules, becomes[1:])
        return replace(command, kind=where.kind, place=where.place)
    if isinstance(command, cmd.PlaceWager | cmd.PlaceCall):
        if not command.colour:
            return replace(command, amount=parse_money(becomes))
        if not _COUNT.fullmatch(becomes) or not int(becomes):
            raise ValueError(f"'{becomes}' is not a number of chips, such as 3, or a position, such as @17")
        return replace(command, count=int(becomes))
    return None


def settled_wagers(state: State, events: tuple[Any, ...]) -> tuple[SettledWager, ...]:
    """Returns the wagers that events settled, by the place on the layout: ``17``, ``17-20``, ``c1``, ``red``."""
    kinds = (ev.WagerCollected, ev.WagerPaid)
    where = dict.fromkeys((event.player, event.kind, event.place) for event in events if isinstance(event, kinds))
    found = (state.result_of(*each) for each in where)
    return tuple(
        SettledWager(_label(wager.kind, wager.place), wager.player, wager.kind, wager.place, wager.amount, wager.result)
        for wager in found
        if wager is not None and wager.result is not None
    )


def _label(kind: str, place: str) -> str:
    return f"{kind[0]}{place}" if kind in ("column", "dozen") else place or kind


def placed(events: tuple[Any, ...], command: cmd.PlaceCall) -> Iterator[cmd.Command]:
    """Yields the wagers that a call became, as a file writes them."""
    for event in events:
        if isinstance(event, ev.WagerPlaced):
            amount = 0 if event.colour else event.amount
            yield cmd.PlaceWager(
                player=command.player,
                kind=event.kind,
                place=event.place,
                amount=amount,
                colour=event.colour,
                count=event.count,
            )
