"""The schema of a rulebook, and loading one from its folder.

Every LawError names the file and the path inside it.
"""

import tomllib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from importlib.resources.abc import Traversable
from typing import Any, Final, Literal, TypeVar, get_args, get_origin

import msgspec
from msgspec import Struct, field

from pitboss.law.cite import CitedEntry, Clauses, covers, without_number
from pitboss.law.errors import LawError
from pitboss.law.irregularities import Irregularity
from pitboss.law.options import Option
from pitboss.law.paths import (
    LABORATORY,
    RULES_FILE,
    add_rulebook_folder,
    find_rulebook,
    remove_rulebook_folder,
    rulebook_paths,
)
from pitboss.law.terms import TERMS
from pitboss.law.validate import validate_rulebook
from pitboss.search_path import environment_text

T = TypeVar("T")
Kind = Literal["rule", "option", "procedure", "irregularity", "conduct", "physical", "missing"]
#: What waits for a duty where it is not a command: the payment of a wager.
PAYMENT: Final = "payment"


class About(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Identity of the document: id, title, game, authority.

    ``name`` is what players call a table of the rulebook, and ``document`` the document in a few words, for the small
    print under it; both default to the title. ``cloth`` is the colour of its table on the page, such as #1c3768.
    """

    id: str
    title: str
    game: str
    authority: str
    version: str = ""
    base: str = ""
    name: str = ""
    document: str = ""
    cloth: str = ""


class Preset(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A suggested practice table: choices that differ from the defaults, and the bots at the other boxes."""

    title: str
    choices: dict[str, str] = field(default_factory=dict)
    limits: str = ""
    bots: int = 0
    #: Whether the practice house opens its public table with these choices.
    open_to_all: bool = False
    #: Whether it is the room of a visitor who has chosen nothing.
    play_now: bool = False
    #: Whether the form of a room offers it beside the presets of every rulebook.
    featured: bool = False


class Rule(CitedEntry, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A setting or a ground with its clause; ``policy`` is the reason where the document is silent.

    ``map`` maps each choice of the option to a value.
    """

    value: Any = None
    option: str = ""
    map: dict[str, Any] = field(default_factory=dict)
    clause: str | Clauses = ()
    policy: str = ""
    #: The clause whose reading in the ledger explains the policy and names the other reading.
    read_with: str = ""


class Constraint(CitedEntry, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A condition on the choices: required or absent options, an existing pay table, or a named check."""

    says: str
    when: dict[str, Any] = field(default_factory=dict)
    require: dict[str, Any] = field(default_factory=dict)
    absent: tuple[str, ...] = ()
    scale_of: str = ""
    check: str = ""
    given: dict[str, Any] = field(default_factory=dict)


class CrossTableRule(CitedEntry, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A rule across the tables of one casino: an option or a measure that must be equal at all of them."""

    says: str
    when: dict[str, Any]
    same: str = ""
    measure: str = ""
    given: dict[str, Any] = field(default_factory=dict)
    #: The tolerance between two measures.
    within: str = "0"


class PayLineData(CitedEntry, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One line of a pay table in the data: odds, or a fixed award."""

    odds: str = ""
    award: str = ""


class WagerData(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A side wager in the data."""

    play: str
    offered: Rule
    placed: Rule
    amount: Rule
    settled: Rule
    lines: dict[str, PayLineData] = field(default_factory=dict)
    scales: dict[str, dict[str, PayLineData]] = field(default_factory=dict)
    scale: tuple[str, ...] = ()
    details: dict[str, Any] = field(default_factory=dict)
    grounds: dict[str, Rule] = field(default_factory=dict)


class Variant(CitedEntry, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The condition of a layer and its clause; ``around`` is ``tournament`` if the layer holds one at the tables.

    ``conditions`` is the clause of the terms that such a layer leaves to the operator's conditions; else ``clause``.
    """

    title: str
    when: dict[str, Any]
    around: str = ""
    conditions: str = ""


class Layer(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Rules that override the main rules when the operator chooses the variant."""

    variant: Variant
    defaults: dict[str, Any] = field(default_factory=dict)
    rules: dict[str, Rule] = field(default_factory=dict)
    irregularities: dict[str, Irregularity] = field(default_factory=dict)

    def game(self, book: About) -> str:
        """Returns the game that the layer's rules belong to."""
        return self.variant.around or book.game


class Duty(CitedEntry, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the law asks of a person: the role, the clause, and the moment.

    ``steps`` are the names of events that state it as done; ``occasions`` are events at which it is due and that state
    something else. ``before`` are the commands (``deal``, ``irregularity upcard_collected``) that wait while it is
    open, or PAYMENT for the payment that it precedes; with ``prior`` the first command needs it each time, unless it
    has the part ``exempt`` (``box=``). ``apart_from`` is the duty that another person attests.
    """

    role: str
    says: str
    steps: tuple[str, ...] = ()
    occasions: tuple[str, ...] = ()
    before: tuple[str, ...] = ()
    prior: bool = False
    exempt: str = ""
    apart_from: str = ""

    @property
    def precedes_payment(self) -> bool:
        """Whether a payment waits for the duty."""
        return PAYMENT in self.before


class RulesFile(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Schema of ``rules.toml``."""

    rulebook: About
    options: dict[str, Option] = field(default_factory=dict)
    constraints: tuple[Constraint, ...] = ()
    #: Constraints that are not enforced: a table that breaks one opens with a warning.
    warnings: tuple[Constraint, ...] = ()
    alike: tuple[CrossTableRule, ...] = ()
    rules: dict[str, Rule] = field(default_factory=dict)
    wagers: dict[str, WagerData] = field(default_factory=dict)
    irregularities: dict[str, Irregularity] = field(default_factory=dict)
    presets: dict[str, Preset] = field(default_factory=dict)
    #: What the law asks of a person, by the name under which it is attested.
    duties: dict[str, Duty] = field(default_factory=dict)


class Clause(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One row of the clause ledger."""

    id: str
    kind: Kind
    summary: str
    reason: str = ""
    reading: str = ""
    reading_text: str = ""
    #: When an event may cite it, and when it forbids a command: expressions over facts (``law.conditions``).
    applies: str = ""
    forbids: str = ""
    #: In which facts every refusal must cite it.
    refuses: str = ""
    #: For which choices of the operator it forbids a table: an expression over ``law.header_facts``.
    bars: str = ""
    #: The types of events, or ``refusal``, that must cite it wherever its condition holds.
    decides: tuple[str, ...] = ()


class Ledger(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Schema of ``clauses.toml``."""

    clause: tuple[Clause, ...]


class Rulebook(Struct, frozen=True, kw_only=True):
    """One validated document as data: the values that it permits."""

    about: About
    options: dict[str, Option]
    constraints: tuple[Constraint, ...]
    warnings: tuple[Constraint, ...]
    alike: tuple[CrossTableRule, ...]
    rules: dict[str, Rule]
    wagers: dict[str, WagerData]
    irregularities: dict[str, Irregularity]
    duties: dict[str, Duty]
    layers: dict[str, Layer]
    clauses: tuple[Clause, ...]
    presets: dict[str, Preset] = field(default_factory=dict)

    @property
    def id(self) -> str:
        """The id of the rulebook."""
        return self.about.id

    @property
    def name(self) -> str:
        """What players call a table of the rulebook."""
        return self.about.name or self.about.title

    @property
    def document(self) -> str:
        """The document in a few words."""
        return self.about.document or self.about.title


#: The book of rules in shorthand (``law.laboratory``): its one choice, ``rules``, holds the abbreviations.
LABORATORY_BOOK: Final = Rulebook(
    about=About(
        id=LABORATORY,
        title="Laboratory rules (no law)",
        name="Your own rules",
        document="Shorthand; no law, for practice only",
        game="blackjack",
        authority="none: no document allows or forbids them",
    ),
    options={},
    constraints=(),
    warnings=(),
    alike=(),
    rules={},
    wagers={},
    irregularities={},
    duties={},
    layers={},
    clauses=(),
)


def has_clause(book: Rulebook, named: str) -> bool:
    """Returns whether the document has the clause or parts of it; ``other:clause`` looks it up in another document."""
    other, colon, clause = named.partition(":")
    if colon and other in rulebook_ids():
        return has_clause(load_rulebook(other), clause)
    return any(covers(named, without_number(clause.id)) for clause in book.clauses)


def preload_fields(*kinds: type) -> None:
    """Makes msgspec cache the fields of these structs: it crashes if several threads decode them first at once."""
    for kind in kinds:
        msgspec.json.Decoder(kind)


preload_fields(RulesFile, Layer, Ledger, *TERMS.values())


def rulebook_ids() -> tuple[str, ...]:
    """Returns the ids of all rulebooks, sorted; raises LawError for an id that two folders have."""
    return tuple(rulebook_paths())


def load_rulebook(name: str) -> Rulebook:
    """Returns the rulebook with this id (cached); raises LawError if it does not exist or is invalid.

    ``laboratory`` is the book of rules in shorthand, which is no document: ``rulebook_ids`` does not list it.
    """
    if not isinstance(name, str):
        raise TypeError(
            f"a rulebook is named by text: write load_rulebook('NAME') with one of rulebook_ids(), not {name!r}"
        )
    if name == LABORATORY:
        return LABORATORY_BOOK
    return _substitutes.get(name) or _load(name, environment_text())


#: Rulebooks that stand in for those on disk while ``substitute_rulebook`` is active.
_substitutes: dict[str, Rulebook] = {}


@contextmanager
def substitute_rulebook(book: Rulebook) -> Iterator[None]:
    """Makes ``load_rulebook`` return this rulebook for its id inside the block."""
    before = _substitutes.get(book.id)
    _substitutes[book.id] = book
    try:
        yield
    finally:
        if before is None:
            del _substitutes[book.id]
        else:
            _substitutes[book.id] = before


@cache
def _load(name: str, searched: str) -> Rulebook:
    """Returns the rulebook; ``searched``, the folders of the environment, is part of the key of the cache."""
    folder = find_rulebook(name)
    book = read_rulebook(folder)
    if book.id != name:
        raise LawError(f"{folder / RULES_FILE}: rulebook.id is '{book.id}', and its folder is '{name}': give one name")
    return book


def add_rulebooks(folder: Traversable) -> None:
    """Adds a folder that holds one folder per rulebook, or is one; a name that is there already is an error later."""
    add_rulebook_folder(folder)
    _load.cache_clear()


def remove_rulebooks(folder: Traversable) -> None:
    """Removes a folder that was added; raises ValueError where it was not."""
    remove_rulebook_folder(folder)
    _load.cache_clear()


def read_rulebook(folder: Traversable) -> Rulebook:
    """Returns the rulebook in a folder, validated; raises LawError if it is invalid."""
    main = folder / RULES_FILE
    data = _read(main, RulesFile)
    layers = {}
    variants = folder / "variants"
    if variants.is_dir():
        for entry in sorted(variants.iterdir(), key=lambda item: item.name):
            if entry.name.endswith(".toml"):
                layers[entry.name.removesuffix(".toml")] = _read(entry, Layer)
    ledger = folder / "clauses.toml"
    book = Rulebook(
        about=data.rulebook,
        options=data.options,
        constraints=data.constraints,
        warnings=data.warnings,
        alike=data.alike,
        duties=data.duties,
        rules=data.rules,
        wagers=data.wagers,
        irregularities=data.irregularities,
        layers=layers,
        presets=data.presets,
        clauses=_read(ledger, Ledger).clause if ledger.is_file() else (),
    )
    validate_rulebook(book, main, folder)
    return book


def _read(file: Traversable, kind: type[T]) -> T:
    try:
        data = tomllib.loads(file.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise LawError(f"{file}: {error}") from None
    try:
        return msgspec.convert(data, kind)
    except msgspec.ValidationError as error:
        raise LawError(f"{file}: {_by_name(data, kind) or error}") from None


def _by_name(data: Mapping[str, Any], kind: type) -> str:
    """Returns the validation error with the name of its option, rule or wager; msgspec reports only ``[...]``."""
    for item in msgspec.structs.fields(kind):
        entries = data.get(item.name)
        if get_origin(item.type) is dict and isinstance(entries, dict):
            for name, entry in entries.items():
                try:
                    msgspec.convert(entry, get_args(item.type)[1])
                except msgspec.ValidationError as error:
                    return f"{item.name}.{name}: {error}"
    return ""
