"""The operator's pages with an evening: open, fill, shift change, close of day, reports, approvals, audit, export."""

import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from playwright.sync_api import Browser, FloatRect, Locator, Page, expect

from pitboss.house.keys import new_key
from pitboss.house.pack import verify_pack
from pitboss.server.settings import Settings
from pitboss.tables.live import Role
from tests.server.conftest import PLENTY, serving
from tests.web.conftest import House, violations

STAFF = {
    "olga": Role.OPERATOR,
    "otto": Role.OPERATOR,
    "sue": Role.SUPERVISOR,
    "carl": Role.CASHIER,
    "audrey": Role.AUDITOR,
    "dan": Role.DEALER,
    "ann": Role.PLAYER,
}


@pytest.fixture
def evening(browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    """A house with a key, staff of every role, and a wheel whose numbers the dealer enters."""
    monkeypatch.setenv("PITBOSS_KEY", new_key())
    manager = serving(Settings(database=f"sqlite:///{tmp_path}/house.db", rates=PLENTY), STAFF)
    with ThreadPoolExecutor(1) as beside:
        house = House(beside.submit(manager.__enter__).result(), browser)
        try:
            yield house
        finally:
            for context in browser.contexts:
                context.close()
            house.http.close()
            beside.submit(manager.__exit__, None, None, None).result()


def go(page: Page, tab: str) -> None:
    page.get_by_role("navigation", name="Pages of the house").get_by_role("link", name=tab).click()


def pieces(page: Page, **counts: int) -> None:
    """Enters chips by denomination and books them."""
    for name, count in counts.items():
        page.get_by_label(f"Pieces of {name.removeprefix('c')}", exact=True).fill(str(count))


def spin(house: House, table: str, bet: str, number: int) -> None:
    house.say(table, "ann", bet)
    house.say(table, "dan", f"number {number}")


def test_an_evening_from_the_opening_to_the_signed_close(evening: House) -> None:
    table = evening.open("nz-roulette", limits="5-500")
    page = evening.page("olga")
    page.goto("/pit/cage")
    _open_and_fill(page, table)
    evening.say(table, "ann", "join 500")
    spin(evening, table, "bet red 50", 1)
    spin(evening, table, "bet straight 7 5", 8)
    page.get_by_label("Next shift").fill("night")
    page.get_by_role("button", name="Begin the shift").click()
    expect(page.get_by_text(re.compile("is open, shift night"))).to_be_visible()
    spin(evening, table, "bet black 50", 3)
    _close(page, table)
    assert violations(page) == []
    go(page, "Reports")
    _report(page, table)
    assert violations(page) == []
    go(page, "Audit")
    page.get_by_role("button", name="Check the logs and the ledger").click()
    expect(page.get_by_text(re.compile("^No errors: 2 logs"))).to_be_visible()
    expect(page.get_by_role("cell", name=re.compile("pit close day"))).to_be_visible()


def _open_and_fill(page: Page, table: str) -> None:
    expect(page.get_by_text("No gaming day is open.")).to_be_visible()
    page.get_by_label("Shift").fill("day")
    page.get_by_role("button", name="Open the day").click()
    expect(page.get_by_text(re.compile("is open, shift day"))).to_be_visible()
    page.get_by_role("button", name=f"Fill {table}").click()
    pieces(page, c100=50, c25=100)
    page.get_by_role("button", name="Book it").click()
    page.get_by_role("button", name="F-000001").click()
    slip = page.get_by_role("region", name="Slip F-000001")
    expect(slip.get_by_text("$7,500").first).to_be_visible()
    expect(slip.get_by_text("Received by")).to_be_visible()


def _close(page: Page, table: str) -> None:
    page.get_by_role("button", name="Close and sign the day").click()
    notices = page.get_by_role("region", name="Notices")
    expect(notices.get_by_text(f"the float of {table} has no closing count")).to_be_visible()
    page.get_by_role("button", name=f"Count {table}").click()
    pieces(page, c100=50, c25=100)  # 7,505 are expected: 50 paid, 5 and 50 collected
    page.get_by_role("button", name="Book it").click()
    expect(notices.get_by_text(re.compile("Count again, or say why"))).to_be_visible()
    page.get_by_label("Reason").fill("a chip on the floor")
    page.get_by_role("button", name="Book it").click()
    expect(page.get_by_role("button", name="Book it")).to_have_count(0)
    page.get_by_role("button", name="Close and sign the day").click()
    expect(page.get_by_text("No gaming day is open.")).to_be_visible()
    expect(page.get_by_text(re.compile("Closed by olga, signed by the key [0-9a-f]{64}"))).to_be_visible()
    count = page.get_by_role("row", name=re.compile(f"^{table} closing"))
    expect(count).to_contain_text("$7,505$7,500−$5a chip on the floorolga")


def _report(page: Page, table: str) -> None:
    row = page.locator(".hold tbody tr").first
    expect(row.get_by_role("cell").nth(2)).to_have_text("$5")  # lost 50, won 5 and 50
    expect(page.get_by_role("img", name="Difference in standard deviations")).to_be_visible()
    page.get_by_label("Group by").select_option("dealer")
    page.get_by_role("button", name="dan").click()
    expect(page.get_by_role("link", name=f"{table} #3")).to_be_visible()
    with page.expect_download() as csv:
        page.get_by_role("button", name="CSV").click()
    assert Path(csv.value.path()).read_text(encoding="utf-8").startswith("key,rounds,wagers")
    with page.expect_download() as pack:
        page.get_by_role("button", name="Regulator's pack").click()
    assert verify_pack(Path(pack.value.path()).read_bytes()).findings == []


def test_a_player_sets_limits_and_excludes_themselves(evening: House) -> None:
    page = evening.page("ann")
    page.goto("/account")
    limits = page.get_by_role("region", name="Time and limits")
    limits.get_by_label("Loss limit a day").fill("300")
    limits.get_by_label("Minutes a day").fill("90")
    limits.get_by_role("button", name="Set the limits").click()
    expect(limits.get_by_label("Minutes a day")).to_have_value("90")
    limits.get_by_role("button", name="Exclude me").click()
    expect(limits.get_by_text(re.compile("^You are excluded from play until"))).to_be_visible()
    assert violations(page) == []
    standing = evening.ask("olga", "GET", "/users/ann")["standing"]
    assert (standing["loss"], standing["minutes"], standing["excluded_by"]) == (30_000, 90, "ann")


def test_users_and_approvals_need_no_terminal(evening: House) -> None:
    house = evening
    page = house.page("olga")
    page.goto("/pit/users")
    page.get_by_label("Name of the new user").fill("dee")
    page.get_by_role("form", name="Add a user").get_by_label("Role").select_option("dealer")
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.get_by_text(re.compile("Access token of dee"))).to_be_visible()
    page.get_by_role("button", name="ann", exact=True).click()
    details = page.get_by_role("region", name="User ann")
    details.get_by_label("Loss limit a day").fill("500")
    details.get_by_role("button", name="Set the limits").click()
    details.get_by_role("button", name="Exclude", exact=True).click()
    expect(page.get_by_role("row", name=re.compile("^ann ")).get_by_text("excluded")).to_be_visible()
    expect(details.get_by_text(re.compile("^Excluded until .* by olga"))).to_be_visible()
    details.get_by_role("button", name="End the exclusion").click()
    details.get_by_role("button", name="Exclude without an end").click()
    expect(details.get_by_text("Excluded until further notice, by olga.")).to_be_visible()
    assert house.ask("olga", "GET", "/users/ann")["standing"]["loss"] == 50_000
    details.get_by_label("Amount").fill("5000")
    details.get_by_label("Reason").fill("dispute 7")
    details.get_by_role("button", name="Award").click()
    assert violations(page) == []
    page.context.close()

    second = house.page("otto")
    second.goto("/pit/approvals")
    expect(second.get_by_text("1. award 5000 to ann: dispute 7")).to_be_visible()
    second.get_by_role("button", name="Confirm request 1").click()
    expect(second.get_by_text("confirmed")).to_be_visible()
    assert house.ask("olga", "GET", "/users/ann")["wallet"] == 10_500_000
    assert violations(second) == []
    second.context.close()

    auditor = house.page("audrey")
    auditor.goto("/pit/users")
    expect(auditor.get_by_role("row", name=re.compile("^ann "))).to_be_visible()
    expect(auditor.get_by_role("button", name="Add", exact=True)).to_have_count(0)
    go(auditor, "Audit")
    expect(auditor.get_by_role("cell", name=re.compile("pit award ann"))).to_be_visible()


#: Three rounds of two boxes, typed: wagers, Enter for the deal, cards and decisions.
ROUNDS = (
    "Th9c9d" + "8s7c" + "s" + "s" + "8c",
    "Ts5hTd" + "9h6d" + "s" + "h" + "9c" + "s" + "8d",
    "8hTh6c" + "Ts9s" + "s" + "s" + "Td" + "7s",
)


def test_a_floor_evening_is_typed_corrected_closed_and_exported(evening: House) -> None:
    evening.ask("olga", "POST", "/cage/day", {"day": "2026-11-18", "shift": "day"})
    spec = {"rulebook": "nz-blackjack", "limits": "10-1000", "cards_are_read": True, "floor": True, "title": "Floor 1"}
    table = str(evening.ask("olga", "POST", "/tables", spec)["id"])
    dan = _console(evening, "dan", table)
    for number, keys in enumerate(ROUNDS, start=1):
        for wager in ("1 50", "2 20"):
            dan.keyboard.type(f"{wager}\n")
        dan.keyboard.press("Enter")
        if number == 2:
            dan.keyboard.type(keys[:10])
            expect(dan.locator("[data-next]")).to_have_text("Box 1 decides on 19")
            dan.keyboard.type("/irregularity damaged_card 5h\n")
            dan.get_by_role("button", name="What will happen?").click()
            dan.get_by_role("button", name="Confirm").click()
            expect(dan.locator(".floor-asked")).to_have_count(0)
            dan.keyboard.type(keys[10:])
        else:
            dan.keyboard.type(keys)
        expect(dan.locator(".floor-top")).to_contain_text(f"Round {number}")
        expect(dan.locator("[data-next]")).to_have_text("Wagers")
        if number == 2:
            _next_shift(evening, table)
    dan.context.close()
    _correct(evening, table)
    _close_and_export(evening, table)


def _console(house: House, who: str, table: str) -> Page:
    page = house.page(who)
    page.goto(f"/tables/{table}")
    expect(page.get_by_role("region", name="Floor console")).to_be_visible()
    return page


def _next_shift(house: House, table: str) -> None:
    page = house.page("carl")
    page.goto("/pit/cage")
    page.get_by_role("button", name=f"Fill {table}").click()
    pieces(page, c100=20)
    page.get_by_role("button", name="Book it").click()
    expect(page.get_by_role("button", name="F-000001")).to_be_visible()
    page.get_by_label("Next shift").fill("night")
    page.get_by_role("button", name="Begin the shift").click()
    expect(page.get_by_text(re.compile("is open, shift night"))).to_be_visible()
    page.context.close()


def _correct(house: House, table: str) -> None:
    """The dealer's last card of the settled round was a five: the supervisor corrects it."""
    version = house.view(table)["version"]
    before = {person["name"]: person["money"] for person in house.view(table)["people"]}
    page = _console(house, "sue", table)
    page.keyboard.type(f"/correct {version} mistyped 5s\n")
    page.get_by_role("button", name="What will happen?").click()
    expect(page.locator(".money-changes")).to_contain_text("Box 1")
    page.get_by_role("button", name="Confirm").click()
    expect(page.locator(".floor-asked")).to_have_count(0)
    assert {person["name"]: person["money"] for person in house.view(table)["people"]} != before
    page.context.close()


def _close_and_export(house: House, table: str) -> None:
    page = house.page("olga")
    page.goto("/pit/cage")
    page.get_by_role("button", name=f"Count {table}").click()
    held = next(each["holds"] for each in house.ask("olga", "GET", "/cage")["floats"] if each["table"] == table)
    hundreds, rest = divmod(held, 10_000)
    pieces(page, c100=hundreds, c1=rest // 100)
    page.get_by_role("button", name="Book it").click()
    expect(page.get_by_role("button", name="Book it")).to_have_count(0)
    page.get_by_role("button", name="Close and sign the day").click()
    expect(page.get_by_text(re.compile("Closed by olga, signed by the key [0-9a-f]{64}"))).to_be_visible()
    go(page, "Audit")
    page.get_by_role("button", name="Check the logs and the ledger").click()
    expect(page.get_by_text(re.compile("^No errors: 2 logs"))).to_be_visible()
    pack = house.http.get(
        "/api/reports/pack", headers={"authorization": f"Bearer {house.served.tokens['audrey']}"}
    ).content
    assert verify_pack(pack).findings == []


def test_a_drill_of_the_school_is_set_answered_and_reported(evening: House) -> None:
    sue = evening.page("sue")
    sue.goto("/pit/school")
    form = sue.get_by_role("form", name="Set the drill")
    form.get_by_label("Trainee").fill("dan")
    form.get_by_label("Rules").select_option("nz-blackjack")
    for kind in ("misdealt", "payment"):
        form.get_by_role("combobox").nth(1).select_option(kind)
        form.get_by_role("button", name="Plant it").click()
    expect(form.get_by_text("misdealt, from round 1")).to_be_visible()
    form.get_by_role("button", name="Set the drill").click()
    expect(sue.get_by_text("dan answers this drill.")).to_be_visible()
    assert violations(sue) == []
    sue.context.close()

    dan = evening.page("dan")
    dan.goto("/pit/school")
    dan.get_by_role("button", name="Drill 1").click()
    _answer(dan)
    scored = dan.locator(".score div")
    expect(scored.nth(1)).to_have_text("Faults found1 of 2")
    expect(scored.nth(4)).to_have_text("False alarms0")
    expect(dan.get_by_role("link", name="16.5(a)").first).to_be_visible()
    assert violations(dan) == []


def _answer(page: Page) -> None:
    """Answers a drill: reports what was misdealt, chooses the first remedy, and takes payments as laid out."""
    for step in range(1, 100):
        expect(page.get_by_text(re.compile(rf"step {step}$")).or_(page.locator(".score"))).to_be_visible()
        if page.locator(".score").count():
            return
        seen = page.locator(".seen").inner_text()
        if "wrong place" in seen:
            page.get_by_label("Irregularity").select_option("misdealt")
            page.get_by_label("Whose card").select_option(seen.split("box ")[1][0])
            page.get_by_role("button", name="Report it").click()
            expect(page.get_by_role("status").filter(has_text="Correct.")).to_be_visible()
        elif seen.startswith("What does the document"):
            page.locator(".desk .line button").first.click()
        else:
            page.keyboard.press("Enter")


def test_the_floats_fit_a_phone_and_names_start_where_their_heading_does(evening: House) -> None:
    evening.ask("olga", "POST", "/cage/day", {"day": "2026-11-18", "shift": "day"})
    evening.open("nz-roulette")
    page = evening.page("olga", phone=True)
    page.goto("/pit/cage")
    expect(page.locator(".floats tbody button")).to_have_count(5)
    shown = page.locator(".floats tbody button, .floats thead th:not(:last-child)").all()
    assert max(box["x"] + box["width"] for box in map(_box, shown)) <= 390
    assert page.locator(".floats thead th").evaluate_all(
        "found => found.every((one) => one.scrollWidth <= one.clientWidth)"
    )
    go(page, "Users")
    expect(page.locator("tbody th button").first).to_be_visible()
    starts = page.locator("tbody th button").evaluate_all(
        "found => found.map((one) => { const range = document.createRange(); range.selectNodeContents(one);"
        " return Math.round(range.getBoundingClientRect().left); })"
    )
    assert len(set(starts)) == 1, starts


def _box(found: Locator) -> FloatRect:
    box = found.bounding_box()
    assert box is not None
    return box
