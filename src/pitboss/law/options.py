"""Options of an operator: their types and ranges; parses and formats their values."""

import re
from collections.abc import Callable, Mapping
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from typing import Any, Literal

from msgspec import UNSET, UnsetType

from pitboss.law.cite import CitedEntry, Clauses
from pitboss.money import amount_text, parse_amount, parse_odds

OptionType = Literal[
    "int",
    "bool",
    "choice",
    "amount",
    "amount_range",
    "odds",
    "share",
    "awards",
    "odds_list",
    "amounts",
    "length",
    "groups",
]


#: Descriptions of option types.
_KINDS: Mapping[str, str] = {
    "int": "a whole number",
    "amount": "an amount",
    "amount_range": "an amount, or a range of amounts like 5-50",
    "odds": "odds like 6:5",
}


class Option(CitedEntry, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A choice that the law leaves to the operator."""

    type: OptionType
    clause: str | Clauses = ()
    policy: str = ""
    help: str
    default: Any = UNSET
    min: Any = None
    max: Any = None
    values: tuple[Any, ...] = ()

    @property
    def default_value(self) -> Any:
        """The value without a choice of the operator; None if the option has no default."""
        if isinstance(self.default, UnsetType):
            return False if self.type == "bool" else None
        return parse_value(self, str(self.default).lower() if self.type == "bool" else str(self.default))

    @property
    def range_text(self) -> str:
        """The values that the law allows, as text."""
        if self.values:
            return ", ".join(str(value).lower() if self.type == "bool" else str(value) for value in self.values)
        if self.type == "bool":
            return "true, false"
        kind = _KINDS.get(self.type, self.type)
        if self.min is not None and self.max is not None:
            return f"{self.min} to {self.max}"
        if self.min is not None:
            return f"{kind}, {self.min} or more"
        return f"{kind}, at most {self.max}" if self.max is not None else kind


_NEGATIVE = re.compile(r"-\d+(\.\d+)?", re.ASCII)
_INTEGER = re.compile(r"-?\d+", re.ASCII)
_DECIMAL = re.compile(r"-?\d+\.\d+", re.ASCII)
#: Numbers that parse but that no option of the type allows: negative numbers, odds of zero.
_NEVER_LAWFUL = {
    "int": re.compile(r"-\d+", re.ASCII),
    "amount": _NEGATIVE,
    "amount_range": _NEGATIVE,
    "share": _NEGATIVE,
    "odds": re.compile(r"(0+(\.0+)?|-\d+(\.\d+)?):\d+", re.ASCII),
}


class UnlawfulValue(ValueError):
    """The value parses, but the law does not allow it."""


def choices_as_text(choices: Mapping[str, str | int | bool]) -> dict[str, str]:
    """Returns choices as text; raises TypeError for no mapping, and for a value that is not a str, int or bool."""
    if not isinstance(choices, Mapping):
        raise TypeError(f"choices are a mapping of options to values: write {{'decks': 6}}, or {{}}, not {choices!r}")
    return {name: _as_text(name, value) for name, value in choices.items()}


def _as_text(name: str, value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, str):
        return value
    raise TypeError(
        f"option {name}: {value!r} is a {type(value).__name__}: write a whole number or text, such as '12.50'"
    )


def parse_value(option: Option, text: str) -> Any:
    """Returns the value of an option parsed from text; raises ValueError if it does not parse, UnlawfulValue if it is
    outside the legal range."""
    if option.type == "int" and _DECIMAL.fullmatch(text):
        raise UnlawfulValue(f"'{text}' is not a whole number: write {option.range_text}")
    if option.type == "int" and not _INTEGER.fullmatch(text):
        raise ValueError(f"'{text}' is not a whole number: write {option.range_text}")
    if option.type in _NEVER_LAWFUL and _NEVER_LAWFUL[option.type].fullmatch(text):
        raise UnlawfulValue(f"{text} is outside {option.range_text}")
    value = _PARSERS[option.type](text)
    bounds = _bound(option, option.min), _bound(option, option.max)
    if option.values and str(value) not in {str(allowed) for allowed in option.values}:
        raise UnlawfulValue(f"{text} is not among {option.range_text}")
    if (bounds[0] is not None and value < bounds[0]) or (bounds[1] is not None and value > bounds[1]):
        raise UnlawfulValue(f"{text} is outside {option.range_text}")
    return value


def value_text(option: Option, value: Any) -> str:
    """Returns a value as text for a header or the command line."""
    if value is None:
        return "none"
    if option.type == "bool":
        return "true" if value else "false"
    if option.type == "amount":
        return amount_text(value)
    if option.type == "amount_range":
        return "-".join(amount_text(cents) for cents in dict.fromkeys(value))
    if option.type == "share":
        return max(f"{as_decimal(value):.2f}", f"{as_decimal(value):f}", key=len)
    if option.type == "awards":
        return ",".join(f"{amount_text(award)}*{weight}" for award, weight in value)
    if option.type == "odds_list":
        return ",".join(str(odds) for odds in value)
    if option.type == "amounts":
        return ",".join(amount_text(amount) for amount in value)
    if option.type == "length":
        return f"{value[0]}:{value[1]}"
    if option.type == "groups":
        return ",".join("-".join(str(number) for number in group) for group in value)
    return str(value)


def as_decimal(share: Fraction) -> Decimal:
    """Returns a share as a decimal; exact, because it was parsed from one."""
    return Decimal(share.numerator) / share.denominator


def _bound(option: Option, bound: Any) -> Any:
    if bound is None:
        return None
    return _PARSERS[option.type](str(bound)) if option.type in ("amount", "amount_range", "share") else bound


def _whole(text: str) -> int:
    if not text.isascii() or not text.isdigit() or len(text) > 9:
        raise ValueError(f"'{text}' is not a whole number: write at most nine digits")
    return int(text)


def _truth(text: str) -> bool:
    if text not in ("true", "false"):
        raise ValueError(f"'{text}' is not a truth value: write true or false")
    return text == "true"


def _share(text: str) -> Fraction:
    try:
        share = Decimal(text)
    except InvalidOperation:
        share = Decimal("NaN")
    if not share.is_finite() or share < 0:
        raise ValueError(f"'{text}' is not a share: write a decimal like 0.70")
    return Fraction(share)


def _awards(text: str) -> tuple[tuple[int, int], ...]:
    awards = []
    for item in text.split(","):
        award, star, weight = item.partition("*")
        awards.append((parse_amount(award), _whole(weight) if star else 1))
        if awards[-1][1] == 0:
            raise ValueError(f"'{item}': an award needs a weight of 1 or more")
    return tuple(awards)


_LENGTH = re.compile(r"(rounds|shoes|minutes):([1-9][0-9]{0,8})", re.ASCII)


def _length(text: str) -> tuple[str, int]:
    """Returns unit and number; raises UnlawfulValue for any other text, because the law demands exactly one unit."""
    match = _LENGTH.fullmatch(text)
    if match is None:
        raise UnlawfulValue(f"{text} is not rounds:N, shoes:N or minutes:N with N of 1 or more")
    return match[1], int(match[2])


def _amount_range(text: str) -> tuple[int, int]:
    """Returns minimum and maximum, parsed from one amount for both or from two with a dash."""
    low, dash, high = text.partition("-")
    least = parse_amount(low)
    most = parse_amount(high) if dash else least
    if most < least:
        raise ValueError(f"'{text}': the maximum is below the minimum")
    return least, most


def _groups(text: str) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(_whole(number) for number in group.split("-")) for group in text.split(","))


def _odds_list(text: str) -> tuple[int, ...]:
    return tuple(_whole(item) for item in text.split(","))


_PARSERS: Mapping[str, Callable[[str], Any]] = {
    "int": _whole,
    "bool": _truth,
    "choice": str,
    "amount": parse_amount,
    "amount_range": _amount_range,
    "odds": parse_odds,
    "share": _share,
    "awards": _awards,
    "odds_list": _odds_list,
    "amounts": lambda text: tuple(parse_amount(item) for item in text.split(",")),
    "length": _length,
    "groups": _groups,
}
