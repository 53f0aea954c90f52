"""Houses to test: on both databases, with random play at their tables."""

import asyncio
import random
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from pitboss.games.blackjack.allowed import allowed_now
from pitboss.games.blackjack.state import Stage
from pitboss.house.administration import CAPITAL
from pitboss.house.audit.database import audit
from pitboss.house.database import connect
from pitboss.house.house import CommandDone, House, HouseError, StaleVersion, TableInfo
from pitboss.law import Refusal
from pitboss.tables.live import THE_HOUSE, Actor, LiveTable, Role, TableSpec

T = TypeVar("T")
PLAYERS = ("ann", "bob", "cyd")
PURSE = 100_000_000  # buy-in of each player in cents: more than any test can lose


def in_house(url: str, work: Callable[[House], Awaitable[T]], capital: int = CAPITAL) -> T:
    """Opens the house, does the work, closes it; what is then in the database passes an audit."""

    async def run() -> T:
        house = await House.open(url, capital=capital)
        try:
            return await work(house)
        finally:
            await house.close()

    found = asyncio.run(run())
    if url != "memory:":
        engine = connect(url)
        wrong = audit(engine).findings
        assert not wrong, wrong
        engine.dispose()
    return found


def player(name: str) -> Actor:
    return Actor(name, Role.PLAYER)


async def with_table(house: House, rulebook: str = "nz-blackjack", **spec: Any) -> str:
    """Opens a table at which every player has bought in; returns its id."""
    info = await house.open_table(THE_HOUSE, TableSpec(rulebook=rulebook, limits="10-500", **spec))
    assert isinstance(info, TableInfo), info
    for name in PLAYERS:
        if await house.user(name) is None:
            await house.create_user(name, Role.PLAYER)
        await house.deposit(name, PURSE, f"{name} {info.id}")
        done = await house.command(info.id, player(name), f"join {name}", None, f"join {PURSE // 100}")
        assert isinstance(done, CommandDone), done
    return info.id


def next_words(live: LiveTable, dice: random.Random) -> tuple[Actor, str]:
    """Something that may be done at a table of blackjack."""
    rules, state = live.rules, live.state
    free = [name for name in PLAYERS if name in state.money and not any(bet.player == name for bet in state.bets)]
    if state.stage == Stage.BETTING and not state.cut_offer and free and (not state.bets or dice.random() < 0.8):
        name = dice.choice(free)
        return player(name), f"bet {PLAYERS.index(name) + 1} {dice.randrange(10, 60)}"
    lines = [line for line in allowed_now(rules, state) if "BOX" not in line and "withdraw" not in line]
    actor, _, words = dice.choice(lines).partition(": ")
    if words.startswith("cut "):
        words = "decline"
    return (THE_HOUSE, words) if actor == "house" else (player(actor), words)


async def said(
    house: House, table: str, actor: Actor, command: str, words: str
) -> CommandDone | Refusal | StaleVersion:
    """What came of words at a table. Where others are quicker all the time, whoever speaks is told to send the same
    again under the same id, and does so."""
    try:
        return await house.command(table, actor, command, None, words)
    except HouseError:
        return await house.command(table, actor, command, None, words)


async def play(
    house: House, table: str, commands: int, seed: int, start: str = "c", *, racing: bool = False
) -> list[str]:
    """So many commands at a table, where others may be ``racing``; those that were refused are told."""
    dice = random.Random(seed)
    refused = []
    for number in range(commands):
        live = await house.live(table)
        assert live is not None
        actor, words = next_words(live, dice)
        command = f"{start}{number}"
        saying = (
            said(house, table, actor, command, words) if racing else house.command(table, actor, command, None, words)
        )
        done = await saying
        if isinstance(done, Refusal):
            refused.append(f"{actor.name}: {words}: {done}")
    return refused
