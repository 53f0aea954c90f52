"""The WebSocket under bad input: every message gets a reply in the error schema, and nothing changes."""

import asyncio
import json
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from websockets.asyncio.client import connect

from tests.server.conftest import Served, run
from tests.server.houses import deal, fingerprint, read_in_table

#: Messages in one list. The everyday run tries a few thousand, `make soak` many more.
AT_ONCE = 25
SHAPE = {"kind", "message", "clause", "rulebook", "allowed"}

amounts = st.sampled_from(
    [
        "-50",
        "0",
        "0.001",
        "1e9",
        "NaN",
        "inf",
        "-inf",
        "99999999999999999999",
        "５０",
        "0x10",
        "50,00",
        "",
        "50 50",
        "½",
    ]
)
#: What ann may not say while ben is to decide: another's box, out of turn, the house's words, amounts that are none.
words = st.one_of(
    st.sampled_from(
        ["hit 2", "stand 2", "double 2 50", "split 2", "hit 1", "stand 1", "bet 1 50", "bet 2 50", "bet 3 50"]
    ),
    st.sampled_from(["deal", "card 9h", "close", "dealer", "void", "limit 1-2", "irregularity misdeal", "exclude ben"]),
    st.sampled_from(["ben: stand 2", "house: deal", "ann: bet 1 50", "leave", "open", "spin", "number 7", "prize 25"]),
    st.builds(
        "{} {} {}".format, st.sampled_from(["bet", "double", "insure", "join"]), st.integers(-9, 10**12), amounts
    ),
    st.builds("join {}".format, amounts),
    st.text(max_size=60),
)
ids = st.text("abcxyz0189-", min_size=1, max_size=20)
json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
tables = st.sampled_from(["t1", "t0", "t999999", "house", "", "../t1", "t1' OR '1'='1", "т1", "t" * 300])


@st.composite
def commands(draw: st.DrawFn) -> bytes:
    """A well-formed command that must be refused."""
    message: dict[str, Any] = {"type": "command", "id": draw(ids), "table": "t1", "words": draw(words)}
    spoil = draw(st.integers(0, 7))
    if spoil == 0:
        message["seen"] = draw(st.sampled_from([-1, 0, 1, 2**31, 2**53, 2**64, -(2**70)]))
    elif spoil == 1:
        message["table"] = draw(tables.filter(lambda table: table != "t1"))
    elif spoil == 2:
        message[draw(st.sampled_from(["id", "table", "words", "seen", "type"]))] = draw(
            json_values.filter(lambda v: v is not None)
        )
        message["words"] = message["words"] if not isinstance(message["words"], str) else draw(words)
    elif spoil == 3:
        message[draw(st.text(min_size=1, max_size=8).filter(lambda key: key not in message and key != "seen"))] = draw(
            json_values
        )
    elif spoil == 4:
        del message[draw(st.sampled_from(["id", "table", "words", "type"]))]
    elif spoil == 5:
        message["id"] = draw(st.text(max_size=3)) + "x" * 100
    return json.dumps(message).encode()


@st.composite
def broken(draw: st.DrawFn) -> bytes:
    """A truncated or corrupted message."""
    data = bytearray(draw(commands()))
    for _ in range(draw(st.integers(1, 4))):
        place = draw(st.integers(0, max(0, len(data) - 1)))
        data[place : place + 1] = draw(st.binary(max_size=3))
    return bytes(data[: draw(st.integers(0, len(data)))])


others = st.builds(
    lambda kind, table, key: json.dumps({"type": kind, "table": table, "id": key}).encode(),
    st.sampled_from(["watch", "leave2", "shuffle", "done", "table", "", "error"]),
    tables.filter(lambda table: table != "t1"),
    ids,
)
messages = st.one_of(
    commands(),
    commands(),
    commands(),
    broken(),
    others,
    st.binary(max_size=80),
    json_values.map(lambda value: json.dumps(value).encode()),
    st.sampled_from([b"<deep>", b"<long>"]),
)
#: Messages that are long are named, and written out when they are sent.
LONG = {b"<deep>": b"[" * 9000, b"<long>": b'{"type":"command","id":"' + b"x" * 40_000}


async def answers(served: Served, token: str, batch: list[bytes]) -> list[dict[str, Any]]:
    """Returns the reply to each message, in order."""
    found = []
    url = f"ws{served.url.removeprefix('http')}/api/socket"
    async with connect(url, max_size=None) as socket:
        await socket.send(json.dumps({"type": "hello", "token": token, "id": "hello"}))
        assert json.loads(await socket.recv())["type"] == "welcome"
        for data in batch:
            await socket.send(data)
            found.append(json.loads(await asyncio.wait_for(socket.recv(), 20)))
    return found


def check(served: Served, name: str, batch: list[bytes]) -> None:
    before = fingerprint(served)
    for data, answer in zip(batch, run(answers(served, served.tokens[name], batch)), strict=True):
        assert answer["type"] == "error", (data, answer)
        assert set(answer["error"]) == SHAPE
        assert answer["error"]["message"]
        assert answer["error"]["kind"] != "internal", (data, answer)
    assert fingerprint(served) == before


async def ben_decides(served: Served) -> str:
    table = await read_in_table(served)
    async with served.client("dan") as dan, served.client("ann") as ann:
        await deal(dan, table, "Kh 5c 9d Qs 7d")  # ann has 20, ben 12, the dealer 9
        await ann.say(table, "stand 1")
        await ann.say(table, f"join {(await ann.me()).wallet // 100}")  # whatever else she would bring, she has not
    return table


def named(batch: list[bytes], table: str) -> list[bytes]:
    return [LONG.get(data, data).replace(b'"t1"', f'"{table}"'.encode()) for data in batch]


_TABLE: dict[str, str] = {}


def bens_table(served: Served) -> str:
    if served.url not in _TABLE:
        _TABLE[served.url] = run(ben_decides(served))
    return _TABLE[served.url]


#: What is found is told as it was found: the server remembers, so that a smaller example would mean another thing.
MADE = (Phase.explicit, Phase.generate)
SLOW = [HealthCheck.too_slow, HealthCheck.function_scoped_fixture, HealthCheck.data_too_large]


def test_the_error_lists_the_valid_types_and_fields(served: Served) -> None:
    async def work() -> None:
        async with connect(f"ws{served.url.removeprefix('http')}/api/socket") as line:
            for message, allowed in (
                ({"type": "wacht", "id": "1", "table": "t1"}, {"hello", "watch", "leave", "command", "ping"}),
                ({"type": "watch", "id": "2", "tabel": "t1"}, {"id", "table", "after"}),
                ({"type": "watch", "id": "3"}, {"id", "table", "after"}),
                ({"type": "watch", "id": "4", "table": 1}, set()),
            ):
                await line.send(json.dumps(message))
                answer = json.loads(await line.recv())
                assert (answer["type"], answer["id"], answer["error"]["kind"]) == ("error", message["id"], "malformed")
                assert set(answer["error"]["allowed"]) == allowed
            await line.send('{"type": "watch", "id": "5", "table": "t99"}')
            answer = json.loads(await line.recv())
            assert (answer["id"], answer["table"], answer["error"]["kind"]) == ("5", "t99", "no_table")

    run(work())


@settings(max_examples=80, deadline=None, phases=MADE, suppress_health_check=SLOW)
@given(st.lists(messages, min_size=AT_ONCE, max_size=AT_ONCE))
def test_bad_messages_change_nothing(served: Served, batch: list[bytes]) -> None:
    check(served, "ann", named(batch, bens_table(served)))


@settings(max_examples=15, deadline=None, phases=MADE, suppress_health_check=SLOW)
@given(st.lists(commands(), min_size=AT_ONCE, max_size=AT_ONCE))
def test_a_spectator_cannot_give_commands(served: Served, batch: list[bytes]) -> None:
    check(served, "sam", named(batch, bens_table(served)))


@pytest.mark.soak
@settings(max_examples=900, deadline=None, phases=MADE, suppress_health_check=SLOW)
@given(st.lists(messages, min_size=AT_ONCE, max_size=AT_ONCE))
def test_many_bad_messages_change_nothing(served: Served, batch: list[bytes]) -> None:
    check(served, "ann", named(batch, bens_table(served)))
