"""An external beacon: its value follows the last reveal, so that who reveals last chooses blindly."""

import asyncio
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from pitboss.games.live.contributions import BEACON, BEACON_SECONDS, contribution_hash
from pitboss.games.live.events import BeaconMixed, ContributionLeftOut
from pitboss.games.live.fairness import FairnessRecord, check_fairness
from pitboss.law import Refusal
from pitboss.server import beacon as beacons
from pitboss.server.beacon import HttpBeacon
from pitboss.server.settings import Settings
from pitboss.tables.live import (
    THE_CLOCK,
    THE_HOUSE,
    Actor,
    Entry,
    Role,
    Table,
    TableSpec,
    fairness_records,
    open_table,
    restore,
)
from tests.server.conftest import PLENTY, serving

SECRET = bytes(range(32))
ANN = Actor("ann", Role.PLAYER)


def _opened(rulebook: str) -> Any:
    table: Any = open_table(TableSpec(rulebook=rulebook, limits="10-500", beacon=True), SECRET)
    assert isinstance(table, Table)
    return table


def _say(table: Any, log: list[Entry], actor: Actor, words: str) -> tuple[Any, ...]:
    done = table.say(actor, words)
    assert not isinstance(done, Refusal), done
    log.append(Entry("", actor, words, done))
    return tuple(done)


def _commit(seed: str, value: str) -> str:
    return f"commit {seed.replace(' ', '_')} {contribution_hash(seed, 'ann', value)}"


@pytest.mark.parametrize(
    ("rulebook", "bet", "starts", "seed"),
    [
        ("nz-blackjack", "bet 1 20", "deal", "shoe 0"),
        ("nz-roulette", "bet straight 7 20", "no_more_bets", "spins 0"),
    ],
)
@pytest.mark.parametrize("reveals", [True, False])
def test_the_outcome_waits_for_the_beacon_which_follows_the_last_reveal(
    rulebook: str, bet: str, starts: str, seed: str, reveals: bool
) -> None:
    table, word = _opened(rulebook), seed.replace(" ", "_")
    log = [table.opening]
    for words in ("join 500", _commit(seed, "value"), bet):
        _say(table, log, ANN, words)
    _say(table, log, THE_HOUSE, starts)
    mix = f"mix_beacon {word} local 1:abcd"
    refused = table.say(THE_HOUSE, mix)
    assert isinstance(refused, Refusal)  # the value must be unknown before the last reveal
    assert isinstance(table.say(Actor("olga", Role.OPERATOR), mix), Refusal)
    if reveals:
        _say(table, log, ANN, f"reveal {word} value")
    else:
        (late,) = _say(table, log, THE_CLOCK, f"close_reveals {word}")
        assert late == ContributionLeftOut((), seed, "ann")
    (due,) = table.dues()
    assert (due.what, due.seconds) == ("beacon", BEACON_SECONDS)
    mixed = _say(table, log, THE_HOUSE, mix)
    assert mixed[0] == BeaconMixed((), seed, "local", "1:abcd")
    if rulebook == "nz-roulette":
        _say(table, log, THE_HOUSE, "spin")
        (record,) = fairness_records(table.spec, log)
        assert record.contributions[-1] == (BEACON, "local:1:abcd")
        assert check_fairness(record) == ()
        moved = msgspec.structs.replace(record, contributions=record.contributions[::-1])
        assert bool(check_fairness(moved)) == (len(record.contributions) > 1)
    else:
        assert any(type(event).__name__ == "CardDealt" for event in mixed)
    assert restore(table.spec, SECRET, log).secrets_left() == table.secrets_left()  # type: ignore[attr-defined]


def test_a_beacon_that_does_not_answer_is_left_out() -> None:
    table = _opened("nz-roulette")
    log = [table.opening]
    for actor, words in ((ANN, "join 500"), (ANN, "bet straight 7 20"), (THE_HOUSE, "no_more_bets")):
        _say(table, log, actor, words)
    refused = table.say(THE_HOUSE, "spin")
    assert isinstance(refused, Refusal)
    assert "beacon has not published" in refused.message
    (due,) = table.dues()
    (late,) = _say(table, log, THE_CLOCK, table.words_of(THE_CLOCK, due.command))
    assert late == ContributionLeftOut((), "spins 0", BEACON)
    _say(table, log, THE_HOUSE, "spin")
    (record,) = fairness_records(table.spec, log)
    assert (record.contributions, record.left_out) == ((), (BEACON,))
    assert check_fairness(record) == ()


class LocalBeacon:
    """A beacon in this process, which counts."""

    name = "local"

    def __init__(self) -> None:
        self.round = 0

    async def next_value(self) -> str:
        self.round += 1
        return f"{self.round}:{self.round:064x}"


def test_a_server_mixes_the_beacon_into_every_spin(tmp_path: Path) -> None:
    settings = Settings(database=f"sqlite:///{tmp_path}/house.db", rates=PLENTY, beacon=LocalBeacon())

    async def play(served: Any) -> list[dict[str, Any]]:
        async with served.client("olga") as olga, served.client("ann") as ann:
            table = (await olga.open_table("nz-roulette", limits="5-500", beacon=True)).id
            seat = await ann.watch(table)
            await seat.do("join 100")
            for spin in range(2):
                await seat.do("bet straight 7 5")
                await olga.say(table, "no_more_bets")
                async with asyncio.timeout(60):
                    while len(await olga.fairness(table)) <= spin:
                        await asyncio.sleep(0.05)  # the clock spins
            return list(await olga.fairness(table))

    with serving(settings) as served:
        records = [msgspec.convert(record, FairnessRecord) for record in asyncio.run(play(served))]
    assert [record.contributions[-1] for record in records] == [
        (BEACON, f"local:{number}:{number:064x}") for number in (1, 2)
    ]
    assert not any(check_fairness(record) for record in records)


def test_a_beacon_over_http_gives_the_round_after_the_present_one(monkeypatch: pytest.MonkeyPatch) -> None:
    rounds = iter([7, 7, 7, 8])

    def answer(_: httpx.Request) -> httpx.Response:
        number = next(rounds)
        return httpx.Response(200, json={"round": number, "randomness": f"{number:04x}"})

    client = httpx.AsyncClient
    monkeypatch.setattr(httpx, "AsyncClient", lambda **_: client(transport=httpx.MockTransport(answer)))
    monkeypatch.setattr(beacons, "LOOK_SECONDS", 0.001)
    assert asyncio.run(HttpBeacon("https://beacon.example/latest").next_value()) == "8:0008"
