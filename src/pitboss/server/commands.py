"""Execution of commands from HTTP and WebSocket: validation and metrics."""

import time

from pitboss.house.house import CommandDone, StaleVersion
from pitboss.law import Refusal
from pitboss.limits import MAX_COMMAND_ID, MAX_LINE
from pitboss.server.context import Caller, ServerContext
from pitboss.server.errors import ApiError


def validate_words(words: str) -> None:
    """Raises 422 if a command is empty, too long, or not printable."""
    if not 0 < len(words) <= MAX_LINE or not words.isprintable():
        raise ApiError(422, f"a command must have 1 to {MAX_LINE} printable characters on one line")


async def execute(  # noqa: PLR0917 # the fields of a command
    context: ServerContext, caller: Caller, table: str, command_id: str, seen: int | None, words: str
) -> CommandDone | Refusal | StaleVersion:
    """Executes a command at a table for the caller, who must be signed in."""
    if caller.user is None:
        raise context.not_signed_in()
    if not 0 < len(command_id) <= MAX_COMMAND_ID or not command_id.isascii() or not command_id.isprintable():
        raise ApiError(422, f"a command id must have 1 to {MAX_COMMAND_ID} printable ASCII characters")
    validate_words(words)
    if seen is not None and not 0 <= seen < 2**53:
        raise ApiError(422, "'seen' must be a version: a whole number of 0 or more")
    await context.broadcast(table, caller)
    began = time.perf_counter()
    result = await context.house.command(table, caller.actor, command_id, seen, words)
    context.metrics.command_seconds.observe(time.perf_counter() - began)
    context.metrics.commands.labels(_label(result)).inc()
    return result


def _label(result: CommandDone | Refusal | StaleVersion) -> str:
    if isinstance(result, CommandDone):
        return "done"
    return "stale" if isinstance(result, StaleVersion) else "refused"
