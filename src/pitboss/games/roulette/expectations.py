"""Evaluates the expectations of a roulette file against a table."""

from collections.abc import Callable, Sequence

from pitboss.games.roulette import RouletteRules, State, layout_of
from pitboss.games.roulette import events as ev
from pitboss.games.roulette.chance import NOWHERE
from pitboss.games.roulette.parts import read_position, signed_amount
from pitboss.games.roulette.state import phase
from pitboss.money import amount_text, net_text, parse_amount

#: The names of the events that count as announcements.
_SAID_BY = {ev.BetsClosed: "no_more_bets", ev.SpinVoided: "no_spin", ev.NumberAnnounced: "number"}
_SAYINGS = ("no_more_bets", "no_spin", "number", "insurance", "total", "shuffle")
_PHASES = ("betting", "closed")
_COLOURS = ("red", "black", "green")


class WheelWitness:
    """Records what the expectations query: the table, and the last events."""

    def __init__(self, rules: RouletteRules, state: State) -> None:
        self.rules = rules
        self.state = state
        self.events: Sequence[ev.Event] = ()

    def saw(self, events: Sequence[ev.Event]) -> None:
        """Records the events of a line."""
        self.events = events


Looker = Callable[[WheelWitness, Sequence[str]], tuple[str, str]]


def expectation(witness: WheelWitness, words: Sequence[str]) -> tuple[str, str]:
    """Returns the expected and the actual value as text: equal if the expectation holds. Raises ValueError."""
    looker = EXPECTATIONS.get(words[0])
    if looker is None:
        raise ValueError(f"'{words[0]}' is not an expectation: expected one of {', '.join(EXPECTATIONS)}")
    return looker(witness, words)


def _count(words: Sequence[str], count: int, shape: str) -> None:
    if len(words) != count:
        raise ValueError(f"expected '? {shape}', got '? {' '.join(words)}'")


def _one_of(words: Sequence[str], known: Sequence[str], what: str) -> str:
    _count(words, 2, f"{words[0]} {what.upper()}")
    if words[1] not in known:
        raise ValueError(f"'{words[1]}' is not a {what}: expected one of {', '.join(known)}")
    return words[1]


def _known(witness: WheelWitness, player: str) -> str:
    if player not in witness.state.money:
        raise ValueError(f"nobody of the name '{player}' is at the table")
    return player


def _net(witness: WheelWitness, words: Sequence[str]) -> tuple[str, str]:
    _count(words, 3, "net PLAYER AMOUNT")
    player, state = _known(witness, words[1]), witness.state
    return (
        f"{player} {net_text(signed_amount(words[2]))}",
        f"{player} {net_text(state.money[player] - state.began[player])}",
    )


def _money(witness: WheelWitness, words: Sequence[str]) -> tuple[str, str]:
    _count(words, 3, "money PLAYER AMOUNT")
    player = _known(witness, words[1])
    return f"{player} {amount_text(signed_amount(words[2]))}", f"{player} {amount_text(witness.state.money[player])}"


def _wager(witness: WheelWitness, words: Sequence[str]) -> tuple[str, str]:
    kind, place, rest = read_position(words[2:])
    if len(rest) != 1:
        raise ValueError(f"expected '? wager PLAYER POSITION RESULT', got '? {' '.join(words)}'")
    player, state = _known(witness, words[1]), witness.state
    position = layout_of(witness.rules).find(kind, place)
    if position is None:
        raise ValueError(f"the layout has no {kind} {place}".rstrip())
    label = f"{player} {position}"
    expected = f"{label} {'open' if rest[0] == 'open' else net_text(signed_amount(rest[0]))}"
    wager = state.wager_on(player, position.kind, position.place) or state.result_of(
        player, position.kind, position.place
    )
    if wager is None:
        return expected, f"{label} is not a wager of the last round"
    return expected, f"{label} {'open' if wager.result is None else net_text(wager.result)}"


def _place_of(what: str, find: Callable[[State], int]) -> Looker:
    """Returns an evaluator that compares a position: a number, or ``none``."""

    def look(witness: WheelWitness, words: Sequence[str]) -> tuple[str, str]:
        _count(words, 2, f"{what} NUMBER")
        found = find(witness.state)
        return _number_or_none(words[1]), "none" if found == NOWHERE else str(found)

    return look


def _number_or_none(word: str) -> str:
    if word != "none" and not (word.isdigit() and word == str(int(word)) and int(word) <= 36):
        raise ValueError(f"expected a number from 0 to 36 or none, got '{word}'")
    return word


def _colour(witness: WheelWitness, words: Sequence[str]) -> tuple[str, str]:
    number = witness.state.number
    got = "none" if number == NOWHERE else layout_of(witness.rules).colour(number)
    return _one_of(words, _COLOURS, "colour"), got


def _phase(witness: WheelWitness, words: Sequence[str]) -> tuple[str, str]:
    return _one_of(words, _PHASES, "phase"), phase(witness.state)


def _said(witness: WheelWitness, words: Sequence[str]) -> tuple[str, str]:
    word = _one_of(words, _SAYINGS, "saying")
    said = dict.fromkeys(_SAID_BY[type(event)] for event in witness.events if type(event) in _SAID_BY)
    return word, word if word in said else ", ".join(said) or "nothing"


def _display(witness: WheelWitness, words: Sequence[str]) -> tuple[str, str]:
    """Compares the displayed numbers, the latest first; ``none`` for an empty display."""
    if len(words) < 2:
        raise ValueError("expected '? display NUMBER…' or '? display none'")
    return " ".join(map(_number_or_none, words[1:])), " ".join(map(str, witness.state.display)) or "none"


def _value(witness: WheelWitness, words: Sequence[str]) -> tuple[str, str]:
    _count(words, 3, "value COLOUR AMOUNT")
    chips = witness.state.colours.get(words[1])
    got = amount_text(chips.value) if chips is not None else "nobody's"
    return f"{words[1]} {amount_text(parse_amount(words[2]))}", f"{words[1]} {got}"


EXPECTATIONS: dict[str, Looker] = {
    "net": _net,
    "money": _money,
    "wager": _wager,
    "number": _place_of("number", lambda state: state.number),
    "colour": _colour,
    "phase": _phase,
    "said": _said,
    "ball": _place_of("ball", lambda state: state.ball),
    "dolly": _place_of("dolly", lambda state: state.dolly),
    "display": _display,
    "value": _value,
}
