"""A house below a path of a proxy that strips the path or passes it on, and the same house without a proxy."""

from collections.abc import Iterator

import httpx
import pytest

from pitboss.client import Client
from pitboss.server.root_path import clean_root_path
from pitboss.server.settings import Settings
from tests.server import rest
from tests.server.conftest import PATIENCE, PLENTY, Served, run, serving
from tests.server.prefix_proxy import proxied

ROOT = "/casino"


@pytest.fixture(scope="module")
def below(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A practice house below /casino."""
    database = f"sqlite:///{tmp_path_factory.mktemp('below')}/house.db"
    with serving(Settings(database=database, practice=True, rates=PLENTY, root_path=ROOT)) as served:
        yield served


@pytest.fixture(params=["stripped", "passed on", "direct", "direct without the path"])
def url(below: Served, request: pytest.FixtureRequest) -> Iterator[str]:
    """The address of the house, by the way in which it is reached."""
    if request.param == "direct":
        yield below.url + ROOT
    elif request.param == "direct without the path":
        yield below.url
    else:
        with proxied(below.url, ROOT, strip=request.param == "stripped") as address:
            yield address


def test_the_interface_and_the_socket_work_below_a_path(below: Served, url: str) -> None:
    async def work() -> None:
        async with Client(url, below.tokens["ann"], timeout=PATIENCE) as ann:
            table = await ann.watch("t1")
            await table.do("join 100")
            assert table.you["at_table"]
            await table.do("leave")
            await ann.leave("t1")

    run(work())
    assert rest.get(f"{url}/health").json() == {"status": "alive"}


def test_the_page_and_its_parts_are_below_the_path(below: Served, url: str) -> None:
    origin = str(httpx.URL(url).copy_with(path="/")).rstrip("/")
    for path in ("", "/", "/tables/t1"):
        page = rest.get(url + path, headers={"accept": "text/html"})
        assert page.status_code == 200, path
        assert f'src="{ROOT}/assets/' in page.text
    script = page.text.split(' src="')[1].split('"')[0]
    assert rest.get(origin + script).status_code == 200
    assert rest.get(f"{url}/assets/none.js", headers={"accept": "text/html"}).status_code == 404
    assert rest.get(f"{url}/api/none", headers={"accept": "text/html"}).status_code == 404


def test_errors_and_the_description_know_the_path(url: str) -> None:
    refused = rest.delete(f"{url}/api/tables")
    assert (refused.status_code, refused.headers["allow"]) == (405, "GET, POST")
    assert rest.get(f"{url}/openapi.json").json()["servers"] == [{"url": ROOT}]
    no_handshake = rest.get(f"{url}/api/socket")
    assert no_handshake.status_code == 426


def test_the_cookie_of_a_device_is_kept_below_the_path(below: Served, url: str) -> None:
    async def work() -> None:
        async with below.client("olga") as olga:
            if "eve" not in {person.name for person in await olga.users()}:
                await olga.add_user("eve", password="a long password")

    run(work())
    signed_in = rest.post(f"{url}/api/sessions", json={"name": "eve", "password": "a long password"})
    assert signed_in.status_code == 201
    assert f"Path={ROOT}/api/sessions;" in signed_in.headers["set-cookie"]


@pytest.mark.parametrize(("text", "clean"), [("", ""), ("/", ""), ("/casino/", "/casino"), ("/a/b-c", "/a/b-c")])
def test_a_root_path_is_written_in_several_ways(text: str, clean: str) -> None:
    assert clean_root_path(text) == clean


@pytest.mark.parametrize("text", ["casino", "/a b", '/"><script>', "/a//b", "/../x", "http://x/casino"])
def test_an_invalid_root_path_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="such as /casino"):
        clean_root_path(text)
