"""Remedies of irregularities from outside the package: a module beside a rulebook, and entry points."""

from collections.abc import Mapping
from typing import Final

from pitboss.games.blackjack.irregularities.base import REMEDIES, Remedy
from pitboss.games.outside_code import OutsideCode
from pitboss.law.paths import REMEDIES_FILE
from pitboss.law.resolve import BlackjackRules

#: The group of entry points. Each names a module whose functions register themselves by ``remedy``.
ENTRY_POINTS: Final = "pitboss.remedies"
CODE: Final = OutsideCode(REMEDIES, REMEDIES_FILE, ENTRY_POINTS)


def known_remedies(rulebook: str) -> Mapping[str, Remedy]:
    """Returns the remedies that a rulebook may name. Raises LawError for a module that fails or may not be run."""
    return CODE.known(rulebook)


def remedies_of(rules: BlackjackRules) -> Mapping[str, Remedy]:
    """Returns the remedies of a table by name; cached in the rules."""
    remedies: Mapping[str, Remedy] | None = rules.memo.get("remedies")
    if remedies is None:
        named = {entry.remedy for entry in rules.irregularities.values()}
        outside = not named <= REMEDIES.keys() or CODE.module_of(rules.rulebook)
        remedies = rules.memo["remedies"] = known_remedies(rules.rulebook) if outside else REMEDIES
    return remedies
