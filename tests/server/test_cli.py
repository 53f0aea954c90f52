"""`pitboss serve` and `pitboss user` as people call them."""

import asyncio
import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from pitboss.server.run import listen, serve
from pitboss.server.settings import Settings
from tests.server import asking
from tests.server.processes import Process


def pitboss(*arguments: str, home: Path, typed: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "pitboss", *arguments],
        capture_output=True,
        text=True,
        check=False,
        input=typed,
        env={**os.environ, "XDG_DATA_HOME": str(home)},
    )


def test_the_first_start_makes_a_practice_house_and_a_signal_stops_it(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "pitboss", "serve", "--port", "0"]
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, text=True, env={**os.environ, "XDG_DATA_HOME": str(tmp_path)}
    )
    assert process.stdout is not None
    try:
        url = process.stdout.readline().split()[-1]
        assert "practice house" in process.stdout.readline()
        tables = asking.get(f"{url}/api/tables").json()
        assert len({table["rulebook"] for table in tables}) == len(tables) == 6
        guest = asking.post(f"{url}/api/guests", json={}).json()
        assert guest["user"]["wallet"] == 100_000
        # an operator is made beside the running server, and is known at once
        made = json.loads(pitboss("user", "add", "olga", "--role", "operator", "--json", home=tmp_path).stdout)
        headers = {"Authorization": f"Bearer {made['token']}"}
        assert asking.get(f"{url}/api/me", headers=headers).json()["role"] == "operator"
    finally:
        process.send_signal(signal.SIGTERM)
        assert process.wait(120) == 0
        process.stdout.close()
    # the house was closed: all of it is in the one file
    assert [file.name for file in (tmp_path / "pitboss").iterdir()] == ["house.db"]


def test_the_tables_are_there_after_a_restart(tmp_path: Path) -> None:
    server = Process(f"sqlite:///{tmp_path}/house.db")
    server.start()
    assert asking.get(f"{server.url}/api/tables").json() == []
    assert asking.post(f"{server.url}/api/guests", json={}).status_code == 403  # no practice house
    assert server.stop() == 0
    server.start()
    assert asking.get(f"{server.url}/ready").status_code == 200
    server.stop()


def test_of_two_that_take_one_port_at_once_only_one_says_that_it_serves(tmp_path: Path) -> None:
    first = listen("127.0.0.1", 0)
    second = listen(*first.getsockname())  # the system lets both have it until one of them listens
    first.listen()
    said: list[object] = []
    with first, pytest.raises(OSError, match="in use"):
        asyncio.run(serve(Settings(database=str(tmp_path / "house.db")), second, said.append))
    assert said == []
    assert [file.name for file in tmp_path.iterdir()] == ["house.db"]


def test_users(tmp_path: Path) -> None:
    added = pitboss("user", "add", "ann", home=tmp_path)
    assert (added.returncode, added.stderr) == (0, "")
    assert "ann is added as player" in added.stdout
    assert pitboss("user", "deposit", "ann", "20", home=tmp_path).stdout == "ann has 20.\n"
    too_much = pitboss("user", "withdraw", "ann", "20.01", home=tmp_path)
    assert (too_much.returncode, "holds 2000 cents" in too_much.stderr) == (2, True), too_much
    assert pitboss("user", "withdraw", "ann", "7.50", home=tmp_path).stdout == "ann has 12.50.\n"
    assert pitboss("user", "sign-out", "ann", home=tmp_path).stdout == "ann is signed out everywhere.\n"
    assert pitboss("user", "token", "ann", home=tmp_path).stdout.startswith("pit_")
    listed = json.loads(pitboss("user", "list", "--json", home=tmp_path).stdout)
    assert listed == [{"name": "ann", "role": "player", "guest": False, "wallet": 1250}]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("user", "add", "Ann"), "lower-case letters"),
        (("user", "add", "house"), "word of the notation"),
        (("user", "add", "ann", "--role", "house"), "is no role"),
        (("user", "token", "nobody"), "there is no house at "),
        (("user", "deposit", "nobody", "5"), "there is no house at "),
        (("user", "deposit", "nobody", "5x"), "no amount of money"),
        (("serve", "--database", "mysql://x"), "is no database"),
        (("serve", "--log-level", "loud"), "is no level of logs"),
        (("serve", "--port", "99999"), "99999 is no port: 1 to 65535, or 0 for any that is free"),
        (("serve", "--port", "-1"), "-1 is no port"),
    ],
)
def test_what_cannot_be_is_refused(tmp_path: Path, arguments: tuple[str, ...], words: str) -> None:
    done = pitboss(*arguments, home=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert words in done.stderr
