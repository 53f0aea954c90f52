"""A roulette file being played."""

from collections.abc import Iterator, Sequence
from contextlib import suppress

from pitboss.law import Refusal
from pitboss.notation.header import DEFAULT_PURSE, read_players
from pitboss.notation.pit import NAME, Act, Does, Header, MustBeRefused, PitError, PitFile
from pitboss.notation.roulette_expect import Witness, expectation
from pitboss.notation.roulette_words import read_command
from pitboss.roulette import RouletteRules, open_state, refusal_of
from pitboss.roulette import act as carry_out
from pitboss.roulette import commands as cmd
from pitboss.roulette import events as ev
from pitboss.roulette.chance import NOWHERE, UnknownNumber
from pitboss.roulette.layout import NUMBERS

#: Headers that say what cards and prizes come, which a wheel has no use for.
_OF_CARDS = ("cards", "reshuffle", "prizes")


class ListedSpins:
    """Chance as a file lists it. What is not listed nobody knows."""

    def __init__(self, numbers: Sequence[int], valid: int) -> None:
        self._numbers = list(numbers)
        self._valid = valid

    def spin(self, *, void: bool) -> int:
        """The next listed number. That of a void spin settles nothing: it takes none that a valid one still needs."""
        if void and len(self._numbers) <= self._valid:
            return NOWHERE
        if not self._numbers:
            raise UnknownNumber("no further number is listed (header 'spins')")
        self._valid -= not void
        return self._numbers.pop(0)


def listed_spins(file: PitFile, minimum_turns: int) -> ListedSpins:
    """What the wheel will give by the file's headers."""
    numbers = []
    known = {str(number): number for number in NUMBERS}
    for line, value in file.headers("spins"):
        for word in value.split():
            if word not in known:
                raise PitError(line, f"'{word}' is no number of the wheel: expected 0 to 36")
            numbers.append(known[word])
    return ListedSpins(numbers, sum(1 for spin in _spins(file) if not _void(spin, minimum_turns)))


def _spins(file: PitFile) -> Iterator[cmd.SpinBall]:
    for line in file.lines:
        if isinstance(line, Does) and line.act.actor == cmd.HOUSE and line.act.verb == cmd.SpinBall.verb:
            with suppress(ValueError):  # a line that cannot be read is told as it is played
                spin = read_command(line.act)
                assert isinstance(spin, cmd.SpinBall)
                yield spin


def _void(spin: cmd.SpinBall, minimum_turns: int) -> bool:
    """Whether the line itself says that the spin gives no number."""
    too_few = spin.turns is not None and spin.turns < minimum_turns
    return too_few or (bool(spin.wheel) and spin.wheel == spin.ball)


def check_used(file: PitFile) -> None:
    """No header that this table has no use for."""
    for number, line in enumerate(file.lines, 1):
        if isinstance(line, Header) and line.key.partition(".")[0] in _OF_CARDS:
            raise PitError(number, f"header '{line.key}': a roulette table has no use for it")


def people(file: PitFile) -> Iterator[str]:
    """Everybody who does anything in the file or is given chips."""
    for line in file.lines:
        if isinstance(line, Does | MustBeRefused):
            act = line.act
            if act.actor != cmd.HOUSE:
                yield act.actor
            elif act.verb == cmd.GiveChips.verb and act.words and NAME.fullmatch(act.words[0]):
                yield act.words[0]


class RoulettePlay:
    """A table on the numbers that the file lists."""

    def __init__(self, file: PitFile, rules: RouletteRules) -> None:
        check_used(file)
        self.rules = rules
        self.chance = listed_spins(file, rules.terms.minimum_turns)
        self.state, self.opening = open_state(rules)
        self.witness = Witness(rules, self.state)
        self.witness.saw(self.opening)
        purses = read_players(file)
        for name in dict.fromkeys((*purses, *people(file))):
            joins = cmd.JoinTable(player=name, money=purses.get(name, DEFAULT_PURSE))
            carry_out(rules, self.state, joins, self.chance)

    def _command(self, act: Act) -> cmd.Command:
        if act.table:
            raise ValueError(f"'{act.table}': only a tournament has several tables")
        return read_command(act)

    def does(self, act: Act) -> Sequence[ev.Event] | Refusal:
        """Carries a line out."""
        try:
            events = carry_out(self.rules, self.state, self._command(act), self.chance)
        except UnknownNumber as error:
            raise ValueError(str(error)) from None
        if not isinstance(events, Refusal):
            self.witness.saw(events)
        return events

    def refusal(self, act: Act) -> Refusal | None:
        """What forbids a line."""
        return refusal_of(self.rules, self.state, self._command(act))

    def expects(self, words: Sequence[str]) -> tuple[str, str]:
        """Against what the table shows."""
        return expectation(self.witness, words)
