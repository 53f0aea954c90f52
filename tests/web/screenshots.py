"""Takes the pictures of docs/screenshots: the page as it is, from tables that are really played."""

import asyncio
import os
import re
import sys
from base64 import b64encode
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from playwright.sync_api import Browser, Page, expect

from pitboss.house.house import House as StoredHouse
from pitboss.house.keys import KEY_VARIABLE, KeyRing, new_key
from pitboss.server.auth import digest, new_token, now
from pitboss.server.demo import play_evening
from pitboss.server.settings import Settings
from tests.server.conftest import Served, serving
from tests.web.conftest import House, chromium, practice_house

PICTURES = Path(__file__).parents[2] / "docs/screenshots"
SIZE = {"width": 1140, "height": 720}
PATIENCE = 240_000
#: Bets on the roulette layout, in dollars.
CLOTH = {
    "ann": {"straight 17": 5, "split 17-20": 10, "corner 0-1-2-3": 5, "dozen 2": 25, "black": 50},
    "ben": {"straight 8": 10, "six_line 13-18": 15, "red": 25, "column 2": 10},
    "cat": {"straight 17": 5, "street 7-8-9": 10, "odd": 20},
}


def lobby(house: House) -> Page:
    """Tables of every game, some of them busy."""
    page = house.page("ann")
    page.goto("/tables")
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
    expect(page.locator('.strip button[data-verb="hit"]:not([aria-disabled="true"])')).to_be_visible()
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
    expect(page.locator("[data-sentence]")).to_contain_text("Net")
    return page


def film_spin(house: House) -> Page:
    """A spin in eight pictures: the ball runs, rests, then the number, collected and paid bets, and the net."""
    table = house.open("nz-roulette", {"neighbour": "true"}, limits="5-500")
    for name, laid in CLOTH.items():
        house.say(table, name, "join 1000", *(f"bet {place} {dollars}" for place, dollars in laid.items()))
    page = house.page("ann", speed="casino", reduced_motion="no-preference", color_scheme="dark")
    page.set_viewport_size({"width": 1140, "height": 720})
    page.clock.install()
    page.goto(f"/tables/{table}")
    expect(page.locator(".wheel")).to_be_visible()
    house.say(table, "dan", "number 17")
    return _strip(page, _frames(page, (300, 1700, 2300, 1700, 700, 900, 1300, 2500)))


def film_deal(house: House) -> Page:
    """A deal in eight pictures: cards from the shoe, a split, the dealer's second card, paid and collected bets."""
    table = house.open("nz-blackjack", {"perfect_pairs": "scale_one"}, limits="5-500")
    for name, words in (("ben", "bet 2 50"), ("ann", "bet 4 25 perfect_pairs=1"), ("cat", "bet 6 25")):
        house.say(table, name, "join 1000", words)
    page = house.page("ann", speed="casino", reduced_motion="no-preference", color_scheme="dark")
    page.set_viewport_size({"width": 1140, "height": 720})
    page.clock.install()
    page.goto(f"/tables/{table}")
    expect(page.locator(".scene .spot").first).to_be_visible()
    house.deal(table, "Tc 8d 9h 6h 9d 8h 5s")
    first = _frames(page, (700, 900, 1500))
    page.clock.run_for(3000)
    house.say(table, "ben", "stand 2")
    house.say(table, "ann", "split 4")
    first += _frames(page, (350,))
    house.deal(table, "Ks", start=False)
    house.say(table, "ann", "stand 4")
    house.deal(table, "Tc", start=False)
    house.say(table, "ann", "stand 4")
    house.say(table, "cat", "hit 6")
    house.deal(table, "7h", start=False)
    first += _frames(page, (2500,))
    page.clock.run_for(4000)
    house.deal(table, "9s Td", start=False)
    return _strip(page, first + _frames(page, (1300, 1700, 6000)))


def _frames(page: Page, waits: tuple[int, ...]) -> list[str]:
    """Pictures of the stage, each so many milliseconds after the last."""
    pictures = []
    for wait in waits:
        page.clock.run_for(wait)
        pictures.append(b64encode(page.locator(".stage").screenshot()).decode())
    return pictures


def _strip(page: Page, pictures: list[str]) -> Page:
    strip = page.context.new_page()
    strip.set_content(
        "<!doctype html><title>pitboss</title>"
        "<body style='margin:0;height:fit-content;display:grid;grid-template-columns:repeat(4,1fr);gap:4px'>"
        + "".join(f"<img style='width:100%' src='data:image/png;base64,{each}'>" for each in pictures)
    )
    return strip


#: What six players bet in the first round of a tournament, in the order of betting.
CUP = {"ann": 50, "ben": 120, "cat": 20, "dee": 100, "eva": 200, "fay": 30}
#: 19, 19, 18, 16, 16 and 20 against the dealer's 17.
CUP_CARDS = "Ts Th Td 9h 9s Qh Ks 9c 9d 8h 7s 7c Kd"


def _cup(house: House) -> str:
    """The final of a tournament in its second round, whose cards a dealer enters."""
    choices = {"entry_fee": "20", "session": "rounds:10", "prizes": "80,40"}
    spec: dict[str, Any] = {"rulebook": "nz-tournament", "limits": "10-500", "choices": choices}
    spec |= {"title": "The Tuesday cup", "cards_are_read": True, "turn_seconds": 3600, "betting_seconds": 3600}
    table = str(house.ask("olga", "POST", "/tables", spec)["id"])
    for name in CUP:
        if name not in house.served.tokens:
            house.served.tokens[name] = house.ask("", "POST", "/guests", {"name": name})["token"]
        house.say(table, name, "join 100", "enter")
    house.say(table, "olga", "start")
    for name, dollars in CUP.items():
        house.say(table, name, f"bet {dollars}")
    house.say(table, "dan", "t1 deal", *(f"t1 card {card}" for card in CUP_CARDS.split()))
    for name in CUP:
        house.say(table, name, "stand")
    house.say(table, "dan", "t1 card 7d")
    return table


def tournament(house: House) -> Page:
    """The end of a round: every player's result, the standings, who bets first and next."""
    table = _cup(house)
    page = house.page("eva")
    page.goto(f"/tables/{table}")
    expect(page.locator("[data-sentence]")).to_contain_text("Net")
    return page


def big_screen(house: House) -> Page:
    """The leaderboard for a room."""
    page = house.page()
    page.goto(f"/screen/{_cup(house)}")
    expect(page.locator(".big-screen li")).to_have_count(len(CUP))
    return page


def director(house: House) -> Page:
    """The director sees what comes of a decision before it is confirmed."""
    table = _cup(house)
    page = house.page("olga")
    page.goto(f"/tables/{table}")
    page.get_by_role("button", name="Disqualify").click()
    asked = page.get_by_role("group", name="Disqualify")
    asked.get_by_label("Player").select_option("cat")
    asked.get_by_label("for").select_option("concealed_chips")
    asked.get_by_role("button", name="What will happen?").click()
    expect(asked.locator(".preview li").first).to_be_visible()
    page.set_viewport_size(SIZE)  # type: ignore[arg-type]
    asked.locator("..").evaluate("(fieldset) => fieldset.scrollIntoView()")
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
    page.get_by_role("heading", name="Best strategy").scroll_into_view_if_needed()
    page.evaluate("window.scrollTo(0, document.querySelector('.charts').offsetTop - 60)")
    return page


def floor(house: House) -> Page:
    """A dealer runs a physical table: box 2 asked for a card."""
    spec = {"rulebook": "nz-blackjack", "limits": "10-1000", "cards_are_read": True, "floor": True, "title": "Floor 1"}
    table = str(house.ask("olga", "POST", "/tables", spec)["id"])
    house.say(table, "dan", "1 50", "2 20", "3 100", "3.2 60", "4 25", "5 10", "6 40", "7 500", "deal")
    house.say(table, "dan", *("2h", "9c", "5d", "8s", "Tc", "3h", "9d", "6s", "4h", "4c", "6d", "8d", "7c", "8h", "Kd"))
    house.say(table, "dan", "h", "9h", "s", "h")
    page = house.page("dan")
    page.goto(f"/tables/{table}")
    expect(page.locator("[data-next]")).to_have_text("Box 2, third card")
    return page


def school(house: House) -> Page:
    """A drill: the trainee is about to report what was misdealt."""
    drill = {"trainee": "dan", "rulebook": "nz-blackjack", "faults": [{"kind": "misdealt"}], "seed": 5}
    house.ask("olga", "POST", "/school/drills", drill)
    page = house.page("dan")
    page.goto("/pit/school")
    page.get_by_role("button", name="Drill 1").click()
    seen = page.locator(".seen")
    expect(seen).to_be_visible()
    while "wrong place" not in seen.inner_text():
        step = page.locator(".desk p").first.inner_text()
        page.keyboard.press("Enter")
        expect(page.locator(".desk p").first).not_to_have_text(step)
    page.get_by_label("Irregularity").select_option("misdealt")
    page.get_by_label("Whose card").select_option("2")
    return page


SCENES: dict[str, Callable[[House], Page]] = {
    "blackjack": blackjack,
    "roulette": roulette,
    "film-deal": film_deal,
    "film-spin": film_spin,
    "tournament": tournament,
    "big-screen": big_screen,
    "director": director,
    "lobby": lobby,
    "open-table": open_table,
    "strategy": strategy,
    "floor": floor,
    "school": school,
}


#: The pages of the house after an evening, with what is shown once they are ready.
OF_EVENING = {"cage": ".pit table", "reports": ".hold-plot"}


def evening_pages(browser: Browser, folder: Path) -> None:
    """Takes the pictures of the operator's pages, in a house with an evening of play."""
    database, key = f"sqlite:///{folder / 'evening.db'}", new_key()
    token = new_token()

    async def fill() -> None:
        house = await StoredHouse.open(database, keys=KeyRing(key))
        await play_evening(house, 60)
        await house.add_token(digest(token), "olga", now() + 3600, "pictures")
        await house.close()

    os.environ[KEY_VARIABLE] = key
    with ThreadPoolExecutor(1) as beside:  # the browser's driver keeps this thread's event loop
        beside.submit(lambda: asyncio.run(fill())).result()
        manager = serving(Settings(database=database), {})
        served = beside.submit(manager.__enter__).result()
        page = House(Served(served.url, database, {"olga": token}), browser).page("olga")
        page.set_viewport_size(SIZE)  # type: ignore[arg-type]
        for name, shown in OF_EVENING.items():
            page.goto(f"/pit/{name}")
            expect(page.locator(shown).first).to_be_visible(timeout=PATIENCE)
            expect(page.locator(".loading")).to_have_count(0, timeout=PATIENCE)
            page.screenshot(path=PICTURES / f"pit-{name}.png", full_page=True)
        page.context.close()
        beside.submit(manager.__exit__, None, None, None).result()


def main() -> None:
    """Every picture, or those that are named; ``pit`` are those of the house."""
    wanted = sys.argv[1:] or [*SCENES, "pit"]
    if "pit" in wanted:
        wanted.remove("pit")
        with TemporaryDirectory() as folder, chromium() as browser:
            evening_pages(browser, Path(folder))
    if not wanted:
        return
    PICTURES.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as folder, chromium() as browser, practice_house(browser, Path(folder)) as house:
        for name in wanted:
            page = SCENES[name](house)
            page.set_viewport_size(SIZE)  # type: ignore[arg-type]
            expect(page.locator(".loading")).to_have_count(0)
            expect(page).to_have_title(re.compile("pitboss"))
            path = PICTURES / f"{name}.png"
            (page.locator("body") if name.startswith("film-") else page).screenshot(path=path)
            print(f"{path.relative_to(PICTURES.parents[1])}: {path.stat().st_size // 1024} KB")
            page.context.close()


if __name__ == "__main__":
    main()
