"""Exact figures of tables from the analyser, computed ahead for the reports of a gaming day."""

import asyncio
from contextlib import suppress
from typing import Any, Final

from pitboss.client.wire_figures import EdgeRequest
from pitboss.house.house import House
from pitboss.law import TableRules
from pitboss.server.analyser import Analyser
from pitboss.server.analysis import edge_json
from pitboss.server.errors import ApiError
from pitboss.server.rulebooks import resolve_rules
from pitboss.tables.live import TableSpec

#: The client for whom figures are computed ahead, in the fair queue of the analyser.
_AHEAD: Final = "house:prices"


def rules_key(rules: TableRules[Any]) -> str:
    """Returns a key of the resolved rules, the same whether a choice names a default or omits it."""
    return repr((rules.rulebook, sorted(rules.options.items()), rules.limits))


async def edge_bytes(analyser: Analyser, client: str, body: EdgeRequest) -> bytes:
    """Returns the value of every wager of a table as JSON, from the cache where it was asked before."""
    key = ("edge", rules_key(resolve_rules(body.rulebook, body.choices, body.limits)), body.strategy)
    arguments = (body.rulebook, body.choices, body.limits, body.strategy)
    return await analyser.result(client, key, edge_json, *arguments)


def report_request(spec: TableSpec) -> EdgeRequest:
    """Returns what a report asks of the analyser for a table."""
    return EdgeRequest(spec.rulebook, spec.choices, spec.limits, "total")


class PricePrefetch:
    """Computes the figures of the open tables once, in the background, so that the first report of a day has them."""

    def __init__(self, house: House, analyser: Analyser) -> None:
        self._house = house
        self._analyser = analyser
        self._task: asyncio.Task[None] | None = None
        self._wanted = False

    def begin(self) -> None:
        """Looks for tables without figures while a gaming day is open; returns at once."""
        if self._house.pit.book.day is None:
            return
        self._wanted = True
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._run())

    def stop(self) -> None:
        """Stops without waiting."""
        if self._task is not None:
            self._task.cancel()

    async def _run(self) -> None:
        while self._wanted:
            self._wanted = False
            for table in await self._house.tables(closed=False):
                with suppress(ApiError):  # no exact figures, or too much work now: the report asks again
                    await edge_bytes(self._analyser, _AHEAD, report_request(table.spec))
