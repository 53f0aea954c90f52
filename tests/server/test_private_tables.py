"""Private tables: players, chips and results require authentication, unless the house is public."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from websockets.asyncio.client import connect

from pitboss.client import ClientError
from pitboss.server.settings import Settings
from tests.server import rest
from tests.server.conftest import PLENTY, Served, run, serving
from tests.server.houses import deal, read_in_table
from tests.server.test_leaks import PATHS


@pytest.fixture(scope="module")
def private(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A house as `pitboss serve --database` opens it, with one round played at t1."""
    database = f"sqlite:///{tmp_path_factory.mktemp('private')}/house.db"
    with serving(Settings(database=database, rates=PLENTY)) as served:
        run(_play(served))
        yield served


async def _play(served: Served) -> None:
    table = await read_in_table(served)
    async with served.client("dan") as dan, served.client("ann") as ann, served.client("ben") as ben:
        await deal(dan, table, "Th 9d Tc Ts 9h")
        await ann.say(table, "stand 1")
        await ben.say(table, "stand 2")
        await dan.say(table, "card Kd")
        assert len(await ann.rounds(table)) == 1


async def watch(served: Served, token: str) -> dict[str, object]:
    """Returns the first reply to watching t1."""
    async with connect(f"ws{served.url.removeprefix('http')}/api/socket", max_size=None) as line:
        await line.send(json.dumps({"type": "hello", "token": token}))
        assert json.loads(await line.recv())["type"] == "welcome"
        await line.send('{"type":"watch","table":"t1","after":0,"id":"w"}')
        answer: dict[str, object] = json.loads(await line.recv())
        return answer


def test_a_visitor_sees_neither_players_nor_play(private: Served) -> None:
    (listed,) = rest.get(f"{private.url}/api/tables").json()
    assert (listed["players"], listed["players_hidden"], listed["limits"]) == ([], True, "10-1000")
    heard = [json.dumps(listed), rest.get(f"{private.url}/api/tables?closed=true").text]
    for path in PATHS:
        answer = rest.get(f"{private.url}/api/tables/t1{path}")
        assert (answer.status_code, answer.json()["error"]["kind"]) == (401, "unauthenticated"), path
        assert "signed-in" in answer.json()["error"]["message"]
        heard.append(answer.text)
    refused = run(watch(private, ""))
    assert (refused["type"], refused["id"], refused["error"]["kind"]) == ("error", "w", "unauthenticated")  # type: ignore[index] # JSON
    heard.append(json.dumps(refused))
    assert not any(name in "".join(heard) for name in ("ann", "ben"))
    # the law and its figures are public
    assert rest.get(f"{private.url}/api/rulebooks/nz-blackjack").status_code == 200


@pytest.mark.parametrize("name", ["ann", "cat", "sam", "dan", "olga"])
def test_people_who_are_signed_in_see_the_tables(private: Served, name: str) -> None:
    headers = {"Authorization": f"Bearer {private.tokens[name]}"}
    (listed,) = rest.get(f"{private.url}/api/tables", headers=headers).json()
    assert (listed["players"], listed["players_hidden"]) == (["ann", "ben"], False)
    for path in PATHS:
        answer = rest.get(f"{private.url}/api/tables/t1{path}", headers=headers)
        assert answer.status_code == 200, path
    assert run(watch(private, private.tokens[name]))["type"] == "table"


@pytest.mark.parametrize(
    ("practice", "public", "shown"),
    [(True, None, True), (False, None, False), (True, False, False), (False, True, True)],
)
def test_the_operator_decides_whether_visitors_watch(
    tmp_path: Path, practice: bool, public: bool | None, shown: bool
) -> None:
    settings = Settings(
        database=f"sqlite:///{tmp_path}/house.db", practice=practice, public_tables=public, rates=PLENTY
    )

    async def work(served: Served) -> None:
        async with served.client("olga") as olga, served.client() as visitor:
            table = (await olga.open_table("mbs-blackjack", limits="10-1000")).id
            if shown:
                assert (await visitor.watch(table)).view is not None
                assert not (await visitor.tables())[0].players_hidden
                return
            with pytest.raises(ClientError) as refused:
                await visitor.watch(table)
            assert refused.value.kind == "unauthenticated"
            assert (await visitor.tables())[0].players_hidden

    with serving(settings) as served:
        run(work(served))
