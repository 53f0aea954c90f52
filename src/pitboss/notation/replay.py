"""Plays a ``.pit`` file and checks what it expects, whatever its game."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from msgspec import Struct

from pitboss.blackjack.commands import HOUSE
from pitboss.law import LawError, Refusal, TableRules, load_rulebook, resolve
from pitboss.law.cite import Clauses, clause_list, meets
from pitboss.law.load import has_clause
from pitboss.law.resolve import game_of
from pitboss.notation.blackjack_play import BlackjackPlay
from pitboss.notation.header import read_limits, read_options
from pitboss.notation.pit import Act, Does, Expects, MustBeRefused, PitError, PitFile
from pitboss.notation.roulette_play import RoulettePlay
from pitboss.notation.tournament_play import TournamentPlay
from pitboss.notation.tournament_words import HOUSE_VERBS


class AnyEvent(Protocol):
    """Whatever a game calls an event: it rests on clauses."""

    @property
    def clauses(self) -> Clauses: ...


class GamePlay(Protocol):
    """A file being played. Each game has one; what cannot be read raises ValueError with what was expected."""

    @property
    def opening(self) -> Sequence[AnyEvent]:
        """What the opening of the table brought."""

    @property
    def state(self) -> Any: ...

    def does(self, act: Act) -> Sequence[AnyEvent] | Refusal:
        """Carries a line out."""

    def refusal(self, act: Act) -> Refusal | None:
        """What forbids a line; nothing changes."""

    def expects(self, words: Sequence[str]) -> tuple[str, str]:
        """What is expected and what there is, equal where it holds."""


#: How a file of each game is played.
PLAYS: Mapping[str, Callable[[PitFile, TableRules[Any]], GamePlay]] = {
    "blackjack": BlackjackPlay,
    "roulette": RoulettePlay,
    "tournament": TournamentPlay,
}


class Step(Struct, frozen=True):
    """A line that was carried out, and the events that it brought."""

    line: int
    text: str
    events: tuple[Any, ...]


class Failure(Struct, frozen=True):
    """An expectation that did not hold."""

    line: int
    expected: str
    got: str


class Outcome(Struct, frozen=True):
    """What came of a file."""

    failures: tuple[Failure, ...]
    steps: tuple[Step, ...]
    state: Any = None
    rules: TableRules[Any] | None = None

    @property
    def passed(self) -> bool:
        """Whether it did all that it expects."""
        return not self.failures


def replay(file: PitFile) -> Outcome:
    """Plays the file; PitError where it cannot be read or played."""
    rules, make = _open(file)
    wanted = file.header("refused")
    if isinstance(rules, Refusal):
        return _judge_refused(file, wanted, rules)
    if wanted:
        failure = Failure(file.headers("refused")[0][0], f"the table refused on {wanted}", "a lawful table")
        return Outcome((failure,), ())
    try:
        play = make(file, rules)
    except ValueError as error:
        raise PitError(1, str(error)) from None
    return _Replay(file, play).run(rules)


def _open(file: PitFile) -> tuple[TableRules[Any] | Refusal, Callable[[PitFile, TableRules[Any]], GamePlay]]:
    names = file.headers("rulebook")
    if not names:
        raise PitError(1, "no header 'rulebook'")
    line, name = names[0]
    try:
        book = load_rulebook(name)
    except LawError as error:
        raise PitError(line, str(error)) from None
    try:
        rules = resolve(book, read_options(file), read_limits(file))
    except ValueError as error:
        raise PitError(_chosen_at(file, str(error), line), str(error)) from None
    if isinstance(rules, Refusal) and not file.header("refused"):
        limits = file.headers("limits") if rules.kind == "limits" else []
        raise PitError(limits[0][0] if limits else _chosen_at(file, rules.message, line), str(rules))
    return rules, PLAYS[book.about.game if isinstance(rules, Refusal) else _played_in(file, rules)]


def _chosen_at(file: PitFile, complaint: str, otherwise: int) -> int:
    """The header line of the option that a complaint names, else the first with options."""
    options = file.headers("options")
    for number, value in options:
        names = (word.partition("=")[0] for word in value.split())
        if any(f"option {name}:" in complaint or f"option '{name}'" in complaint for name in names):
            return number
    return options[0][0] if options else otherwise


def _played_in(file: PitFile, rules: TableRules[Any]) -> str:
    """The game of a file. Where a tournament is held at tables of blackjack, one of them may be written down alone."""
    directed = any(
        isinstance(line, Does | MustBeRefused) and line.act.actor == HOUSE and line.act.verb in HOUSE_VERBS
        for line in file.lines
    )
    return game_of(rules) if directed else load_rulebook(rules.rulebook).about.game


def _judge_refused(file: PitFile, wanted: str, refusal: Refusal) -> Outcome:
    for number, line in enumerate(file.lines, 1):
        if isinstance(line, Does | MustBeRefused | Expects):
            raise PitError(number, "nothing follows where the table itself must be refused")
    if meets(wanted.removeprefix(f"{refusal.rulebook}:"), refusal.clauses):
        return Outcome((), ())
    line_number = file.headers("refused")[0][0]
    return Outcome((Failure(line_number, f"the table refused on {wanted}", f"a refusal: {refusal}"),), ())


class _Replay:
    """Every line in turn."""

    def __init__(self, file: PitFile, play: GamePlay) -> None:
        self.file = file
        self.game = play
        self.steps = [Step(0, "open", tuple(play.opening))]
        self.failures: list[Failure] = []
        self.book = load_rulebook(file.header("rulebook"))

    def run(self, rules: TableRules[Any]) -> Outcome:
        """After a line that fails, the rest of the file means nothing and is left."""
        for number, line in enumerate(self.file.lines, 1):
            try:
                if isinstance(line, Does):
                    self._does(number, line.act)
                elif isinstance(line, MustBeRefused):
                    self._must_be_refused(number, line)
                elif isinstance(line, Expects):
                    self._expects(number, line)
            except ValueError as error:
                raise PitError(number, str(error)) from None
            if self.failures:
                break
        return Outcome(tuple(self.failures), tuple(self.steps), self.game.state, rules)

    def _known(self, clause: str) -> None:
        """A slip of the pen in a clause would make an expectation that can never hold, or always does."""
        if clause and not has_clause(self.book, clause):
            raise ValueError(f"{self.book.id} has no clause {clause}")

    def _own(self, clause: str) -> str:
        """A clause as the table cites it, where the file names its own rulebook in front."""
        return clause.removeprefix(f"{self.book.id}:")

    def _does(self, number: int, act: Act) -> None:
        events = self.game.does(act)
        if isinstance(events, Refusal):
            self.failures.append(Failure(number, f"{act} to be allowed", f"a refusal: {events}"))
        else:
            self.steps.append(Step(number, str(act), tuple(events)))

    def _must_be_refused(self, number: int, line: MustBeRefused) -> None:
        self._known(line.clause)
        refusal = self.game.refusal(line.act)
        on = f" on {line.clause}" if line.clause else ""
        expected = f"{line.act} to be refused{on}"
        if refusal is None:
            self.failures.append(Failure(number, expected, "it is allowed"))
        elif line.clause and not meets(self._own(line.clause), refusal.clauses):
            rests = clause_list(refusal.clauses) or "no clause"
            self.failures.append(Failure(number, expected, f"a refusal on {rests}: {refusal.message}"))

    def _expects(self, number: int, line: Expects) -> None:
        words = line.words
        after_not = words[1:] if words[0] == "not" else words
        if after_not[:1] == ("cited",):
            self._known(" ".join(after_not[1:]))
            words = tuple(self._own(word) for word in words)
        expected, got = self.game.expects(words)
        if expected != got:
            self.failures.append(Failure(number, f"{line.words[0]} {expected}", got))
