"""Words for a table, by whichever way they come: checked for size, counted and timed."""

import time

from pitboss.law import Refusal
from pitboss.server.desk import Caller, Desk
from pitboss.server.errors import Fault
from pitboss.storage.house import Done, Stale

LONGEST_WORDS, LONGEST_ID = 400, 64


def check_words(words: str) -> None:
    """Raises an error for words that no table need see."""
    if not 0 < len(words) <= LONGEST_WORDS or not words.isprintable():
        raise Fault(422, f"words for a table have 1 to {LONGEST_WORDS} printable characters on one line")


async def say(  # noqa: PLR0917 # what every command has
    desk: Desk, caller: Caller, table: str, command_id: str, seen: int | None, words: str
) -> Done | Refusal | Stale:
    """Says something at a table for whoever asks."""
    if caller.user is None:
        raise Fault(401, "sign in first, or sit down as a guest")
    if not 0 < len(command_id) <= LONGEST_ID or not command_id.isascii() or not command_id.isprintable():
        raise Fault(422, f"a command's id has 1 to {LONGEST_ID} plain characters")
    check_words(words)
    if seen is not None and not 0 <= seen < 2**53:
        raise Fault(422, "the version that was seen is a whole number of 0 or more")
    await desk.feed(table)
    began = time.perf_counter()
    result = await desk.house.command(table, caller.actor, command_id, seen, words)
    desk.metrics.command_seconds.observe(time.perf_counter() - began)
    desk.metrics.commands.labels(_outcome(result)).inc()
    return result


def _outcome(result: Done | Refusal | Stale) -> str:
    if isinstance(result, Done):
        return "done"
    return "stale" if isinstance(result, Stale) else "refused"
