"""Helpers that read a house's database directly, or set up a table in the middle of a round."""

import sqlite3
from typing import Any

from pitboss.client import Client
from tests.server.conftest import Served


def fingerprint(served: Served) -> tuple[Any, ...]:
    """Returns what bad input must not change: the last hash of every log, every account, every user."""
    connection = sqlite3.connect(served.database.removeprefix("sqlite:///"))
    try:
        logs = connection.execute("SELECT name, seq, version, closed, head FROM streams ORDER BY name").fetchall()
        money = connection.execute("SELECT name, holds FROM accounts ORDER BY name").fetchall()
        users = connection.execute("SELECT name, role, password FROM users ORDER BY name").fetchall()
        return tuple(logs), tuple(money), tuple(users)
    finally:
        connection.close()


async def read_in_table(served: Served, **spec: Any) -> str:
    """Opens a table whose cards the dealer dan enters, with ann on box 1 and ben on box 2."""
    return await table_with_players(served, cards_are_read=True, **spec)


async def table_with_players(served: Served, **spec: Any) -> str:
    """Opens a table with ann on box 1 and ben on box 2."""
    async with served.client("olga") as olga:
        info = await olga.open_table("nz-blackjack", limits="10-1000", turn_seconds=3600, betting_seconds=3600, **spec)
    for name, box in (("ann", 1), ("ben", 2)):
        async with served.client(name) as player:
            await player.say(info.id, "join 500")
            await player.say(info.id, f"bet {box} 50")
    return info.id


async def deal(dan: Client, table: str, cards: str) -> None:
    """Deals these cards."""
    await dan.say(table, "deal")
    for card in cards.split():
        await dan.say(table, f"card {card}")
