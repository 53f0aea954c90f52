"""The law as it goes over the wire: rulebooks, clauses, and the form of an operator's choices."""

from msgspec import Struct, field


class BookInfo(Struct, frozen=True, kw_only=True):
    """A rulebook in a few words."""

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


class Value(Struct, frozen=True, kw_only=True):
    """One thing that a rulebook sets, with the clauses that it rests on; ``policy`` says why where it is silent."""

    part: str
    name: str
    value: str
    default: str
    says: str
    clauses: tuple[str, ...]
    policy: str
    variant: str


class Book(Struct, frozen=True):
    """A rulebook with everything that it sets."""

    about: BookInfo
    sets: tuple[Value, ...]


class Choice(Struct, frozen=True, kw_only=True):
    """One field of the form: a choice that the law leaves to the operator, with what it allows and on which clause."""

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


class Demand(Struct, frozen=True):
    """What one choice demands of another, or of the same choice at other tables."""

    says: str
    clauses: tuple[str, ...]


class Form(Struct, frozen=True):
    """What an operator fills in to open a table; ``alike`` is what all tables of a casino must have in common."""

    rulebook: str
    game: str
    choices: tuple[Choice, ...]
    demands: tuple[Demand, ...]
    alike: tuple[Demand, ...]


class ClauseInfo(Struct, frozen=True, kw_only=True):
    """A clause in our own words."""

    clause: str
    kind: str
    summary: str
    reason: str = ""
    reading: str = ""
    cases: tuple[str, ...] = ()


class ClausePage(Struct, frozen=True):
    """A clause and its parts, what they set, and the cases that show them at work."""

    rulebook: str
    clauses: tuple[ClauseInfo, ...]
    sets: tuple[Value, ...]


class CaseInfo(Struct, frozen=True):
    """A case of a rulebook: a .pit file."""

    name: str
    title: str
    clauses: tuple[str, ...]


class Choices(Struct, frozen=True, forbid_unknown_fields=True):
    """What an operator thinks of choosing; limits are written like 10-1000."""

    choices: dict[str, str] = field(default_factory=dict)
    limits: str = ""


class Lawful(Struct, frozen=True):
    """A choice that the law allows, with everything that it comes to."""

    rulebook: str
    options: dict[str, str]
