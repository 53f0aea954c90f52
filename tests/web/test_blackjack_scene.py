"""One geometry and one timeline: nothing moves between phases, and nothing is shown before its moment."""

import re
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import House, violations
from tests.web.steps import button, offered, seated
from tests.web.test_roulette_staging import SMALL

SIZES = ((1440, 900), (1366, 768), (1280, 720), (768, 1024), (390, 844), (844, 390))
LAYOUTS = {768: "tablet", 390: "upright", 844: "lying"}
#: Every side wager that the rulebook offers together.
EVERY = {"perfect_pairs": "scale_one", "super_sevens": "true", "madness_21": "true"}
#: The boxes of everything that stays: circles and spots, buttons, chips, panels, the sentence.
PLACES = """() => [...document.querySelectorAll(
  ".scene .spot, .scene .sign, .strip .chips button, .strip .tools button, .strip .deal button, .strip .acts button, "
  + ".stage, .strip, .sentence, .purse")].map((one) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    return [x, y, width, height].map((value) => Math.round(value * 10) / 10).join(" ");
  })"""
#: What of some elements is not within the window.
OUTSIDE = """(where) => [...document.querySelectorAll(where)].filter((one) => {
    const { left, top, right, bottom, width } = one.getBoundingClientRect();
    return width && (left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1);
  }).map((one) => one.outerHTML.slice(0, 90))"""
#: Widths of the cards of one's own hands, in pixels.
OWN_CARDS = (
    """() => [...document.querySelectorAll(".scene .card-shape")].map((card) => card.getBoundingClientRect().width)"""
)


#: Controls of fewer than 40 pixels in one direction.
SMALL_TARGETS = """() => [...document.querySelectorAll(".table :is(a, button, summary, input, [role=button])")]
  .filter((each) => each.checkVisibility({ visibilityProperty: true }))
  .map((each) => ({ each, box: each.getBoundingClientRect() }))
  .filter(({ box }) => box.width < 39.5 || box.height < 39.5)
  .map(({ each, box }) => `${Math.round(box.width)}x${Math.round(box.height)} ${each.outerHTML.slice(0, 120)}`)"""


#: Letters of the own side spots whose middle is covered by a result, which may be turned.
COVERED = """() => {
  const marks = [...document.querySelectorAll(".scene .result-mark > rect")];
  return [...document.querySelectorAll(".scene .own text.spot-label")].flatMap((label) =>
    [...label.textContent].filter((_, nth) => {
      const { x, y, width, height } = label.getExtentOfChar(nth);
      const at = new DOMPoint(x + width / 2, y + height / 2).matrixTransform(label.getScreenCTM());
      return marks.some((mark) => {
        const within = at.matrixTransform(mark.getScreenCTM().inverse());
        const box = mark.getBBox();
        return within.x > box.x && within.x < box.x + box.width && within.y > box.y && within.y < box.y + box.height;
      });
    }));
}"""


def _check_sizes(page: Page, phase: str) -> None:
    """Every label is at least 11 pixels high, and every control 40 by 40."""
    assert page.evaluate(SMALL) == [], phase
    assert page.evaluate(SMALL_TARGETS) == [], phase


def _phases(house: House, size: tuple[int, int]) -> tuple[Page, dict[str, Any]]:
    """A round with seven boxes in every phase, and the places of what stays in each."""
    table = house.open("nz-blackjack", EVERY, limits="5-500")
    page = seated(house, table)
    page.set_viewport_size({"width": size[0], "height": size[1]})
    expect(page.locator(".table")).to_have_attribute("data-layout", LAYOUTS.get(size[0], "wide"))
    page.evaluate("() => document.fonts.ready")
    house.say(table, "ann", "bet 4 25 perfect_pairs=1 super_sevens=1 madness_21=1")
    expect(page.locator("[data-on-felt]")).to_have_text("$28")
    places = {"bet": page.evaluate(PLACES)}
    _check_sizes(page, "bet")
    house.deal(table, "8h Ac 8d")
    expect(offered(page, "pass")).to_be_visible()
    places["offer"] = page.evaluate(PLACES)
    _check_sizes(page, "offer")
    button(page, "pass").click()
    expect(offered(page, "split")).to_be_visible()
    places["decide"] = page.evaluate(PLACES)
    _check_sizes(page, "decide")
    assert page.evaluate(OUTSIDE, ".scene .card-shape, .scene .own .spot, .strip button, .scene .result-mark") == []
    widths = page.evaluate(OWN_CARDS)
    assert min(widths) >= (64 if size[0] >= 1100 else 52), widths
    button(page, "split").click()
    house.deal(table, "3s", start=False)
    expect(page.get_by_role("group", name="Hand 1 of box 4, 11")).to_be_visible()
    places["split"] = page.evaluate(PLACES)
    _check_sizes(page, "split")
    assert page.evaluate(OUTSIDE, ".scene .card-shape") == []
    button(page, "hit").click()
    house.deal(table, "9c", start=False)
    button(page, "stand").click()
    house.deal(table, "Kd", start=False)
    expect(page.get_by_role("group", name="Hand 2 of box 4, 18")).to_be_visible()
    button(page, "stand").click()
    house.deal(table, "Qd", start=False)
    expect(page.locator("[data-sentence]")).to_contain_text("Net")
    places["result"] = page.evaluate(PLACES)
    _check_sizes(page, "result")
    assert page.locator(".scene .own text.spot-label").count() >= 5
    assert page.evaluate(COVERED) == []
    return page, places


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_nothing_moves_between_the_phases_of_a_round(house: House, size: tuple[int, int]) -> None:
    page, places = _phases(house, size)
    for phase, found in places.items():
        assert found == places["bet"], phase
    assert not page.evaluate("document.documentElement.scrollHeight > innerHeight + 1")


def test_a_tablet_held_sideways_has_wide_decisions(house: House) -> None:
    table = house.open("nz-blackjack", EVERY, limits="5-500")
    page = seated(house, table, "bet 4 25 perfect_pairs=1")
    page.set_viewport_size({"width": 1024, "height": 768})
    house.deal(table, "8h Ac 8d")
    expect(offered(page, "pass")).to_be_visible()
    _check_sizes(page, "offer")
    button(page, "pass").click()
    expect(offered(page, "split")).to_be_visible()
    _check_sizes(page, "decide")
    narrow = "found => found.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent)"
    assert page.locator(".acts .btn").evaluate_all(narrow) == []


#: Results that overlap another one by more than 3 pixels in every direction; results may be turned.
OVERLAPPING = """() => {
  const marks = [...document.querySelectorAll(".scene .result-mark > rect")].map((mark) => {
    const { x, y, width, height } = mark.getBBox();
    const corners = [[x, y], [x + width, y], [x + width, y + height], [x, y + height]];
    return corners.map(([x, y]) => new DOMPoint(x, y).matrixTransform(mark.getScreenCTM()));
  });
  const directions = (mark) => [[mark[0], mark[1]], [mark[1], mark[2]]].map(([from, to]) => {
    const length = Math.hypot(to.x - from.x, to.y - from.y);
    return [(to.x - from.x) / length, (to.y - from.y) / length];
  });
  const reach = (mark, [dx, dy]) => mark.map(({ x, y }) => x * dx + y * dy);
  return marks.flatMap((one, nth) => marks.slice(nth + 1).filter((two) =>
    [...directions(one), ...directions(two)].every((direction) => {
      const [first, second] = [reach(one, direction), reach(two, direction)];
      return Math.max(...first) - Math.min(...second) > 3 && Math.max(...second) - Math.min(...first) > 3;
    }))).length;
}"""


#: How many results have their middle in each of the own side spots.
IN_SPOTS = """() => [...document.querySelectorAll(".scene .own .side-spot")].map((spot) =>
  [...document.querySelectorAll(".scene .result-mark")].filter((mark) => {
    const at = new DOMPoint(0, 0).matrixTransform(spot.getScreenCTM().inverse().multiply(mark.getScreenCTM()));
    return spot.isPointInFill(at);
  }).length)"""


@pytest.mark.parametrize("size", SIZES[1::2], ids=lambda size: f"{size[0]}x{size[1]}")
def test_results_of_six_side_spots_cover_no_label(house: House, size: tuple[int, int]) -> None:
    table = house.open("tribal-blackjack", {"additional_wager": "over_under_13", "streak": "true"}, limits="5-500")
    page = seated(house, table, "bet 4 25 under_13=1 streak_2=5 streak_3=5 streak_4=5 streak_5=5")
    page.set_viewport_size({"width": size[0], "height": size[1]})
    house.deal(table, "2c Th 8d 7h Kd")
    button(page, "stand").click()
    expect(page.locator(".scene .wager-mine .result-mark")).to_have_count(6)
    assert page.locator(".scene .own text.spot-label").count() >= 8
    assert page.evaluate(COVERED) == []
    assert page.evaluate(IN_SPOTS) == [0, 1, 1, 1, 1, 1]
    assert page.evaluate(OVERLAPPING) == 0
    assert page.evaluate(OUTSIDE, ".scene .result-mark > rect") == []


@pytest.mark.parametrize("size", SIZES[::4], ids=lambda size: f"{size[0]}x{size[1]}")
def test_results_of_split_hands_on_three_spots_are_all_seen(house: House, size: tuple[int, int]) -> None:
    table = house.open("tribal-blackjack", {"multiple_action": "true"}, limits="5-500")
    page = seated(house, table, "bet 3 5/5/5")
    page.set_viewport_size({"width": size[0], "height": size[1]})
    house.deal(table, "2c 8h As 8d")
    expect(page.locator(".scene .total text").filter(has_text=re.compile("^11$"))).to_have_count(1)
    for verb, cards in (("insure", ""), ("split", "3c"), ("stand", "9d"), ("stand", "9s 8s Td")):
        offered(page, verb).click()
        house.deal(table, cards, start=False)
    expect(page.locator(".scene .wager-mine .result-mark")).to_have_count(9)
    assert page.evaluate(OVERLAPPING) == 0
    assert page.evaluate(OUTSIDE, ".scene .result-mark > rect, .scene .total > rect") == []


def test_the_total_of_a_dealer_with_a_hole_card_is_of_the_card_that_is_seen(house: House) -> None:
    table = house.open("tribal-blackjack", limits="5-500")
    page = seated(house, table, "bet 3 5")
    house.deal(table, "2c 8h As 8d 9c")
    expect(page.locator(".scene .card-shape")).to_have_count(4)
    expect(page.locator(".scene .total text")).to_have_text(["16", "11"])


@pytest.mark.parametrize("size", SIZES[3:5], ids=lambda size: f"{size[0]}x{size[1]}")
def test_split_hands_of_the_outermost_boxes_stay_in_the_picture(house: House, size: tuple[int, int]) -> None:
    table = house.open("nz-blackjack", limits="5-500")
    house.say(table, "ben", "join 100", "bet 1 25")
    page = seated(house, table, "bet 4 25", who="cat")
    page.set_viewport_size({"width": size[0], "height": size[1]})
    house.deal(table, "8h 9h Tc 8c 9d")
    house.say(table, "ben", "split 1")
    house.deal(table, "Ks", start=False)
    expect(page.get_by_role("group", name="Hand 1 of box 1, 18")).to_be_attached()
    assert page.evaluate(OUTSIDE, ".scene .card-shape, .scene .total > rect") == []


def test_hands_split_between_two_neighbours_stand_apart(house: House) -> None:
    table = house.open("nz-blackjack", limits="5-500")
    for name, box in (("ben", 3), ("cat", 5)):
        house.say(table, name, "join 100", f"bet {box} 25")
    page = seated(house, table, "bet 4 25")
    house.deal(table, "Th 8h 9c 6d 9d 8d Tc")
    house.say(table, "ben", "stand 3")
    for verb, card in (("split", "8c"), ("split", "3s"), ("hit", "5c"), ("stand", "2h")):
        offered(page, verb).click()
        house.deal(table, card, start=False)
    expect(page.get_by_role("group", name="Hand 2 of box 4, 10")).to_be_attached()
    hands = [("8h", "3s", "5c"), ("8c", "2h"), ("8d",)]
    found = [[page.locator(f'.scene [data-card="{card}"]').bounding_box() for card in hand] for hand in hands]
    edges = [[round(box["x"]) for box in hand if box] for hand in found]
    within = max(max(hand) - min(hand) for hand in edges)
    between = min(min(two) - max(one) for one, two in pairwise(edges))
    assert between > 2 * within + 20, edges
    assert page.evaluate(OVERLAPPING) == 0


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_phase_is_accessible(house: House, theme: str) -> None:
    table = house.open("nz-blackjack", EVERY, limits="5-500")
    page = seated(house, table, color_scheme=theme)
    assert violations(page) == []
    house.say(table, "ann", "bet 4 25 perfect_pairs=1")
    assert violations(page) == []
    house.deal(table, "9h Ac 8d")
    expect(offered(page, "pass")).to_be_visible()
    assert violations(page) == []
    button(page, "pass").click()
    expect(offered(page, "hit")).to_be_visible()
    assert violations(page) == []
    button(page, "stand").click()
    house.deal(table, "Qd", start=False)
    expect(page.locator("[data-sentence]")).to_contain_text("Net")
    assert violations(page) == []


def test_space_skips_to_the_end_and_reads_only_the_last(house: House) -> None:
    table = house.open("mbs-blackjack", reads=False)
    page = seated(house, table, "bet 1 100", speed="casino", reduced_motion="no-preference")
    expect(page.get_by_role("button", name="Deal", exact=True)).to_be_enabled()
    page.keyboard.press("Enter")
    expect(page.locator("[data-sentence]")).to_contain_text("No more bets")
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Skip")).to_have_count(0)
    cards = [card for box in house.view(table, "ann")["boxes"] for hand in box["hands"] for card in hand["cards"]]
    assert len(cards) >= 2
    for card in cards:
        expect(page.locator(f'.scene .card-shape[data-card="{card}"]').first).to_be_visible()
