"""Replays a roulette file."""

from collections.abc import Iterator, Sequence
from contextlib import suppress

from pitboss.games.header import DEFAULT_PURSE, read_players
from pitboss.games.roulette import RouletteRules, open_state, refusal_of
from pitboss.games.roulette import act as carry_out
from pitboss.games.roulette import commands as cmd
from pitboss.games.roulette import events as ev
from pitboss.games.roulette.chance import NOWHERE, UnknownNumber
from pitboss.games.roulette.expectations import WheelWitness, expectation
from pitboss.games.roulette.grammar import check_reason, read_command
from pitboss.games.roulette.layout import NUMBERS
from pitboss.law import Refusal
from pitboss.pit import NAME, Act, Does, Header, MustBeRefused, PitError, PitFile

#: Headers for cards and prizes, which are invalid in a roulette file.
_OF_CARDS = ("cards", "reshuffle", "prizes")


class ListedSpins:
    """The numbers that a file lists. Raises UnknownNumber after the last one."""

    def __init__(self, numbers: Sequence[int], valid: int) -> None:
        self._numbers = list(numbers)
        self._valid = valid

    def spin(self, *, void: bool) -> int:
        """Returns the next listed number. A void spin consumes one only if enough are left for the valid spins."""
        if void and len(self._numbers) <= self._valid:
            return NOWHERE
        if not self._numbers:
            raise UnknownNumber("no further number is listed (header 'spins')")
        self._valid -= not void
        return self._numbers.pop(0)


def listed_spins(file: PitFile, minimum_turns: int) -> ListedSpins:
    """Parses the ``spins`` headers. Raises PitError for an invalid number."""
    return ListedSpins(_numbers(file), sum(1 for spin in _spins(file) if not _void(spin, minimum_turns)))


def listed_wheel(file: PitFile, rules: RouletteRules) -> ListedSpins:
    """Returns the numbers that the header of a file lists for a table; a void spin takes none of them."""
    check_used(file)
    numbers = _numbers(file)
    return ListedSpins(numbers, len(numbers))


def _numbers(file: PitFile) -> list[int]:
    numbers = []
    known = {str(number): number for number in NUMBERS}
    for line, value in file.headers("spins"):
        for word in value.split():
            if word not in known:
                raise PitError(line, f"'{word}' is not a number of the wheel: expected 0 to 36")
            numbers.append(known[word])
    return numbers


def _spins(file: PitFile) -> Iterator[cmd.SpinBall]:
    for line in file.lines:
        if isinstance(line, Does) and line.act.actor == cmd.HOUSE and line.act.verb == cmd.SpinBall.verb:
            with suppress(ValueError):  # the replay of the line reports its parse error
                spin = read_command(line.act)
                assert isinstance(spin, cmd.SpinBall)
                yield spin


def _void(spin: cmd.SpinBall, minimum_turns: int) -> bool:
    """Whether the line alone makes the spin void."""
    too_few = spin.turns is not None and spin.turns < minimum_turns
    return too_few or (bool(spin.wheel) and spin.wheel == spin.ball)


def check_used(file: PitFile) -> None:
    """Raises PitError for a header that a roulette table does not use."""
    for number, line in enumerate(file.lines, 1):
        if isinstance(line, Header) and line.key.partition(".")[0] in _OF_CARDS:
            raise PitError(number, f"header '{line.key}': a roulette table has no use for it")


def people(file: PitFile) -> Iterator[str]:
    """Yields the name of every actor in the file and of every player who gets chips."""
    for line in file.lines:
        if isinstance(line, Does | MustBeRefused):
            act = line.act
            if act.actor != cmd.HOUSE:
                yield act.actor
            elif act.verb == cmd.GiveChips.verb and act.words and NAME.fullmatch(act.words[0]):
                yield act.words[0]


class RoulettePlay:
    """Replay of a file: a table whose wheel gives the numbers which the file lists."""

    def __init__(self, file: PitFile, rules: RouletteRules) -> None:
        check_used(file)
        self.rules = rules
        self.chance = listed_spins(file, rules.terms.minimum_turns)
        self.state, self.opening = open_state(rules)
        self.witness = WheelWitness(rules, self.state)
        self.witness.saw(self.opening)
        purses = read_players(file)
        for name in dict.fromkeys((*purses, *people(file))):
            joins = cmd.JoinTable(player=name, money=purses.get(name, DEFAULT_PURSE))
            carry_out(rules, self.state, joins, self.chance)

    def read(self, act: Act) -> cmd.Command:
        """Parses a line of play."""
        if act.table:
            raise ValueError(f"'{act.table}': only a tournament has several tables")
        command = read_command(act)
        check_reason(self.rules, command)
        return command

    def does(self, command: cmd.Command) -> Sequence[ev.Event] | Refusal:
        """Executes a command; returns its events, or the refusal."""
        try:
            events = carry_out(self.rules, self.state, command, self.chance)
        except UnknownNumber as error:
            raise ValueError(str(error)) from None
        if not isinstance(events, Refusal):
            self.witness.saw(events)
        return events

    def release_payment(self) -> Sequence[ev.Event]:
        """Returns no events: no payment waits for an attestation."""
        return ()

    def refusal(self, command: cmd.Command) -> Refusal | None:
        """Returns the refusal of a command; None if it is legal."""
        return refusal_of(self.rules, self.state, command)

    def expects(self, words: Sequence[str]) -> tuple[str, str]:
        """Evaluates an expectation; returns the expected and the actual value."""
        return expectation(self.witness, words)
