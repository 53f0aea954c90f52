"""Tables behind a house: open, restore from a log, write a log as a ``.pit`` file."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any

from pitboss.games.header import parse_limits
from pitboss.games.live.base import THE_CLOCK, THE_HOUSE, Actor, Due, Entry, Movement, Role, TableSpec
from pitboss.games.live.corrections import effective_entries
from pitboss.games.live.fairness import BATCH, FairnessRecord, Secret, check_fairness
from pitboss.games.live.pit_writer import PitWriter
from pitboss.games.live.table import Table
from pitboss.games.live.views import Shown
from pitboss.games.registry import find_game
from pitboss.law import Limits, Refusal, load_rulebook, resolve
from pitboss.law.conditions import CitationChecker
from pitboss.law.paths import LABORATORY
from pitboss.law.resolve import TableRules, game_of
from pitboss.notation.replay import replay
from pitboss.pit import PitError, parse_pit

__all__ = [
    "THE_CLOCK",
    "THE_HOUSE",
    "Actor",
    "Due",
    "Entry",
    "FairnessRecord",
    "Movement",
    "Role",
    "Shown",
    "Table",
    "TableSpec",
    "check_fairness",
    "decode_events",
    "encode_events",
    "fairness_records",
    "log_pit",
    "log_writer",
    "open_table",
    "restore",
    "round_pit",
]

#: The class of tables under its name in 0.1.
LiveTable = Table


def encode_events(game: str, events: Sequence[Any]) -> bytes:
    """Encodes events as the log stores them: JSON, each with its type."""
    return find_game(game).codec.encode(events)


def decode_events(game: str, data: bytes | str) -> tuple[Any, ...]:
    """Decodes stored events."""
    return find_game(game).codec.decode(data)


def open_table(spec: TableSpec, secret: Secret) -> Table | Refusal:
    """Opens a table; returns it, or the refusal. Its first entry is ``opening``.

    Raises LawError for an unknown rulebook, ValueError for invalid choices or limits.
    """
    if isinstance(secret, bytes) and len(secret) != 32:
        raise ValueError("a table's secret has 32 bytes")
    rules = _rules(spec)
    if isinstance(rules, Refusal):
        return rules
    if spec.floor and not spec.cards_are_read:
        raise ValueError("floor: a floor table deals physical cards: open it with cards_are_read")
    if spec.rulebook == LABORATORY and not (spec.practice and spec.practice.owner):
        message = "laboratory rules are no law: they are played in practice rooms only"
        return Refusal("no_law", message, (), spec.rulebook, ("POST /api/rooms",))
    table = find_game(game_of(rules)).table(spec, rules, secret, None)
    table.open_now()
    table.note_opening()
    return table


def restore(spec: TableSpec, secret: Secret, entries: Iterable[Entry]) -> Table:
    """Restores a table from its log by applying the stored events."""
    rules = _rules(spec)
    if isinstance(rules, Refusal):
        raise ValueError(f"a table that was opened is refused: {rules}")
    table = find_game(game_of(rules)).table(spec, rules, secret, None)
    for entry in entries:
        table.absorb(entry)
    return table


def citation_checker(spec: TableSpec) -> CitationChecker | None:
    """Returns a checker of the citations of a log; None where the game declares no conditions, or is refused now."""
    rules = _rules(spec)
    if isinstance(rules, Refusal):
        return None
    facts = find_game(game_of(rules)).citation_facts
    return CitationChecker(rules, facts(rules)) if facts is not None else None


def round_results(spec: TableSpec) -> Callable[[str, str, int], tuple[int, ...] | None] | None:
    """Returns what gives the results of a wager at each outcome of a round; None where its game has no such list."""
    rules = _rules(spec)
    assert not isinstance(rules, Refusal), rules
    results = find_game(game_of(rules)).round_results
    return None if results is None else partial(results, rules)


def _rules(spec: TableSpec) -> TableRules[Any] | Refusal:
    book = load_rulebook(spec.rulebook)
    try:
        limits = parse_limits(0, spec.limits) if spec.limits else Limits()
    except PitError as error:
        raise ValueError(error.message) from None
    for name in ("turn_seconds", "betting_seconds"):
        if not 0 <= getattr(spec, name) <= 3600:
            raise ValueError(f"{name}: {getattr(spec, name)} is not between 0 and 3600")
    if not 1 <= spec.spins_per_seed <= BATCH:
        raise ValueError(f"spins_per_seed: {spec.spins_per_seed} is not between 1 and {BATCH}")
    return resolve(book, spec.choices, limits)


# --- the log read again ------------------------------------------------------------------------------------------


def log_writer(spec: TableSpec) -> PitWriter:
    """Returns a writer that follows the log of a table from its opening on."""
    rules = _rules(spec)
    assert not isinstance(rules, Refusal), rules
    return find_game(game_of(rules)).pit_writer(spec, rules)


def log_pit(spec: TableSpec, entries: Iterable[Entry], title: str = "", *, attributed: bool = False) -> str:
    """Returns the whole log as a ``.pit`` file that replays to the same money.

    With ``attributed``, each line ends with a comment that names its author.
    """
    writer = log_writer(spec)
    writer.attributed = attributed
    writer.read(effective_entries(entries))
    return writer.text(title or "Played at a live table")


def round_pit(spec: TableSpec, entries: Sequence[Entry], wanted: int) -> str:
    """Returns a file that replays to the end of a round; raises ValueError for an unknown round.

    The file has the round alone (in a tournament, its session at its table) if that replays to the same money.
    Otherwise it has all rounds up to it, since streaks, meters and warnings of earlier rounds may affect the round.
    """
    title = f"Round {wanted} of a live table"
    entries = effective_entries(entries)
    alone = log_writer(spec).round_alone(entries, wanted, title)
    if alone and _replays(alone):
        return alone
    whole = log_writer(spec)
    whole.read(entries, upto=wanted)
    if not 0 < wanted <= whole.round:
        raise ValueError(f"there was no round {wanted}: {whole.round} have begun")
    return whole.text(title)


def _replays(text: str) -> bool:
    try:
        return replay(parse_pit(text)).passed
    except PitError:
        return False


def fairness_records(spec: TableSpec, entries: Iterable[Entry]) -> list[FairnessRecord]:
    """Returns the fairness record of every seed, from the log alone."""
    if spec.cards_are_read:
        return []
    writer = log_writer(spec)
    for entry in entries:
        writer.follow(entry)
    return writer.records()
