"""Takes the pictures of docs/screenshots: the page as it is, from tables that are really played."""

import re
import sys
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Page, expect

from tests.web.conftest import House, chromium, practice_house

PICTURES = Path(__file__).parents[2] / "docs/screenshots"
SIZE = {"width": 1140, "height": 720}
PATIENCE = 240_000
#: What lies on the roulette cloth, in dollars.
CLOTH = {
    "ann": {"straight 17": 5, "split 17-20": 10, "corner 0-1-2-3": 5, "dozen 2": 25, "black": 50},
    "ben": {"straight 8": 10, "six_line 13-18": 15, "red": 25, "column 2": 10},
    "cat": {"straight 17": 5, "street 7-8-9": 10, "odd": 20},
}


def lobby(house: House) -> Page:
    """Tables of every game, some of them busy."""
    page = house.page("ann")
    page.goto("/")
    expect(page.locator(".tile").first).to_be_visible()
    return page


def blackjack(house: House) -> Page:
    """Ann decides on a hand; others have split and doubled."""
    table = house.open("nz-blackjack", {"perfect_pairs": "scale_one"})
    for name in ("ann", "ben", "cat"):
        house.say(table, name, "join 1000")
    for name, words in (
        ("ben", "bet 2 50"),
        ("ann", "bet 4 100 perfect_pairs=1"),
        ("cat", "bet 6 25"),
    ):
        house.say(table, name, words)
    house.deal(table, "8c 6d Th 6h 8d 5c 9s")
    house.say(table, "ben", "split 2")
    house.deal(table, "Tc", start=False)
    house.say(table, "ben", "stand 2")
    house.deal(table, "9d", start=False)
    house.say(table, "ben", "stand 2")
    page = house.page("ann")
    page.goto(f"/tables/{table}")
    expect(page.locator('.actions button[data-verb="hit"]')).to_be_visible()
    return page


def roulette(house: House) -> Page:
    """Seventeen, black: three players' chips, each in its colour."""
    table = house.open("nz-roulette", limits="5-500")
    for name, laid in CLOTH.items():
        house.say(table, name, "join 1000")
        for place, dollars in laid.items():
            house.say(table, name, f"bet {place} {dollars}")
    page = house.page("ann")
    page.goto(f"/tables/{table}")
    house.say(table, "dan", "number 17")
    expect(page.get_by_role("img", name="The ball lies in 17")).to_be_visible()
    page.wait_for_timeout(4500)  # the wheel comes to rest
    return page


def tournament(house: House) -> Page:
    """The players who have entered."""
    table = next(info["id"] for info in house.ask("olga", "GET", "/tables") if info["game"] == "tournament")
    for name in ("ann", "ben", "cat"):
        house.say(table, name, "join 1000")
        house.say(table, name, "enter")
    page = house.page("ann")
    page.goto(f"/tables/{table}")
    expect(page.locator("h1")).to_be_visible()
    return page


def open_table(house: House) -> Page:
    """The form of a table with side wagers, and what it would be worth."""
    page = house.page("olga")
    page.goto("/open")
    page.get_by_label("Rulebook").select_option("nz-blackjack")
    expect(page.locator(".worth .edges")).to_be_visible(timeout=PATIENCE)
    page.get_by_label("decks", exact=True).fill("4")
    expect(page.locator(".edge-head")).to_contain_text("against the rulebook", timeout=PATIENCE)
    return page


def strategy(house: House) -> Page:
    """The best strategy of a table."""
    page = house.page("ann")
    page.goto(f"/tables/{house.open('tribal-blackjack')}/analysis")
    expect(page.locator(".chart").first).to_be_visible(timeout=PATIENCE)
    page.get_by_role("heading", name="The best strategy").scroll_into_view_if_needed()
    page.evaluate("window.scrollTo(0, document.querySelector('.charts').offsetTop - 60)")
    return page


SCENES: dict[str, Callable[[House], Page]] = {
    "blackjack": blackjack,
    "roulette": roulette,
    "tournament": tournament,
    "lobby": lobby,
    "open-table": open_table,
    "strategy": strategy,
}


def main() -> None:
    """Every picture, or those that are named."""
    wanted = sys.argv[1:] or list(SCENES)
    PICTURES.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as folder, chromium() as browser, practice_house(browser, Path(folder)) as house:
        for name in wanted:
            page = SCENES[name](house)
            page.set_viewport_size(SIZE)  # type: ignore[arg-type]
            expect(page.locator(".loading")).to_have_count(0)
            expect(page).to_have_title(re.compile("pitboss"))
            page.wait_for_timeout(1000)  # cards and chips come to rest
            path = PICTURES / f"{name}.png"
            page.screenshot(path=path)
            print(f"{path.relative_to(PICTURES.parents[1])}: {path.stat().st_size // 1024} KB")
            page.context.close()


if __name__ == "__main__":
    main()
