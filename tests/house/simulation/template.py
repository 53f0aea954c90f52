"""The house that every simulation starts from: two tables, three players and a dealer, all of it made once."""

import asyncio
import random
import tempfile
from functools import lru_cache
from pathlib import Path

from pitboss.house import database
from pitboss.house.house import CommandDone, House, TableInfo
from pitboss.server import auth
from pitboss.tables.live import THE_HOUSE, Actor, Role, TableSpec
from tests.house.simulation.disk import SimulatedDisk, file_system
from tests.house.simulation.loop import SimulatedLoop
from tests.house.simulation.process import simulated

PEOPLE = {"ann": Role.PLAYER, "bob": Role.PLAYER, "cyd": Role.PLAYER, "dan": Role.DEALER}
TABLES = ("t1", "t2")
_YEARS = 4e9


def token_of(name: str) -> str:
    """Returns the token by which a person signs in."""
    return f"token-{name}"


def scratch() -> str | None:
    """Returns a folder in memory for temporary files, where there is one."""
    return "/dev/shm" if Path("/dev/shm").is_dir() else None


@lru_cache(maxsize=1)
def template() -> bytes:
    """Returns the database file of the house."""
    with tempfile.TemporaryDirectory(dir=scratch()) as folder:
        file = Path(folder) / "house.db"
        engine = database.connect(f"sqlite:///{file}")
        database.migrate(engine)
        engine.dispose()
        dice = random.Random("template")
        loop = SimulatedLoop(dice)
        file_system().disk = SimulatedDisk(Path(folder), dice)
        with simulated(loop, dice):
            try:
                loop.run_until_complete(_furnish(f"sqlite:///{file}"))
            finally:
                loop.close()
        return file.read_bytes()


async def _furnish(url: str) -> None:
    house = await House.open(url)
    for rulebook, limits in (("nz-blackjack", "10-500"), ("nz-roulette", "5-100")):
        info = await house.open_table(THE_HOUSE, TableSpec(rulebook=rulebook, limits=limits))
        assert isinstance(info, TableInfo), info
    for name, role in PEOPLE.items():
        await house.create_user(name, role)
        await house.add_token(auth.digest(token_of(name)), name, _YEARS)
        if role is Role.PLAYER:
            await house.deposit(name, 500_000, f"first {name}")
            for table in TABLES:
                done = await house.command(table, Actor(name, role), f"first {name}", None, "join 1000")
                assert isinstance(done, CommandDone), done
    await house.close()
    await asyncio.sleep(0)
