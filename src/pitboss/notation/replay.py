"""Plays a ``.pit`` file and checks what it expects."""

from collections.abc import Iterator

from msgspec import Struct

from pitboss.blackjack import State, act, legal_actions, open_state, refusal_of
from pitboss.blackjack import commands as cmd
from pitboss.blackjack import events as ev
from pitboss.blackjack.chance import UnknownOutcome
from pitboss.law import LawError, Refusal, TableRules, load_rulebook, resolve
from pitboss.law.cite import clause_list, meets
from pitboss.law.resolve import BlackjackRules
from pitboss.law.ways import ShoeKind
from pitboss.notation.expect import Witness, expectation
from pitboss.notation.header import (
    DEFAULT_PURSE,
    check_counts,
    check_used,
    listed_chance,
    read_limits,
    read_options,
    read_players,
)
from pitboss.notation.pit import Act, Does, Expects, MustBeRefused, PitError, PitFile
from pitboss.notation.words import BadWords, command_words, read_command


class Step(Struct, frozen=True):
    """A line that was carried out, and the events that it brought."""

    line: int
    text: str
    events: tuple[ev.Event, ...]


class Failure(Struct, frozen=True):
    """An expectation that did not hold."""

    line: int
    expected: str
    got: str


class Outcome(Struct, frozen=True):
    """What came of a file."""

    failures: tuple[Failure, ...]
    steps: tuple[Step, ...]
    state: State | None = None
    rules: BlackjackRules | None = None

    @property
    def passed(self) -> bool:
        """Whether it did all that it expects."""
        return not self.failures


def replay(file: PitFile) -> Outcome:
    """Plays the file; PitError where it cannot be read or played."""
    rules = _open(file)
    wanted = file.header("refused")
    if isinstance(rules, Refusal):
        return _judge_refused(file, wanted, rules)
    if wanted:
        failure = Failure(file.headers("refused")[0][0], f"the table refused on {wanted}", "a lawful table")
        return Outcome((failure,), ())
    return _Replay(file, rules).play()


def _open(file: PitFile) -> BlackjackRules | Refusal:
    names = file.headers("rulebook")
    if not names:
        raise PitError(1, "no header 'rulebook'")
    line, name = names[0]
    try:
        book = load_rulebook(name)
    except LawError as error:
        raise PitError(line, str(error)) from None
    options = file.headers("options")
    try:
        rules = resolve(book, read_options(file), read_limits(file))
    except ValueError as error:
        raise PitError(options[0][0] if options else line, str(error)) from None
    if book.about.game != "blackjack" and isinstance(rules, TableRules):
        raise PitError(line, f"{name} can be read, but its game is not played yet")
    if isinstance(rules, Refusal) and not file.header("refused"):
        raise PitError(options[0][0] if options else line, str(rules))
    return rules


def _judge_refused(file: PitFile, wanted: str, refusal: Refusal) -> Outcome:
    for number, line in enumerate(file.lines, 1):
        if isinstance(line, Does | MustBeRefused | Expects):
            raise PitError(number, "nothing follows where the table itself must be refused")
    if meets(wanted, refusal.clauses):
        return Outcome((), ())
    line_number = file.headers("refused")[0][0]
    return Outcome((Failure(line_number, f"the table refused on {wanted}", f"a refusal: {refusal}"),), ())


def _people(file: PitFile) -> Iterator[str]:
    """Everybody who does anything in the file."""
    for line in file.lines:
        if isinstance(line, Does | MustBeRefused) and line.act.actor != cmd.HOUSE:
            yield line.act.actor


class _Replay:
    """A file being played."""

    def __init__(self, file: PitFile, rules: BlackjackRules) -> None:
        self.file = file
        self.rules = rules
        terms = rules.terms
        self.chance = listed_chance(file, double=terms.shoe is ShoeKind.DOUBLE)
        check_used(file, double=terms.shoe is ShoeKind.DOUBLE)
        if terms.shoe is not ShoeKind.CONTINUOUS:  # where used cards come back
            check_counts(file, self._decks(), {"a": terms.decks_a, "b": terms.decks_b})
        self.state, events = open_state(rules, self.chance)
        self.steps = [Step(0, "open", tuple(events))]
        self.failures: list[Failure] = []
        self.witness = Witness(rules, self.state)
        self.witness.saw(events)
        purses = read_players(file)
        for name in dict.fromkeys((*purses, *_people(file))):
            act(rules, self.state, cmd.JoinTable(player=name, money=purses.get(name, DEFAULT_PURSE)), self.chance)

    def _decks(self) -> int:
        decks = self.rules.terms.decks
        return decks // 2 if self.rules.options.get("automated_shuffler") else decks

    def play(self) -> Outcome:
        """Every line in turn; after a line that fails, the rest of the file means nothing and is left."""
        for number, line in enumerate(self.file.lines, 1):
            if isinstance(line, Does):
                self._does(number, line.act)
            elif isinstance(line, MustBeRefused):
                self._must_be_refused(number, line)
            elif isinstance(line, Expects):
                self._expects(number, line)
            if self.failures:
                break
        return Outcome(tuple(self.failures), tuple(self.steps), self.state, self.rules)

    def _command(self, number: int, words: Act) -> cmd.Command:
        if words.table:
            raise PitError(number, f"'{words.table}': only a tournament has several tables")
        try:
            return read_command(words)
        except BadWords as error:
            raise PitError(number, str(error)) from None

    def _does(self, number: int, words: Act) -> None:
        command = self._command(number, words)
        try:
            events = act(self.rules, self.state, command, self.chance)
        except UnknownOutcome as error:
            raise PitError(number, str(error)) from None
        if isinstance(events, Refusal):
            self.failures.append(Failure(number, f"{words} to be allowed", f"a refusal: {events}"))
            return
        self.steps.append(Step(number, command_words(command), tuple(events)))
        self.witness.saw(events)

    def _must_be_refused(self, number: int, line: MustBeRefused) -> None:
        command = self._command(number, line.act)
        refusal = refusal_of(self.rules, self.state, command)
        on = f" on {line.clause}" if line.clause else ""
        expected = f"{line.act} to be refused{on}"
        if refusal is None:
            self.failures.append(Failure(number, expected, "it is allowed"))
        elif line.clause and not meets(line.clause, refusal.clauses):
            rests = clause_list(refusal.clauses) or "no clause"
            self.failures.append(Failure(number, expected, f"a refusal on {rests}: {refusal.message}"))

    def _expects(self, number: int, line: Expects) -> None:
        try:
            expected, got = expectation(self.witness, line.words, legal_actions(self.rules, self.state))
        except ValueError as error:
            raise PitError(number, str(error)) from None
        if expected != got:
            self.failures.append(Failure(number, f"{line.words[0]} {expected}", got))
