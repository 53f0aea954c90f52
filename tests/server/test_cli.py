"""`pitboss serve` as a process, and `pitboss user` on its database."""

import asyncio
import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
import sqlalchemy as sa

from pitboss.house.database import connect, migrate, writing
from pitboss.server.run import listen, serve
from pitboss.server.settings import Settings
from tests.server import rest
from tests.server.processes import Process


def pitboss(*arguments: str, home: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "pitboss", *arguments],
        capture_output=True,
        text=True,
        check=False,
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
        assert "Practice house" in process.stdout.readline()
        tables = rest.get(f"{url}/api/tables").json()
        assert len({table["rulebook"] for table in tables}) == len(tables) == 6
        guest = rest.post(f"{url}/api/guests", json={}).json()
        assert guest["user"]["wallet"] == 100_000
        # an operator is made beside the running server, and is known at once
        made = json.loads(pitboss("user", "add", "olga", "--role", "operator", "--json", home=tmp_path).stdout)
        headers = {"Authorization": f"Bearer {made['token']}"}
        assert rest.get(f"{url}/api/me", headers=headers).json()["role"] == "operator"
    finally:
        process.send_signal(signal.SIGTERM)
        assert process.wait(120) == 0
        process.stdout.close()
    # the house was closed: all of it is in the one file
    assert [file.name for file in (tmp_path / "pitboss").iterdir()] == ["house.db"]


def test_the_tables_are_there_after_a_restart(tmp_path: Path) -> None:
    server = Process(f"sqlite:///{tmp_path}/house.db")
    server.start()
    assert rest.get(f"{server.url}/api/tables").json() == []
    assert rest.post(f"{server.url}/api/guests", json={}).status_code == 403  # no practice house
    assert rest.get(f"{server.url}/api/house").json() == {"guests": False}
    assert rest.get(f"{server.url}/api/me").json()["error"]["message"] == "sign in first"
    assert server.stop() == 0
    server.start()
    assert rest.get(f"{server.url}/ready").status_code == 200
    server.stop()


def test_of_two_servers_that_bind_one_port_only_one_announces_itself(tmp_path: Path) -> None:
    first = listen("127.0.0.1", 0)
    second = listen(*first.getsockname())  # the system lets both have it until one of them listens
    first.listen()
    said: list[object] = []
    with first, pytest.raises(OSError, match="in use"):
        asyncio.run(serve(Settings(database=str(tmp_path / "house.db")), second, said.append))
    assert said == []
    assert [file.name for file in tmp_path.iterdir()] == ["house.db"]


def test_an_error_of_the_house_is_not_reported_as_one_of_the_address(tmp_path: Path) -> None:
    file = tmp_path / "house.db"
    engine = connect(str(file))
    migrate(engine, "0001")
    with writing(engine).begin() as connection:
        columns = "stream, seq, place, debit, credit, amount, why"
        connection.execute(sa.text(f"INSERT INTO transfers ({columns}) VALUES ('t1', 7, 0, 'a', 'b', 1, '')"))
    engine.dispose()
    done = pitboss("serve", "--database", str(file), "--port", "0", home=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"pitboss serve: {file} cannot be migrated: it has a transfer of")


def test_an_address_that_is_taken_is_named(tmp_path: Path) -> None:
    with listen("127.0.0.1", 0) as taken:
        taken.listen()
        port = str(taken.getsockname()[1])
        done = pitboss("serve", "--database", str(tmp_path / "house.db"), "--port", port, home=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"pitboss serve: cannot serve at 127.0.0.1:{port}: another program listens there")
