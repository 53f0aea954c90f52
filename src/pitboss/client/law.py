"""Rulebook and analysis calls over HTTP."""

from collections.abc import Mapping, Sequence
from typing import Literal

from pitboss.client.transport import Transport, api_path
from pitboss.client.wire_figures import (
    EdgeReport,
    EdgeRequest,
    HandAnalysis,
    HandRequest,
    WagerAdvice,
    WagerAdviceRequest,
)
from pitboss.client.wire_law import (
    CaseInfo,
    ClauseInfo,
    ClausePage,
    ResolvedChoices,
    RulebookPage,
    RulebookSummary,
    TableChoices,
    TableForm,
)

Strategy = Literal["total", "composition"]


class LawApi(Transport):
    """Calls that read rulebooks and compute the exact value of wagers and hands."""

    async def rulebooks(self) -> list[RulebookSummary]:
        """Returns a summary of every rulebook."""
        return await self._request("GET", api_path("rulebooks"), list[RulebookSummary])

    async def rulebook(self, rulebook: str) -> RulebookPage:
        """Returns a rulebook with every value it sets."""
        return await self._request("GET", api_path("rulebooks", rulebook), RulebookPage)

    async def form(self, rulebook: str) -> TableForm:
        """Returns the options an operator may choose, with ranges and clauses."""
        return await self._request("GET", api_path("rulebooks", rulebook, "form"), TableForm)

    async def check(self, rulebook: str, choices: Mapping[str, str] | None = None, limits: str = "") -> ResolvedChoices:
        """Validates choices and returns the resolved options. Raises ClientError with the clause if they are not
        lawful.
        """
        body = TableChoices(dict(choices or {}), limits)
        return await self._request("POST", api_path("rulebooks", rulebook, "check"), ResolvedChoices, body)

    async def clauses(self, rulebook: str, search: str = "") -> list[ClauseInfo]:
        """Returns every clause, or those that contain all words of ``search``."""
        return await self._request(
            "GET", api_path("rulebooks", rulebook, "clauses"), list[ClauseInfo], search=search or None
        )

    async def clause(self, rulebook: str, clause: str) -> ClausePage:
        """Returns a clause with its parts, the values they set and the cases that prove them."""
        return await self._request("GET", api_path("rulebooks", rulebook, "clauses", clause), ClausePage)

    async def cases(self, rulebook: str) -> list[CaseInfo]:
        """Returns the cases of a rulebook."""
        return await self._request("GET", api_path("rulebooks", rulebook, "cases"), list[CaseInfo])

    async def case(self, rulebook: str, name: str) -> str:
        """Returns a case as the text of a .pit file."""
        return await self._text(api_path("rulebooks", rulebook, "cases", name))

    async def edge(
        self,
        rulebook: str,
        choices: Mapping[str, str] | None = None,
        *,
        limits: str = "",
        strategy: Strategy = "total",
    ) -> EdgeReport:
        """Returns the exact value of every wager at a table with these choices."""
        body = EdgeRequest(rulebook, dict(choices or {}), limits, strategy)
        return await self._request("POST", api_path("analysis", "edge"), EdgeReport, body)

    async def table_edge(self, table: str, *, strategy: Strategy = "total") -> EdgeReport:
        """Returns the exact value of every wager at an open table."""
        return await self._request("GET", api_path("tables", table, "edge"), EdgeReport, strategy=strategy)

    async def hand(
        self,
        rulebook: str,
        cards: Sequence[str],
        up: str,
        choices: Mapping[str, str] | None = None,
        *,
        limits: str = "",
        gone: Sequence[str] = (),
        hands: int = 1,
        added: bool = False,
    ) -> HandAnalysis:
        """Returns the value of each action with a hand, the best action and the cost of every other."""
        body = HandRequest(rulebook, tuple(cards), up, dict(choices or {}), limits, tuple(gone), hands, added)
        return await self._request("POST", api_path("analysis", "hand"), HandAnalysis, body)

    async def wager(self, request: WagerAdviceRequest) -> WagerAdvice:
        """Returns what each wager of the player to bet is worth in the last rounds of a tournament table."""
        return await self._request("POST", api_path("analysis", "wager"), WagerAdvice, request)
