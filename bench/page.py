"""How long it takes from opening an address on this machine until a table can be played at, with nothing cached."""

import shutil
import statistics
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser, sync_playwright

TIMES = 5
TABLES = {"blackjack": "t1", "roulette": "t4"}
BROWSERS = ("chromium", "chromium-browser", "google-chrome")


def seconds(browser: Browser, url: str) -> float:
    """A new visitor opens a table: until the button with which one sits down can be pressed."""
    context = browser.new_context()
    page = context.new_page()
    start = time.perf_counter()
    page.goto(url, wait_until="commit")
    page.locator(".purse button").first.click(trial=True)
    taken = time.perf_counter() - start
    context.close()
    return taken


def main() -> None:
    """The median and the worst of some visits."""
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
                    taken = [seconds(browser, f"{url}/tables/{table}") for _ in range(TIMES)]
                    print(f"{game}: interactive after {statistics.median(taken):.2f} s, at worst {max(taken):.2f} s")
        finally:
            server.terminate()
            server.wait()


if __name__ == "__main__":
    main()
