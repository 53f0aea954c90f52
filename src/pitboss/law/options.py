"""What an operator may choose: the types of options, and how a value is read from text."""

import re
from collections.abc import Callable, Mapping
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from typing import Any, Literal

from msgspec import UNSET, UnsetType

from pitboss.law.cite import Cited, Clauses
from pitboss.money import amount_text, parse_amount, parse_odds

OptionType = Literal[
    "int", "bool", "choice", "amount", "odds", "share", "awards", "odds_list", "amounts", "length", "groups"
]


class Option(Cited, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One choice that the law leaves to the operator."""

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
        """What holds where the operator says nothing; None where that is nothing."""
        if isinstance(self.default, UnsetType):
            return False if self.type == "bool" else None
        return read_value(self, str(self.default).lower() if self.type == "bool" else str(self.default))

    @property
    def range_text(self) -> str:
        """The values that the law allows, for people."""
        if self.values:
            return ", ".join(str(value).lower() if self.type == "bool" else str(value) for value in self.values)
        if self.type == "bool":
            return "true, false"
        kind = {"int": "a whole number", "amount": "an amount", "odds": "odds like 6:5"}.get(self.type, self.type)
        if self.min is not None and self.max is not None:
            return f"{self.min} to {self.max}"
        if self.min is not None:
            return f"{kind}, {self.min} or more"
        return f"{kind}, at most {self.max}" if self.max is not None else kind


_BELOW_NOTHING = re.compile(r"-\d+(\.\d+)?", re.ASCII)
#: Numbers that can be read and that no option of the type allows: below nothing, odds of nothing, parts of what comes
#: whole.
_OUT_OF_PLACE = {
    "int": re.compile(r"-?\d+\.\d+|-\d+", re.ASCII),
    "amount": _BELOW_NOTHING,
    "share": _BELOW_NOTHING,
    "odds": re.compile(r"(0+(\.0+)?|-\d+(\.\d+)?):\d+", re.ASCII),
}


class OutsideTheLaw(ValueError):
    """The value can be read, but the law does not allow it."""


def read_value(option: Option, text: str) -> Any:
    """The value that the text gives; ValueError where it gives none, OutsideTheLaw where it may not be chosen."""
    if option.type in _OUT_OF_PLACE and _OUT_OF_PLACE[option.type].fullmatch(text):
        raise OutsideTheLaw(f"{text} is outside {option.range_text}")
    value = _READERS[option.type](text)
    bounds = _bound(option, option.min), _bound(option, option.max)
    if option.values and str(value) not in {str(allowed) for allowed in option.values}:
        raise OutsideTheLaw(f"{text} is not among {option.range_text}")
    if (bounds[0] is not None and value < bounds[0]) or (bounds[1] is not None and value > bounds[1]):
        raise OutsideTheLaw(f"{text} is outside {option.range_text}")
    return value


def value_text(option: Option, value: Any) -> str:
    """A value as it is written in a header or on the command line."""
    if value is None:
        return "none"
    if option.type == "bool":
        return "true" if value else "false"
    if option.type == "amount":
        return amount_text(value)
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
    """A share as it is written; it was read from a decimal, so none of it is lost."""
    return Decimal(share.numerator) / share.denominator


def _bound(option: Option, bound: Any) -> Any:
    if bound is None:
        return None
    return _READERS[option.type](str(bound)) if option.type in ("amount", "share") else bound


def _whole(text: str) -> int:
    if not text.isascii() or not text.isdigit() or len(text) > 9:
        raise ValueError(f"'{text}' is no whole number")
    return int(text)


def _truth(text: str) -> bool:
    if text not in ("true", "false"):
        raise ValueError(f"'{text}' is neither true nor false")
    return text == "true"


def _share(text: str) -> Fraction:
    try:
        share = Decimal(text)
    except InvalidOperation:
        share = Decimal("NaN")
    if not share.is_finite() or share < 0:
        raise ValueError(f"'{text}' is no share: a decimal like 0.70")
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
    """One measure and how much of it: a length by none, or by two at once, is as unlawful as one of nothing."""
    found = _LENGTH.fullmatch(text)
    if found is None:
        raise OutsideTheLaw(f"{text} is not rounds:N, shoes:N or minutes:N with N of 1 or more")
    return found[1], int(found[2])


def _groups(text: str) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(_whole(number) for number in group.split("-")) for group in text.split(","))


def _odds_list(text: str) -> tuple[int, ...]:
    return tuple(_whole(item) for item in text.split(","))


_READERS: Mapping[str, Callable[[str], Any]] = {
    "int": _whole,
    "bool": _truth,
    "choice": str,
    "amount": parse_amount,
    "odds": parse_odds,
    "share": _share,
    "awards": _awards,
    "odds_list": _odds_list,
    "amounts": lambda text: tuple(parse_amount(item) for item in text.split(",")),
    "length": _length,
    "groups": _groups,
}
