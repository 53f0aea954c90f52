"""The entries of ``[irregularities]``: what a rulebook says of each kind of irregularity."""

from collections.abc import Mapping
from typing import Any, Final, Literal, get_args

from msgspec import Struct, field
from msgspec.structs import force_setattr

from pitboss.law.cite import CitedEntry, Clauses

#: When a remedy takes effect: at a card that is still to come, as the irregularity is reported, or after the round.
Moment = Literal["before_card", "noticed", "between_rounds"]
MOMENTS: Final[tuple[str, ...]] = get_args(Moment)


class Irregularity(CitedEntry, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An irregularity: its remedy by name, the moment of it, and its clause.

    ``moment`` is one of the remedy's moments, its first where the entry is silent. ``given`` are the parameters of the
    remedy. ``map`` maps a fact of the remedy, or a reason, to the clauses that decide then. ``role`` is who may report
    it at a table, the role of the remedy where the entry is silent. ``value`` is the former name of ``remedy``.
    """

    remedy: str = ""
    moment: Moment | Literal[""] = ""
    given: dict[str, Any] = field(default_factory=dict)
    map: dict[str, str | Clauses] = field(default_factory=dict)
    role: Literal["", "dealer", "operator"] = ""
    clause: str | Clauses = ()
    policy: str = ""
    value: str = ""

    def __post_init__(self) -> None:
        force_setattr(self, "remedy", self.remedy or self.value)
        force_setattr(self, "value", self.value or self.remedy)


class RemedySpec(Struct, frozen=True, kw_only=True):
    """What the data may say of a remedy of a game.

    ``target`` is the notation of the words after the kind, ``needs`` the equipment without which a table refuses it.
    ``given`` are its parameters with their values, none listed where any will do. ``facts`` are the names that ``map``
    may have; None where it lists reasons of the rulebook's own.
    """

    name: str
    says: str = ""
    moments: tuple[str, ...] = ("noticed",)
    target: str = ""
    needs: str = ""
    given: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    facts: tuple[str, ...] | None = ()
