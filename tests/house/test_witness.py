"""Signed heads of the logs: a history that its owner rewrote contradicts them."""

import asyncio
import json
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread

import msgspec
import pytest
from msgspec.structs import replace

from pitboss.house.audit.database import audit
from pitboss.house.database import connect
from pitboss.house.house import House
from pitboss.house.keys import KeyRing, new_key
from pitboss.house.witness import (
    HeadSigner,
    HeadStatement,
    heads_now,
    read_statements,
    statement_faults,
    unwitnessed,
    witnessed_heads,
)
from pitboss.server.app import create_app, opened
from pitboss.server.settings import Settings
from pitboss.server.witness import WitnessExport, append_line
from tests.cli.calls import call
from tests.house.houses import play, with_table

RING = KeyRing(new_key())


def _heads(path: Path) -> dict[str, tuple[int, str]]:
    engine = connect(str(path))
    with engine.begin() as connection:
        heads = heads_now(connection)
    engine.dispose()
    return heads


def _play(path: Path, seed: int, start: str) -> None:
    async def run() -> None:
        house = await House.open(str(path), keys=RING)
        table = "t1" if await house.table("t1") is not None else await with_table(house)
        assert not await play(house, table, 40, seed=seed, start=start)
        await house.close()

    asyncio.run(run())


def _findings(path: Path, statements: list[HeadStatement]) -> list[str]:
    engine = connect(str(path), RING)
    report = audit(engine, against=witnessed_heads(statements))
    engine.dispose()
    return [str(finding) for finding in report.findings]


def test_a_history_that_was_played_again_otherwise_is_found_only_by_the_witness(tmp_path: Path) -> None:
    """The owner of the database, with the key, takes an old backup and plays on from there: no hash is wrong."""
    path, old = tmp_path / "house.db", tmp_path / "old.db"
    signer = HeadSigner(RING.witness_key(), "p1")
    _play(path, 1, "first")
    shutil.copy(path, old)
    old.chmod(0o600)
    statements = [signer.sign(_heads(path), 1, "start")]
    _play(path, 2, "second")
    statements.append(signer.sign(_heads(path), 2, "entries"))
    assert _findings(path, statements) == []
    assert list(statement_faults(statements, [signer.public_key])) == []

    assert any("it is missing, though an earlier audit has seen it" in found for found in _findings(old, statements))
    _play(old, 3, "other")
    assert _findings(old, []) == []
    assert any("an earlier audit has seen another hash" in found for found in _findings(old, statements))


def test_a_log_that_is_gone_is_found(tmp_path: Path) -> None:
    path = tmp_path / "house.db"
    _play(path, 1, "first")
    signer = HeadSigner(RING.witness_key(), "p1")
    statement = signer.sign(_heads(path) | {"t9": (4, "00" * 32)}, 1, "start")
    assert _findings(path, [statement]) == ["streams t9: it is missing, though an earlier audit has seen it"]


def test_statements_that_were_changed_dropped_or_signed_by_another_are_found() -> None:
    signer, other = HeadSigner(RING.witness_key(), "p1"), HeadSigner(KeyRing.ephemeral().witness_key(), "p1")
    made = [signer.sign({"t1": (number, f"{number:064x}")}, number, "entries") for number in range(1, 5)]
    assert list(statement_faults(made)) == []
    assert [statement.heads for statement in made[1:2]] == [{"t1": (2, f"{2:064x}")}]
    changed = [made[0], replace(made[1], heads={"t1": (2, "00" * 32)}), *made[2:]]
    assert ("p1 #2", "its signature does not match it") in statement_faults(changed)
    dropped = [made[0], *made[2:]]
    assert [row for row, _ in statement_faults(dropped)] == ["p1 #3"]
    foreign = other.sign({"t1": (9, "")}, 9, "start")
    assert list(statement_faults([foreign])) == []
    assert [row for row, _ in statement_faults([foreign], [signer.public_key])] == ["p1 #1"]


def test_each_way_to_doctor_the_statements_is_found() -> None:
    """What the owner of the file may try: leave out the first, exchange two, go on with another key, say two things."""
    signer, other = HeadSigner(RING.witness_key(), "p1"), HeadSigner(KeyRing.ephemeral().witness_key(), "p1")
    made = [signer.sign({"t1": (number, f"{number:064x}")}, number, "entries") for number in range(1, 5)]
    foreign = [other.sign({"t1": (number, f"{number:064x}")}, number, "entries") for number in range(1, 5)]

    def faults(*statements: HeadStatement) -> list[tuple[str, str]]:
        return list(statement_faults(statements))

    assert faults(*made[1:]) == [("p1 #2", "the statements before it are missing")]
    assert [row for row, _ in faults(made[0], made[2], made[1], made[3])] == ["p1 #3", "p1 #2", "p1 #4"]
    continued = faults(made[0], replace(foreign[1], previous=made[0].hash()))
    assert ("p1 #2", f"it is signed by {other.public_key}, but #1 by {signer.public_key}") in continued
    second = HeadSigner(RING.witness_key(), "p2").sign({"t1": (3, "00" * 32)}, 9, "start")
    assert faults(*made, second) == [("p2 #1", "it has another hash of t1 #3 than p1 #3")]


def test_entries_that_no_statement_covers_are_counted() -> None:
    """Without its newest statements a file proves less; the audit prints how much."""
    signer = HeadSigner(RING.witness_key(), "p1")
    made = [signer.sign({"t1": (seq, f"{seq:064x}")}, seq, "entries") for seq in (10, 20, 30)]
    heads = {"house": (2, ""), "t1": (35, "")}
    assert [unwitnessed(made[:count], heads) for count in range(4)] == [37, 27, 17, 7]


@pytest.mark.parametrize("data", [b"", b"{}", b"no heads"])
def test_a_file_without_statements_is_not_a_witness(data: bytes, tmp_path: Path) -> None:
    path, file = tmp_path / "house.db", tmp_path / "heads.jsonl"
    _play(path, 1, "first")
    file.write_bytes(data)
    told = call("audit", "--database", str(path), "--against", str(file))
    assert told.exit_code == 2
    assert "has no signed heads" in told.stderr


# --- the export of a server ------------------------------------------------------------------------------------------


@contextmanager
def _receiver() -> Iterator[tuple[str, list[bytes]]]:
    """A witness that accepts statements by POST: its URL, and what it got."""
    got: list[bytes] = []

    class Receiver(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            got.append(self.rfile.read(int(self.headers["content-length"])))
            self.send_response(204)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Receiver)
    thread = Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/heads", got
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def _served(settings: Settings) -> None:
    """A server that starts, and stops after a round of play."""

    async def run() -> None:
        async with opened(create_app(settings)) as context:
            table = await with_table(context.house)
            assert not await play(context.house, table, 40, seed=1)

    asyncio.run(run())


def test_a_server_exports_to_a_file_and_the_audit_compares(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, file = tmp_path / "house.db", tmp_path / "heads.jsonl"
    _served(Settings(database=str(path), witness=str(file)))
    statements = read_statements(file.read_bytes())[0]
    assert [statement.why for statement in statements] == ["start", "stop"]
    key = json.loads(call("key", "show-id", "--json").stdout)["witness"]
    assert call("key", "show-id", "--witness").stdout.strip() == key
    told = call("audit", "--database", str(path), "--against", str(file), "--witness-key", key)
    assert (told.exit_code, "2 signed statements" in told.stdout) == (0, True)
    wrong = call("audit", "--database", str(path), "--against", str(file), "--witness-key", "00" * 32)
    assert wrong.exit_code == 1
    assert "not by 0000" in wrong.stdout
    assert "\n0 entries are newer than the last statement" in told.stdout

    # the owner of the database and of the file signs everything again, with a key of their own
    again = HeadSigner(KeyRing.ephemeral().witness_key(), "p1")
    signed = [again.sign(statement.heads, statement.at, statement.why) for statement in statements]
    file.write_bytes(b"\n".join(map(msgspec.json.encode, signed)))
    foreign = call("audit", "--database", str(path), "--against", str(file))
    assert (foreign.exit_code, f"not by {key}" in foreign.stdout) == (1, True)
    file.write_bytes(b"\n".join(map(msgspec.json.encode, statements[:1])))
    shortened = call("audit", "--database", str(path), "--against", str(file), "--json")
    assert shortened.exit_code == 0
    assert json.loads(shortened.stdout)["unwitnessed"] > 40


def test_a_line_that_was_torn_damages_no_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "heads.jsonl"
    signer = HeadSigner(RING.witness_key(), "p1")
    lines = [msgspec.json.encode(signer.sign({"t1": (number, "")}, number, "entries")) for number in range(1, 4)]
    append_line(file, lines[0])
    with file.open("ab") as opened_file:
        opened_file.write(lines[1][:30])  # a power failure

    write = os.write
    with monkeypatch.context() as patch:
        patch.setattr(os, "write", lambda handle, data: write(handle, data[:30]))  # as on a full disk
        with pytest.raises(OSError, match="No space left"):
            append_line(file, lines[1])
    append_line(file, lines[1])
    append_line(file, lines[2])
    statements, faults = read_statements(file.read_bytes())
    assert [statement.number for statement in statements] == [1, 2, 3]
    assert [fault.partition(":")[0] for fault in faults] == ["line 2 is not a statement"]
    assert list(statement_faults(statements)) == []


def test_a_server_exports_to_a_url(tmp_path: Path) -> None:
    with _receiver() as (url, got):
        _served(Settings(database=str(tmp_path / "house.db"), witness=url))
    statements = [msgspec.json.decode(line, type=HeadStatement) for line in got]
    assert [statement.why for statement in statements] == ["start", "stop"]
    assert statements[-1].heads["t1"][0] > 40
    assert list(statement_faults(statements)) == []


def test_statements_are_made_after_so_many_entries_and_wait_for_a_witness_that_is_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pitboss.server.witness.LOOK_SECONDS", 0.01)
    file = tmp_path / "away" / "heads.jsonl"

    async def run() -> None:
        house = await House.open(str(tmp_path / "house.db"), keys=RING)
        witness = WitnessExport(house, str(file), every=10)
        await witness.start()  # the folder does not exist: nothing is written, and nothing fails
        table = await with_table(house)
        for part in range(3):
            assert not await play(house, table, 20, seed=part, start=f"p{part}")
            await asyncio.sleep(0.1)
        file.parent.mkdir()
        await witness.stop()
        await house.close()

    asyncio.run(run())
    statements, _ = read_statements(file.read_bytes())
    assert list(statement_faults(statements)) == []
    assert [statement.number for statement in statements] == list(range(1, len(statements) + 1))
    assert [statement.why for statement in statements][:2] == ["start", "entries"]
    assert len(statements) >= 4
