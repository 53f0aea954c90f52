"""Questions to several people, and the coach: back bettors follow or keep, and hear what their decisions are worth."""

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.web.conftest import House, violations
from tests.web.steps import COMPILES, button, coach_is_on, seated


def wagers(house: House, table: str, who: str) -> list[tuple[int, str, int]]:
    """Somebody's wagers on the hands of box 3: hand, kind and amount."""
    hands = house.view(table)["boxes"][2]["hands"]
    return [
        (place, wager["kind"], wager["amount"])
        for place, hand in enumerate(hands, 1)
        for wager in hand["wagers"]
        if wager["player"] == who
    ]


def behind_ann(house: House, rulebook: str, cards: str, words: str) -> tuple[str, Page]:
    """Ben has wagered behind ann, who has decided; the table, and ben's page."""
    table = house.open(rulebook)
    house.say(table, "ann", "join 1000", "bet 3 100")
    page = seated(house, table, "bet 3 50", who="ben")
    house.deal(table, cards)
    house.say(table, "ann", words)
    return table, page


def test_a_back_bettor_keeps_the_wager_on_the_second_hand(house: House) -> None:
    table, ben = behind_ann(house, "nz-blackjack", "8h 6s 8c", "split 3")
    expect(button(ben, "follow")).to_contain_text("Follow $50")
    expect(button(ben, "keep")).to_have_text([re.compile("^Keep K"), re.compile("^Keep on hand 2 L")])
    assert violations(ben) == []
    ben.keyboard.press("l")
    expect(button(ben, "keep")).to_have_count(0)
    assert wagers(house, table, "ben") == [(2, "main", 5000)]


def test_a_back_bettor_follows_a_double_for_less(house: House) -> None:
    table, ben = behind_ann(house, "nz-blackjack", "6h 6s 5c", "double 3")
    expect(button(ben, "keep")).to_have_count(1)
    ben.get_by_role("button", name="Follow for less").click()
    ben.get_by_label("Follow for less").get_by_role("textbox").fill("20")
    ben.get_by_role("button", name="Confirm").click()
    expect(button(ben, "keep")).to_have_count(0)
    assert wagers(house, table, "ben") == [(1, "main", 5000), (1, "double", 2000)]


def test_where_the_wager_stays_on_the_first_hand_the_clause_says_so(house: House) -> None:
    table, ben = behind_ann(house, "canberra-blackjack", "2c 8h 6s 8c", "split 3")
    second = button(ben, "keep").nth(1)
    expect(second).to_have_attribute("aria-disabled", "true")
    expect(second).to_have_attribute("title", re.compile(r"12\.1"))
    ben.get_by_role("button", name="Follow for less").click()
    expect(ben.locator(".other-amount")).to_contain_text("Not for less: the wager on the second hand is 50")
    assert violations(ben) == []
    ben.get_by_role("button", name="Close").click()
    ben.keyboard.press("f")
    expect(button(ben, "follow")).to_have_count(0)
    assert wagers(house, table, "ben") == [(1, "main", 5000), (2, "main", 5000)]


def signed(value: float) -> str:
    """A value as the coach writes it."""
    return f"{'−' if value < 0 else '+' if value > 0 else ''}{abs(value):.3f}"


def coached(house: House, table: str, words: str, who: str = "ann") -> tuple[Page, Locator]:
    """Somebody's page with the coach on, and the coach."""
    house.say(table, who, "join 1000", words)
    page = house.page(who)
    coach = coach_is_on(page)
    page.goto(f"/tables/{table}")
    expect(coach).to_be_visible()
    return page, coach


def worth(house: House, **asked: Any) -> Any:
    return house.ask("ann", "POST", "/analysis/hand", {"rulebook": "nz-blackjack", **asked})


def test_the_coach_judges_insurance_and_split_hands(house: House) -> None:
    table = house.open("nz-blackjack")
    page, coach = coached(house, table, "bet 1 100")
    house.deal(table, "8h As 8c")
    button(page, "insure").click()
    insured = -worth(house, cards=["8h", "8c"], up="As")["insurance"] / 2
    told = f"No insurance was better. Insurance costs {100 * insured:.2f}% of the bet"
    expect(coach).to_contain_text(told, timeout=COMPILES)
    button(page, "split").click()
    expect(coach).to_contain_text("8♥ 8♣ against A♠")
    house.deal(table, "3d", start=False)
    button(page, "hit").click()
    first = worth(house, cards=["8h", "3d"], up="As", gone=["8c"], hands=2)
    expect(coach).to_contain_text("8♥ 3♦, hand 1 of 2 against A♠")
    expect(coach).to_contain_text("Hit was the best decision.")
    expect(coach.locator("tr.best td.v")).to_have_text(signed(first["actions"]["hit"]))
    house.deal(table, "7c", start=False)
    button(page, "stand").click()
    house.deal(table, "2d", start=False)
    button(page, "double").click()
    second = worth(house, cards=["8c", "2d"], up="As", gone=["8h", "3d", "7c"], hands=2, added=True)
    cost = second["actions"]["hit"] - second["actions"]["double"]
    assert cost > 0
    expect(coach).to_contain_text(f"Hit was better. Double costs {100 * cost:.2f}% of the bet")
    assert violations(page) == []


#: Clicks a button in the moment in which it appears, before the browser has painted it.
AT_ONCE = """() => new MutationObserver((_, watcher) => {
  const button = document.querySelector('[data-verb="insure"]:not([aria-disabled="true"])');
  if (button) { watcher.disconnect(); button.click(); }
}).observe(document.body, { childList: true, subtree: true, attributes: true })"""


def test_the_coach_judges_a_decision_made_before_the_animation_ends(house: House) -> None:
    table = house.open("nz-blackjack")
    page, coach = coached(house, table, "bet 1 100")
    page.evaluate(AT_ONCE)
    house.deal(table, "8h As 8c")
    expect(coach).to_contain_text("No insurance was better", timeout=COMPILES)


def test_the_coach_judges_even_money(house: House) -> None:
    table = house.open("canberra-blackjack")
    page, coach = coached(house, table, "bet 1 100")
    house.deal(table, "2c Ah As Kc")
    button(page, "even").click()
    asked = {"rulebook": "canberra-blackjack", "cards": ["Ah", "Kc"], "up": "As"}
    actions = house.ask("ann", "POST", "/analysis/hand", asked)["actions"]
    cost = actions["wait"] - actions["even money"]
    assert cost > 0
    told = f"No insurance was better. Even money costs {100 * cost:.2f}% of the bet"
    expect(coach).to_contain_text(told, timeout=COMPILES)


def doubled_behind(house: House, cards: str) -> tuple[Page, Locator, tuple[float, float]]:
    """Ann doubles, and ben, behind her with the coach on, is asked: his page, the coach, and what he has either way."""
    table = house.open("nz-blackjack")
    house.say(table, "ann", "join 1000", "bet 3 100")
    page, coach = coached(house, table, "bet 3 50", who="ben")
    house.deal(table, cards)
    house.say(table, "ann", "double 3")
    one, up, two = cards.split()
    found = worth(house, cards=[one, two], up=up)
    return page, coach, (found["undoubled"], found["actions"]["double"])


@pytest.mark.parametrize(
    ("cards", "verb", "told"),
    [
        ("6h 6s 5c", "follow", "Follow was the best decision."),
        ("6h 6s 5c", "keep", "Follow was better. Keep costs"),
        ("5h Ts 4c", "follow", "Keep was better. Follow costs"),  # nobody who counts doubles nine against a ten
    ],
)
def test_the_coach_judges_who_follows_a_double(house: House, cards: str, verb: str, told: str) -> None:
    page, coach, (kept, followed) = doubled_behind(house, cards)
    button(page, verb).click()
    cost = f" {100 * abs(followed - kept):.2f}% of the bet" if "costs" in told else ""
    expect(coach).to_contain_text(f"{told}{cost}", timeout=COMPILES)
    expect(coach).to_contain_text("doubled by another")
    for name, value in (("keep", kept), ("follow", followed)):
        expect(coach.get_by_role("row", name=re.compile(f"^{name.title()}"))).to_contain_text(signed(value))
    assert violations(page) == []


def test_the_coach_judges_who_follows_for_less(house: House) -> None:
    page, coach, (kept, followed) = doubled_behind(house, "6h 6s 5c")
    page.get_by_role("button", name="Follow for less").click()
    page.get_by_label("Follow for less").get_by_role("textbox").fill("20")
    page.get_by_role("button", name="Confirm").click()
    expect(coach).to_contain_text("Follow was the best decision.", timeout=COMPILES)
    part = kept + (followed - kept) * 20 / 50
    expect(coach.get_by_role("row", name=re.compile("^Follow"))).to_contain_text(signed(part))


def test_the_coach_says_why_it_does_not_judge_who_follows_a_split(house: House) -> None:
    table = house.open("nz-blackjack")
    house.say(table, "ann", "join 1000", "bet 3 100")
    page, coach = coached(house, table, "bet 3 50", who="ben")
    house.deal(table, "8h 6s 8c")
    house.say(table, "ann", "split 3")
    expect(coach).to_contain_text("Following a split is not rated")
    button(page, "follow").click()
    expect(coach).not_to_contain_text("not judged")
    expect(coach.locator(".stats")).to_contain_text("Decisions0")
