"""Blackjack on the page: a round under each rulebook with a side wager, a split, insurance, back betting, and keys."""

import re
from itertools import pairwise

import pytest
from playwright.sync_api import FloatRect, Locator, Page, expect

from tests.web.conftest import House, violations

#: For each rulebook: a side wager of its cloth, the choices that put it there, a shoe in which the player has 10 and 9
#: against the dealer's 8, and the dealer's last card, which makes 18.
ROUNDS = [
    ("nz-blackjack", "perfect_pairs", {"perfect_pairs": "scale_one"}, "Ts 8c 9h", "Th"),
    ("mbs-blackjack", "pair", {}, "Ts 8c 9h", "Th"),
    ("canberra-blackjack", "over_13", {"over_under_13": "true"}, "2c Ts 8c 9h", "Th"),
    ("tribal-blackjack", "over_13", {"additional_wager": "over_under_13"}, "2c Ts 8c 9h Th", ""),
]


def sit_down(page: Page, table: str) -> None:
    """Comes to the table with the money that is proposed."""
    page.goto(f"/tables/{table}")
    page.get_by_role("button", name=re.compile("Come to the table with")).click()
    expect(page.get_by_text("Before you")).to_be_visible()


def place(page: Page, box: int, spot: str) -> None:
    page.get_by_role("button", name=re.compile(f"^Box {box}, {spot}")).click()


def verb(page: Page, name: str) -> None:
    page.locator(f'.actions button[data-verb="{name}"]').click()


def won_round(house: House) -> tuple[str, Page]:
    """A table at which ann has just won with 19, and her page."""
    table = house.open("mbs-blackjack")
    page = house.page("ann")
    sit_down(page, table)
    place(page, 1, "main wager")
    expect(page.get_by_role("button", name=re.compile("Box 1, main wager, you have"))).to_be_visible()
    house.deal(table, "Ts 8c 9h")
    verb(page, "stand")
    house.deal(table, "Th", start=False)
    expect(page.locator(".wager-won")).to_be_visible()
    return table, page


@pytest.mark.parametrize("row", ROUNDS, ids=[row[0] for row in ROUNDS])
def test_a_round(house: House, row: tuple[str, str, dict[str, str], str, str]) -> None:
    rulebook, side, choices, cards, last = row
    name = side.replace("_", " ")
    table = house.open(rulebook, choices)
    page = house.page("ann")
    sit_down(page, table)
    place(page, 2, "main wager")
    expect(page.get_by_role("button", name="Box 2, main wager, you have $10")).to_be_visible()
    place(page, 2, name)
    expect(
        page.get_by_role("button", name=re.compile(rf"Box 2, {side.replace('_', ' ')}, you have \$"))
    ).to_be_visible()
    before = house.view(table)["people"][0]["money"]
    house.deal(table, cards)
    verb(page, "stand")
    if last:
        house.deal(table, last, start=False)
    expect(page.locator(".wager-won .wager-result").first).to_contain_text("+$10")
    box = house.view(table)["boxes"][1]
    wagers = [*box["wagers"], *box["hands"][0]["wagers"]]
    assert {wager["kind"] for wager in wagers} == {"main", side}
    won = sum(wager["amount"] + wager["result"] for wager in wagers)
    assert house.view(table)["people"][0]["money"] == before + won


def test_insurance_and_a_split(house: House) -> None:
    table = house.open("nz-blackjack")
    page = house.page("ann")
    sit_down(page, table)
    place(page, 1, "main wager")
    house.deal(table, "8h As 8c")
    verb(page, "insure")
    verb(page, "split")
    house.deal(table, "Th", start=False)
    expect(page.get_by_role("group", name="Hand 2 of box 1")).to_be_visible()
    verb(page, "stand")
    house.deal(table, "Td", start=False)
    verb(page, "stand")
    house.deal(table, "Kd", start=False)
    expect(page.get_by_role("group", name="Dealer's hand, blackjack")).to_be_visible()
    insured = next(wager for wager in house.view(table)["boxes"][0]["wagers"] if wager["kind"] == "insurance")
    assert insured["result"] == 2 * insured["amount"]


def test_back_betting(house: House) -> None:
    table = house.open("nz-blackjack")
    ann, ben = house.page("ann"), house.page("ben")
    sit_down(ann, table)
    sit_down(ben, table)
    place(ann, 3, "main wager")
    expect(ben.get_by_role("button", name="Box 3, main wager, ann $10")).to_be_visible()
    place(ben, 3, "main wager")
    expect(ben.get_by_role("button", name="Box 3, main wager, you have $10, ann $10")).to_be_visible()
    house.deal(table, "6h 5s 5c")
    expect(ben.locator('.actions button[data-verb="hit"]')).to_have_count(0)
    verb(ann, "double")
    verb(ben, "follow")
    house.deal(table, "Th Td Ts", start=False)
    expect(ben.get_by_text("Before you")).to_contain_text("$")
    wagers = house.view(table)["boxes"][2]["hands"][0]["wagers"]
    assert {(wager["player"], wager["kind"]) for wager in wagers} == {
        (name, kind) for name in ("ann", "ben") for kind in ("main", "double")
    }


def test_by_keyboard_alone(house: House) -> None:
    table = house.open("mbs-blackjack")
    page = house.page("ann")
    page.goto(f"/tables/{table}")
    page.get_by_role("button", name=re.compile("Come to the table with")).focus()
    page.keyboard.press("Enter")
    expect(page.get_by_text("Before you")).to_be_visible()
    page.keyboard.press("3")
    page.get_by_role("button", name=re.compile("^Box 1, main wager")).focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name=re.compile("Box 1, main wager, you have"))).to_be_visible()
    house.deal(table, "Ts 8c 5h")
    expect(page.locator('.actions button[data-verb="hit"]')).to_be_visible()
    page.keyboard.press("h")
    house.deal(table, "4c", start=False)
    expect(page.get_by_role("group", name="Hand of box 1, 19, in turn")).to_be_visible()
    page.keyboard.press("s")
    house.deal(table, "Th", start=False)
    expect(page.locator(".wager-won")).to_be_visible()


def test_what_is_not_legal_says_why(house: House) -> None:
    table = house.open("nz-blackjack")
    page = house.page("ann")
    sit_down(page, table)
    place(page, 1, "main wager")
    house.deal(table, "Th 8c 5h")
    split = page.locator('.actions button[data-verb="split"]')
    expect(split).to_have_attribute("aria-disabled", "true")
    clause = split.locator("xpath=..").get_by_role("link")
    clause.hover()
    expect(page.get_by_role("tooltip")).to_be_visible()


def test_nobody_sees_the_hole_card(house: House) -> None:
    table = house.open("tribal-blackjack")
    page = house.page("ann")
    sit_down(page, table)
    place(page, 1, "main wager")
    house.deal(table, "2c Ts 8c 9h Th")
    expect(page.get_by_role("img", name="a card face down")).to_be_visible()
    assert page.get_by_role("img", name="ten of hearts").count() == 0
    assert "Th" not in str(house.view(table, "ann")["dealer"])
    verb(page, "stand")
    expect(page.get_by_role("img", name="ten of hearts")).to_be_visible()


def test_triple_play_is_bet_by_spots(house: House) -> None:
    table = house.open("canberra-blackjack", {"triple_play": "true"})
    page = house.page("ann")
    sit_down(page, table)
    page.get_by_label("or exactly").fill("20")
    place(page, 2, "spot 1")
    # two spots are the fewest: one alone lies there, and is not bet before the other
    expect(page.get_by_role("button", name="Box 2, spot 1, you have $20, not bet yet")).to_be_visible()
    expect(page.locator(".awaited")).to_contain_text("spots 1 to 2")
    assert violations(page) == []
    assert house.view(table)["boxes"][1]["bets"] == []
    page.get_by_label("or exactly").fill("10")
    place(page, 2, "spot 2")
    expect(page.get_by_role("button", name="Box 2, spot 1, you have $20", exact=True)).to_be_visible()
    expect(page.get_by_role("button", name="Box 2, spot 2, you have $10", exact=True)).to_be_visible()
    page.get_by_role("button", name="Box 2, spot 2, you have $10").click(button="right")
    expect(page.locator(".notice")).to_contain_text("22.")  # what lies is taken back together, or not
    page.get_by_label("or exactly").fill("30")
    place(page, 2, "spot 3")
    expect(page.get_by_role("button", name="Box 2, spot 3, you have $30")).to_be_visible()
    house.deal(table, "2c 9s 7s Ts")
    verb(page, "stand")
    assert [wager["amount"] for wager in house.view(table)["boxes"][1]["hands"][0]["wagers"]] == [2000, 1000, 3000]


def test_the_prize_button_is_pressed(house: House) -> None:
    table = house.open("nz-blackjack", {"madness_21": "true", "madness_21_amount": "1"})
    page = house.page("ann")
    sit_down(page, table)
    place(page, 1, "main wager")
    place(page, 1, "madness 21")
    expect(page.get_by_role("button", name="Box 1, madness 21, you have $1")).to_be_visible()
    house.deal(table, "As 8h Ks")
    expect(page.get_by_text("Prize button: box 1")).to_be_visible()
    assert violations(page) == []
    verb(page, "press")
    dealer = house.page("dan")
    dealer.goto(f"/tables/{table}")
    dealer.get_by_label("Prize on the display").fill("10")
    dealer.get_by_role("button", name="Enter", exact=True).click()
    expect(page.locator(".wager-won .wager-result").first).to_contain_text("+$")
    results = {wager["kind"]: wager["result"] for wager in house.view(table)["boxes"][0]["wagers"]}
    assert results["madness_21"] > 0
    assert violations(page) == []


def test_the_lammer_and_the_meter(house: House) -> None:
    table = house.open("tribal-blackjack", {"streak": "true", "progressive": "true"})
    page = house.page("ann")
    sit_down(page, table)
    place(page, 2, "main wager")
    place(page, 2, "streak 2")
    place(page, 2, "progressive")
    expect(page.get_by_role("button", name="Box 2, progressive, you have $1")).to_be_visible()
    house.deal(table, "2c 9s 7s Ts Th")
    verb(page, "stand")
    expect(page.get_by_role("img", name="Lammer: 1 won in a row")).to_be_visible()
    expect(page.get_by_role("img", name="Progressive meter $1,000.70")).to_be_visible()
    assert violations(page) == []


def test_quick_clicks_are_all_counted_and_taken_back(house: House) -> None:
    table = house.open("mbs-blackjack")
    page = house.page("ann")
    sit_down(page, table)
    spot = page.get_by_role("button", name=re.compile("^Box 1, main wager"))
    for _ in range(4):
        spot.click(no_wait_after=True)
    expect(page.get_by_role("button", name="Box 1, main wager, you have $25")).to_be_visible()
    page.get_by_role("button", name="Twice as much").click()
    expect(page.get_by_role("button", name="Box 1, main wager, you have $50")).to_be_visible()
    page.get_by_role("radio", name="100 chip").drag_to(spot)
    expect(page.get_by_role("button", name="Box 1, main wager, you have $150")).to_be_visible()
    page.get_by_role("button", name="Half").click()
    expect(page.get_by_role("button", name="Box 1, main wager, you have $75")).to_be_visible()
    page.get_by_role("button", name="Take back").click()
    spot.click()
    expect(page.get_by_role("button", name="Box 1, main wager", exact=True)).to_be_visible()
    page.get_by_role("button", name="Repeat the last bet").click()
    expect(page.get_by_role("button", name="Box 1, main wager, you have $75")).to_be_visible()
    page.get_by_role("button", name="Clear").click()
    expect(page.get_by_role("button", name="Box 1, main wager", exact=True)).to_be_visible()
    assert house.view(table)["people"][0]["money"] == 50_000


def test_a_result_tells_its_clause_on_hover(house: House) -> None:
    _, page = won_round(house)
    page.locator(".wager-won .result-mark").hover()
    expect(page.locator(".result-why")).to_contain_text("won")
    expect(page.locator(".result-why .clause-link").first).to_be_visible()


def test_a_lone_player_deals_at_once(house: House) -> None:
    table = house.open("mbs-blackjack", reads=False)
    page = house.page("ann")
    sit_down(page, table)
    place(page, 1, "main wager")
    verb(page, "ready")
    expect(page.get_by_role("group", name=re.compile("^Dealer's hand"))).to_be_visible()
    assert house.view(table)["round"] == 1


def test_nine_boxes_and_split_hands_do_not_overlap(house: House) -> None:
    table = house.open("nz-blackjack", {"boxes": "9"})
    page = house.page("ann")
    sit_down(page, table)
    place(page, 5, "main wager")
    expect(page.get_by_role("button", name=re.compile("Box 5, main wager, you have"))).to_be_visible()
    house.deal(table, "8h 6s 8c")
    verb(page, "split")
    house.deal(table, "8d", start=False)
    verb(page, "split")
    house.deal(table, "3d", start=False)
    expect(page.locator(".hand")).to_have_count(4)  # the dealer's and three
    sides = sorted(
        (rect["x"], rect["x"] + rect["width"]) for rect in map(_rect, page.locator(".box .hand-cards").all())
    )
    assert all(right <= left for (_, right), (left, _) in pairwise(sides))
    boxes = [_rect(box) for box in page.locator(".seat").all()]
    assert len(boxes) == 9
    assert all(one["x"] + one["width"] <= two["x"] for one, two in pairwise(boxes))


def _rect(found: Locator) -> FloatRect:
    rect = found.bounding_box()
    assert rect is not None
    return rect


def test_the_coach_says_what_was_best_and_what_a_mistake_costs(house: House) -> None:
    table = house.open("mbs-blackjack")
    page = house.page("ann")
    page.add_init_script("localStorage.setItem('pitboss.settings', JSON.stringify({coach: true}))")
    sit_down(page, table)
    place(page, 1, "main wager")
    expect(page.get_by_role("button", name=re.compile("Box 1, main wager, you have"))).to_be_visible()
    asked = []
    page.on("request", lambda request: asked.append(request.post_data_json) if "analysis/hand" in request.url else None)
    house.deal(table, "5s Tc 6h")
    verb(page, "stand")
    coach = page.get_by_role("region", name="Coach")
    expect(coach).to_contain_text("stand costs", timeout=240_000)
    worth = house.ask("ann", "POST", "/analysis/hand", {"rulebook": "mbs-blackjack", "cards": ["5s", "6h"], "up": "Tc"})
    cost = max(worth["actions"].values()) - worth["actions"]["stand"]
    expect(coach).to_contain_text(f"{worth['best']} was better; stand costs {100 * cost:.2f} %")
    assert [(each["cards"], each["up"]) for each in asked] == [(["5s", "6h"], "Tc")]
