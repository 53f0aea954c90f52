"""A real server, a real browser, and people who sit at it or speak to the server beside it."""

import shutil
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from pitboss.server.page import built_page
from pitboss.server.settings import Settings
from tests.server.conftest import PLENTY, Served, serving

AXE = Path(__file__).parents[2] / "src/pitboss/web/node_modules/axe-core/axe.min.js"
#: Where a machine keeps Chromium.
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
#: Milliseconds for whatever happens at once on a machine that has nothing else to do.
WAIT = 60_000
expect.set_options(timeout=WAIT)
_ids = count(1)
#: Tells when a page has been answered and told.
KEEPS_UP = Path(__file__).with_name("keeps_up.js")


class House:
    """The server as the tests use it: people say words at tables, and open pages.

    A click is over before its command is, and a command before every page shows it. So nobody looks or speaks beside
    the pages before these are answered, nor goes on before they have been told.
    """

    def __init__(self, served: Served, browser: Browser) -> None:
        self.served = served
        self.browser = browser
        # the analyser compiles itself first; and a line that is kept may just be closed as it is used again
        self.http = httpx.Client(base_url=served.url, timeout=300, limits=httpx.Limits(max_keepalive_connections=0))
        self.errors: list[str] = []

    def ask(self, who: str, method: str, path: str, body: Any = None) -> Any:
        """What the interface answers somebody, once whatever was clicked has happened."""
        self.keep_up()
        headers = {"authorization": f"Bearer {self.served.tokens[who]}"} if who else {}
        answer = self.http.request(method, f"/api{path}", json=body, headers=headers)
        assert answer.is_success, answer.text
        return answer.json()

    def open(
        self, rulebook: str, choices: dict[str, str] | None = None, *, limits: str = "10-1000", reads: bool = True
    ) -> str:
        """Opens a table whose cards a dealer enters, and whose clock never hurries anybody."""
        spec = {"rulebook": rulebook, "limits": limits, "choices": choices or {}, "cards_are_read": reads}
        table = self.ask("olga", "POST", "/tables", spec | {"turn_seconds": 3600, "betting_seconds": 3600})
        return str(table["id"])

    def say(self, table: str, who: str, words: str) -> None:
        """Words at a table, which every page has been told of then."""
        done = self.ask(who, "POST", f"/tables/{table}/commands", {"id": f"test{next(_ids)}", "words": words})
        self.keep_up(table, done["version"])

    def keep_up(self, table: str = "", version: int = 0) -> None:
        """Until every page has been answered, and has been told of a table up to a version."""
        for context in self.browser.contexts:
            for page in context.pages:
                page.evaluate("(asked) => window.keepsUp?.(...asked)", [table, version, WAIT])

    def view(self, table: str, who: str = "olga") -> Any:
        """What is seen of a table."""
        return self.ask(who, "GET", f"/tables/{table}")["view"]

    def deal(self, table: str, cards: str, *, start: bool = True) -> None:
        """The dealer deals, and enters the cards as they are asked for."""
        if start:
            self.say(table, "dan", "deal")
        for card in cards.split():
            self.say(table, "dan", f"card {card}")

    def page(self, who: str = "", *, phone: bool = False, **context: Any) -> Page:
        """A browser of somebody's own."""
        size = {"width": 390, "height": 844} if phone else {"width": 1280, "height": 900}
        opened = self.browser.new_context(viewport=size, base_url=self.served.url, **context)  # type: ignore[arg-type]
        opened.set_default_timeout(WAIT)
        opened.add_init_script(path=KEEPS_UP)
        if who:
            token = self.served.tokens[who]
            opened.add_init_script(
                f"localStorage.getItem('pitboss.token') ?? localStorage.setItem('pitboss.token', '{token}')"
            )
        page = opened.new_page()
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        return page


@contextmanager
def chromium() -> Iterator[Browser]:
    """The machine's browser, with the page built."""
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    assert found, f"no browser: install one of {', '.join(BROWSERS)} (make browser)"
    assert built_page(), "the page is not built: make page"
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(
            executable_path=found, args=["--no-sandbox", "--disable-background-networking"]
        )
        yield opened
        opened.close()


@contextmanager
def practice_house(browser: Browser, folder: Path) -> Iterator[House]:
    """A server with practice tables and somebody in every role."""
    settings = Settings(database=f"sqlite:///{folder / 'house.db'}", practice=True, rates=PLENTY)
    manager = serving(settings)
    with ThreadPoolExecutor(1) as beside:  # the browser's driver keeps this thread's event loop
        house = House(beside.submit(manager.__enter__).result(), browser)
        yield house
        house.http.close()
        beside.submit(manager.__exit__, None, None, None).result()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with chromium() as opened:
        yield opened


@pytest.fixture(scope="module")
def _house(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with practice_house(browser, tmp_path_factory.mktemp("house")) as house:
        yield house


@pytest.fixture
def house(_house: House) -> Iterator[House]:
    """The house; no page may throw an error that nobody catches."""
    _house.errors.clear()
    yield _house
    for context in _house.browser.contexts:
        context.close()
    assert not _house.errors


def violations(page: Page) -> list[str]:
    """What axe objects to on a page."""
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    return [
        f"{each['id']}: {each['help']} at {[node['target'] for node in each['nodes']][:3]}"
        for each in found["violations"]
    ]
