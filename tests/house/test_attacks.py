"""Attacks on chance: what the holder of the database, a backup, a shill or the house seed can predict and steer."""

import asyncio
import sqlite3
import zlib
from contextlib import suppress
from hashlib import sha256
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from pitboss.games.live.contributions import contribution_hash
from pitboss.games.live.fairness import Stream, commitment_of, seed_of, shoe_order
from pitboss.house.backup import backup_file
from pitboss.house.database import connect
from pitboss.house.house import CommandDone, House
from pitboss.house.keys import KeyRing, new_key
from pitboss.house.retention import Retention
from pitboss.law import Refusal
from pitboss.tables.live import THE_HOUSE, Actor, Role, Table, TableSpec, decode_events, open_table
from tests.house.houses import with_table

SPINS = 12


def _candidate_seeds(path: Path, name: str) -> set[bytes]:
    """Every seed of a name that an attacker can try from the bytes of a database: each 32 bytes of each blob, also of
    what it is compressed from, as a secret or a seed, and each blob and text hashed."""
    with sqlite3.connect(path) as connection:
        tables = [row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        values = [value for table in tables for row in connection.execute(f"SELECT * FROM {table}") for value in row]
    connection.close()
    found: set[bytes] = set()
    for value in values:
        data = value if isinstance(value, bytes) else str(value).encode()
        found.add(sha256(data).digest())
        for part in (data, _decompressed(data)) if isinstance(value, bytes) else ():
            found |= {part[start : start + 32] for start in range(len(part) - 31)}
    return {*found, *(seed_of(secret, name) for secret in found if len(secret) == 32)}


def _decompressed(data: bytes) -> bytes:
    with suppress(zlib.error):
        return zlib.decompress(data)
    return b""


async def _predictions(house: House, path: Path, copy: Path) -> list[tuple[int | None, int]]:
    """Spins at a table. Before each spin the attacker takes a backup, recognises the seed among everything in it by its
    public commitment, and predicts the number. Returns each prediction with the number that came."""
    table = await with_table(house, "nz-roulette")
    found: list[tuple[int | None, int]] = []
    for spin in range(SPINS):
        for actor, words in ((Actor("ann", Role.PLAYER), "bet straight 7 10"), (THE_HOUSE, "no_more_bets")):
            assert isinstance(await house.command(table, actor, f"{words} {spin}", None, words), CommandDone)
        assert house.archiver is not None
        while await house.archiver.archive(table):
            pass
        assert await house.archiver.store_snapshots(every=1) == (house.keys is not None)
        copy.unlink(missing_ok=True)
        engine = connect(str(path))
        backup_file(engine, copy)  # with every committed row
        engine.dispose()
        live: Any = await house.live(table)
        commitment = dict(live.public_view().seeds)[f"spins {spin}"]
        seeds = [seed for seed in _candidate_seeds(copy, f"spins {spin}") if commitment_of(seed) == commitment]
        predicted = Stream(seeds[0], ()).at(1).below(37) if seeds else None
        assert isinstance(await house.command(table, THE_HOUSE, f"spin {spin}", None, "spin"), CommandDone)
        found.append((predicted, live.numbers[0]))
    return found


@pytest.mark.parametrize("sealed", [True, False], ids=["sealed", "in the clear"])
def test_the_whole_database_and_a_backup_predict_no_spin(sealed: bool, tmp_path: Path) -> None:
    """The same attack predicts every spin of a house without a key, so it would succeed here, too."""
    path = tmp_path / "house.db"

    async def attack() -> list[tuple[int | None, int]]:
        keys = KeyRing(new_key()) if sealed else None
        house = await House.open(str(path), keys=keys, retention=Retention(keep=1, archive=2, snapshot=10**9))
        try:
            return await _predictions(house, path, tmp_path / "backup.db")
        finally:
            await house.close()

    found = asyncio.run(attack())
    assert len(found) == SPINS
    if sealed:
        assert [predicted for predicted, _ in found] == [None] * SPINS
    else:
        assert all(predicted == number for predicted, number in found)


# --- a shill who knows the house seed --------------------------------------------------------------------------------

SECRET = bytes(range(32))
ANN, SHILL = Actor("ann", Role.PLAYER), Actor("shill", Role.PLAYER)


def _table() -> Any:
    table: Any = open_table(TableSpec(rulebook="nz-blackjack", limits="10-500"), SECRET)
    assert isinstance(table, Table)
    for box, player in enumerate((ANN, SHILL), 1):
        _say(table, player, "join 500")
        _say(table, player, f"bet {box} 20")
    return table


def _say(table: Any, actor: Actor, words: str) -> Any:
    done = table.say(actor, words)
    assert not isinstance(done, Refusal), done
    return done


def _commit(table: Any, player: Actor, value: str) -> None:
    _say(table, player, f"commit shoe_0 {contribution_hash('shoe 0', player.name, value)}")


def _order(table: Any) -> tuple[int, ...]:
    """The order of the shoe, computed from the house seed and the contributions revealed so far."""
    known = table.fair.contributions.ordered("shoe 0", table.fair.added.get("shoe 0", ()))
    return tuple(shoe_order(seed_of(SECRET, "shoe 0"), known, [*range(52)] * 6, 52))


def test_a_shill_who_speaks_last_chose_the_shoe_while_words_were_in_the_clear() -> None:
    """What the attack was: every word gives another order, and the shill sees which."""
    orders = set()
    for word in range(40):
        table = _table()
        _say(table, ANN, "contribute honest")
        _say(table, SHILL, f"contribute word{word}")
        orders.add(_order(table))
    assert len(orders) == 40


def test_with_the_house_seed_a_shill_chooses_between_two_orders_and_sees_neither_in_time() -> None:
    """Any word that the shill tries after a reveal is refused; before it, the honest value is not known."""
    reached = set()
    for reveals in (True, False):
        table = _table()
        _commit(table, ANN, "honest")
        _commit(table, SHILL, "word0")
        _say(table, THE_HOUSE, "deal")
        _say(table, ANN, "reveal shoe_0 honest")
        for word in range(1, 200):  # the shill now knows the seed and ann's value
            tried = table.say(SHILL, f"reveal shoe_0 word{word}")
            assert isinstance(tried, Refusal)
            assert "is not the one" in tried.message
        assert isinstance(table.say(SHILL, f"commit shoe_0 {'0' * 64}"), Refusal)
        (late,) = _say(table, SHILL, "contribute word")
        assert late.seed != "shoe 0"
        if reveals:
            _say(table, SHILL, "reveal shoe_0 word0")
        else:
            _say(table, THE_HOUSE, "close_reveals shoe_0")
        reached.add(table.fair.sides[0].order)
    assert len(reached) == 2


def test_shills_reach_at_most_two_to_the_power_of_their_number() -> None:
    shills = [Actor(f"shill{number}", Role.PLAYER) for number in range(3)]
    reached = set()
    for choice in product((True, False), repeat=len(shills)):
        table = _table()
        for shill in shills:
            _say(table, shill, "join 100")
            _commit(table, shill, shill.name)
        _commit(table, ANN, "honest")
        _say(table, THE_HOUSE, "deal")
        _say(table, ANN, "reveal shoe_0 honest")
        for shill, reveals in zip(shills, choice, strict=True):
            if reveals:
                _say(table, shill, f"reveal shoe_0 {shill.name}")
        if not all(choice):
            events = _say(table, THE_HOUSE, "close_reveals shoe_0")
            left_out = [event.player for event in events if type(event).__name__ == "ContributionLeftOut"]
            assert left_out == [shill.name for shill, reveals in zip(shills, choice, strict=True) if not reveals]
        reached.add(table.fair.sides[0].order)
    assert len(reached) == 2 ** len(shills)


def test_the_order_in_which_players_reveal_changes_nothing() -> None:
    orders = set()
    for first, second in ((ANN, SHILL), (SHILL, ANN)):
        table = _table()
        _commit(table, ANN, "ann")
        _commit(table, SHILL, "shill")
        _say(table, THE_HOUSE, "deal")
        _say(table, first, f"reveal shoe_0 {first.name}")
        _say(table, second, f"reveal shoe_0 {second.name}")
        orders.add(table.fair.sides[0].order)
    assert len(orders) == 1


def test_stored_data_reveals_no_contribution_before_the_closing() -> None:
    table = _table()
    _commit(table, ANN, "honest")
    done = _say(table, THE_HOUSE, "deal")
    stored = table.codec.encode(done)
    assert b"honest" not in stored
    assert decode_events("blackjack", stored) == done
