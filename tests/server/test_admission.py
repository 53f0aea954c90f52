"""Admission control: what is not play takes turns, fair between clients by what each has used; play never waits."""

import asyncio
import json
import random
import threading
from collections import Counter
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import connect

from pitboss.client import ClientError
from pitboss.server.context import ServerContext
from pitboss.server.errors import ApiError
from pitboss.server.fair_queue import HALF_LIFE, FairQueue, Usage, current_turn
from pitboss.server.settings import Rates, Settings
from tests.server.conftest import PATIENCE, Served, run, serving


def test_usage_is_halved_and_forgotten() -> None:
    now = [0.0]
    usage = Usage(clock=lambda: now[0])
    usage.charge("ann", 8.0)
    now[0] = 2 * HALF_LIFE
    usage.charge("ben", 1.0)
    assert (usage["ann"], usage["ben"], usage["cat"]) == (2.0, 1.0, 0.0)
    now[0] = 100 * HALF_LIFE
    usage.charge("cat", 1.0)
    assert len(usage) == 1


def test_the_use_of_one_queue_counts_in_the_others() -> None:
    usage = Usage()
    usage.charge("crowd", 1.0)
    queue, order = FairQueue("figures", usage, workers=1, each=4, total=8), []

    async def job(client: str) -> None:
        async with queue.slot(client):
            order.append(client)
            await asyncio.sleep(0)

    async def work() -> None:
        await asyncio.gather(*(job(client) for client in ("first", "crowd", "crowd", "ann", "ben")))

    asyncio.run(work())
    assert order == ["first", "ann", "ben", "crowd", "crowd"]


def test_a_queue_is_bounded_and_forgets_who_gives_up() -> None:
    async def work() -> None:
        queue = FairQueue("figures", Usage(), workers=1, each=2, total=3)
        never = asyncio.Event()
        held = [queue.submit("ann", never.wait), queue.submit("ann", never.wait), queue.submit("ben", never.wait)]
        statuses = []
        for client in ("ann", "cat"):
            with pytest.raises(ApiError) as error:
                queue.submit(client, never.wait)
            statuses.append(error.value.status)
        assert statuses == [429, 503]
        for task in held:
            task.cancel()
        await asyncio.gather(*held, return_exceptions=True)
        async with asyncio.timeout(PATIENCE), queue.slot("cat"):
            pass

    asyncio.run(work())


def test_in_a_full_queue_the_client_with_most_jobs_gives_way() -> None:
    async def work() -> None:
        queue = FairQueue("figures", Usage(), workers=1, each=5, total=6)
        may_end, done = asyncio.Event(), []

        async def job(name: str) -> None:
            async with queue.slot(name[:3]):
                await may_end.wait()
                done.append(name)

        async def start(*names: str) -> list[asyncio.Task[None]]:
            tasks = [asyncio.create_task(job(name)) for name in names]
            await asyncio.sleep(0)
            await asyncio.sleep(0)  # those that are dropped have their error
            return tasks

        first = await start("ann0", "ann1", "ann2", "ann3", "ben0", "ben1")
        others = await start("cat0", "dan0")  # in the same turn of the event loop
        assert [task.done() for task in first] == [False, False, True, True, False, False]
        first[1].cancel()  # a place is free, and one more is needed
        await asyncio.sleep(0)
        others += await start("eve0", "fay0")
        assert [task.done() for task in first] == [False, True, True, True, False, True]
        refused = await start("ann9", "cat9", "gus0", "hal0")  # all have one: the one that is new has no less
        assert [isinstance(task.exception(), ApiError) for task in refused] == [True] * 4
        may_end.set()
        ends = await asyncio.gather(*first, *others, return_exceptions=True)
        assert [end.status for end in ends if isinstance(end, ApiError)] == [503] * 3
        assert done == ["ann0", "ben0", "cat0", "dan0", "eve0", "fay0"]
        await asyncio.gather(*await start("ann4", "ann5", "ann6", "ann7", "ann8"))  # nothing is still counted

    asyncio.run(work())


def test_many_clients_never_exceed_a_queue() -> None:
    async def work() -> None:
        queue = FairQueue("figures", Usage(), workers=2, each=9, total=12)
        running, ended = [0], Counter[str]()
        dice = random.Random(7)

        async def job(client: str) -> None:
            try:
                async with queue.slot(client):
                    running[0] += 1
                    assert running[0] <= 2
                    try:
                        await asyncio.sleep(0)
                    finally:
                        running[0] -= 1
                    ended["run"] += 1
            except ApiError as error:
                ended[str(error.status)] += 1
            except asyncio.CancelledError:
                ended["cancelled"] += 1

        tasks = []
        for _ in range(300):
            tasks += [asyncio.create_task(job(dice.choice("aaaabbbcdefgh"))) for _ in range(dice.randrange(6))]
            await asyncio.sleep(0)
            assert queue._jobs.total() <= 12
            if started := [task for task in tasks[-20:-6] if not task.done()]:
                dice.choice(started).cancel()
        await asyncio.gather(*tasks)
        assert ended.total() == len(tasks)
        assert ended["run"] > 0
        assert ended["503"] > 0
        assert (queue._jobs.total(), queue._free, queue._waiting) == (0, 2, {})

    asyncio.run(work())


def test_a_worker_rests_only_while_others_wait() -> None:
    async def work() -> list[float]:
        queue = FairQueue("requests", Usage(), workers=1, each=9, total=9, rest=1.0)
        loop, began = asyncio.get_running_loop(), []

        async def job() -> None:
            async with queue.slot("ann"):
                began.append(loop.time())
                await asyncio.sleep(0.01)

        await asyncio.gather(job(), job())
        return began

    first, second = asyncio.run(work())
    assert second - first >= 0.0199  # 10 ms of work, and as much of rest


def test_a_request_that_queues_elsewhere_gives_its_turn_back() -> None:
    async def work() -> None:
        usage = Usage()
        turns = FairQueue("requests", usage, workers=1, each=9, total=9)
        figures = FairQueue("figures", usage, workers=1, each=9, total=9)

        async def slow() -> None:
            async with turns.slot("ann") as turn:
                current_turn.set(turn)
                async with figures.slot("ann"):
                    await asyncio.Event().wait()

        waiting = asyncio.create_task(slow())
        await asyncio.sleep(0)
        async with asyncio.timeout(PATIENCE), turns.slot("ben"):
            pass
        waiting.cancel()

    asyncio.run(work())


def test_a_request_that_takes_long_does_not_keep_its_turn(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    begun = threading.Event()  # the server has an event loop of its own

    async def stalled(*_: Any, **__: Any) -> None:
        begun.set()
        await asyncio.Event().wait()

    async def work() -> None:
        async with httpx.AsyncClient(base_url=served.url, timeout=PATIENCE) as http:
            ann = {"Authorization": f"Bearer {served.tokens['ann']}"}
            monkeypatch.setattr(ServerContext, "person", stalled)
            stuck = asyncio.create_task(http.get("/api/me", headers=ann))
            assert await asyncio.to_thread(begun.wait, PATIENCE)
            assert (await http.get("/api/rulebooks")).status_code == 200
            assert not stuck.done()
            stuck.cancel()
            await asyncio.gather(stuck, return_exceptions=True)

    run(work())


def test_commands_and_monitors_pass_a_full_queue(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    async def full(*_: Any) -> None:
        await asyncio.Event().wait()

    async def work() -> None:
        async with served.client("olga") as olga:
            table = (await olga.open_table("mbs-blackjack", limits="10-1000")).id
        monkeypatch.setattr(FairQueue, "_wait", full)  # nobody gets a turn any more
        async with httpx.AsyncClient(base_url=served.url, timeout=PATIENCE) as http:
            ann = {"Authorization": f"Bearer {served.tokens['ann']}"}
            stuck = asyncio.create_task(http.get("/api/me", headers=ann))
            body = {"id": "j1", "words": "join 50"}
            answer = await http.post(f"/api/tables/{table}/commands", json=body, headers=ann)
            assert answer.status_code == 200
            assert (await http.get("/health")).status_code == 200
            assert (await http.get("/ready")).status_code == 200
            async with connect(f"ws{served.url.removeprefix('http')}/api/socket") as line:
                await line.send(json.dumps({"type": "hello", "token": served.tokens["ann"], "id": "h"}))
                await line.send(json.dumps({"type": "command", "id": "b", "table": table, "words": "bet 1 10"}))
                assert [json.loads(await line.recv())["type"] for _ in range(2)] == ["welcome", "done"]
            assert not stuck.done()
            stuck.cancel()
            await asyncio.gather(stuck, return_exceptions=True)

    run(work())


def test_all_connections_of_a_user_share_one_message_limit(tmp_path: Path) -> None:
    async def work(served: Served) -> list[str]:
        kinds = []
        async with served.client("ben") as one, served.client("ben") as other, served.client("ann") as ann:
            for client in (one, other, ann):
                with pytest.raises(ClientError) as refused:
                    await client.command("none", "join 5")
                kinds.append(refused.value.kind)
        return kinds

    rates = Rates(messages=0.001, messages_burst=1)
    with serving(Settings(database=f"sqlite:///{tmp_path}/house.db", rates=rates)) as served:
        assert run(work(served)) == ["no_table", "too_many", "no_table"]
