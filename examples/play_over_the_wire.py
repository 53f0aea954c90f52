"""Start a server, open a table as operator, and play a round over the WebSocket as a guest. Then close the table with
the blocking client and verify that its cards match the commitment.
"""

import asyncio
import json
import subprocess
import sys
import tempfile

import msgspec

from pitboss.client import Client, ClientError, SyncClient, WatchedTable
from pitboss.tables.live import FairnessRecord, check_fairness

PITBOSS = [sys.executable, "-m", "pitboss"]


async def play(url: str, operator: str) -> None:
    async with Client(url, operator) as olga, Client(url) as gus:
        info = await olga.open_table("mbs-blackjack", {"decks": "6"}, limits="10-500", betting_seconds=1)
        session = await gus.sit_down_as_guest("gus")
        print(f"gus has {session.user.wallet // 100} in practice chips")
        seat = await gus.watch(info.id)
        await seat.do("join 100")
        try:
            await seat.do("bet 1 5")
        except ClientError as error:
            print("refused:", error)
        await seat.do("bet 1 10")
        await play_round(seat)
        for update in seat.updates:
            for event in update.events:
                print(f"  {event.text}  [{', '.join(event.clauses)}]")


async def play_round(seat: WatchedTable) -> None:
    """Sends the first available action until the round is over. The clock closes the betting and deals."""
    await seat.until(lambda now: now.view["round"] == 1)
    while seat.view["phase"] != "betting":
        version = seat.version
        actions = {action["verb"]: action["words"] for action in seat.you["actions"] if action["refusal"] is None}
        words = next((actions[verb] for verb in ("pass", "stand", "hit", "decline") if verb in actions), "")
        if words:
            await seat.do(words)
        await wait_for_change(seat, version)


async def wait_for_change(seat: WatchedTable, version: int) -> None:
    """Waits for a later version."""
    await seat.until(lambda now: now.version > version)


def close_and_check(url: str, operator: str) -> None:
    """Closes the table, which reveals its seeds, and verifies them."""
    with SyncClient(url, operator) as olga:
        table = olga.tables()[-1].id
        for event in olga.preview(table, "shuffle"):  # nothing changes
            print(f"would happen: {event.text}  [{', '.join(event.clauses)}]")
        olga.close_table(table)
        for record in msgspec.convert(olga.fairness(table), list[FairnessRecord]):
            problems = check_fairness(record) or ["dealt as committed"]
            print(f"{record.name}, {len(record.outcomes)} cards:", *problems)


with tempfile.TemporaryDirectory() as folder:
    house = ["--database", f"sqlite:///{folder}/house.db"]
    add = [*PITBOSS, "user", "add", "olga", "--role", "operator", "--json", *house]
    token = json.loads(subprocess.run(add, capture_output=True, check=True).stdout)["token"]
    server = subprocess.Popen(
        [*PITBOSS, "serve", "--practice", "--port", "0", *house], stdout=subprocess.PIPE, text=True
    )
    assert server.stdout is not None
    try:
        url = server.stdout.readline().split()[-1]  # "pitboss serves at http://…"
        asyncio.run(play(url, token))
        close_and_check(url, token)
    finally:
        server.terminate()
        server.wait()
