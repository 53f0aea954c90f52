"""Arguments that the environments share, and what they check."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from numpy.typing import NDArray

from pitboss.drawing import Drawing
from pitboss.extras import require
from pitboss.law import Limits, Refusal, load_rulebook, resolve
from pitboss.law.laboratory import laboratory_rules
from pitboss.law.options import choices_as_text
from pitboss.law.resolve import TableRules, game_of

REWARD_UNITS: Final = ("first_wager", "minimum")
OBSERVATIONS: Final = ("dict", "flat")


def check_choice(name: str, value: str | None, allowed: Sequence[str | None]) -> None:
    """Raises ValueError unless the value is one of those allowed."""
    if value not in allowed:
        raise ValueError(f"{name}={value!r}: write {' or '.join(map(repr, allowed))}")


def check_sizes(name: str, sizes: Sequence[int]) -> None:
    """Raises ValueError unless there are sizes, all of them positive integers."""
    if not sizes or any(type(size) is not int or size <= 0 for size in sizes):
        raise ValueError(f"{name}: write positive whole numbers")


def resolve_table(
    game: str, rulebook: str, options: Mapping[str, Any], limits: Limits, *, shorthand: str = ""
) -> TableRules[Any]:
    """Returns the rules of the table; raises ValueError, with the clause, where the law does not allow it."""
    if bool(rulebook) == bool(shorthand):
        raise ValueError("name one table: rulebook=… with its options, or rules='6D H17 DAS LS'")
    if shorthand:
        if options:
            raise ValueError("options belong to a rulebook: with rules=… write everything in its words")
        return laboratory_rules(shorthand, limits)
    rules = resolve(load_rulebook(rulebook), choices_as_text(options), limits)
    if isinstance(rules, Refusal):
        raise ValueError(str(rules))
    if game_of(rules) != game:
        raise ValueError(f"{rulebook} is a rulebook of {game_of(rules)}; this environment plays {game}")
    return rules


def render_pixels(drawing: Drawing) -> NDArray[Any]:
    """Returns the drawing as an array of height, width and three colours."""
    require("envs", "PIL")
    from pitboss.envs.raster import pixels  # noqa: PLC0415 # only rendering needs the imaging library

    return pixels(drawing)
