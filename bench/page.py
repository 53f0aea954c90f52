"""How long it takes from opening an address on this machine until a table can be played at, with nothing cached.

Beside it, in turn with it, how long the same browser takes for a page of the same server with nothing in it, as the
machine may be busy.
"""

import shutil
import statistics
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser, sync_playwright

TIMES = 9
TABLES = {"blackjack": "t1", "roulette": "t4"}
BROWSERS = ("chromium", "chromium-browser", "google-chrome")


def seconds(browser: Browser, url: str, wanted: str) -> float:
    """A new visitor opens an address: until what is wanted can be pressed, or is there."""
    context = browser.new_context()
    page = context.new_page()
    start = time.perf_counter()
    page.goto(url, wait_until="commit")
    page.locator(wanted).first.click(trial=True)
    taken = time.perf_counter() - start
    context.close()
    return taken


def measure(browser: Browser, url: str, game: str, table: str) -> None:
    """The median and the worst of some visits: until the button can be pressed with which one sits down."""
    taken, empty = [], []
    for _ in range(TIMES):
        taken.append(seconds(browser, f"{url}/tables/{table}", ".purse button"))
        empty.append(seconds(browser, f"{url}/api/health", "body"))
    table_takes, nothing_takes = statistics.median(taken), statistics.median(empty)
    print(
        f"{game}: interactive after {table_takes:.2f} s, at worst {max(taken):.2f} s; "
        f"a page with nothing {nothing_takes:.2f} s, so {table_takes / nothing_takes:.1f} of it"
    )


def main() -> None:
    """Tables of both games, in a practice house of its own."""
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    if found is None:
        sys.exit("no browser: make browser")
    with TemporaryDirectory() as folder:
        database = f"sqlite:///{Path(folder) / 'house.db'}"
        command = [sys.executable, "-m", "pitboss", "serve", "--practice", "--database", database, "--port", "0"]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert server.stdout is not None
        url = server.stdout.readline().split()[-1]
        try:
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
                for game, table in TABLES.items():
                    measure(browser, url, game, table)
        finally:
            server.terminate()
            server.wait()


if __name__ == "__main__":
    main()
