"""A player's own rounds over HTTP: results, stakes and decisions agree with the table and its history."""

import asyncio
from pathlib import Path

from pitboss.client import Client
from tests.server.conftest import Served, run, serving
from tests.server.test_rooms import answer, settings_of


def test_my_rounds_have_every_decision_and_the_net_result(tmp_path: Path) -> None:
    async def play(served: Served) -> None:
        async with Client(served.url) as ann:
            name = (await ann.sit_down_as_guest()).user.name
            room = await ann.open_room("nz-blackjack", bots=1)
            table = await ann.watch(room.id)
            await table.do("join 500")
            for number in range(1, 5):
                await table.do("bet 4 10")
                await table.do("ready")
                async with asyncio.timeout(60):
                    while table.view["phase"] != "betting" or table.view["round"] < number:
                        await answer(table, ("decline", "pass", "stand", "hit"))
                        await asyncio.sleep(0.02)
            mine = await ann.my_rounds()
            assert [each.round for each in mine] == list(range(4, 0, -1))
            nets = {item.round: item.net.get(name, 0) for item in await ann.rounds(room.id)}
            assert {each.round: each.net for each in mine} == nets
            assert all(each.stakes == {"main": 1000} for each in mine)
            words = [
                update.words.split()[0]
                for update in await ann.updates(room.id, limit=500)
                if update.actor == name and update.words.split()[0] in ("hit", "stand", "pass")
            ]
            told = [decision.did for each in reversed(mine) for decision in each.decisions]
            assert told == words
            decision = next(decision for each in mine for decision in each.decisions if decision.kind == "play")
            assert len(decision.cards) >= 2
            assert decision.did in decision.open
            assert len(decision.gone) >= 2  # the bot's cards lie open too
            assert decision.stake == 1000
            analysis = await ann.hand(
                "nz-blackjack", decision.cards, decision.up, mine[0].choices, gone=decision.gone, limits=mine[0].limits
            )
            assert decision.did in analysis.actions
            assert await other_sees(served) == []

    async def other_sees(served: Served) -> list[object]:
        async with Client(served.url) as ben:
            await ben.sit_down_as_guest()
            return list(await ben.my_rounds())

    with serving(settings_of(tmp_path)) as served:
        run(play(served))
