"""Arguments that the environments share, and what they check."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, SupportsIndex

from numpy.typing import NDArray

from pitboss.drawing import Drawing
from pitboss.extras import require
from pitboss.law import Limits, Refusal, load_rulebook, resolve, rulebook_ids
from pitboss.law.laboratory import laboratory_rules
from pitboss.law.options import choices_as_text
from pitboss.law.resolve import TableRules, game_of

REWARD_UNITS: Final = ("first_wager", "minimum")
OBSERVATIONS: Final = ("dict", "flat")


def check_choice(name: str, value: str | None, allowed: Sequence[str | None]) -> None:
    """Raises ValueError unless the value is one of those allowed."""
    if value not in allowed:
        raise ValueError(f"{name}={value!r}: write {' or '.join(map(repr, allowed))}")


def check_positive(name: str, number: Any) -> None:
    """Raises ValueError unless the argument is a positive int."""
    if type(number) is not int or number <= 0:
        raise ValueError(f"{name}={number!r}: write a positive whole number")


def bet_sizes_of(given: Any) -> tuple[int, ...]:
    """Returns the bet sizes; raises ValueError unless they are different positive integers."""
    sizes = tuple(given) if isinstance(given, Iterable) else ()
    whole = all(isinstance(size, SupportsIndex) and not isinstance(size, bool) and int(size) > 0 for size in sizes)
    if not sizes or not whole or len(set(sizes)) < len(sizes):
        raise ValueError(
            f"bet_sizes={given!r}: write different positive whole numbers of minimum wagers, like (1, 2, 4)"
        )
    return tuple(int(size) for size in sizes)


def side_wagers_of(given: Any) -> dict[str, int]:
    """Returns the side wagers by name; raises ValueError unless they are amounts in cents."""
    sides = given or {}
    if not isinstance(sides, Mapping) or not all(type(cents) is int for cents in sides.values()):
        raise ValueError(f"side_wagers={given!r}: write names with whole cents, like {{'perfect_pairs': 500}}")
    return dict(sides)


def limits_of(given: Any) -> Limits:
    """Returns the limits of the table; raises ValueError unless they are two amounts in cents, or Limits."""
    if isinstance(given, Limits):
        return given
    pair = tuple(given) if isinstance(given, Iterable) else ()
    if len(pair) != 2 or any(type(cents) is not int for cents in pair):
        raise ValueError(f"limits={given!r}: write the minimum and the maximum in cents, like (1_000, 100_000)")
    return Limits(*pair)


def resolve_table(
    game: str, rulebook: str, options: Mapping[str, Any], limits: Any, *, shorthand: str = ""
) -> TableRules[Any]:
    """Returns the rules of the table; raises ValueError, with the clause, where the law does not allow it."""
    limits = limits_of(limits)
    if not isinstance(shorthand, str):
        raise ValueError(f"rules={shorthand!r}: write the rules as text, like '6D H17 DAS LS'")
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
        names = [name for name in rulebook_ids() if load_rulebook(name).about.game == game]
        raise ValueError(
            f"{rulebook} is a rulebook of {game_of(rules)}; this environment plays {game}: write {' or '.join(names)}"
        )
    return rules


def render_pixels(drawing: Drawing) -> NDArray[Any]:
    """Returns the drawing as an array of height, width and three colours."""
    require("envs", "PIL")
    from pitboss.envs.raster import pixels  # noqa: PLC0415 # only rendering needs the imaging library

    return pixels(drawing)
