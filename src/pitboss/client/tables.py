"""Tables over HTTP: the list, words for programs that watch nothing, and what was played."""

from collections.abc import Mapping
from secrets import token_hex
from typing import Any

from pitboss.client.asking import Asking, at
from pitboss.client.wire import (
    NewCommand,
    Outcome,
    Preview,
    RoundInfo,
    Shown,
    Step,
    TableInfo,
    TablePage,
    Update,
    Words,
)


class Tables(Asking):
    """The tables of a house, and their history."""

    async def tables(self, *, closed: bool = False) -> list[TableInfo]:
        """The open tables of the house, or with ``closed`` all that there ever were."""
        return await self._ask("GET", at("tables"), list[TableInfo], closed=closed or None)

    async def open_table(self, rulebook: str, choices: Mapping[str, str] | None = None, **spec: Any) -> TableInfo:
        """Opens a table within the law, as an operator."""
        body = {"rulebook": rulebook, "choices": dict(choices or {}), **spec}
        return await self._ask("POST", at("tables"), TableInfo, body)

    async def close_table(self, table: str) -> TableInfo:
        """Closes a table, as an operator."""
        return await self._ask("DELETE", at("tables", table), TableInfo)

    async def table(self, table: str) -> TablePage:
        """A table as it is now."""
        return await self._ask("GET", at("tables", table), TablePage)

    async def say(self, table: str, words: str, *, command_id: str = "", seen: int | None = None) -> Outcome:
        """Says something at a table over HTTP, for programs that watch nothing."""
        body = NewCommand(command_id or token_hex(8), words, seen)
        return await self._ask("POST", at("tables", table, "commands"), Outcome, body)

    async def preview(self, table: str, words: str) -> tuple[Shown, ...]:
        """What words would bring, as far as it needs no card that nobody has seen; nothing is changed."""
        return (await self._ask("POST", at("tables", table, "preview"), Preview, Words(words))).events

    async def updates(self, table: str, *, after: int = 0, limit: int = 200) -> list[Update]:
        """What happened after a version; the latest of it where that is much."""
        return await self._ask("GET", at("tables", table, "updates"), list[Update], after=after, limit=limit)

    async def rounds(self, table: str, *, before: int | None = None, limit: int = 50) -> list[RoundInfo]:
        """The rounds that are over, the newest first."""
        path = at("tables", table, "rounds")
        return await self._ask("GET", path, list[RoundInfo], before=before, limit=limit)

    async def round_pit(self, table: str, number: int) -> str:
        """A round as a .pit file that replays."""
        return await self._text(at("tables", table, "rounds", number))

    async def round_steps(self, table: str, number: int) -> list[Step]:
        """A round step by step, each event with its clauses."""
        return await self._ask("GET", at("tables", table, "rounds", number, "steps"), list[Step])

    async def round_pictures(self, table: str, number: int) -> list[dict[str, Any]]:
        """A round of blackjack as it lay on the table after each event of its steps."""
        return await self._ask("GET", at("tables", table, "rounds", number, "pictures"), list[dict[str, Any]])

    async def fairness(self, table: str) -> list[dict[str, Any]]:
        """Every seed's commitment, and those that were revealed with what came of them: `pitboss audit fairness` and
        ``pitboss.table.live.check_fairness`` check it offline."""
        return await self._ask("GET", at("tables", table, "fairness"), list[dict[str, Any]])
