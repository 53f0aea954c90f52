"""The law and exact figures over HTTP."""

from collections.abc import Mapping, Sequence
from typing import Literal

from pitboss.client.asking import Asking, at
from pitboss.client.wire_figures import EdgeAsked, Edges, HandAsked, HandWorth
from pitboss.client.wire_law import Book, BookInfo, CaseInfo, Choices, ClauseInfo, ClausePage, Form, Lawful

Strategy = Literal["total", "composition"]


class Law(Asking):
    """Rulebooks to read, and what their wagers are worth."""

    async def rulebooks(self) -> list[BookInfo]:
        """The rulebooks there are."""
        return await self._ask("GET", at("rulebooks"), list[BookInfo])

    async def rulebook(self, rulebook: str) -> Book:
        """One rulebook with everything that it sets."""
        return await self._ask("GET", at("rulebooks", rulebook), Book)

    async def form(self, rulebook: str) -> Form:
        """What an operator may choose, within which ranges and on which clauses."""
        return await self._ask("GET", at("rulebooks", rulebook, "form"), Form)

    async def check(self, rulebook: str, choices: Mapping[str, str] | None = None, limits: str = "") -> Lawful:
        """All that a lawful choice comes to; ClientError, with the clause, where it is not lawful."""
        body = Choices(dict(choices or {}), limits)
        return await self._ask("POST", at("rulebooks", rulebook, "check"), Lawful, body)

    async def clauses(self, rulebook: str, search: str = "") -> list[ClauseInfo]:
        """Every clause in our own words, or those in which all of the searched words are found."""
        return await self._ask("GET", at("rulebooks", rulebook, "clauses"), list[ClauseInfo], search=search or None)

    async def clause(self, rulebook: str, clause: str) -> ClausePage:
        """One clause with its parts, what they set and the cases that show them."""
        return await self._ask("GET", at("rulebooks", rulebook, "clauses", clause), ClausePage)

    async def cases(self, rulebook: str) -> list[CaseInfo]:
        """The cases of a rulebook."""
        return await self._ask("GET", at("rulebooks", rulebook, "cases"), list[CaseInfo])

    async def case(self, rulebook: str, name: str) -> str:
        """One case as a .pit file."""
        return await self._text(at("rulebooks", rulebook, "cases", name))

    async def edge(
        self,
        rulebook: str,
        choices: Mapping[str, str] | None = None,
        *,
        limits: str = "",
        strategy: Strategy = "total",
    ) -> Edges:
        """What every wager of a table of these choices is worth, exactly."""
        body = EdgeAsked(rulebook, dict(choices or {}), limits, strategy)
        return await self._ask("POST", at("analysis", "edge"), Edges, body)

    async def table_edge(self, table: str, *, strategy: Strategy = "total") -> Edges:
        """What every wager of an open table is worth, exactly."""
        return await self._ask("GET", at("tables", table, "edge"), Edges, strategy=strategy)

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
    ) -> HandWorth:
        """What each action with a hand is worth against an up card, which is best, and what a mistake costs."""
        body = HandAsked(rulebook, tuple(cards), up, dict(choices or {}), limits, tuple(gone), hands, added)
        return await self._ask("POST", at("analysis", "hand"), HandWorth, body)
