"""Blackjack on the page: a round under each rulebook with a side wager, a split, insurance, back betting, and keys."""

import re
from itertools import pairwise

import pytest
from playwright.sync_api import FloatRect, Locator, Route, expect

from tests.web.conftest import House, violations
from tests.web.steps import (
    COMPILES,
    at_the_table,
    button,
    coach_is_on,
    lies,
    offered,
    other_amount,
    seated,
    sit_down,
    spot,
    won_round,
)

#: For each rulebook: a side wager of its cloth, the choices that put it there, a shoe in which the player has 10 and 9
#: against the dealer's 8, and the dealer's last card, which makes 18.
ROUNDS = [
    ("nz-blackjack", "perfect_pairs", {"perfect_pairs": "scale_one"}, "Ts 8c 9h", "Th"),
    ("mbs-blackjack", "pair", {}, "Ts 8c 9h", "Th"),
    ("canberra-blackjack", "over_13", {"over_under_13": "true"}, "2c Ts 8c 9h", "Th"),
    ("tribal-blackjack", "over_13", {"additional_wager": "over_under_13"}, "2c Ts 8c 9h Th", ""),
]


@pytest.mark.parametrize("row", ROUNDS, ids=[row[0] for row in ROUNDS])
def test_a_round(house: House, row: tuple[str, str, dict[str, str], str, str]) -> None:
    rulebook, side, choices, cards, last = row
    name = side.replace("_", " ")
    table = house.open(rulebook, choices)
    page = house.page("ann")
    sit_down(page, table)
    spot(page, 2, "main wager").click()
    lies(page, 2, "main wager", 10)
    spot(page, 2, name).click()
    expect(page.get_by_role("button", name=re.compile(rf"Box 2, {name}, you have \$"))).to_be_visible()
    before = house.view(table)["people"][0]["money"]
    house.deal(table, cards)
    button(page, "stand").click()
    if last:
        house.deal(table, last, start=False)
    expect(page.locator(".wager-won .result-mark").first).to_contain_text("+$10")
    box = house.view(table)["boxes"][1]
    wagers = [*box["wagers"], *box["hands"][0]["wagers"]]
    assert {wager["kind"] for wager in wagers} == {"main", side}
    won = sum(wager["amount"] + wager["result"] for wager in wagers)
    assert house.view(table)["people"][0]["money"] == before + won


def test_insurance_and_a_split(house: House) -> None:
    table = house.open("nz-blackjack")
    page = seated(house, table, "bet 1 10")
    house.deal(table, "8h As 8c")
    button(page, "insure").click()
    button(page, "split").click()
    house.deal(table, "Th", start=False)
    expect(page.get_by_role("group", name="Hand 2 of box 1")).to_be_visible()
    button(page, "stand").click()
    house.deal(table, "Td", start=False)
    button(page, "stand").click()
    house.deal(table, "Kd", start=False)
    expect(page.get_by_role("group", name="Dealer's hand, blackjack")).to_be_visible()
    sentence = page.locator("[data-sentence]")
    expect(sentence).to_contain_text("Hand 1 lost $10.")  # the reasons of many wagers are on the sheet that it opens
    sentence.get_by_role("button").click()
    expect(page.locator(".sheet .round-result")).to_contain_text("hand 1 lost $10 (18 against the dealer's blackjack).")
    insured = next(wager for wager in house.view(table)["boxes"][0]["wagers"] if wager["kind"] == "insurance")
    assert insured["result"] == 2 * insured["amount"]


def test_back_betting(house: House) -> None:
    table = house.open("nz-blackjack")
    ann, ben = house.page("ann"), house.page("ben")
    sit_down(ann, table)
    sit_down(ben, table)
    spot(ann, 3, "main wager").click()
    expect(ben.get_by_role("button", name="Box 3, main wager, ann $10")).to_be_visible()
    spot(ben, 3, "main wager").click()
    expect(ben.get_by_role("button", name="Box 3, main wager, you have $10, ann $10")).to_be_visible()
    house.deal(table, "6h 5s 5c")
    expect(offered(ben, "hit")).to_have_count(0)
    button(ann, "double").click()
    button(ben, "follow").click()
    house.deal(table, "Th Td Ts", start=False)
    expect(ben.locator("[data-balance]")).to_contain_text("$")
    wagers = house.view(table)["boxes"][2]["hands"][0]["wagers"]
    assert {(wager["player"], wager["kind"]) for wager in wagers} == {
        (name, kind) for name in ("ann", "ben") for kind in ("main", "double")
    }


def test_by_keyboard_alone(house: House) -> None:
    table = house.open("mbs-blackjack")
    page = house.page("ann")
    page.goto(f"/tables/{table}")
    page.get_by_role("button", name=re.compile("Join with")).focus()
    page.keyboard.press("Enter")
    at_the_table(page)
    expect(page.get_by_role("radio", name="$5 chip", exact=True)).to_be_focused()
    page.keyboard.press("3")
    page.get_by_role("button", name=re.compile("^Box 1, main wager")).focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name=re.compile("Box 1, main wager, you have"))).to_be_visible()
    house.deal(table, "Ts 8c 5h")
    expect(offered(page, "hit")).to_be_visible()
    page.keyboard.press("h")
    expect(button(page, "stand")).to_have_attribute("aria-disabled", "true")  # until the dealer has entered the card
    expect(page.locator("[data-sentence]")).to_contain_text("the next card")
    page.keyboard.press("s")
    house.deal(table, "4c", start=False)
    expect(page.get_by_role("group", name="Hand of box 1, 19, in turn")).to_be_visible()
    page.keyboard.press("s")
    house.deal(table, "Th", start=False)
    expect(page.locator(".wager-won")).to_be_visible()


def test_an_illegal_action_says_why(house: House) -> None:
    table = house.open("nz-blackjack")
    page = seated(house, table, "bet 1 10")
    house.deal(table, "Th 8c 5h")
    split = button(page, "split")
    expect(split).to_have_attribute("aria-disabled", "true")
    split.click(force=True)
    page.locator(".notice .clause-link").first.hover()
    expect(page.get_by_role("tooltip")).to_be_visible()


def test_a_repeated_refusal_is_announced_again(house: House) -> None:
    table = house.open("mbs-blackjack")
    page = seated(house, table, "bet 1 10")
    house.deal(table, "Ts 8c 5h")
    live = page.locator("#live")
    button(page, "split").click(force=True)
    expect(live).to_contain_text("split")
    told = str(live.text_content())
    button(page, "split").click(force=True)
    # a screen reader tells what has changed: the words are the same, and the text is another
    page.wait_for_function("told => document.getElementById('live').textContent !== told", arg=told)
    assert str(live.text_content()).strip() == told.strip()


def test_the_hole_card_is_not_in_the_page(house: House) -> None:
    table = house.open("tribal-blackjack")
    page = seated(house, table, "bet 1 10")
    house.deal(table, "2c Ts 8c 9h Th")
    expect(page.get_by_role("img", name="a card face down")).to_be_visible()
    assert page.get_by_role("img", name="ten of hearts").count() == 0
    assert "Th" not in str(house.view(table, "ann")["dealer"])
    button(page, "stand").click()
    expect(page.get_by_role("img", name="ten of hearts")).to_be_visible()


def test_a_side_bet_waits_for_its_main_bet(house: House) -> None:
    table = house.open("nz-blackjack", {"perfect_pairs": "scale_one"})
    page = seated(house, table)
    spot(page, 2, "perfect pairs").click()
    expect(page.get_by_role("button", name="Box 2, perfect pairs, you have $1, not bet yet")).to_be_visible()
    expect(page.locator("[data-sentence]")).to_contain_text("side bets go with a main bet")
    assert house.view(table)["boxes"][1]["bets"] == []
    spot(page, 2, "main wager").click()
    lies(page, 2, "perfect pairs", 1)
    assert len(house.view(table)["boxes"][1]["bets"]) == 2
    # and is taken back with it
    spot(page, 2, "main wager").click(button="right")
    expect(spot(page, 2, "perfect pairs, you have")).to_have_count(0)
    assert house.view(table)["boxes"][1]["bets"] == []


def test_a_pair_bet_waits_for_any_main_bet_on_its_box(house: House) -> None:
    table = house.open("mbs-blackjack")
    page = seated(house, table)
    spot(page, 2, "pair").click()
    expect(page.locator("[data-sentence]")).to_contain_text("side bets go with a main bet")
    spot(page, 2, "main wager").click()
    expect(spot(page, 2, "pair, you have")).to_be_visible()
    expect(page.locator(".notice")).to_have_count(0)
    assert len(house.view(table)["boxes"][1]["bets"]) == 2


def test_triple_play_is_bet_by_spots(house: House) -> None:
    table = house.open("canberra-blackjack", {"triple_play": "true"})
    page = house.page("ann")
    sit_down(page, table)
    other_amount(page, "20")
    spot(page, 2, "spot 1").click()
    # two spots are the fewest: one alone lies there, and is not bet before the other
    expect(page.get_by_role("button", name="Box 2, spot 1, you have $20, not bet yet")).to_be_visible()
    expect(page.locator("[data-sentence]")).to_contain_text("spots 1 and 2")
    assert violations(page) == []
    assert house.view(table)["boxes"][1]["bets"] == []
    other_amount(page, "10")
    spot(page, 2, "spot 2").click()
    expect(page.get_by_role("button", name="Box 2, spot 1, you have $20", exact=True)).to_be_visible()
    expect(page.get_by_role("button", name="Box 2, spot 2, you have $10", exact=True)).to_be_visible()
    page.get_by_role("button", name="Box 2, spot 2, you have $10").click(button="right")
    expect(page.locator(".notice")).to_contain_text("22.")  # what lies is taken back together, or not
    other_amount(page, "30")
    spot(page, 2, "spot 3").click()
    lies(page, 2, "spot 3", 30)
    house.deal(table, "2c 9s 7s Ts")
    button(page, "stand").click()
    assert [wager["amount"] for wager in house.view(table)["boxes"][1]["hands"][0]["wagers"]] == [2000, 1000, 3000]


def test_the_prize_button_is_pressed(house: House) -> None:
    table = house.open("nz-blackjack", {"madness_21": "true", "madness_21_amount": "1"})
    page = house.page("ann")
    sit_down(page, table)
    spot(page, 1, "main wager").click()
    spot(page, 1, "madness 21").click()
    lies(page, 1, "madness 21", 1)
    house.deal(table, "As 8h Ks")
    expect(page.get_by_text("Prize button: box 1")).to_be_visible()
    assert violations(page) == []
    button(page, "press").click()
    dealer = house.page("dan")
    dealer.goto(f"/tables/{table}")
    dealer.get_by_label("Prize on the display").fill("10")
    dealer.get_by_role("button", name="Enter", exact=True).click()
    expect(page.locator(".wager-won .result-mark").first).to_contain_text("+$")
    results = {wager["kind"]: wager["result"] for wager in house.view(table)["boxes"][0]["wagers"]}
    assert results["madness_21"] > 0
    assert violations(page) == []


def test_the_lammer_and_the_meter(house: House) -> None:
    table = house.open("tribal-blackjack", {"streak": "true", "progressive": "true"})
    page = house.page("ann")
    sit_down(page, table)
    spot(page, 2, "main wager").click()
    spot(page, 2, "streak 2").click()
    spot(page, 2, "progressive").click()
    lies(page, 2, "progressive", 1)
    house.deal(table, "2c 9s 7s Ts Th")
    button(page, "stand").click()
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
    lies(page, 1, "main wager", 25)
    page.get_by_role("button", name="Double all bets").click()
    lies(page, 1, "main wager", 50)
    page.get_by_role("radio", name="$100 chip").drag_to(spot)
    lies(page, 1, "main wager", 150)
    page.get_by_role("button", name="Undo").click()
    lies(page, 1, "main wager", 50)
    page.get_by_role("button", name="Undo").click()
    lies(page, 1, "main wager", 25)
    page.get_by_role("button", name="Redo").click()
    lies(page, 1, "main wager", 50)
    spot.click(button="right")
    expect(page.get_by_role("button", name="Box 1, main wager", exact=True)).to_be_visible()
    page.get_by_role("button", name="Rebet, key B").click()
    lies(page, 1, "main wager", 50)
    page.get_by_role("button", name="Clear").click()
    expect(page.get_by_role("button", name="Box 1, main wager", exact=True)).to_be_visible()
    assert house.view(table)["people"][0]["money"] == 50_000


def test_a_result_shows_its_clause(house: House) -> None:
    _, page = won_round(house)
    page.locator(".wager-won .result-mark").click()
    expect(page.locator(".result-why")).to_contain_text("won")
    expect(page.locator(".result-why .clause-link").first).to_be_visible()


def test_a_lone_player_deals_at_once(house: House) -> None:
    table = house.open("mbs-blackjack", reads=False)
    page = house.page("ann")
    sit_down(page, table)
    page.get_by_role("radio", name="$25 chip").click()
    spot(page, 1, "main wager").click()
    lies(page, 1, "main wager", 25)
    page.get_by_role("region", name="Speed").get_by_role("button", name="Instant").click()
    page.keyboard.press("Enter")  # deals, lays no second chip where the mouse was, and does not press the speed again
    expect(page.get_by_role("group", name=re.compile("^Dealer's hand"))).to_be_visible()
    assert house.view(table)["round"] == 1


def test_the_turn_is_the_players_own_once_the_account_is_known(house: House) -> None:
    table = house.open("mbs-blackjack")
    house.say(table, "ann", "join 500", "bet 1 10")
    house.deal(table, "Ts 8c 6h")
    page = house.page("ann")
    held: list[Route] = []
    page.route("**/api/me", lambda route: held.append(route))  # noqa: PLW0108 - the driver marks its handlers
    page.goto(f"/tables/{table}")
    sentence = page.locator("[data-sentence]")
    expect(sentence).to_contain_text("ann decides")
    for route in held:
        route.continue_()
    expect(sentence).to_contain_text("Your turn: 16 against 8")


def test_nine_boxes_and_split_hands_do_not_overlap(house: House) -> None:
    table = house.open("nz-blackjack", {"boxes": "9"})
    page = seated(house, table, "bet 5 10")
    house.deal(table, "8h 6s 8c")
    button(page, "split").click()
    house.deal(table, "8d", start=False)
    button(page, "split").click()
    house.deal(table, "3d", start=False)
    hands = page.get_by_role("group", name=re.compile("^(Hand|Dealer's hand)"))
    expect(hands).to_have_count(4)  # the dealer's and three
    firsts = sorted(_rect(hand)["x"] for hand in hands.all()[1:])
    # hands of one box overlap like fans: the corner of every first card stays visible
    assert all(right - left >= 30 for left, right in pairwise(firsts))
    boxes = sorted((_rect(box) for box in page.locator(".box .spot.main").all()), key=lambda rect: rect["x"])
    assert len(boxes) == 9
    assert all(one["x"] + one["width"] <= two["x"] for one, two in pairwise(boxes))


def _rect(found: Locator) -> FloatRect:
    rect = found.bounding_box()
    assert rect is not None
    return rect


def test_the_coach_says_what_was_best_and_what_a_mistake_costs(house: House) -> None:
    table = house.open("mbs-blackjack")
    house.say(table, "ann", "join 500", "bet 1 10")
    page = house.page("ann")
    coach = coach_is_on(page)
    page.goto(f"/tables/{table}")
    asked = []
    page.on("request", lambda request: asked.append(request.post_data_json) if "analysis/hand" in request.url else None)
    house.deal(table, "5s Tc 6h")
    button(page, "stand").click()
    expect(coach).to_contain_text("Stand costs", timeout=COMPILES)
    worth = house.ask("ann", "POST", "/analysis/hand", {"rulebook": "mbs-blackjack", "cards": ["5s", "6h"], "up": "Tc"})
    cost = max(worth["actions"].values()) - worth["actions"]["stand"]
    expect(coach).to_contain_text(f"{worth['best'].capitalize()} was better. Stand costs {100 * cost:.2f}%")
    assert [(each["cards"], each["up"]) for each in asked] == [(["5s", "6h"], "Tc")]
