"""`pitboss serve` as a process that tests kill, and players who keep playing through restarts."""

import asyncio
import random
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

from pitboss.client import Client, ClientError, ConnectionLost
from tests.house.crash import Acknowledged
from tests.server.conftest import make_users

ROOT = Path(__file__).parents[2]


class Process:
    """A server process on a database. It keeps its port after a restart."""

    def __init__(self, database: str) -> None:
        self.database = database
        self.port = 0
        self.process: subprocess.Popen[str] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        command = [sys.executable, "-m", "pitboss", "serve", "--database", self.database, "--port", str(self.port)]
        self.process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert "serves at" in line, line
        self.port = int(line.rsplit(":", 1)[1])

    def kill(self) -> None:
        """Sends SIGKILL."""
        assert self.process is not None
        self.process.kill()
        assert self.process.wait(120) == -signal.SIGKILL
        self._close()

    def stop(self) -> int:
        """Sends SIGTERM and returns the exit code."""
        assert self.process is not None
        self.process.terminate()
        code = self.process.wait(120)
        self._close()
        return code

    def _close(self) -> None:
        assert self.process is not None
        assert self.process.stdout is not None
        self.process.stdout.close()
        self.process = None


class Player:
    """Plays at a table through restarts and records every acknowledged command."""

    def __init__(self, name: str, token: str, table: str, box: int, seed: int) -> None:
        self.name, self.token, self.table, self.box = name, token, table, box
        self.dice = random.Random(seed)
        self.told: list[Acknowledged] = []
        self.refused: list[str] = []
        self.count = 0

    async def play(self, url: str) -> None:
        """Plays until it is cancelled. Retries an unanswered command with the same id."""
        async with Client(url, self.token) as client:
            pending: tuple[str, str] | None = None
            while True:
                try:
                    if pending is None:
                        pending = await self._next(client)
                        continue
                    done = await client.command(self.table, pending[1], command_id=pending[0])
                    self.told.append(Acknowledged(self.table, self.name, pending[0], done.version))
                    pending = None
                except ClientError as error:
                    self.refused.append(f"{pending}: {error}")
                    pending = None
                except (ConnectionLost, OSError):
                    await asyncio.sleep(0.05)

    async def _next(self, client: Client) -> tuple[str, str] | None:
        """Returns a new id and the next command, or None if other players are to decide."""
        seat = client.tables_watched.get(self.table) or await client.watch(self.table)
        await asyncio.sleep(self.dice.uniform(0.0, 0.02))
        if not seat.you["at_table"]:
            words = "join 1000"
        else:
            may = {action["verb"]: action["words"] for action in seat.you["actions"] if action["refusal"] is None}
            verbs = [verb for verb in ("pass", "stand", "hit", "double", "split", "decline") if verb in may]
            if not verbs and seat.view["phase"] != "betting":
                seen = seat.version
                with suppress(TimeoutError):
                    await seat.until(lambda now: now.version > seen, 0.3)
                return None
            words = may[self.dice.choice(verbs)] if verbs else f"bet {self.box} {self.dice.randrange(10, 50)}"
        self.count += 1
        return f"{self.name}-{self.count}", words


async def prepare(database: str, tables: int, seats: int) -> list[Player]:
    """Opens tables that deal after one second, and returns players for them."""
    from pitboss.house.house import House, TableInfo
    from pitboss.tables.live import THE_HOUSE, Role, TableSpec

    names = [f"p{table}_{seat}" for table in range(tables) for seat in range(seats)]
    tokens = await make_users(database, dict.fromkeys(names, Role.PLAYER))
    house = await House.open(database)
    players: list[Player] = []
    rulebooks = ("nz-blackjack", "tribal-blackjack", "canberra-blackjack", "mbs-blackjack")
    for table in range(tables):
        rulebook = rulebooks[table % len(rulebooks)]
        spec = TableSpec(rulebook=rulebook, limits="10-500", betting_seconds=1, turn_seconds=2)
        info = await house.open_table(THE_HOUSE, spec)
        assert isinstance(info, TableInfo), info
        for seat in range(seats):
            name = f"p{table}_{seat}"
            players.append(Player(name, tokens[name], info.id, seat + 1, len(players)))
    await house.close()
    return players
