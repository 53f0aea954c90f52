"""Roulette, a tournament and exact analysis over HTTP and WebSocket."""

from contextlib import AsyncExitStack
from typing import Any

import pytest
from msgspec.structs import replace

from pitboss.client import ClientError
from pitboss.client.wire_figures import WagerAdviceRequest
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


def test_deal_of_a_tournament_disqualifies_only_named_players(served: Served) -> None:
    async def work() -> None:
        async with (
            served.client("olga") as olga,
            served.client("dan") as dan,
            served.client("ann") as ann,
            served.client("ben") as ben,
            served.client("cat") as cat,
            served.client() as eve,
        ):
            await eve.sit_down_as_guest("eve")
            cup = await olga.open_table("nz-tournament", limits="10-100", cards_are_read=True)
            for player in (ann, ben, cat, eve):
                await player.say(cup.id, "join 100")
                await player.say(cup.id, "enter")
            await olga.say(cup.id, "start")
            await ann.say(cup.id, "bet 10")
            version = (await olga.table(cup.id)).view["version"]
            for client in (dan, olga):
                with pytest.raises(ClientError) as refused:
                    await client.say(cup.id, "t1 deal")
                assert refused.value.body.clause == "4.5"
                assert "ben, cat and eve have not bet" in refused.value.body.message
            assert refused.value.body.allowed == ("t1 deal without ben cat eve",)
            told = await olga.preview(cup.id, "t1 deal without ben cat eve")
            assert [event.fields["player"] for event in told if event.type == "PlayerDisqualified"] == [
                "ben",
                "cat",
                "eve",
            ]
            assert (await olga.table(cup.id)).view["version"] == version
            await olga.say(cup.id, "t1 deal without ben cat eve")
            entries = (await olga.table(cup.id)).view["entries"]
            assert {entry["player"] for entry in entries if entry["status"] == "disqualified"} == {"ben", "cat", "eve"}

    run(work())


def test_tournament_that_cannot_be_finished_is_opened_with_a_warning_and_its_start_confirmed(served: Served) -> None:
    async def work() -> None:
        async with served.client("olga") as olga, AsyncExitStack() as doors:
            cup = await olga.open_table("nz-tournament", limits="10-100")
            (warning,) = cup.warnings
            assert "8 to 21 or 50 to 99 players could not play to the end" in warning.says
            assert warning.clauses == ("5.4",)
            for number in range(8):
                guest = await doors.enter_async_context(served.client())
                await guest.sit_down_as_guest(f"cup{number}")
                await guest.say(cup.id, "join 100")
                await guest.say(cup.id, "enter")
            settings = "it could be finished with advance=2 or 3, or with 4 to 7 or 22 to 49 players"
            assert settings in warning.says
            assert settings in (await olga.table(cup.id)).view["unfinishable"]["message"]
            with pytest.raises(ClientError) as refused:
                await olga.say(cup.id, "start")
            assert refused.value.body.clause == "5.4"
            assert refused.value.body.allowed == ("start confirmed",)
            assert settings in refused.value.body.message
            (first, *_) = await olga.preview(cup.id, "start confirmed")
            assert first.type == "FinishDoubted"
            assert settings in first.text
            await olga.say(cup.id, "start confirmed")
            assert (await olga.table(cup.id)).view["phase"] == "session"

    run(work())


def test_wagers_of_the_last_round_of_a_tournament_are_valued(served: Served) -> None:
    async def work() -> None:
        async with served.client() as nobody:
            asked = WagerAdviceRequest("nz-tournament", (110_000, 100_000), (2, 1), (20_000,), limits="10-500")
            found = await nobody.wager(asked)
            assert (found.player, found.wager) == (1, 21_000)
            assert found.value == max(each.value for each in found.wagers)
            bad: list[tuple[dict[str, Any], int, str]] = [
                ({"rulebook": "nz-roulette", "limits": ""}, 409, "plays roulette"),
                ({"chips": (110_000,)}, 422, "1 players"),
                ({"placed": (20_000, 20_000)}, 422, "all players have bet"),
                ({"order": (1, 3)}, 422, "order of betting"),
                ({"wager": 999}, 422, "this player may bet 10 to 500"),
            ]
            for change, status, message in bad:
                with pytest.raises(ClientError) as refused:
                    await nobody.wager(replace(asked, **change))
                assert refused.value.status == status
                assert message in refused.value.body.message

    run(work(), 2 * PATIENCE)


def test_exact_figures_of_a_choice_of_a_table_and_of_a_hand(served: Served) -> None:
    async def work() -> None:
        async with served.client() as nobody:
            edges: dict[str, Any] = await nobody._request(
                "POST", "/api/analysis/edge", dict, {"rulebook": "nz-roulette"}
            )
            assert all(worth["fraction"] == "-1/37" for worth in edges["wagers"].values())
            asked = {"rulebook": "mbs-blackjack", "cards": ["8h", "8c"], "up": "Ts"}
            hand: dict[str, Any] = await nobody._request("POST", "/api/analysis/hand", dict, asked)
            assert hand["best"] in hand["actions"]
            assert hand["costs"][hand["best"]] == 0
            with pytest.raises(ClientError) as refused:
                await nobody._request("POST", "/api/analysis/hand", dict, asked | {"up": "Zz"})
            assert refused.value.status == 422

    run(work(), 2 * PATIENCE)
