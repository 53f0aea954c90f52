"""Remedies of irregular spins, by the names that rulebooks give them."""

from typing import Final

from pitboss.games.roulette import commands as cmd
from pitboss.games.roulette.layout import RouletteRules
from pitboss.law.irregularities import RemedySpec

#: What the spin itself shows, without a call of the house.
SAME_DIRECTION: Final = "same_direction"
TOO_FEW_TURNS: Final = "too_few_turns"

REMEDIES: Final = {
    "void_spin": RemedySpec(
        name="void_spin",
        says="Voids the spin; the wagers stay for the next one. ``detects``: the spin that is void without a call. "
        "``ball_examined``: the ball is examined.",
        given={"detects": (SAME_DIRECTION, TOO_FEW_TURNS), "ball_examined": ()},
    )
}


def detected_fault(rules: RouletteRules, spin: cmd.SpinBall, *, same_direction: bool) -> str:
    """Returns the kind of irregularity that a spin shows; empty where it shows none that the rulebook has."""
    shown = ""
    if same_direction:
        shown = SAME_DIRECTION
    elif spin.turns is not None and spin.turns < rules.terms.minimum_turns:
        shown = TOO_FEW_TURNS
    if not shown:
        return ""
    return next((kind for kind, entry in rules.irregularities.items() if entry.given.get("detects") == shown), "")
