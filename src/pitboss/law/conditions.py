"""Conditions of clauses: when a clause applies to an event, and when it forbids a command.

A condition is an expression over named facts, written beside its clause in ``clauses.toml``::

    applies = "WagerSettled and lost and dealer_higher"
    forbids = "SplitPair and hands_at_most"

Names in lower case are facts, which the game defines (``games/<game>/facts.py``); other names are types of events
or commands. ``and``, ``or``, ``not``, brackets and comparisons with constants are allowed.
"""

import ast
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from types import CodeType
from typing import Any, ClassVar, Final, Protocol, TypeVar

from msgspec import Struct

from pitboss.law.cite import Clauses, without_number
from pitboss.law.condition_code import FactTest, always, compile_for_type, never
from pitboss.law.errors import LawError
from pitboss.law.load import Clause, Rulebook, load_rulebook
from pitboss.law.resolve import TableRules

_ALLOWED: Final = (
    ast.Expression,
    ast.BoolOp,
    ast.And,
    ast.Or,
    ast.UnaryOp,
    ast.Not,
    ast.Name,
    ast.Load,
    ast.Compare,
    ast.Eq,
    ast.NotEq,
    ast.Lt,
    ast.LtE,
    ast.Gt,
    ast.GtE,
    ast.In,
    ast.NotIn,
    ast.Tuple,
    ast.Constant,
)

_F = TypeVar("_F", bound=Callable[[Any], Any])


def fact(words: str, *, neutral: bool = False) -> Callable[[_F], _F]:
    """Declares a method of ``Facts`` as a fact, with its wording; ``{name}`` in it is another fact's value.

    A neutral wording gives values and is true whether the fact is or not: ``the dealer has 17``.
    """

    def declare(method: _F) -> _F:
        method.words = words  # type: ignore[attr-defined]
        method.denied = words if neutral else f"not so that {words}"  # type: ignore[attr-defined]
        return method

    return declare


class Facts(Mapping[str, Any]):
    """The facts of one event, before it is applied, or of one refused command. Each is computed when it is read.

    A game defines a subclass with one ``@fact`` method for each name. ``subject`` is the event or the command.
    """

    words: ClassVar[dict[str, str]] = {}
    _denied: ClassVar[dict[str, str]] = {}
    _methods: ClassVar[dict[str, Callable[[Any], Any]]] = {}

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        methods = {name: value for name, value in vars(cls).items() if hasattr(value, "words")}
        cls._methods = {**cls._methods, **methods}
        cls.words = {**cls.words, **{name: value.words for name, value in methods.items()}}
        cls._denied = {**cls._denied, **{name: value.denied for name, value in methods.items()}}

    def __init__(self, subject: object, *, refused: bool = False) -> None:
        self.subject = subject
        self.refused = refused
        self.type_name = type(subject).__name__

    @property
    def subject_name(self) -> str:
        """The type of the subject, for messages."""
        return f"a refused {self.type_name}" if self.refused else self.type_name

    def __getitem__(self, name: str) -> Any:
        method = self._methods.get(name)
        return method(self) if method is not None else name == self.type_name

    def __iter__(self) -> Iterator[str]:
        return iter(self._methods)

    def __len__(self) -> int:
        return len(self._methods)

    def say(self, name: str) -> str:
        """Returns the wording of a fact with the values of this event."""
        return self.words[name].format_map(self)

    def is_neutral(self, name: str) -> bool:
        """Returns whether the wording gives values and is true whether the fact is or not."""
        return self.words[name] == self._denied[name]

    def deny(self, name: str) -> str:
        """Returns the wording of a fact that is false, with the values of this event."""
        return self._denied[name].format_map(self)


class Condition(Struct, frozen=True):
    """A compiled condition."""

    text: str
    names: tuple[str, ...]
    code: CodeType
    tree: ast.expr

    def holds(self, facts: Facts) -> bool:
        """Returns whether the condition holds in these facts."""
        return bool(eval(self.code, {"__builtins__": {}}, facts))

    def say(self, facts: Facts) -> str:
        """Returns the facts that make the condition true, in words: ``the first two cards total 13``.

        Of alternatives it is the first that holds. A false fact is named for a refusal alone, whose ground it may be.
        """
        reasons = _reasons(self.tree, facts, holds=True)
        said = (words for words, true in reasons if true or facts.refused)
        return ", ".join(dict.fromkeys(said))

    def say_unmet(self, facts: Facts) -> str:
        """Returns the first fact in words for which the condition is false; empty where it has no words."""
        return next((words for words, _ in _reasons(self.tree, facts, holds=False)), "")


def _reasons(node: ast.expr, facts: Facts, *, holds: bool) -> Iterator[tuple[str, bool]]:
    """Yields the facts in words for which a part of a condition holds or not, each with whether it is true."""
    if isinstance(node, ast.UnaryOp):
        yield from _reasons(node.operand, facts, holds=not holds)
    elif isinstance(node, ast.BoolOp):
        parts = node.values
        if isinstance(node.op, ast.Or) is holds:  # one part decides
            parts = [next(part for part in parts if _holds(part, facts) is holds)]
        for part in parts:
            yield from _reasons(part, facts, holds=holds)
    else:
        for name in (each.id for each in ast.walk(node) if isinstance(each, ast.Name)):
            if not facts.words.get(name):
                continue
            if facts[name] or facts.is_neutral(name):
                yield facts.say(name), True
            elif not holds:
                yield facts.deny(name), False


def _holds(node: ast.expr, facts: Facts) -> bool:
    return parse_condition(ast.unparse(node)).holds(facts)


@cache
def parse_condition(text: str) -> Condition:
    """Returns the compiled condition; raises ValueError where it is not an expression over facts."""
    try:
        tree = ast.parse(text, mode="eval")
    except SyntaxError as error:
        raise ValueError(f"'{text}' is not a condition: {error.msg}") from None
    for node in ast.walk(tree):
        if not isinstance(node, _ALLOWED):
            raise ValueError(f"'{text}' is not a condition: {type(node).__name__} is not allowed in it")
    names = tuple(dict.fromkeys(node.id for node in ast.walk(tree) if isinstance(node, ast.Name)))
    return Condition(text, names, compile(tree, "<condition>", "eval"), tree.body)


class CitationError(Struct, frozen=True):
    """A citation that its clause's condition contradicts, or a clause that decides an event and is not cited."""

    clause: str
    subject: str
    cited: bool
    condition: str

    def __str__(self) -> str:
        if self.cited and not self.condition:
            return f"{self.subject} cites {self.clause}, which declares no condition for it"
        if self.cited:
            return f"{self.subject} cites {self.clause}, but '{self.condition}' is false"
        return f"{self.subject} does not cite {self.clause}, though '{self.condition}' is true"


class ClauseConditions:
    """The conditions of a rulebook's clauses, by the id under which a clause is cited.

    A clause without a condition is not checked; ``without_condition`` lists those that a rulebook still lacks.
    """

    def __init__(self, book: Rulebook) -> None:
        self.applies = _by_id(book, lambda clause: clause.applies)
        self.forbids = _by_id(book, lambda clause: clause.forbids)
        #: The clauses that must be cited by an event of this type, or by a refusal, wherever their condition holds.
        self.deciding: dict[str, list[tuple[str, Condition]]] = {}
        self._tests: dict[tuple[type[Facts], bool, str], _TypeTests] = {}
        for clause in book.clauses:
            for name in clause.decides:
                text = clause.forbids if name == REFUSAL else clause.applies
                if not text:
                    raise LawError(f"{book.id}: clause {clause.id} decides {name} without a condition")
                self.deciding.setdefault(name, []).append((without_number(clause.id), parse_condition(text)))
            if clause.refuses:
                required = (without_number(clause.id), parse_condition(clause.refuses))
                self.deciding.setdefault(REFUSAL, []).append(required)

    def __bool__(self) -> bool:
        """Whether the rulebook declares any condition; one that declares none is not checked."""
        return bool(self.applies or self.forbids)

    def fact_of(self, clause: str, facts: Facts) -> str:
        """Returns the fact on which a citation rests, in words; empty if the clause has no condition."""
        table = self.forbids if facts.refused else self.applies
        return next((said for each in table.get(clause, ()) if each.holds(facts) and (said := each.say(facts))), "")

    def check(self, clauses: Clauses, facts: Facts, *, complete: bool = False) -> list[CitationError]:
        """Returns the errors in the citations of one event or refusal.

        With ``complete``, a citation of a clause without a condition is an error too.
        """
        tests = self._tests_of(facts)
        errors = []
        for clause in clauses:
            test = tests.cited.get(clause)
            if test is None:
                conditions = tests.table.get(clause, ())
                if not conditions and not complete:
                    continue
                test = tests.cited[clause] = _compile(conditions, facts)
            if not test(facts):
                text = "' or '".join(condition.text for condition in tests.table.get(clause, ()))
                errors.append(CitationError(clause, facts.subject_name, True, text))
        for clause, test, text in tests.deciding:
            if clause not in clauses and test(facts):
                errors.append(CitationError(clause, facts.subject_name, False, text))
        return errors

    def test_of(self, clauses: Clauses, facts: Facts, *, complete: bool = False) -> FactTest:
        """Returns a test that holds for facts of this type where ``check`` finds no error in these citations."""
        tests = self._tests_of(facts)
        cited = [tests.table.get(clause, ()) for clause in clauses]
        parts = [_any_of(conditions) for conditions in cited if conditions or complete]
        parts += [f"not ({text})" for clause, _, text in tests.deciding if clause not in clauses]
        return compile_for_type((" and ".join(parts) or "True",), facts.type_name, tuple(facts))

    def _tests_of(self, facts: Facts) -> "_TypeTests":
        """Returns the compiled conditions for facts of this type; cached."""
        key = type(facts), facts.refused, facts.type_name
        tests = self._tests.get(key)
        if tests is None:
            deciding = self.deciding.get(REFUSAL if facts.refused else facts.type_name, ())
            compiled = [(clause, _compile((each,), facts), each.text) for clause, each in deciding]
            possible = [each for each in compiled if each[1] is not never]
            tests = self._tests[key] = _TypeTests(self.forbids if facts.refused else self.applies, {}, possible)
        return tests


class _TypeTests(Struct, frozen=True):
    """The conditions for one type of event or refused command: the table of all, and those compiled so far."""

    table: Mapping[str, tuple[Condition, ...]]
    cited: dict[str, FactTest]
    deciding: list[tuple[str, FactTest, str]]


def _any_of(conditions: Iterable[Condition]) -> str:
    alternatives = " or ".join(f"({condition.text})" for condition in conditions)
    return f"({alternatives or 'False'})"


def _compile(conditions: Iterable[Condition], facts: Facts) -> FactTest:
    return compile_for_type(tuple(condition.text for condition in conditions), facts.type_name, tuple(facts))


#: The name under which ``decides`` lists refusals; other names are types of events.
REFUSAL: Final = "refusal"


def _by_id(book: Rulebook, text_of: Callable[[Clause], str]) -> dict[str, tuple[Condition, ...]]:
    conditions: dict[str, list[Condition]] = {}
    for clause in book.clauses:
        if text_of(clause):
            conditions.setdefault(without_number(clause.id), []).append(parse_condition(text_of(clause)))
    return {name: tuple(each) for name, each in conditions.items()}


def conditions_of(rules: TableRules[Any]) -> ClauseConditions:
    """Returns the conditions of the rulebook of a table; cached in the rules."""
    conditions: ClauseConditions | None = rules.memo.get("conditions")
    if conditions is None:
        conditions = rules.memo["conditions"] = ClauseConditions(load_rulebook(rules.rulebook))
    return conditions


class FactTracker(Protocol):
    """Follows the events of one table and gives the facts of each. A game offers one as ``Game.citation_facts``."""

    def follows(self, event: Any) -> bool:
        """Returns whether this is an event of the game; a log holds others too, of seeds and purses."""

    def facts(self, event: Any) -> Facts:
        """Returns the facts of the next event, which is not applied yet."""

    def refused(self, command: Any) -> Facts | None:
        """Returns the facts of a command, or of a parsed line, that is refused now; None if they are not checked."""

    def apply(self, event: Any) -> None:
        """Applies the event."""


class CitationChecker:
    """Checks every citation at one table against the conditions of its clauses."""

    def __init__(self, rules: TableRules[Any], tracker: FactTracker, *, complete: bool = False) -> None:
        self._conditions = conditions_of(rules)
        self._checks = bool(self._conditions)
        self._tracker = tracker
        self._complete = complete
        #: By type of event and clauses that it cites: one test of all the conditions.
        self._tests: dict[tuple[type, Clauses], FactTest] = {}

    def events(self, events: Iterable[Any]) -> list[CitationError]:
        """Returns the errors in the citations of these events, and applies them."""
        errors = []
        tracker = self._tracker
        for event in events:
            if not tracker.follows(event):
                continue
            if self._checks and self._tests.get((type(event), event.clauses)) is not always:
                errors += self._errors(event)
            tracker.apply(event)
        return errors

    def _errors(self, event: Any) -> list[CitationError]:
        """Returns the errors in the citations of the next event."""
        facts, key = self._tracker.facts(event), (type(event), event.clauses)
        test = self._tests.get(key)
        if test is None:
            test = self._tests[key] = self._conditions.test_of(event.clauses, facts, complete=self._complete)
        return [] if test(facts) else self._conditions.check(event.clauses, facts, complete=self._complete)

    def refusal(self, command: Any, clauses: Clauses) -> list[CitationError]:
        """Returns the errors in the citations of the refusal of a command."""
        facts = self._tracker.refused(command) if self._checks else None
        return self._conditions.check(clauses, facts, complete=self._complete) if facts is not None else []


def without_condition(book: Rulebook, cited: Iterable[str]) -> list[str]:
    """Returns the clauses among those cited that declare neither ``applies`` nor ``forbids``."""
    declared = {without_number(clause.id) for clause in book.clauses if clause.applies or clause.forbids}
    return [clause for clause in dict.fromkeys(cited) if clause not in declared]


def unknown_names(book: Rulebook, known: Iterable[str]) -> list[str]:
    """Returns ``clause: name`` for each name in a condition that is not known to the game."""
    names = set(known)
    return [
        f"{clause.id}: {name}"
        for clause in book.clauses
        for text in (clause.applies, clause.forbids, clause.refuses)
        if text
        for name in parse_condition(text).names
        if name not in names
    ]
