"""A real server, a real browser, and people who sit at it or speak to the server beside it."""

import shutil
from collections.abc import Generator, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from http import HTTPStatus
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, Page, Response, expect, sync_playwright

from pitboss.server.page import built_page
from pitboss.server.settings import Settings
from tests.server.conftest import PLENTY, Served, serving

HERE = Path(__file__).parent
AXE = HERE.parents[1] / "src/pitboss/web/node_modules/axe-core/axe.min.js"
#: Where a machine keeps Chromium.
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
#: Chromium builds the menus of its address bar for every page, at twice the cost of the page; tests need none.
ADDRESS_BAR = "WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup"
#: What the browser's driver turns off by itself, for a second list takes the place of the first.
UNUSED = (
    "AimEnabled,AvoidCorsURLLoaderRestartOnRedirect,AvoidUnnecessaryBeforeUnloadCheckSync,DestroyProfileOnBrowserClose,"
    "HttpsFirstBalancedModeAutoEnable,HttpsUpgrades,LensOverlay,MediaRouter,NetworkTimeServiceQuerying,"
    "OptimizationHints,PaintHolding,PreconnectToSearch,ThirdPartyStoragePartitioning"
)
#: Milliseconds for whatever happens at once on a machine that has nothing else to do.
WAIT = 60_000
expect.set_options(timeout=WAIT)
_ids = count(1)
#: The wallet of each player at the start of a test, in cents.
WALLET = 10_000_000
#: Reports when a page has its answers and updates.
KEEPS_UP = HERE / "keeps_up.js"
#: Who may ask what would happen: whoever plays is offered only what may be done, and no request of theirs is refused.
RUN_TABLES = ("dan", "olga")


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
        """The answer of the API to a user, once every click has been executed."""
        self.keep_up()
        return self._ask(who, method, path, body)

    def _ask(self, who: str, method: str, path: str, body: Any = None) -> Any:
        headers = {"authorization": f"Bearer {self.served.tokens[who]}"} if who else {}
        answer = self.http.request(method, f"/api{path}", json=body, headers=headers)
        assert answer.is_success, answer.text
        return answer.json()

    def open(
        self,
        rulebook: str,
        choices: dict[str, str] | None = None,
        *,
        limits: str = "10-1000",
        reads: bool = True,
        duties: str = "",
    ) -> str:
        """Opens a table with dealer-entered cards and without deadlines."""
        spec = {
            "rulebook": rulebook,
            "limits": limits,
            "choices": choices or {},
            "cards_are_read": reads,
            "duties": duties,
        }
        table = self.ask("olga", "POST", "/tables", spec | {"turn_seconds": 3600, "betting_seconds": 3600})
        return str(table["id"])

    def say(self, table: str, who: str, *words: str) -> None:
        """Executes lines at a table one by one and waits until every page has the updates."""
        self.keep_up()
        self.keep_up(table, self.say_unseen(table, who, *words))

    def say_unseen(self, table: str, who: str, *words: str) -> int:
        """Sends words to a table without waiting for any page, e.g. while one is frozen; the table's version then."""
        version = 0
        for line in words:
            said = {"id": f"test{next(_ids)}", "words": line}
            version = self._ask(who, "POST", f"/tables/{table}/commands", said)["version"]
        return version

    def keep_up(self, table: str = "", version: int = 0) -> None:
        """Waits until every page has its answers and the table at this version."""
        for context in self.browser.contexts:
            for page in context.pages:
                page.evaluate("(asked) => window.keepsUp?.(...asked)", [table, version, WAIT])

    def fill_wallets(self, *names: str) -> None:
        """Tops up the wallets of players: tests share one house, and leave their chips at tables."""
        for name in names or ("ann", "ben", "cat"):
            if (missing := WALLET - self._ask(name, "GET", "/me")["wallet"]) > 0:
                self._ask("olga", "POST", f"/users/{name}/deposits", {"id": f"test{next(_ids)}", "amount": missing})

    def view(self, table: str, who: str = "olga") -> Any:
        """What is seen of a table."""
        return self.ask(who, "GET", f"/tables/{table}")["view"]

    def deal(self, table: str, cards: str, *, start: bool = True) -> None:
        """The dealer deals, and enters the cards as they are asked for."""
        first = ["deal"] if start else []
        self.say(table, "dan", *first, *(f"card {card}" for card in cards.split()))

    def page(self, who: str = "", *, phone: bool = False, speed: str = "instant", **context: Any) -> Page:
        """A browser context of one user, at instant speed unless another is asked for."""
        context.setdefault("reduced_motion", "reduce")
        size = {"width": 390, "height": 844} if phone else {"width": 1280, "height": 900}
        opened = self.browser.new_context(viewport=size, base_url=self.served.url, **context)  # type: ignore[arg-type]
        opened.set_default_timeout(WAIT)
        opened.add_init_script(path=KEEPS_UP)
        chosen = f"JSON.stringify({{speed: '{speed}'}})"
        opened.add_init_script(
            f"localStorage.getItem('pitboss.settings') ?? localStorage.setItem('pitboss.settings', {chosen})"
        )
        if who:
            token = self.served.tokens[who]
            opened.add_init_script(
                f"localStorage.getItem('pitboss.token') ?? localStorage.setItem('pitboss.token', '{token}')"
            )
        page = opened.new_page()
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        if who not in RUN_TABLES:
            page.on("response", self._answered)
        return page

    def _answered(self, answer: Response) -> None:
        if answer.status == HTTPStatus.CONFLICT:
            self.errors.append(f"refused: {answer.url}")


@contextmanager
def chromium() -> Iterator[Browser]:
    """The machine's browser, with the page built."""
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    assert found, f"no browser: install one of {', '.join(BROWSERS)} (make browser)"
    assert built_page(), "the page is not built: make page"
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(
            executable_path=found,
            args=["--no-sandbox", "--disable-background-networking", f"--disable-features={ADDRESS_BAR},{UNUSED}"],
        )
        yield opened
        opened.close()


@contextmanager
def practice_house(browser: Browser, folder: Path) -> Iterator[House]:
    """A server with practice tables and a user in every role."""
    settings = Settings(database=f"sqlite:///{folder / 'house.db'}", practice=True, rates=PLENTY)
    with house_of(browser, settings) as house:
        yield house


@contextmanager
def house_of(browser: Browser, settings: Settings) -> Iterator[House]:
    """A server with these settings and a user in every role."""
    manager = serving(settings)
    with ThreadPoolExecutor(1) as beside:  # the browser's driver keeps this thread's event loop
        house = House(beside.submit(manager.__enter__).result(), browser)
        yield house
        house.http.close()
        beside.submit(manager.__exit__, None, None, None).result()


#: One browser and one house serve all tests of this folder that run in this process.
_opened = ExitStack()
_houses: list[House] = []


def _the_house() -> House:
    if not _houses:
        folder = _opened.enter_context(TemporaryDirectory())
        _opened.callback(_houses.clear)
        _houses.append(_opened.enter_context(practice_house(_opened.enter_context(chromium()), Path(folder))))
    return _houses[0]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(nextitem: pytest.Item | None) -> Generator[None, object, object]:
    """The browser's driver keeps this thread's event loop, which other tests need: it goes with the last test here."""
    try:
        return (yield)
    finally:
        if nextitem is None or not nextitem.path.is_relative_to(HERE):
            _opened.close()


def pytest_sessionfinish() -> None:
    """Where tests are broken off."""
    _opened.close()


@pytest.fixture
def browser() -> Browser:
    return _the_house().browser


@pytest.fixture
def house() -> Iterator[House]:
    """The house; every player's wallet starts full, and no page may throw an uncaught error."""
    house = _the_house()
    house.errors.clear()
    house.fill_wallets()
    yield house
    for context in house.browser.contexts:
        context.close()
    assert not house.errors


def violations(page: Page) -> list[str]:
    """What axe objects to on a page."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    return [
        f"{each['id']}: {each['help']} at {[node['target'] for node in each['nodes']][:3]}"
        for each in found["violations"]
    ]
