"""Other values near a value of rulebook data: numbers one step away, the other members of an enum, shorter lists."""

import re
from collections.abc import Iterator
from decimal import Decimal
from typing import Any, get_args

from pitboss.law.choices import RuleChoice

_ODDS = re.compile(r"(\d+(?:\.\d+)?):(\d+)")
_NUMBER = re.compile(r"\d+(?:\.\d+)?")
_LENGTH = re.compile(r"([a-z]+):(\d+)")


def other_values(value: Any, kind: Any = None) -> Iterator[Any]:
    """Yields values that differ from this one by one step; ``kind`` is the type of the setting, where it has one."""
    members = _members(kind)
    if members:
        yield from (member for member in members if member != value)
    elif isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield value + 1
        if value > 0:
            yield value - 1
    elif isinstance(value, str):
        yield from _other_texts(value)
    elif isinstance(value, list):
        yield from _other_lists(value)


def _members(kind: Any) -> tuple[str, ...]:
    """Returns the values of an enum of rule choices, also where the setting is optional; empty for other types."""
    for item in (kind, *get_args(kind)):
        if isinstance(item, type) and issubclass(item, RuleChoice):
            return tuple(member.value for member in item)
    return ()


def _other_texts(value: str) -> Iterator[str]:
    if odds := _ODDS.fullmatch(value):
        yield f"{Decimal(odds[1]) + 1}:{odds[2]}"
        yield f"{odds[1]}:{int(odds[2]) + 1}"
    elif _NUMBER.fullmatch(value):
        number = Decimal(value)
        step = Decimal((0, (1,), int(number.as_tuple().exponent)))
        yield str(number + step)
        if number > 0:
            yield str(number - step)
    elif length := _LENGTH.fullmatch(value):
        yield f"{length[1]}:{int(length[2]) + 1}"
    elif "," in value:
        first, *rest = value.split(",")
        yield ",".join(rest)
        yield ",".join((f"{int(first) + 1}" if first.isdigit() else first, *rest[::-1]))


def _other_lists(value: list[Any]) -> Iterator[list[Any]]:
    """Yields the list without each item; of a list of lists, with each number one higher."""
    for place, item in enumerate(value):
        before, after = value[:place], value[place + 1 :]
        if isinstance(item, list):
            yield from ([*before, changed, *after] for changed in _steps(item))
        else:
            yield [*before, *after]


def _steps(pair: list[Any]) -> Iterator[list[Any]]:
    for place, number in enumerate(pair):
        yield [*pair[:place], number + 1, *pair[place + 1 :]]
