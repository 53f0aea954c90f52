"""Calls of the dealer school over HTTP."""

from pitboss.client.transport import Transport, api_path
from pitboss.client.wire_school import DrillAnswer, DrillPage, DrillRequest, DrillSummary, FaultChoices


class SchoolApi(Transport):
    """Calls for drills: planted irregularities and wrong payments, and the trainee's answers."""

    async def drills(self) -> list[DrillSummary]:
        """Returns the drills, the latest first; who does not supervise sees their own."""
        return await self._request("GET", api_path("school"), list[DrillSummary])

    async def drill_faults(self) -> list[FaultChoices]:
        """Returns the rulebooks with drills, and the faults that may be planted there."""
        return await self._request("GET", api_path("school", "faults"), list[FaultChoices])

    async def set_drill(self, request: DrillRequest) -> DrillPage:
        """Sets a drill for a trainee."""
        return await self._request("POST", api_path("school", "drills"), DrillPage, request)

    async def drill(self, number: int) -> DrillPage:
        """Returns a drill with its present step and its judgements."""
        return await self._request("GET", api_path("school", "drills", number), DrillPage)

    async def answer_drill(self, number: int, step: int, line: str) -> DrillPage:
        """Answers the present step of a drill."""
        body = DrillAnswer(step, line)
        return await self._request("POST", api_path("school", "drills", number, "answers"), DrillPage, body)
