"""Calls for private practice rooms over HTTP."""

from collections.abc import Mapping

from pitboss.client.transport import Transport, api_path
from pitboss.client.wire import TableSummary, Wallet
from pitboss.client.wire_learn import MyRound
from pitboss.client.wire_rooms import RoomForm, RoomRequest


class RoomsApi(Transport):
    """Calls for the practice rooms, the practice chips and the rounds of the player."""

    async def room_form(self) -> RoomForm:
        """Returns the rulebooks with their presets and side wagers, and the limits of a room."""
        return await self._request("GET", api_path("room-form"), RoomForm)

    async def rooms(self) -> list[TableSummary]:
        """Returns the player's open rooms."""
        return await self._request("GET", api_path("rooms"), list[TableSummary])

    async def open_room(
        self,
        rulebook: str,
        choices: Mapping[str, str] | None = None,
        *,
        preset: str = "",
        bots: int | None = None,
        limits: str = "",
    ) -> TableSummary:
        """Opens a private practice table. Raises ClientError with the clause if the law does not allow it."""
        body = RoomRequest(rulebook, preset, dict(choices or {}), bots, limits)
        return await self._request("POST", api_path("rooms"), TableSummary, body)

    async def close_room(self, table: str) -> TableSummary:
        """Closes a room; its chips return to the wallet."""
        return await self._request("DELETE", api_path("rooms", table), TableSummary)

    async def my_rounds(self, *, limit: int = 200) -> list[MyRound]:
        """Returns the player's finished rounds with every decision, newest first."""
        return await self._request("GET", api_path("me", "rounds"), list[MyRound], limit=limit)

    async def refill(self) -> Wallet:
        """Fills the wallet of a guest up to the practice chips of a new guest."""
        return await self._request("POST", api_path("me", "refill"), Wallet)
