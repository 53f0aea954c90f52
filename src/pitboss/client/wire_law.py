"""Wire structs of the law: rulebooks, clauses, and the form for an operator's choices."""

from msgspec import Struct, field


class RulebookSummary(Struct, frozen=True, kw_only=True):
    """A rulebook in a list."""

    id: str
    title: str
    game: str
    authority: str
    version: str
    base: str
    clauses: int
    options: int
    variants: tuple[str, ...]
    wagers: tuple[str, ...]
    irregularities: tuple[str, ...]
    #: What players call a table of the rulebook, and the document in a few words.
    name: str
    document: str
    #: The colour of its table on the page, such as ``#1c3768``; empty for the page's own.
    cloth: str = ""


class RulebookValue(Struct, frozen=True, kw_only=True):
    """A value a rulebook sets, with its clauses. ``policy`` is the reason if the document does not state it."""

    part: str
    name: str
    value: str
    default: str
    says: str
    clauses: tuple[str, ...]
    policy: str
    variant: str


class RulebookPage(Struct, frozen=True):
    """A rulebook with every value it sets."""

    about: RulebookSummary
    sets: tuple[RulebookValue, ...]


class OptionField(Struct, frozen=True, kw_only=True):
    """A form field: an option the law leaves to the operator, with its range and clauses."""

    name: str
    type: str
    help: str
    clauses: tuple[str, ...]
    policy: str
    default: str
    allowed: str
    minimum: str = ""
    maximum: str = ""
    values: tuple[str, ...] = ()


class RuleNote(Struct, frozen=True):
    """A constraint between options or between tables, or a warning, with its clauses."""

    says: str
    clauses: tuple[str, ...]


class TableForm(Struct, frozen=True):
    """The form for opening a table. ``alike`` lists the constraints across all tables of a casino."""

    rulebook: str
    game: str
    choices: tuple[OptionField, ...]
    demands: tuple[RuleNote, ...]
    alike: tuple[RuleNote, ...]


class ClauseInfo(Struct, frozen=True, kw_only=True):
    """A clause, summarised in our own words."""

    clause: str
    kind: str
    summary: str
    reason: str = ""
    reading: str = ""
    cases: tuple[str, ...] = ()


class ClausePage(Struct, frozen=True):
    """A clause with its parts, the values they set, and the cases that prove them."""

    rulebook: str
    clauses: tuple[ClauseInfo, ...]
    sets: tuple[RulebookValue, ...]


class CaseInfo(Struct, frozen=True):
    """A case of a rulebook: a .pit file."""

    name: str
    title: str
    clauses: tuple[str, ...]


class TableChoices(Struct, frozen=True, forbid_unknown_fields=True):
    """Choices to validate. Limits are written like 10-1000."""

    choices: dict[str, str] = field(default_factory=dict)
    limits: str = ""


class ResolvedChoices(Struct, frozen=True):
    """Lawful choices, with the value of every option."""

    rulebook: str
    options: dict[str, str]
    #: Allowed, although the document can be read to forbid it.
    warnings: tuple[RuleNote, ...] = ()
