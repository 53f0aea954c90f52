"""Replays a ``.pit`` file of any game and checks its expectations."""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from pitboss.games.commands import Attest
from pitboss.games.header import read_limits, read_options
from pitboss.games.live.base import THE_HOUSE
from pitboss.games.live.duties import DutyBook, read_attest
from pitboss.games.registry import Game, GamePlay, find_game
from pitboss.law import LawError, Refusal, Rulebook, TableRules, load_rulebook, resolve
from pitboss.law.cite import any_covered, clause_list
from pitboss.law.conditions import CitationChecker, CitationError
from pitboss.law.header_facts import check_header
from pitboss.law.load import has_clause
from pitboss.law.resolve import game_of
from pitboss.notation.citations import evaluate_cited, own_clause, read_clauses
from pitboss.pit import Act, Does, Expects, MustBeRefused, PitError, PitFile

#: In the header ``refused``: no clause forbids such a table, but a bound of the rulebook where the law is silent.
BY_POLICY = "policy"


class Step(Struct, frozen=True):
    """An executed line and its events."""

    line: int
    text: str
    events: tuple[Any, ...]


class RefusedLine(Struct, frozen=True):
    """A line that had to be refused, and its refusal."""

    line: int
    act: Act
    refusal: Refusal

    @property
    def text(self) -> str:
        """The line as it was written."""
        return str(self.act)


class Failure(Struct, frozen=True):
    """An expectation that did not hold."""

    line: int
    expected: str
    got: str


class Outcome(Struct, frozen=True):
    """The result of a replay."""

    failures: tuple[Failure, ...]
    steps: tuple[Step, ...]
    state: Any = None
    rules: TableRules[Any] | None = None
    #: The name of the game.
    game: str = ""
    refused: tuple[RefusedLine, ...] = ()

    @property
    def passed(self) -> bool:
        """Whether every expectation held."""
        return not self.failures


def replay(file: PitFile, *, check_citations: bool = False) -> Outcome:
    """Replays the file; raises PitError where it cannot be parsed or played.

    With ``check_citations``, a citation that contradicts the condition of its clause is a failure.
    """
    rules, game = _open(file)
    wanted = file.header("refused")
    if isinstance(rules, Refusal):
        outcome = _judge_refused(file, wanted, rules)
        return _check_refused(file, rules) if check_citations and outcome.passed else outcome
    duties = _duties(file, load_rulebook(file.header("rulebook")))
    rules = replace(rules, attested_before_payment=duties.before_payment())
    if wanted:
        failure = Failure(file.headers("refused")[0][0], f"the table refused on {wanted}", "a lawful table")
        return Outcome((failure,), ())
    try:
        play = game.replay(file, rules)
    except ValueError as error:
        raise PitError(1, str(error)) from None
    checker = None
    if check_citations and game.citation_facts is not None:
        checker = CitationChecker(rules, game.citation_facts(rules))
    return _Replay(file, play, rules, game.name, checker=checker, duties=duties).run()


def _open(file: PitFile) -> tuple[TableRules[Any] | Refusal, Game]:
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
    return rules, find_game(book.about.game if isinstance(rules, Refusal) else _played_in(file, rules))


def _chosen_at(file: PitFile, complaint: str, otherwise: int) -> int:
    """Returns the header line of the option that an error names, else the first line with options."""
    options = file.headers("options")
    for number, value in options:
        names = (word.partition("=")[0] for word in value.split())
        if any(f"option {name}:" in complaint or f"option '{name}'" in complaint for name in names):
            return number
    return options[0][0] if options else otherwise


def _played_in(file: PitFile, rules: TableRules[Any]) -> str:
    """Returns the game of a file: one that is held around another only where the file plays it."""
    game = game_of(rules)
    return game if find_game(game).plays(file) else load_rulebook(rules.rulebook).about.game


def _judge_refused(file: PitFile, wanted: str, refusal: Refusal) -> Outcome:
    for number, line in enumerate(file.lines, 1):
        if isinstance(line, Does | MustBeRefused | Expects):
            raise PitError(number, "nothing follows where the table itself must be refused")
    clause = wanted.removeprefix(f"{refusal.rulebook}:")
    if any_covered(clause, refusal.clauses) or (clause == BY_POLICY and not refusal.clauses):
        return Outcome((), ())
    line_number = file.headers("refused")[0][0]
    return Outcome((Failure(line_number, f"the table refused on {wanted}", f"a refusal: {refusal}"),), ())


def _check_refused(file: PitFile, refusal: Refusal) -> Outcome:
    """Compares the citations of a refused table with the conditions of their clauses."""
    book = load_rulebook(file.header("rulebook"))
    errors = check_header(book, read_options(file), read_limits(file), refusal.clauses)
    line = file.headers("refused")[0][0]
    return Outcome(tuple(Failure(line, "citations that the choices support", str(error)) for error in errors), ())


def _duties(file: PitFile, book: Rulebook) -> DutyBook:
    """Returns the duties of a file; without the header the house attests them all itself."""
    try:
        return DutyBook(book, file.header("duties"))
    except ValueError as error:
        raise PitError(file.headers("duties")[0][0], str(error)) from None


class _Replay:
    """Executes the lines in order."""

    def __init__(
        self,
        file: PitFile,
        play: GamePlay,
        rules: TableRules[Any],
        game: str,
        *,
        checker: CitationChecker | None,
        duties: DutyBook,
    ) -> None:
        self.file = file
        self.game = play
        self.rules = rules
        self.game_name = game
        self.checker = checker
        self.steps = [Step(0, "open", tuple(play.opening))]
        self.refused: list[RefusedLine] = []
        self.failures: list[Failure] = []
        self.book = load_rulebook(file.header("rulebook"))
        self.duties = duties
        self.steps[0] = replace(self.steps[0], events=self.duties.note(self.steps[0].events))
        #: The events of the last executed line.
        self.events: tuple[Any, ...] = self.steps[0].events

    def run(self) -> Outcome:
        """Stops at the first failure: the lines after it depend on it."""
        if self.checker is not None:
            self._wrong_citations(0, self.checker.events(self.steps[0].events))
        for number, line in enumerate(self.file.lines, 1):
            try:
                if isinstance(line, Does):
                    self._does(number, line.act)
                elif isinstance(line, MustBeRefused):
                    self._must_be_refused(number, line)
                elif isinstance(line, Expects):
                    self._expects(number, line)
            except (LawError, ValueError) as error:
                raise PitError(number, str(error)) from None
            if self.failures:
                break
        return Outcome(
            tuple(self.failures),
            tuple(self.steps),
            self.game.state,
            self.rules,
            self.game_name,
            tuple(self.refused),
        )

    def _known(self, clause: str) -> None:
        """Raises ValueError for an unknown clause: its expectation could never hold, or never fail."""
        if clause and not has_clause(self.book, clause):
            raise ValueError(f"{self.book.id} has no clause {clause}")

    def _does(self, number: int, act: Act) -> None:
        events = self._execute(act)
        if isinstance(events, Refusal):
            self.failures.append(Failure(number, f"{act} to be allowed", f"a refusal: {events}"))
        else:
            self.events = tuple(events)
            self.steps.append(Step(number, str(act), self.events))
            if self.checker is not None:
                self._wrong_citations(number, self.checker.events(events))

    def _execute(self, act: Act) -> Sequence[Any] | Refusal:
        """Executes a line; the house of a file attests in every role."""
        events: Sequence[Any] | Refusal
        if act.verb == Attest.verb:
            events = self.duties.attest(THE_HOUSE, read_attest(act))
        else:
            command = self.game.read(act)
            events = self.duties.refusal(command) or self.game.does(command)
        return events if isinstance(events, Refusal) else self.duties.follow(events, self.game.release_payment)

    def _refusal(self, act: Act) -> Refusal | None:
        if act.verb == Attest.verb:
            attested = self.duties.copy().attest(THE_HOUSE, read_attest(act))
            return attested if isinstance(attested, Refusal) else None
        command = self.game.read(act)
        return self.duties.refusal(command) or self.game.refusal(command)

    def _must_be_refused(self, number: int, line: MustBeRefused) -> None:
        self._known(line.clause)
        excluded = read_clauses(self.book, line.excluded)
        refusal = self._refusal(line.act)
        on = f" on {line.clause}" if line.clause else ""
        expected = f"{line.act} to be refused{on}"
        if refusal is None:
            self.failures.append(Failure(number, expected, "it is allowed"))
            return
        self.refused.append(RefusedLine(number, line.act, refusal))
        got = f"a refusal on {clause_list(refusal.clauses) or 'no clause'}: {refusal.message}"
        if line.clause and not any_covered(own_clause(self.book, line.clause), refusal.clauses):
            self.failures.append(Failure(number, expected, got))
            return
        wrong = next((clause for clause in excluded if any_covered(clause, refusal.clauses)), "")
        if wrong:
            self.failures.append(Failure(number, f"{line.act} to be refused, not on {wrong}", got))
        elif self.checker is not None:
            self._wrong_citations(number, self.checker.refusal(line.act, refusal.clauses))

    def _wrong_citations(self, number: int, errors: list[CitationError]) -> None:
        self.failures += (Failure(number, "citations that the facts support", str(error)) for error in errors)

    def _expects(self, number: int, line: Expects) -> None:
        """Checks an expectation; with ``not`` in front, that it does not hold."""
        negated = line.words[0] == "not" and len(line.words) > 1
        words = line.words[1:] if negated else line.words
        if words[0] == "cited":
            expected, got = evaluate_cited(self.book, self.rules, self.game_name, self.events, words)
        else:
            expected, got = self.game.expects(words)
        if (expected == got) is negated:
            front, back = ("not ", f"{words[0]} ") if negated else ("", "")
            self.failures.append(Failure(number, f"{front}{words[0]} {expected}", f"{back}{got}"))
