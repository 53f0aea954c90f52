"""Formats names, lists and ordinal numbers for sentences."""

from collections.abc import Sequence


def in_words(name: str) -> str:
    """Returns a name of the notation as words: ``stand_off`` becomes ``stand off``."""
    return name.replace("_", " ")


def names(players: Sequence[str]) -> str:
    """Returns a list of names: ``ann``, ``ann and bob``, ``ann, bob and cid``."""
    *most, last = players or ("nobody",)
    return f"{', '.join(most)} and {last}" if most else last


def ordinal(place: int) -> str:
    """Returns an ordinal number: ``1st``, ``2nd``, ``11th`` …"""
    ending = {1: "st", 2: "nd", 3: "rd"}.get(place % 10, "th") if place % 100 not in (11, 12, 13) else "th"
    return f"{place}{ending}"
