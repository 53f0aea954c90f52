"""The page below a path of a proxy: every link, file, question and socket stays below it."""

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from pitboss.server.settings import Settings
from tests.server.conftest import PLENTY
from tests.server.prefix_proxy import proxied
from tests.web.conftest import House, house_of

ROOT = "/casino"


@pytest.fixture
def below(browser: Browser, tmp_path: Path) -> Iterator[House]:
    """A practice house below /casino."""
    settings = Settings(database=f"sqlite:///{tmp_path}/house.db", practice=True, rates=PLENTY, root_path=ROOT)
    with house_of(browser, settings) as house:
        yield house
        for context in browser.contexts:
            context.close()
        assert not house.errors


def link_of_menu(page: Page, name: str) -> Locator:
    """Opens the table's menu; the link of this name in it."""
    page.locator(".menu summary").click()
    return page.locator(".menu").get_by_role("link", name=name, exact=True)


def play_below(house: House, origin: str) -> None:
    """A guest comes to a table by the lobby, reloads it, and looks at its history; nothing leaves the path."""
    page = house.page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("websocket", lambda socket: asked.append(socket.url))
    page.on("response", lambda answer: house.errors.append(answer.url) if answer.status >= 400 else None)
    page.goto(f"{origin}{ROOT}")
    page.get_by_role("link", name="Tables").click()
    page.get_by_role("link", name="Blackjack, New Zealand rules").click()
    page.wait_for_url(f"**{ROOT}/tables/*")
    assert urlsplit(page.url).path.startswith(f"{ROOT}/tables/")
    expect(link_of_menu(page, "History")).to_be_visible()
    page.reload()
    link_of_menu(page, "History").click()
    expect(page.get_by_role("heading", name="Rounds:")).to_be_visible()
    page.get_by_role("link", name="Rules", exact=True).first.click()
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    paths = {urlsplit(url).path for url in asked}
    assert all(path == ROOT or path.startswith(f"{ROOT}/") for path in paths), paths
    assert f"{ROOT}/api/socket" in paths
    page.context.close()


@pytest.mark.parametrize("strip", [True, False])
def test_the_page_works_behind_a_proxy(below: House, strip: bool) -> None:
    with proxied(below.served.url, ROOT, strip=strip) as address:
        play_below(below, address.removesuffix(ROOT))


def test_the_page_works_below_its_path_without_a_proxy(below: House) -> None:
    play_below(below, below.served.url)
