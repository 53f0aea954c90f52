"""Half-open connections: a client that vanished does not delay others and gets every update after it reconnects."""

import asyncio
import random
from pathlib import Path

from pitboss.client import Client
from pitboss.server.settings import Settings
from tests.house.histories.proxy import FaultProxy
from tests.server.conftest import PATIENCE, PLENTY, serving


def test_a_half_open_socket_delays_no_other_and_catches_up(tmp_path: Path) -> None:
    async def work(url: str, tokens: dict[str, str]) -> None:
        proxy = FaultProxy(int(url.rsplit(":", 1)[1]), random.Random(1))
        await proxy.start()
        async with (
            Client(f"http://127.0.0.1:{proxy.port}", tokens["ann"]) as ann,
            Client(url, tokens["ben"]) as ben,
            asyncio.timeout(PATIENCE),
        ):
            table = next(info.id for info in await ben.tables() if info.game == "roulette")
            watched = await ann.watch(table)
            seat = await ben.watch(table)
            proxy.hold()
            await seat.do("join 100")
            for _ in range(5):
                await seat.do("bet red 10")
            assert watched.version < seat.version
            proxy.cut()
            proxy.release()
            await watched.until(lambda now: now.version >= seat.version)
            seen = [update.words for update in watched.updates if update.actor == "ben"]
            assert [words for words in seen if not words.startswith(("commit", "reveal"))] == [
                "join 100",
                *["bet red 10"] * 5,
            ]
        await proxy.stop()

    with serving(Settings(database=f"sqlite:///{tmp_path}/house.db", practice=True, rates=PLENTY)) as served:
        asyncio.run(work(served.url, served.tokens))
