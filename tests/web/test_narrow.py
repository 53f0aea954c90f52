"""The longest names and the narrowest screens: nothing sticks out, and nothing lies on something else."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import WAIT, House
from tests.web.steps import lies, spot

#: As long as a name may be, and as wide.
LONG = ("w" * 24, "m" * 24)
SIZES = [(320, 640), (390, 844), (1280, 900)]
IDS = [str(width) for width, _ in SIZES]
#: Waits until no button lies over the hand in turn.
HAND_IS_FREE = """async (patience) => {
  for (const end = performance.now() + patience; performance.now() < end; await new Promise(requestAnimationFrame)) {
    const at = (name) => document.querySelector(name).getBoundingClientRect();
    const [hand, buttons] = [at(".box-turn"), at(".controls")];
    if (hand.top >= 0 && hand.bottom <= buttons.top + 1) return true;
  }
  return false;
}"""


@pytest.fixture
def long_names(house: House) -> tuple[str, ...]:
    for name in LONG:
        if name not in house.served.tokens:
            house.served.tokens[name] = house.ask("", "POST", "/guests", {"name": name})["token"]
    return LONG


def _shown(house: House, path: str, size: tuple[int, int], who: str = "ann") -> Page:
    page = house.page(who)
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto(path)
    expect(page.locator("h1")).to_be_visible()
    expect(page.locator(".loading")).to_have_count(0)
    return page


def _sticks_out(page: Page, where: str) -> list[str]:
    """What of some elements is beyond the edge of the screen."""
    found: list[str] = page.locator(where).evaluate_all(
        "found => found.filter((one) => one.getBoundingClientRect().right > document.documentElement.clientWidth + 1)"
        ".map((one) => one.outerHTML.slice(0, 90))"
    )
    return found


def _scrolls_sideways(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth"))


@pytest.mark.parametrize("size", SIZES, ids=IDS)
def test_who_is_asked_fits_on_the_screen(house: House, long_names: tuple[str, ...], size: tuple[int, int]) -> None:
    table = house.open("nz-blackjack", {"max_boxes_per_player": "2"})
    for nth, name in enumerate(long_names, 1):
        house.say(table, name, "join 100", f"bet {nth} 10")
    house.say(table, "ann", "join 1000", "bet 3 10", "bet 4 20")
    house.deal(table, "8h 8d 8s 9h Ac 9s 9d 9c Ts")
    page = _shown(house, f"/tables/{table}", size)
    insure = page.locator('.actions button[data-verb="insure"]')
    expect(insure).to_have_count(2)
    assert not _sticks_out(page, ".controls *")
    assert not _scrolls_sideways(page)
    # a key answers for one box, and amounts name theirs
    expect(insure.locator("kbd")).to_have_count(1)
    for box in (3, 4):
        expect(page.get_by_label(f"Insurance on {box} for")).to_be_visible()


def test_the_box_of_the_first_chip_is_seen(house: House) -> None:
    table, name = house.open("nz-blackjack"), "v" * 24
    house.served.tokens[name] = house.ask("", "POST", "/guests", {"name": name})["token"]
    house.say(table, name, "join 100")
    page = _shown(house, f"/tables/{table}", (390, 844), name)
    spot(page, 1, "main wager").click()
    lies(page, 1, "main wager", 10)
    expect(page.locator(".box-mine .spot")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("size", [(720, 450), (390, 664)], ids=["magnified", "phone"])
def test_buttons_do_not_lie_on_the_hand_that_they_are_for(house: House, size: tuple[int, int]) -> None:
    table = house.open("nz-blackjack")
    house.say(table, "ann", "join 1000", "bet 1 10")
    house.deal(table, "8h Td 8d")
    page = _shown(house, f"/tables/{table}", size)
    expect(page.locator('.actions button[data-verb="split"]')).to_be_visible()
    assert page.evaluate(HAND_IS_FREE, WAIT)


@pytest.mark.parametrize("size", [*SIZES, (800, 1000)], ids=[*IDS, "800"])
def test_a_wheel_leaves_the_cloth_its_place(house: House, long_names: tuple[str, ...], size: tuple[int, int]) -> None:
    table = house.open("nz-roulette", limits="5-500")
    for name in long_names:
        house.say(table, name, "join 100", "bet red 5")
    page = _shown(house, f"/tables/{table}", size)
    expect(page.locator("[data-chips]")).to_have_count(1)
    assert not _sticks_out(page, ".felt *")
    felt, wheel, cloth = (page.locator(where).bounding_box() for where in (".felt", ".wheel", ".cloth"))
    assert felt
    assert wheel
    assert cloth
    assert cloth["width"] > 0.6 * felt["width"]
    beside = wheel["x"] + wheel["width"] <= cloth["x"] + 1
    above = wheel["y"] + wheel["height"] <= cloth["y"] + 1
    assert beside or above


@pytest.mark.parametrize("size", [(800, 1000), (1280, 900)], ids=["800", "1280"])
def test_places_for_wagers_leave_what_is_printed_on_the_cloth(house: House, size: tuple[int, int]) -> None:
    table = house.open("tribal-blackjack", {"streak": "true", "progressive": "true"})
    page = _shown(house, f"/tables/{table}", size)
    house.say(table, "ann", "join 100")
    spots = page.locator(".spot")
    expect(spots.first).to_be_visible()
    printed = page.locator(".print-lower").bounding_box()
    assert printed
    tops = spots.evaluate_all("found => found.map((one) => one.getBoundingClientRect().top)")
    assert min(tops) > printed["y"] + printed["height"]


@pytest.mark.parametrize("size", SIZES, ids=IDS)
def test_a_leaderboard_takes_every_name(house: House, long_names: tuple[str, ...], size: tuple[int, int]) -> None:
    spec: dict[str, Any] = {"rulebook": "nz-tournament", "limits": "10-500", "choices": {}}
    table = str(house.ask("olga", "POST", "/tables", spec)["id"])
    for name in long_names:
        house.say(table, name, "join 100", "enter")
    page = _shown(house, f"/screen/{table}", size)
    expect(page.locator(".big-screen li")).to_have_count(len(long_names))
    assert not _sticks_out(page, ".big-screen *")
    assert not _scrolls_sideways(page)


@pytest.mark.parametrize("path", ["/", "/open", "/rules/nz-blackjack", "/account", "/settings"])
def test_no_page_scrolls_sideways(house: House, path: str) -> None:
    page = _shown(house, path, SIZES[0], "olga")
    expect(page).to_have_title(re.compile("pitboss"))
    assert not _scrolls_sideways(page)


@pytest.mark.parametrize("size", SIZES, ids=IDS)
def test_what_a_clause_says_is_seen_whole(house: House, size: tuple[int, int]) -> None:
    table = house.open("nz-blackjack", {"perfect_pairs": "scale_one"})
    house.say(table, "ann", "join 500", "bet 1 30 perfect_pairs=1")
    page = _shown(house, f"/tables/{table}", size)
    line = page.locator(".log li", has_text="perfect pairs").first
    line.get_by_role("button", name=re.compile("more clauses")).click()
    clauses = line.locator(".clause-link")
    expect(clauses.nth(3)).to_be_visible()
    tip = page.get_by_role("tooltip")
    for clause in clauses.all():
        clause.hover()
        expect(tip).to_be_visible()
        assert tip.evaluate(
            "tip => { const {left, right, top, bottom} = tip.getBoundingClientRect();"
            "return [[left + 3, top + 3], [right - 3, top + 3], [left + 3, bottom - 3], [right - 3, bottom - 3]]"
            ".every(([x, y]) => document.elementFromPoint(x, y) === tip); }"
        )
        page.locator("h1").hover()
        expect(tip).to_have_count(0)


#: In how many lines the first words of an element stand.
LINES = """corner => {
  const text = document.createRange();
  text.selectNode(corner.firstChild);
  return text.getClientRects().length;
}"""


def test_the_corner_of_a_ten_stands_in_one_line(house: House) -> None:
    table = house.open("nz-blackjack")
    house.say(table, "ann", "join 100", "bet 1 10")
    house.deal(table, "5c Th 9d")
    page = house.page("ann")
    page.goto(f"/tables/{table}")
    corner = page.locator(".dealer .card-corner")
    expect(corner).to_contain_text("10")
    assert corner.evaluate(LINES) == 1
