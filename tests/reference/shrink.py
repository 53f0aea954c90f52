"""Makes a disagreement small: fewer commands and options, until nothing more can be left out."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from msgspec.structs import replace

from pitboss.games.blackjack import commands as cmd
from pitboss.games.blackjack.chance import UnknownOutcome
from pitboss.law import Refusal, resolve
from tests.properties.tables import Table, any_table
from tests.reference.play import Disagreement, Session

Replay = Callable[[Sequence[cmd.Command], dict[str, str]], Disagreement | None]


def replayer(name: str, seed: int) -> Replay:
    """Returns a function that plays commands at the table of a seed, with other options where they are lawful."""

    def replay(commands: Sequence[cmd.Command], choices: dict[str, str]) -> Disagreement | None:
        table = any_table(name, Random(seed))
        if choices != table.choices:
            rules: Any = resolve(table.book, choices, table.rules.limits)
            if isinstance(rules, Refusal):
                return None
            table = replace(table, choices=choices, rules=rules)
        return _first(table, commands)

    return replay


def _first(table: Table, commands: Sequence[cmd.Command]) -> Disagreement | None:
    session = Session(table)
    try:
        for command in commands:
            found = session.ask(command)
            if found is not None:
                return found
    except (UnknownOutcome, AssertionError, StopIteration, LookupError):  # another round than the one in question
        return None
    return None


def smallest(name: str, seed: int, found: Disagreement) -> Disagreement:
    """Returns a disagreement with as few commands and options as still show one."""
    replay = replayer(name, seed)
    best = replay(found.commands, dict(found.table.choices)) or found
    size = max(1, len(best.commands) // 2)
    while size:
        best, smaller = _without_commands(replay, best, size)
        size = size if smaller else size // 2
    for option in list(best.table.choices):
        choices = {key: text for key, text in best.table.choices.items() if key != option}
        best = replay(best.commands, choices) or best
    return best


def _without_commands(replay: Replay, best: Disagreement, size: int) -> tuple[Disagreement, bool]:
    for start in range(0, len(best.commands), size):
        fewer = best.commands[:start] + best.commands[start + size :]
        other = replay(fewer, dict(best.table.choices))
        if other is not None and len(other.commands) < len(best.commands):
            return other, True
    return best, False
