"""Bets on the roulette page: undone, repeated and saved, with neighbours, by track, by finger and by keys."""

from typing import Any

from playwright.sync_api import Page, expect

from tests.web.conftest import House
from tests.web.steps import seated
from tests.web.test_roulette import place, staked, tool


def laid(house: House, table: str) -> dict[str, int]:
    """What is on the layout, in cents by position."""
    return {f"{each['kind']} {each['place']}".strip(): each["amount"] for each in house.view(table)["wagers"]}


def act(page: Page, verb: str) -> None:
    page.locator(f'.acts [data-verb="{verb}"]').click()


def opened(house: House, **context: Any) -> tuple[str, Page]:
    table = house.open("nz-roulette", {"neighbour": "true"}, limits="5-500")
    return table, seated(house, table, **context)


def test_bets_are_undone_redone_doubled_and_cleared(house: House) -> None:
    table, page = opened(house)
    place(page, "straight 17").click()
    staked(page, 5)
    page.get_by_role("radio", name="$25 chip").click()
    place(page, "red").click()
    page.keyboard.press("Enter")  # belongs to the wheel, which a dealer spins here: no second chip
    staked(page, 30)
    tool(page, "Undo").click()
    staked(page, 5)
    tool(page, "Redo").click()
    staked(page, 30)
    page.keyboard.press("x")
    staked(page, 60)
    page.keyboard.press("u")
    staked(page, 30)
    page.keyboard.press("c")
    staked(page, 0)
    page.keyboard.press("u")
    staked(page, 30)
    assert laid(house, table) == {"straight 17": 500, "red": 2500}
    expect(tool(page, "Rebet")).to_be_disabled()


def test_a_chip_leaves_the_name_of_its_field_readable_and_the_log_says_dollars(house: House) -> None:
    _, page = opened(house)
    for size in ((1366, 768), (768, 1024), (390, 844), (844, 390)):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        for field, printed in (
            ("black", ".out.black"),
            ("column 1", ".out.column"),
            ("straight 17", ".num:text-is('17')"),
        ):
            place(page, field).click()
            name, chip = (
                page.locator(each).first.bounding_box()
                for each in (f".layout {printed}", f'[data-chips="{field}"] .stack-shape')
            )
            assert name
            assert chip
            # a box has room above and below its digits, where the edge of a chip may be
            apart = (name["x"] + name["width"] <= chip["x"] + 2, name["y"] + name["height"] * 0.75 <= chip["y"] + 1)
            assert any(apart), (size, field, name, chip)
        page.keyboard.press("c")
        staked(page, 0)
    page.set_viewport_size({"width": 1366, "height": 768})
    log = page.get_by_role("list", name="Log")
    expect(log).to_contain_text("You bet $5")
    assert "contribution" not in log.inner_text()


def test_a_number_is_bet_with_its_neighbours_on_the_wheel(house: House) -> None:
    table, page = opened(house)
    act(page, "each-1")
    place(page, "straight 17").click()
    staked(page, 15)
    assert laid(house, table) == {"straight 25": 500, "straight 17": 500, "straight 34": 500}
    act(page, "each-2")
    page.locator('[data-race="0"]').click()
    staked(page, 40)
    assert laid(house, table).keys() >= {f"straight {number}" for number in (3, 26, 0, 32, 15)}
    page.keyboard.press("m")  # one number again
    page.locator('[data-race="5"]').click()
    staked(page, 45)


def test_bets_are_saved_and_repeated(house: House) -> None:
    table, page = opened(house)
    for name in ("straight 17", "split 17-20", "neighbour 25-17-34"):
        house.say(table, "ann", f"bet {name} 10")
    staked(page, 30)
    act(page, "save")
    page.keyboard.press("c")
    staked(page, 0)
    place(page, "black").click()
    staked(page, 5)
    house.say(table, "dan", "number 0")
    expect(page.locator("[data-sentence]")).to_contain_text("0 green. Net −$5.")
    page.reload()
    tool(page, "Rebet").click()
    staked(page, 5)
    page.keyboard.press("c")
    staked(page, 0)
    act(page, "saved")
    staked(page, 30)
    assert laid(house, table) == {"straight 17": 1000, "split 17-20": 1000, "neighbour 25-17-34": 1000}


def test_hover_and_focus_show_covered_numbers_and_the_odds(house: House) -> None:
    _, page = opened(house)
    place(page, "corner 25-26-28-29").hover()
    expect(page.locator(".verdict")).to_have_text("Corner 25-26-28-29 covers 4 numbers and pays 8 to 1.")
    expect(page.locator(".covered")).to_have_count(8)  # four on the layout, four on the racetrack
    place(page, "straight 17").focus()
    expect(page.locator(".verdict")).to_have_text("Number 17 covers 1 number and pays 35 to 1.")


def test_a_finger_sees_what_it_points_at_and_may_slide(house: House) -> None:
    table, page = opened(house, phone=True, has_touch=True)
    touch = page.context.new_cdp_session(page)

    def finger(kind: str, name: str = "") -> None:
        box = place(page, name).bounding_box() if name else None
        points = [{"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}] if box else []
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    finger("touchStart", "straight 26")
    expect(page.locator(".aim")).to_contain_text("Number 26")
    finger("touchMove", "split 26-29")
    expect(page.locator(".aim")).to_contain_text("Split 26-29")
    expect(page.locator(".aim")).to_contain_text("pays 17 to 1")
    finger("touchEnd")
    staked(page, 5)
    expect(page.locator(".aim")).to_have_count(0)
    assert laid(house, table) == {"split 26-29": 500}
    page.get_by_role("button", name="Track", exact=True).tap()
    page.get_by_role("group", name="Neighbours").locator('[data-race="neighbour 32-15-19"]').tap()
    staked(page, 10)


def test_sheets_of_a_phone_are_closed_by_escape_and_give_the_focus_back(house: House) -> None:
    _, page = opened(house)
    for size in ((390, 844), (844, 390)):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        for name, closes in (("Log", ".side"), ("Chips", ".sheet")):
            opener = page.get_by_role("button", name=name).last
            opener.focus()
            opener.press("Enter")
            expect(page.locator(f"{closes} .sheet-close")).to_be_focused()
            heading = page.locator(f"{closes} h2:visible").bounding_box()
            below = page.locator(f"{closes} :is(h2 ~ p, h2 ~ ol):visible").first.bounding_box()
            assert heading
            assert below
            assert heading["y"] + heading["height"] <= below["y"] + 1, (size, name)
            page.keyboard.press("Escape")
            expect(page.locator(f"{closes} .sheet-close")).to_have_count(0)
            expect(opener).to_be_focused()


def test_the_track_of_a_phone_shows_whose_chips_are_on_it(house: House) -> None:
    table, page = opened(house, phone=True)
    house.say(table, "ben", "join 1000", "bet straight 17 5")
    place(page, "straight 5").click()
    staked(page, 5)
    page.get_by_role("button", name="Track", exact=True).click()
    chips = page.locator(".track-sheet .cloth-chips > g")
    expect(chips).to_have_count(2)
    colours = {
        chip.locator("circle, path").first.evaluate("(each) => getComputedStyle(each).fill") for chip in chips.all()
    }
    assert len(colours) == 2
