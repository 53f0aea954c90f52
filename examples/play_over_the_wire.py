"""Start a server with a house of its own, open a table as its operator, sit down, and play a round over the wire; then
close the table, by the plain client this time, and check that its cards were dealt as they were fixed."""

import asyncio
import json
import subprocess
import sys
import tempfile

import msgspec

from pitboss.client import Client, ClientError, SyncClient, Table
from pitboss.table.live import FairnessRecord, check_fairness

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
        except ClientError as refused:
            print("refused:", refused)
        await seat.do("bet 1 10")
        await play_round(seat)
        for update in seat.updates:
            for event in update.events:
                print(f"  {event.text}  [{', '.join(event.clauses)}]")


async def play_round(seat: Table) -> None:
    """The clock closes the betting and deals; then the first word that may be said is said, until the round is over."""
    await seat.until(lambda now: now.view["round"] == 1)
    while seat.view["phase"] != "betting":
        version = seat.version
        may = {action["verb"]: action["words"] for action in seat.you["actions"] if action["refusal"] is None}
        words = next((may[verb] for verb in ("pass", "stand", "hit", "decline") if verb in may), "")
        if words:
            await seat.do(words)
        await newer(seat, version)


async def newer(seat: Table, version: int) -> None:
    """Something has happened since that version."""
    await seat.until(lambda now: now.version > version)


def close_and_check(url: str, operator: str) -> None:
    """A table that is closed reveals its seeds, and whoever wants checks them."""
    with SyncClient(url, operator) as olga:
        table = olga.tables()[-1].id
        for event in olga.preview(table, "shuffle"):  # nothing is done yet
            print(f"would come: {event.text}  [{', '.join(event.clauses)}]")
        olga.close_table(table)
        for record in msgspec.convert(olga.fairness(table), list[FairnessRecord]):
            found = check_fairness(record) or ["dealt as it was fixed"]
            print(f"{record.name}, {len(record.outcomes)} cards:", *found)


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
