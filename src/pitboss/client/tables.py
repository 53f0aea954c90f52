"""Table calls over HTTP: list, open, close, commands and history."""

from collections.abc import Mapping
from secrets import token_hex
from typing import Any

from pitboss.client.transport import Transport, api_path
from pitboss.client.wire import (
    CommandRequest,
    CommandResult,
    EventInfo,
    Preview,
    PreviewRequest,
    RoundStep,
    RoundSummary,
    TableDuty,
    TablePage,
    TableSummary,
    Update,
)


class TablesApi(Transport):
    """Calls for the tables of a house and their history."""

    async def tables(self, *, closed: bool = False) -> list[TableSummary]:
        """Returns the open tables, and with ``closed`` the closed ones too."""
        return await self._request("GET", api_path("tables"), list[TableSummary], closed=closed or None)

    async def open_table(
        self, rulebook: str, choices: Mapping[str, str] | None = None, *, opening_id: str = "", **spec: Any
    ) -> TableSummary:
        """Opens a table. Operators only. Raises ClientError with the clause if the choices are not lawful.

        Idempotent by ``opening_id``.
        """
        body = {"rulebook": rulebook, "choices": dict(choices or {}), **spec}
        return await self._request("POST", api_path("tables"), TableSummary, body, id=opening_id or token_hex(8))

    async def close_table(self, table: str) -> TableSummary:
        """Closes a table between rounds. Operators only."""
        return await self._request("DELETE", api_path("tables", table), TableSummary)

    async def table(self, table: str) -> TablePage:
        """Returns the current state of a table."""
        return await self._request("GET", api_path("tables", table), TablePage)

    async def duties(self, table: str) -> tuple[TableDuty, ...]:
        """Returns what the law asks of persons at a table, and which of it is open."""
        return await self._request("GET", api_path("tables", table, "duties"), tuple[TableDuty, ...])

    async def say(self, table: str, words: str, *, command_id: str = "", seen: int | None = None) -> CommandResult:
        """Sends a command over HTTP, without a subscription. Idempotent by ``command_id``."""
        body = CommandRequest(command_id or token_hex(8), words, seen)
        return await self._request("POST", api_path("tables", table, "commands"), CommandResult, body)

    async def preview(self, table: str, words: str) -> tuple[EventInfo, ...]:
        """Returns the events a command would cause, as far as they need no hidden card. Nothing changes."""
        return (
            await self._request("POST", api_path("tables", table, "preview"), Preview, PreviewRequest(words))
        ).events

    async def updates(self, table: str, *, after: int = 0, limit: int = 200) -> list[Update]:
        """Returns the updates after a version, at most the latest ``limit``."""
        return await self._request("GET", api_path("tables", table, "updates"), list[Update], after=after, limit=limit)

    async def rounds(self, table: str, *, before: int | None = None, limit: int = 50) -> list[RoundSummary]:
        """Returns the finished rounds, newest first."""
        path = api_path("tables", table, "rounds")
        return await self._request("GET", path, list[RoundSummary], before=before, limit=limit)

    async def round_pit(self, table: str, number: int) -> str:
        """Returns a round as the text of a .pit file that replays."""
        return await self._text(api_path("tables", table, "rounds", number))

    async def round_steps(self, table: str, number: int) -> list[RoundStep]:
        """Returns a round step by step, each event with its clauses."""
        return await self._request("GET", api_path("tables", table, "rounds", number, "steps"), list[RoundStep])

    async def round_pictures(self, table: str, number: int) -> list[dict[str, Any]]:
        """Returns a blackjack round as one frame of the table per event."""
        return await self._request("GET", api_path("tables", table, "rounds", number, "pictures"), list[dict[str, Any]])

    async def fairness(self, table: str) -> list[dict[str, Any]]:
        """Returns the commitment of every seed, and each revealed seed with its cards.

        `pitboss audit fairness` and ``pitboss.tables.live.check_fairness`` verify them offline.
        """
        return await self._request("GET", api_path("tables", table, "fairness"), list[dict[str, Any]])
