"""A house whose operator allows a folder with a rulebook from outside the package, over HTTP."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from pitboss.client import Client, ClientError
from pitboss.house.audit.database import audit
from pitboss.house.database import connect
from pitboss.house.keys import find_keys
from pitboss.search_path import VARIABLE
from pitboss.server.settings import Settings
from tests.outside import SIX_TO_FIVE, TITLE, copy_rulebook
from tests.server.conftest import PLENTY, Served, run, serving


@pytest.fixture(scope="module")
def law(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with one rulebook, my-house, that pays 6 to 5."""
    folder = tmp_path_factory.mktemp("law")
    cloth = ('game = "blackjack"\n', 'game = "blackjack"\ncloth = "#5a2d1e"\n')
    copy_rulebook(folder, "my-house", SIX_TO_FIVE, TITLE, cloth)
    return folder


@pytest.fixture(scope="module")
def outside(law: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A practice house that allows the folder, shared by the tests of this module."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(VARIABLE, str(law))
        database = f"sqlite:///{tmp_path_factory.mktemp('house')}/house.db"
        with serving(Settings(database=database, practice=True, rates=PLENTY)) as served:
            yield served


def test_its_law_is_served(outside: Served) -> None:
    async def read() -> None:
        async with outside.client() as client:
            (found,) = [book for book in await client.rulebooks() if book.id == "my-house"]
            assert found.title == "My House: Blackjack"
            clause = await client.clause("my-house", "4.1 Blackjack")
            assert "6:5" in str(clause)
            cases = {case.name for case in await client.cases("my-house")}
            assert "1.1.1-ten-value-cards.pit" in cases

    run(read())


def test_the_page_has_its_cloth(outside: Served) -> None:
    page = httpx.get(outside.url, timeout=60).text
    assert '<link rel="stylesheet" href="/cloths.css" />' in page
    sheet = httpx.get(f"{outside.url}/cloths.css", timeout=60)
    assert sheet.headers["content-type"].startswith("text/css")
    assert sheet.text.startswith('[data-cloth="my-house"] { --cloth-1: #')
    assert "--cloth-2: #5a2d1e" in sheet.text


def test_its_figures_are_its_own(outside: Served) -> None:
    async def price() -> None:
        async with outside.client("ann") as client:
            own, original = [await client.edge(name) for name in ("my-house", "mbs-blackjack")]
            assert own.main is not None
            assert original.main is not None
            assert own.main.expectation < original.main.expectation - 0.01

    run(price())


def test_a_practice_table_and_a_room_are_open_and_played(outside: Served) -> None:
    async def play() -> None:
        async with outside.client("olga") as olga, outside.client("ann") as ann:
            assert "my-house" in [table.rulebook for table in await olga.tables()]
            info = await olga.open_table("my-house", limits="10-500")
            assert info.title
            watched = await ann.watch(info.id)
            await watched.do("join 500")
            await watched.do("bet 1 50")
            await olga.say(info.id, "deal")
            assert watched.view is not None
            room = await ann.open_room("my-house", bots=1)
            assert room.rulebook == "my-house"

    run(play())
    assert audit(connect(outside.database, find_keys())).findings == []


def test_a_house_without_the_folder_lists_its_former_tables(law: Path, tmp_path: Path) -> None:
    settings = Settings(database=f"sqlite:///{tmp_path}/house.db", rates=PLENTY)

    async def open_and_close(served: Served) -> None:
        async with served.client("olga") as olga:
            await olga.close_table((await olga.open_table("my-house", limits="10-500")).id)

    async def look(served: Served) -> None:
        async with Client(served.url, token) as olga:
            (listed,) = await olga.tables(closed=True)
            assert (listed.rulebook, listed.title) == ("my-house", "my-house")
            with pytest.raises(ClientError, match="there is no rulebook 'my-house'"):
                await olga.open_table("my-house", limits="10-500")

    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(VARIABLE, str(law))
        with serving(settings) as served:
            run(open_and_close(served))
        token = served.tokens["olga"]
        patch.setenv(VARIABLE, "")
        with serving(settings, {}) as served:
            run(look(served))


def test_serve_does_not_start_without_the_rulebook_of_an_open_table(law: Path, tmp_path: Path) -> None:
    settings = Settings(database=f"sqlite:///{tmp_path}/house.db", rates=PLENTY)

    async def open_table(served: Served) -> None:
        async with served.client("olga") as olga:
            await olga.open_table("my-house", limits="10-500")

    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(VARIABLE, str(law))
        with serving(settings) as served:
            run(open_table(served))
        patch.setenv(VARIABLE, "")
        command = [sys.executable, "-m", "pitboss", "serve", "--port", "0", "--database", settings.database]
        done = subprocess.run(command, capture_output=True, text=True, timeout=240, check=False)
    assert done.returncode == 2
    assert done.stderr.splitlines()[-1].startswith("pitboss serve: cannot serve: there is no rulebook 'my-house'")


def test_serve_takes_the_folder_as_an_option(law: Path, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "pitboss", "serve", "--port", "0", "--practice"]
    command += ["--database", str(tmp_path / "house.db"), "--rulebooks", str(law)]
    environment = {name: value for name, value in os.environ.items() if name != VARIABLE}
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
    assert server.stdout is not None
    with server.stdout:
        url = server.stdout.readline().split()[-1]
        ids = [book["id"] for book in httpx.get(f"{url}/api/rulebooks", timeout=60).json()]
        edge = httpx.post(f"{url}/api/analysis/edge", json={"rulebook": "my-house"}, timeout=240)
        server.send_signal(signal.SIGTERM)
        assert server.wait(120) == 0
    assert "my-house" in ids
    assert edge.status_code == 200, edge.text  # computed by a worker process, which has the folder too
