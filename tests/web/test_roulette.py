"""Roulette on the page: wagers by mouse and by keys on places of every kind, a spin, and its results."""

import re

from playwright.sync_api import Locator, Page, expect

from tests.web.conftest import House, violations
from tests.web.steps import seated

#: Purple and orange, as the page paints them.
COLOURS = ("#6a3d9a", "#c4621a")
PLACES = (
    "straight 17",
    "split 17-20",
    "street 0-1-2",
    "corner 0-1-2-3",
    "six_line 1-6",
    "dozen 2",
    "column 2",
    "black",
)


def place(page: Page, name: str) -> Locator:
    return page.locator(f'[data-position="{name}"]')


def staked(page: Page, dollars: int) -> None:
    """Waits until so much of the player's money is on the felt."""
    expect(page.locator("[data-on-felt]")).to_have_text(f"${dollars}")


def tool(page: Page, name: str) -> Locator:
    return page.get_by_role("group", name="Bets").get_by_role("button", name=re.compile(f"{name}, key"))


def net(page: Page) -> Locator:
    """The sentence of the strip, which ends with the net of a spin."""
    return page.locator("[data-sentence]")


def why(page: Page, bet: str) -> str:
    """What the panel says of a settled bet on a tap."""
    page.locator(".bets").get_by_role("button", name=bet, exact=True).click()
    return page.locator(".bets .why .result-words").last.inner_text()


def rows(page: Page) -> Locator:
    return page.locator(".bets tr.bet")


def cloth(house: House, *, reads: bool = True) -> tuple[str, Page]:
    """A table, and the page of ann, who sits there."""
    table = house.open("nz-roulette", limits="5-500", reads=reads)
    return table, seated(house, table)


def test_a_spin(house: House) -> None:
    table, page = cloth(house)
    for name in PLACES:
        place(page, name).click()
        kind, _, numbers = name.partition(" ")
        expect(place(page, name)).to_have_attribute("aria-label", re.compile(r"; you \$5$"))
        assert any((laid["kind"], laid["place"]) == (kind, numbers) for laid in house.view(table)["wagers"])
    house.say(table, "dan", "number 17")
    # 35 + 17 on the number, 2 for the dozen, 2 for the column, 1 on black, for 5 each; three wagers are lost
    expect(net(page)).to_contain_text(f"17 black. Net +${5 * (35 + 17 + 2 + 2 + 1 - 3)}.")
    expect(net(page)).to_contain_text(f"Won ${5 * (35 + 17 + 2 + 2 + 1)} on 5 bets · lost $15 on 3 bets")
    expect(rows(page)).to_have_count(len(PLACES))
    assert why(page, "Number 17") == "Number 17 won $175 (17 black)."
    assert page.locator(".bets .why .clause-link").count() >= 1
    expect(page.get_by_role("img", name="The ball is on 17")).to_be_visible()
    expect(page.locator(".last [data-number]").first).to_have_text("17")
    tool(page, "Rebet").click()
    staked(page, 5 * len(PLACES))


def test_the_latest_numbers_stand_first(house: House) -> None:
    table, page = cloth(house)
    house.say(table, "dan", *(f"number {number}" for number in range(18)))
    expect(page.locator(".last [data-number]")).to_have_text([str(number) for number in range(17, -1, -1)])
    house.say(table, "dan", *(f"number {number}" for number in range(5)))
    expect(page.locator(".last [data-number]")).to_have_text([str(n) for n in [4, 3, 2, 1, 0, *range(17, 2, -1)]])


def test_neighbours_are_bet_by_keys_and_announced(house: House) -> None:
    table = house.open("nz-roulette", {"neighbour": "true"}, limits="5-500")
    page = seated(house, table)
    places = page.get_by_role("group", name="Neighbours").get_by_role("button", name=re.compile("^neighbour "))
    places.first.press("Enter")
    expect(places.first).to_have_attribute("aria-label", re.compile(r"^neighbour 32-15-19, pays 11 to 1; you \$5$"))
    places.first.press("Delete")
    expect(places.first).to_have_attribute("aria-label", re.compile("pays 11 to 1$"))
    chip, last = page.get_by_role("radio", name="$25 chip").bounding_box(), places.last.bounding_box()
    assert chip
    assert last
    page.mouse.move(chip["x"] + 20, chip["y"] + 20)
    page.mouse.down()
    page.mouse.move(last["x"] + last["width"] / 2, last["y"] + last["height"] / 2, steps=5)
    page.mouse.up()
    expect(places.last).to_have_attribute("aria-label", re.compile(r"you \$25$"))


def test_a_wager_is_taken_back(house: House) -> None:
    table, page = cloth(house)
    place(page, "red").click()
    place(page, "red").click()
    staked(page, 10)
    place(page, "red").click(button="right")
    staked(page, 0)
    assert house.view(table)["wagers"] == []


def test_quick_clicks_are_all_counted_and_chips_are_dragged(house: House) -> None:
    table, page = cloth(house)
    for _ in range(4):
        place(page, "straight 17").click(no_wait_after=True)
    staked(page, 20)
    tool(page, "Double all bets").click()
    staked(page, 40)
    page.get_by_role("radio", name="$25 chip").click(button="right")
    page.get_by_role("dialog", name="Other amount").get_by_role("textbox").fill("12")
    page.get_by_role("button", name="Set amount").click()
    place(page, "straight 17").click()
    staked(page, 12)
    page.get_by_role("radio", name="$25 chip").drag_to(place(page, "split 17-20"))
    staked(page, 37)
    place(page, "split 17-20").click(button="right")
    staked(page, 12)
    page.get_by_role("button", name="Take back Number 17", exact=True).click()
    staked(page, 0)
    assert house.view(table)["wagers"] == []


def test_every_player_has_chips_of_a_colour(house: House) -> None:
    table, ann = cloth(house)
    ben, dan = seated(house, table, who="ben"), house.page("dan")
    dan.goto(f"/tables/{table}")
    for player, colour, value in (("ann", "purple", "2"), ("ben", "orange", "5")):
        dan.get_by_label("Chips for").select_option(player)
        dan.get_by_label("of colour").select_option(colour)
        dan.get_by_label(re.compile("^at .*each")).fill(value)
        dan.get_by_role("button", name="Issue chips").click()
        expect(dan.get_by_role("list", name="Players and their chips")).to_contain_text(colour)
    # three of ann's are the least that a wager may be; then one more with each click
    place(ann, "straight 17").click()
    place(ann, "straight 17").click()
    place(ben, "straight 17").click()
    expect(place(dan, "straight 17")).to_have_attribute(
        "aria-label", re.compile(r"; ann 4 purple \$8, ben 1 orange \$5$")
    )
    legend = ann.get_by_role("list", name="Players and their chips").get_by_role("listitem")
    for shown in (dan.locator('[data-chips="straight 17"] .chip-shape'), legend.locator(".chip-shape")):
        colours = [re.findall(r"--b:\s*(#\w+)", str(chip.get_attribute("style")))[0] for chip in shown.all()]
        assert len(set(colours)) == 2
        assert [colour in COLOURS for colour in colours] == [True, True]
    expect(legend.nth(0)).to_contain_text("You")
    expect(legend.nth(0)).to_contain_text("purple")
    assert violations(ann) == []
    # chips of value beside them, where the player wants
    ben.get_by_role("radio", name="$5 chip", exact=True).click(button="right")
    ben.get_by_label("Play my orange chips, $5 each").uncheck()
    ben.get_by_role("button", name="Close").click()
    place(ben, "black").click()
    expect(place(dan, "black")).to_have_attribute("aria-label", re.compile(r"; ben \$5$"))
    house.say(table, "dan", "number 17")
    expect(net(ann)).to_contain_text("17 black. Net +$280.")
    expect(rows(ann)).to_have_count(1)
    assert why(ann, "Number 17") == "Number 17 won $280 (17 black)."
    expect(net(ben)).to_contain_text("17 black. Net +$180.")
    expect(rows(ben)).to_have_count(2)
    assert why(ben, "Number 17") == "Number 17 won $175 (17 black)."
    assert why(ben, "Black") == "Black won $5 (17 black)."
    expect(ann.locator('[data-chips="straight 17"] .won')).to_have_count(2)


def test_the_log_shows_earlier_spins(house: House) -> None:
    table = house.open("nz-roulette", limits="5-500")
    house.say(table, "ann", "join 100", "bet straight 17 5")
    house.say(table, "dan", "number 17")
    page = house.page("ben")
    page.goto(f"/tables/{table}")
    expect(page.get_by_role("list", name="Log")).to_contain_text("17")


def test_by_keyboard_alone(house: House) -> None:
    table, page = cloth(house)
    place(page, "straight 17").focus()
    page.keyboard.press("Enter")
    staked(page, 5)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    staked(page, 10)
    assert {(laid["kind"], laid["place"]) for laid in house.view(table)["wagers"]} == {
        ("straight", "17"),
        ("split", "17-20"),
    }


def test_a_void_spin_shows_what_happens_before_it_is_confirmed(house: House) -> None:
    table, ann = cloth(house, reads=False)
    dan = house.page("dan")
    place(ann, "odd").click()
    staked(ann, 5)
    dan.goto(f"/tables/{table}")
    dan.get_by_role("button", name="too slow").click()
    dan.get_by_role("button", name="What will happen?").click()
    expect(dan.locator(".preview li").first).to_be_visible()
    version = house.view(table)["version"]
    dan.get_by_role("button", name="Confirm").click()
    expect(dan.locator(".preview")).to_have_count(0)
    assert house.view(table)["version"] > version
    assert house.view(table)["wagers"][0]["amount"] == 500


def test_a_spin_is_replayed_on_the_layout(house: House) -> None:
    table = house.open("nz-roulette", {"neighbour": "true"}, limits="5-500")
    house.say(table, "ann", "join 1000", "bet straight 17 5", "bet red 25")
    house.say(table, "dan", "no_more_bets", "number 17")
    page = house.page("ann")
    page.goto(f"/history/{table}/1")
    count = int(page.locator(".replay-at span").inner_text().split()[-1])
    chips, dolly, plate = (page.locator(where) for where in ("[data-chips]", "[data-dolly]", "[data-plate]"))
    seen: dict[str, int] = {}
    for at in range(1, count + 1):
        expect(page.locator(".replay-at span")).to_have_text(f"{at} of {count}")
        now = page.locator(".replay-now").inner_text()
        for name, there in (
            ("chips", chips.count() > 0),
            ("number", plate.first.text_content() == "17"),
            ("dolly", dolly.count() > 0),
        ):
            if there:
                seen.setdefault(name, at)
        if "bet $25 on red" in now:
            seen["bet"] = at
        if "comes to rest" in now:
            seen["rests"] = at
        page.keyboard.press("ArrowRight")
    assert seen["chips"] <= seen["bet"] < seen["rests"] < seen["number"] < seen["dolly"] <= count
    page.get_by_role("slider", name="Event of the round").fill(str(seen["bet"]))
    expect(dolly).to_have_count(0)
    expect(chips.first).to_be_visible()
    assert violations(page) == []
