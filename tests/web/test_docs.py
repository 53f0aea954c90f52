"""The description of the interface at /docs, served by the house itself."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from pitboss.server.settings import Settings
from tests.server import rest
from tests.server.conftest import PLENTY
from tests.web.conftest import House, house_of


def read_docs(page: Page, origin: str, path: str) -> None:
    """Opens the description and one of its routes; everything comes from the house, and its policy blocks nothing."""
    asked: list[str] = []
    complaints: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    page.goto(origin + path)
    route = page.locator(".opblock", has_text="/api/rulebooks/{rulebook}/check")
    route.get_by_role("button").first.click()
    expect(route.get_by_role("button", name="Try it out")).to_be_visible()
    assert len(asked) > 4
    assert not [url for url in asked if not url.startswith((f"{origin}/", "data:"))]
    assert not complaints


def test_the_description_needs_nothing_from_elsewhere(house: House) -> None:
    read_docs(house.page(), house.served.url, "/docs")
    answer = rest.get(f"{house.served.url}/docs")
    assert "default-src 'self'" in answer.headers["content-security-policy"]
    assert "script-src" not in answer.headers["content-security-policy"]  # scripts of the house, and none in the page
    assert "http" not in answer.text.replace("http-equiv", "")


@pytest.fixture
def below(browser: Browser, tmp_path: Path) -> Iterator[House]:
    """A house below /casino."""
    settings = Settings(database=f"sqlite:///{tmp_path}/house.db", rates=PLENTY, root_path="/casino")
    with house_of(browser, settings) as house:
        yield house
        for context in browser.contexts:
            context.close()


def test_the_description_is_there_below_a_path(below: House) -> None:
    read_docs(below.page(), below.served.url, "/casino/docs")
