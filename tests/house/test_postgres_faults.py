"""A house whose connections to PostgreSQL are cut inside messages, by seed: no command is lost or executed twice."""

import asyncio
import random
from collections import Counter

import pytest

from pitboss.house.audit.database import audit
from pitboss.house.database import connect, connection_errors
from pitboss.house.house import CommandDone, House, HouseError
from pitboss.law import Refusal
from pitboss.tables.live import Actor
from tests.house.histories.proxy import FaultProxy, through, unix_socket_of
from tests.house.houses import next_words, with_table

COMMANDS = 12
#: The probability that a connection is cut at a message: of a command and its reply, of a read, of a notification.
CUT_ODDS = 0.12


async def executed(houses: tuple[House, House], table: str, actor: Actor, command: str, words: str) -> int | None:
    """Sends a command until it is answered, under one id, to one house and then the other; returns its version."""
    for attempt in range(200):
        try:
            async with asyncio.timeout(20):
                done = await houses[attempt % 2].command(table, actor, command, None, words)
        except connection_errors(HouseError):
            continue
        assert isinstance(done, CommandDone | Refusal), done
        return done.version if isinstance(done, CommandDone) else None
    raise AssertionError(f"{words} was never answered")


async def play_with_cuts(url: str, seed: int) -> int:
    """Plays at a table by two houses, one of which has bad connections; returns how many were cut."""
    dice = random.Random(f"postgresql {seed}")
    proxy = FaultProxy(unix_socket_of(url), dice)
    await proxy.start()
    sound = await House.open(url)
    table = await with_table(sound)
    cut = await House.open(through(url, proxy.port))
    cuts, drop = 0, proxy.cut

    def count() -> None:
        nonlocal cuts
        cuts += 1
        drop()

    proxy.cut = count  # type: ignore[method-assign]
    proxy.cut_odds = CUT_ODDS
    acknowledged: dict[tuple[Actor, str], tuple[str, int]] = {}
    for number in range(COMMANDS):
        live = await sound.live(table)
        assert live is not None
        actor, words = next_words(live, dice)
        houses = (cut, sound) if dice.random() < 0.8 else (sound, cut)
        version = await executed(houses, table, actor, f"c{number}", words)
        if version is not None:
            acknowledged[actor, f"c{number}"] = words, version
    proxy.cut_odds = 0.0
    for (actor, command), (words, version) in acknowledged.items():
        assert await executed((cut, cut), table, actor, command, words) == version
    ids = Counter((each.entry.actor.name, each.entry.id) for each in await sound.entries(table))
    assert {ids[actor.name, command] for actor, command in acknowledged} <= {1}
    await cut.close()
    await sound.close()
    await proxy.stop()
    return cuts


@pytest.mark.parametrize("seed", range(2))
def test_a_command_is_executed_once_whatever_connection_is_cut(postgres_url: str, seed: int) -> None:
    assert asyncio.run(play_with_cuts(postgres_url, seed)) > 0
    engine = connect(postgres_url)
    assert audit(engine).findings == []
    engine.dispose()


@pytest.mark.soak
@pytest.mark.timeout(600)
@pytest.mark.parametrize("seed", range(2, 42))
def test_a_command_is_executed_once_in_many_runs(postgres_url: str, seed: int) -> None:
    asyncio.run(play_with_cuts(postgres_url, seed))
    engine = connect(postgres_url)
    assert audit(engine).findings == []
    engine.dispose()
