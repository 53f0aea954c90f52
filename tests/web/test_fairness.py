"""The seeds of a table on the page: fixed, added to, published, and checked by the browser itself."""

import json
import time
from collections.abc import Callable
from functools import partial
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace
from playwright.sync_api import Page, Route, expect

from pitboss.games.live.fairness import FairnessRecord, Stream, check_fairness, commitment_of
from tests.web.conftest import House, violations

SHOES = [("mbs-blackjack", {}), ("nz-blackjack", {"shuffler": "continuous"})]


def _fairness(house: House, table: str, who: str = "ann") -> Page:
    page = house.page(who)
    page.goto(f"/tables/{table}")
    about = page.locator(".menu summary, .table-links").first
    expect(about).to_be_visible()
    if about.evaluate("found => found.matches('summary')"):
        about.click()  # a table that is drawn in the shell has its links in a menu
    page.get_by_role("link", name="Fairness").click()
    expect(page.get_by_role("heading", name="Is it fair?")).to_be_visible()
    return page


def _play(house: House, table: str) -> None:
    """A round in which ann takes nothing that she need not take, whatever the cards are."""
    house.say(table, "ann", "bet 1 10")
    house.say(table, "dan", "deal")
    while house.view(table)["phase"] != "betting":
        actions = house.ask("ann", "GET", f"/tables/{table}")["you"]["actions"]
        open_now = {action["verb"]: action["words"] for action in actions if not action["refusal"]}
        words = next((open_now[verb] for verb in ("pass", "stand", "hit") if verb in open_now), "")
        if words:  # none while the cards wait for the page's contribution
            house.say(table, "ann", words)


@pytest.mark.parametrize(("rulebook", "choices"), SHOES, ids=["shoe", "shuffler"])
def test_a_shoe_is_checked_in_the_browser(house: House, rulebook: str, choices: dict[str, str]) -> None:
    table = house.open(rulebook, choices, reads=False)
    house.say(table, "ann", "join 100")
    page = _fairness(house, table)
    page.get_by_label("Add a word to the next seed").fill("seven of hearts")
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.locator(".seed", has_text="seven_of_hearts by ann")).to_contain_text("in use")
    _play(house, table)
    house.say(table, "olga", "new_cards")
    page.reload()
    seed = page.locator(".seed", has_text="seven_of_hearts by ann")
    expect(seed).to_contain_text("✓ Checked: the seed meets its commitment")
    assert violations(page) == []
    record = next(each for each in house.ask("", "GET", f"/tables/{table}/fairness") if each["seed"])
    assert len(record["outcomes"]) >= 3
    expect(seed).to_contain_text(f"all {len(record['outcomes'])} cards")


def test_a_wheel_is_verified_and_a_false_number_is_found(house: House) -> None:
    table = house.open("nz-roulette", limits="5-500", reads=False)
    house.say(table, "dan", *["spin"] * 3)
    page = _fairness(house, table, "sam")
    expect(page.locator(".seed", has_text="over")).to_have_count(3)
    expect(page.locator(".seed", has_text="✓ Checked")).to_have_count(3)
    expect(page.get_by_label("Add a word to the next seed")).to_have_count(0)

    for part, value, told in (
        ("outcomes", [37], "Number 1 should be"),
        ("seed", "00" * 32, "does not match its commitment"),
    ):
        page.route("**/fairness?*", partial(_lies, part=part, value=value))
        page.reload()
        expect(page.locator(".seed .refused")).to_contain_text(told)
        page.unroute("**/fairness?*")


def _lies(route: Route, *, part: str, value: Any) -> None:
    """Another answer than the house's own."""
    records = route.fetch().json()
    next(record for record in records if record["seed"])[part] = value
    route.fulfill(body=json.dumps(records), content_type="application/json")


def test_prizes_are_checked_by_their_tickets(house: House) -> None:
    """Drawn here as the house draws them, since a round of real play seldom has one."""
    seed, added = bytes(range(32)), (("ann", "luck"), ("ben", "more_luck"))
    tickets = ((500, 60), (2_500, 30), (100_000, 1))
    drawn = Stream(seed, added)
    awards = tuple(() if nth % 7 == 6 else tickets for nth in range(40))  # now and then a dealer tells one
    record = FairnessRecord(
        name="prizes 0",
        kind="prizes",
        commitment=commitment_of(seed),
        seed=seed.hex(),
        contributions=added,
        outcomes=tuple(drawn.at(nth).ticket(listed) if listed else 700 for nth, listed in enumerate(awards, 1)),
        awards=awards,
    )
    assert not check_fairness(record)
    wrong = 2_500 if record.outcomes[4] == 500 else 500
    table = house.open("nz-blackjack", {"madness_21": "true", "madness_21_amount": "1"})
    page = house.page("ann")
    for shown, told in (
        (record, "all 40 prizes that came follow from it"),
        (
            replace(record, outcomes=(*record.outcomes[:4], wrong, *record.outcomes[5:])),
            f"Number 5 should be {record.outcomes[4]} cents by the seed, but was {wrong} cents",
        ),
        (replace(record, awards=()), "The tickets of a prize are missing"),
        (replace(record, contributions=added[::-1]), "should be"),
    ):
        page.route("**/fairness?*", partial(_shows, record=shown))
        page.goto(f"/tables/{table}/fairness")
        expect(page.locator(".seed")).to_contain_text(told)
        page.unroute("**/fairness?*")


def _shows(route: Route, *, record: FairnessRecord) -> None:
    route.fulfill(body=msgspec.json.encode([record]), content_type="application/json")


def test_a_real_shoe_has_no_seed(house: House) -> None:
    page = _fairness(house, house.open("mbs-blackjack"))
    expect(page.get_by_text("there is no seed to check")).to_be_visible()


def test_the_page_contributes_and_verifies_every_spin_by_itself(house: House) -> None:
    table = house.open("nz-roulette", limits="5-500", reads=False)
    house.say(table, "ann", "join 100")
    page = house.page("ann")
    page.goto(f"/tables/{table}")
    for spin in range(2):
        _until(lambda: not house.ask("ann", "GET", f"/tables/{table}")["you"]["commit"])
        house.say(table, "ann", "bet straight 7 5")
        house.say(table, "dan", "no_more_bets")
        _until(lambda: not house.ask("ann", "GET", f"/tables/{table}")["you"]["reveal"])
        house.say(table, "dan", "spin")
        expect(page.get_by_role("link", name=f"✓ {spin + 1} verified")).to_be_visible()
    records = house.ask("", "GET", f"/tables/{table}/fairness")
    assert [[player for player, _ in record["contributions"]] for record in records] == [["ann"], ["ann"]]
    assert not any(record["left_out"] for record in records)
    assert not any(check_fairness(msgspec.convert(record, FairnessRecord)) for record in records)


def test_the_page_reveals_while_another_page_is_shown_and_verifies_a_shoe(house: House) -> None:
    table = house.open("mbs-blackjack", reads=False)
    house.say(table, "ann", "join 100")
    page = house.page("ann")
    page.goto(f"/tables/{table}")
    _until(lambda: not house.ask("ann", "GET", f"/tables/{table}")["you"]["commit"])
    _play(house, table)
    house.say(table, "olga", "new_cards")
    expect(page.get_by_role("link", name="✓ 1 verified")).to_be_visible()
    (record,) = house.ask("", "GET", f"/tables/{table}/fairness?seed=shoe%200")
    assert [player for player, _ in record["committed"]] == ["ann"]
    assert (record["left_out"], len(record["contributions"])) == ([], 1)
    page.get_by_role("link", name="✓ 1 verified").click()
    expect(page.locator(".seed", has_text="over")).to_contain_text("✓ Checked")
    house.say(table, "ann", "bet 1 10")
    house.say(table, "dan", "deal")  # the page on fairness is shown, and still reveals
    _until(
        lambda: (
            house.view(table)["phase"] != "betting" or not house.ask("ann", "GET", f"/tables/{table}")["you"]["reveal"]
        )
    )
    assert house.ask("ann", "GET", f"/tables/{table}")["you"]["reveal"] == []
    shown = [
        event["type"] for update in house.ask("ann", "GET", f"/tables/{table}/updates") for event in update["events"]
    ]
    assert "ContributionLeftOut" not in shown


def _until(holds: Callable[[], bool]) -> None:
    """Waits until something holds, for as long as a page may take."""
    for _ in range(200):
        if holds():
            return
        time.sleep(0.05)
    raise AssertionError("it never held")
