"""Words of tournament lines that are more than a number, an amount or a name."""

from decimal import Decimal, InvalidOperation
from typing import Any, Final

from pitboss.games.grammar import Keyed
from pitboss.games.words import BadWords, Word


def _parse_hours(word: str) -> Decimal:
    try:
        hours = Decimal(word)
    except InvalidOperation:
        hours = Decimal("NaN")
    if not hours.is_finite() or hours < 0:
        raise BadWords(f"'{word}' is not a number of hours")
    return hours


def _check_hours(what: str, value: Any) -> None:
    if type(value) is not Decimal:
        raise TypeError(f"{what} is a Decimal, such as Decimal('1.5'), not {value!r}")
    _parse_hours(str(value))


HOURS: Final = Keyed("hours", Word("hours", "N", _parse_hours, str, _check_hours))
