"""Roulette, a tournament and exact figures over the wire."""

from typing import Any

import pytest

from pitboss.client import ClientError
from tests.server.conftest import PATIENCE, Served, run


def test_a_spin_of_the_wheel(served: Served) -> None:
    async def work() -> None:
        async with served.client("olga") as olga, served.client("ann") as ann, served.client("dan") as dan:
            info = await olga.open_table("nz-roulette", limits="5-500", betting_seconds=3600, cards_are_read=True)
            seat = await ann.watch(info.id)
            before = (await ann.me()).wallet
            await seat.do("join 100")
            await seat.do("bet straight 17 5")
            with pytest.raises(ClientError) as refused:
                await seat.do("bet split 17-21 5")
            assert refused.value.body.clause
            await dan.say(info.id, "number 17")
            await seat.do("leave")
            assert (await ann.me()).wallet - before == 35 * 500

    run(work())


def test_a_tournament_is_entered(served: Served) -> None:
    async def work() -> None:
        async with served.client("ann") as ann:
            cup = next(table for table in await ann.tables() if table.game == "tournament")
            seat = await ann.watch(cup.id)
            await seat.do("join 100")
            await seat.do("enter")
            await seat.until(lambda now: any("ann" in str(entry) for entry in now.view["entries"]))
            with pytest.raises(ClientError) as refused:
                await seat.do("t1 deal")
            assert refused.value.kind in {"role", "words"}

    run(work())


def test_exact_figures_of_a_choice_of_a_table_and_of_a_hand(served: Served) -> None:
    async def work() -> None:
        async with served.client() as nobody:
            edges: dict[str, Any] = await nobody._ask("POST", "/api/analysis/edge", dict, {"rulebook": "nz-roulette"})
            assert all(worth["fraction"] == "-1/37" for worth in edges["wagers"].values())
            asked = {"rulebook": "mbs-blackjack", "cards": ["8h", "8c"], "up": "Ts"}
            hand: dict[str, Any] = await nobody._ask("POST", "/api/analysis/hand", dict, asked)
            assert hand["best"] in hand["actions"]
            assert hand["costs"][hand["best"]] == 0
            with pytest.raises(ClientError) as refused:
                await nobody._ask("POST", "/api/analysis/hand", dict, asked | {"up": "Zz"})
            assert refused.value.status == 422

    run(work(), 2 * PATIENCE)
