"""Clients of a server contribute to every seed by themselves."""

import asyncio
from typing import Any

import msgspec

from pitboss.client import Client
from pitboss.games.live.fairness import FairnessRecord, check_fairness
from tests.server.conftest import Served


async def _until(holds: Any) -> None:
    async with asyncio.timeout(60):
        while not await holds():
            await asyncio.sleep(0.02)


async def _committed(client: Client, table: str) -> bool:
    return not (await client.table(table)).you["commit"]


async def _dealt(client: Client, table: str) -> bool:
    return any(event.type == "CardDealt" for update in await client.updates(table) for event in update.events)


def test_every_client_at_a_table_contributes_to_a_shoe_without_doing_anything(served: Served) -> None:
    async def play() -> list[dict[str, Any]]:
        async with served.client("olga") as olga, served.client("ann") as ann, served.client("ben") as ben:
            table = (await olga.open_table("nz-blackjack", limits="10-500")).id
            assert ben.contributor is not None
            ben.contributor.word = "horseshoe"
            for box, client in enumerate((ann, ben), 1):
                seat = await client.watch(table)
                await seat.do("join 100")
                await _until(lambda client=client: _committed(client, table))
                await seat.do(f"bet {box} 10")
            await olga.say(table, "deal")
            await _until(lambda: _dealt(olga, table))
            events = [event for update in await olga.updates(table) for event in update.events]
            return [event.fields for event in events if event.type.startswith("Contribut")]

    fields = asyncio.run(play())
    assert [each["player"] for each in fields if "commitment" in each][:2] == ["ann", "ben"]
    values = {each["player"]: each["value"] for each in fields if "value" in each}
    assert values.keys() == {"ann", "ben"}
    assert len(values["ann"]) == 64
    assert values["ben"].startswith("horseshoe.")


def test_a_client_contributes_to_each_spin_and_the_records_are_in_order(served: Served) -> None:
    async def play() -> list[dict[str, Any]]:
        async with served.client("olga") as olga, served.client("ann") as ann:
            table = (await olga.open_table("nz-roulette", limits="5-500")).id
            seat = await ann.watch(table)
            await seat.do("join 100")
            for _ in range(3):
                await _until(lambda: _committed(ann, table))
                await seat.do("bet straight 7 5")
                await olga.say(table, "no_more_bets")

                async def revealed() -> bool:
                    return not (await ann.table(table)).you["reveal"]

                await _until(revealed)
                await olga.say(table, "spin")
            return await olga.fairness(table)

    records = [msgspec.convert(record, FairnessRecord) for record in asyncio.run(play())]
    assert [[player for player, _ in record.contributions] for record in records] == [["ann"]] * 3
    assert [record.left_out for record in records] == [()] * 3
    assert not any(check_fairness(record) for record in records)


def test_a_client_that_does_not_contribute_does_not_delay_the_table(served: Served) -> None:
    async def play() -> str:
        async with served.client("olga") as olga:
            table = (await olga.open_table("nz-blackjack", limits="10-500")).id
            async with Client(served.url, served.tokens["cat"], contributes=False) as cat:
                seat = await cat.watch(table)
                await seat.do("join 100")
                await seat.do("bet 1 10")
                await olga.say(table, "deal")
                return str((await olga.table(table)).view["phase"])

    assert asyncio.run(play()) != "betting"


def test_the_players_of_a_tournament_contribute_to_its_shoe(served: Served) -> None:
    async def play() -> list[dict[str, Any]]:
        async with (
            served.client("olga") as olga,
            served.client("ann") as ann,
            served.client("ben") as ben,
            served.client("cat") as cat,
            served.client() as eve,
        ):
            await eve.sit_down_as_guest("eve")
            players = {"ann": ann, "ben": ben, "cat": cat, "eve": eve}
            cup = (await olga.open_table("nz-tournament", limits="10-100")).id
            seats = {name: await client.watch(cup) for name, client in players.items()}
            for seat in seats.values():
                await seat.do("join 100")
                await seat.do("enter")
            await olga.say(cup, "start confirmed")
            for client in players.values():
                await _until(lambda client=client: _committed(client, cup))
            for name in (await olga.table(cup)).view["tables"][0]["to_bet"]:
                await seats[name].do("bet 10")
            await olga.say(cup, "t1 deal")
            await _until(lambda: _dealt(olga, cup))
            events = [event for update in await olga.updates(cup) for event in update.events]
            return [event.fields for event in events if event.type == "ContributionRevealed"]

    fields = asyncio.run(play())
    assert sorted((each["player"], each["seed"]) for each in fields) == [
        (name, "t1 shoe 0") for name in ("ann", "ben", "cat", "eve")
    ]
