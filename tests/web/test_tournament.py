"""A small tournament on the page: one player and the director by the page, the others beside it, to the prizes."""

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.web.conftest import House, violations
from tests.web.steps import button, other_amount

CHOICES = {"entry_fee": "20", "session": "rounds:1", "playoff": "rounds:1", "prizes": "60,20"}
PLAYERS = ("ann", "ben", "cat", "dee")


@pytest.fixture
def cup(house: House) -> str:
    """A tournament whose cards a dealer enters, with four players."""
    spec: dict[str, Any] = {"rulebook": "nz-tournament", "limits": "10-500", "title": "The cup", "choices": CHOICES}
    spec |= {"cards_are_read": True, "turn_seconds": 3600, "betting_seconds": 3600}
    table = str(house.ask("olga", "POST", "/tables", spec)["id"])
    if "dee" not in house.served.tokens:
        house.served.tokens["dee"] = house.ask("", "POST", "/guests", {"name": "dee"})["token"]
    for name in PLAYERS[1:]:
        house.say(table, name, "join 100", "enter")
    return table


def enter(house: House, cup: str) -> None:
    """Ann enters too."""
    house.say(cup, "ann", "join 100", "enter")


def shown(house: House, cup: str, who: str) -> Page:
    page = house.page(who)
    page.goto(f"/tables/{cup}")
    expect(page.locator("h1")).to_contain_text("The cup")
    return page


def table(house: House, cup: str) -> Any:
    return house.view(cup)["tables"][0]


def deal(house: House, cup: str, cards: str) -> None:
    """The dealer deals, and enters the cards."""
    house.say(cup, "dan", "t1 deal", *(f"t1 card {card}" for card in cards.split()))


def play(house: House, cup: str, bets: dict[str, int], cards: str, ann: Page | None = None) -> None:
    """A round in which every player stands; ann bets and stands on her page, if she has one."""
    for name, dollars in bets.items():
        if name == "ann" and ann:
            other_amount(ann, str(dollars))
            ann.locator(".box-mine .spot").click()
            ann.get_by_role("button", name=f"Bet ${dollars}").click()
        else:
            house.say(cup, name, f"bet {dollars}")
    first, last = cards.rsplit(maxsplit=1)
    deal(house, cup, first)
    for name in bets:
        if name == "ann" and ann:
            button(ann, "stand").click()
        else:
            house.say(cup, name, "stand")
    house.say(cup, "dan", f"t1 card {last}")


def confirm(page: Page | Locator) -> None:
    page.get_by_role("button", name="What will happen?").click()
    page.get_by_role("button", name="Confirm").click()


def test_a_tournament_to_its_prizes(house: House, cup: str) -> None:
    ann, olga = shown(house, cup, "ann"), shown(house, cup, "olga")
    ann.get_by_role("button", name="Enter for $20").click()
    expect(ann.get_by_role("row", name=re.compile("You"))).to_be_visible()
    # she entered last, and her seat is the last
    olga.get_by_role("button", name="Start the session").click()
    expect(ann.get_by_role("list", name="Betting order")).to_have_text(re.compile("ben.*cat.*dee.*You"))
    expect(ann.get_by_role("row", name=re.compile("ben"))).to_contain_text("bets first")
    expect(ann.get_by_role("group", name=re.compile("Box 1, ben.*bets first, bets next"))).to_be_visible()
    # 19 for all but dee, who has 16, against 17
    bets = {"ben": 20, "cat": 20, "dee": 10, "ann": 50}
    play(house, cup, bets, "Ts Th Td Tc Ks 9s 9h 6d 9c 7s", ann)
    expect(ann.get_by_role("row", name=re.compile("You"))).to_contain_text("$1,050")
    assert not table(house, cup)["running"]
    olga.get_by_role("button", name=re.compile("Enter the tally")).click()
    confirm(olga)
    expect(ann.get_by_text("Play-off between ben and cat")).to_be_visible()
    olga.get_by_role("button", name=re.compile("Begin the play-off")).click()
    expect(olga.locator("[data-stage]")).to_contain_text("Play-off · Round 1 of 1")
    play(house, cup, {"ben": 10, "cat": 30}, "Ts Th Ks 9s 9h 7s")
    olga.get_by_role("button", name=re.compile("Enter the tally")).click()
    confirm(olga)
    expect(ann.locator("[data-sentence]")).to_contain_text("You finish 1st and win $60")
    leaders = ann.get_by_role("region", name="Standings").get_by_role("row")
    for nth, words in enumerate((("1", "You", "$60"), ("2", "cat", "$20")), 1):
        for word in words:
            expect(leaders.nth(nth)).to_contain_text(word)
    assert house.view(cup)["phase"] == "over"
    _see_the_big_screen(house, cup)


def _see_the_big_screen(house: House, cup: str) -> None:
    screen = house.page()
    screen.set_viewport_size({"width": 1920, "height": 1080})
    screen.goto(f"/screen/{cup}")
    lines = screen.locator(".big-screen li")
    for nth, (name, prize) in enumerate((("ann", "$60"), ("cat", "$20"))):
        expect(lines.nth(nth)).to_contain_text(name)
        expect(lines.nth(nth)).to_contain_text(prize)
    assert violations(screen) == []
    house.ask("olga", "DELETE", f"/tables/{cup}")
    for opened in ("before", "after"):
        expect(screen.locator(".lost"), opened).to_contain_text("closed")
        expect(lines.first, opened).to_contain_text("ann")
        assert violations(screen) == []
        screen.reload()


def test_the_director_previews_a_disqualification(house: House, cup: str) -> None:
    olga = shown(house, cup, "olga")
    olga.get_by_role("button", name="Disqualify").click()
    asked = olga.get_by_role("group", name="Disqualify")
    asked.get_by_label("Player").select_option("cat")
    asked.get_by_label("for").select_option("rules")
    expect(asked).to_contain_text("may be disqualified")
    asked.get_by_role("button", name="What will happen?").click()
    expect(asked.locator(".preview li").first).to_contain_text("cat")
    assert all(entry["status"] == "entered" for entry in house.view(cup)["entries"])
    asked.get_by_role("button", name="Confirm").click()
    expect(olga.get_by_role("row", name=re.compile("cat"))).to_contain_text("disqualified")
    expect(asked).to_have_count(0)
    assert violations(olga) == []


def test_a_deal_that_disqualifies_is_shown_and_confirmed(house: House, cup: str) -> None:
    enter(house, cup)
    house.say(cup, "olga", "start")
    house.say(cup, "ben", "bet 10")
    dan, olga = shown(house, cup, "dan"), shown(house, cup, "olga")
    console = dan.get_by_role("region", name="Dealer's console")
    expect(console.get_by_role("button", name=re.compile("Deal"))).to_have_count(0)
    console.get_by_text("Not allowed now, and why").click()
    expect(console.get_by_role("listitem").filter(has_text="Table 1: Deal")).to_contain_text(
        "cat, dee and ann have not bet"
    )
    olga.get_by_role("button", name="Table 1: Deal without cat dee ann").click()
    asked = olga.get_by_role("group", name="t1 deal without cat dee ann")
    asked.get_by_role("button", name="What will happen?").click()
    for name in ("cat", "dee", "ann"):
        expect(
            asked.locator(".preview li", has_text=f"{name} is disqualified").locator(".clause-link").first
        ).to_be_visible()
    assert violations(olga) == []
    assert all(entry["status"] == "playing" for entry in house.view(cup)["entries"])
    house.say(cup, "cat", "bet 10")
    asked.get_by_role("button", name="Confirm").click()
    expect(olga.get_by_role("row", name=re.compile("dee"))).to_contain_text("disqualified")
    stands = {entry["player"]: entry["status"] for entry in house.view(cup)["entries"]}
    assert stands == {"ben": "playing", "cat": "playing", "dee": "disqualified", "ann": "disqualified"}


def test_a_start_that_leads_nowhere_is_said_shown_and_confirmed(house: House) -> None:
    spec = {"rulebook": "nz-tournament", "limits": "10-500", "title": "The cup", "cards_are_read": True}
    cup = str(house.ask("olga", "POST", "/tables", spec)["id"])
    for name in (*PLAYERS, "fay", "gus", "hal", "ida"):
        if name not in house.served.tokens:
            house.served.tokens[name] = house.ask("", "POST", "/guests", {"name": name})["token"]
        house.say(cup, name, "join 100", "enter")
    ann, olga = shown(house, cup, "ann"), shown(house, cup, "olga")
    expect(ann.get_by_text("8 players cannot play to the end")).to_be_visible()
    ann.get_by_role("button", name="Conditions").click()
    expect(ann.get_by_role("dialog", name="Conditions")).to_contain_text("with 4 to 7 or 22 to 49 players")
    assert violations(ann) == []
    olga.get_by_role("button", name="Start the session").click()
    asked = olga.get_by_role("group", name="start confirmed")
    asked.get_by_role("button", name="What will happen?").click()
    expect(asked.locator(".preview li").first).to_contain_text("advance=2 or 3")
    assert house.view(cup)["phase"] == "entry"
    asked.get_by_role("button", name="Confirm").click()
    expect(ann.get_by_role("rowgroup").filter(has_text="Table 2")).to_be_visible()
    assert house.view(cup)["phase"] == "session"
    _look_at_the_other_table(house, cup, ann)


def _look_at_the_other_table(house: House, cup: str, page: Page) -> None:
    """Each table is shown on the same felt; the own one first."""
    tables = house.view(cup)["tables"]
    seated = {each["number"]: [box["seat"] for box in each["boxes"] if box["seat"]] for each in tables}
    own = next(number for number, names in seated.items() if "ann" in names)
    (other,) = seated.keys() - {own}
    for number in (own, other, own):
        page.get_by_label("At table").select_option(str(number))
        for name in seated[number]:
            expect(page.get_by_role("group", name=re.compile(f"^Box \\d, {name}"))).to_be_visible()
        assert page.locator(".box:not(.box-free)").count() == len(seated[number])


def test_an_irregularity_at_a_table_is_shown_and_confirmed(house: House, cup: str) -> None:
    enter(house, cup)
    house.say(cup, "olga", "start")
    for name in ("ben", "cat", "dee", "ann"):
        house.say(cup, name, "bet 10")
    deal(house, cup, "Ts Th Td Tc Ks 9s 9h 6d 9c")
    phone = house.page("ben", phone=True, color_scheme="dark")
    phone.goto(f"/tables/{cup}")
    expect(phone.get_by_role("group", name=re.compile("^Dealer's hand"))).to_be_visible()
    own = phone.locator(".box-mine").bounding_box()  # in the middle, whichever box it is
    assert own
    assert 0 <= own["x"] <= own["x"] + own["width"] <= 390
    assert violations(phone) == []
    olga = shown(house, cup, "olga")
    olga.get_by_role("button", name="void", exact=True).click()
    asked = olga.get_by_role("group", name="void")
    expect(asked.locator(".clause-link").first).to_be_visible()
    asked.get_by_label("Which").select_option("round")
    asked.get_by_role("button", name="What will happen?").click()
    expect(asked.locator(".preview li").first).to_contain_text("void")
    assert violations(olga) == []
    assert table(house, cup)["phase"] == "play"
    asked.get_by_role("button", name="Confirm").click()
    expect(asked).to_have_count(0)
    assert table(house, cup)["phase"] == "betting"
    assert {entry["chips"] for entry in house.view(cup)["entries"]} == {100_000}


#: Every decision with what is entered, as a session has begun and ben is to bet, and what comes of it.
DECISIONS = [
    ("Accept an entry", {"Name": "fay"}, "refused", "begun"),
    ("Refuse an application", {"Name": "fay"}, "refused", "begun"),
    ("Withdraw an entry", {"Player": "cat", "hours before the start": "72"}, "refused", "begun"),
    ("Decide a seat", {"Player": "cat", "table": "1", "box": "5"}, "refused", "seats are assigned before"),
    ("Cancel the tournament", {}, "refused", "begun"),
    ("Postpone the start", {"minutes": "15"}, "refused", "no session is about to start"),
    ("Time is up", {}, "refused", "no timed session is in progress"),
    ("Tally the chips", {"cat": "900"}, "", "the chips are counted: ben 1000, cat 900"),
    ("Begin a play-off", {}, "refused", "play-off"),
    ("Reissue chips", {"chips for each": "100"}, "refused", "same round"),
    ("Change the limits", {"Maximum": "600"}, "", "10 to 600"),
    ("The director leaves or returns", {"The director": "leaves"}, "", "The director leaves"),
    ("Writing implements", {"are": "allowed"}, "", "are allowed"),
    ("Disqualify", {"Player": "ben", "for": "no_wager"}, "", "ben is disqualified"),
    ("Note late", {"Player": "ben"}, "refused", "no time limit for wagers was announced"),
    ("Note absent", {"Player": "cat"}, "", "cat is not there"),
]


def test_every_decision_of_the_director_has_a_form_and_a_preview(house: House, cup: str) -> None:
    enter(house, cup)
    house.say(cup, "olga", "start")
    olga = shown(house, cup, "olga")
    version = house.view(cup)["version"]
    console = olga.get_by_role("region", name="Director's console")
    for label, entered, refused, words in DECISIONS:
        console.get_by_role("button", name=label, exact=True).click()
        asked = console.get_by_role("group", name=label, exact=True)
        for name, value in entered.items():
            field = asked.get_by_label(re.compile(f"^{name}"))
            if field.evaluate("each => each.tagName") == "SELECT":
                field.select_option(value)
            else:
                field.fill(value)
        asked.get_by_role("button", name="What will happen?").click()
        brought = asked.locator(".preview-refused" if refused else ".preview ol")
        expect(brought).to_contain_text(words)
        expect(brought.locator(".clause-link").first).to_be_visible()
        asked.get_by_role("button", name="Cancel").click()
        expect(asked).to_have_count(0)
    assert house.view(cup)["version"] == version


def test_the_round_that_is_played_is_named(house: House, cup: str) -> None:
    enter(house, cup)
    house.say(cup, "olga", "start")
    ann, screen = shown(house, cup, "ann"), house.page()
    screen.goto(f"/screen/{cup}")
    stage = ann.locator("[data-stage]")
    expect(stage).to_have_text("Final · Round 1 of 1")
    expect(screen.locator("dl")).to_contain_text("round 1 of 1")
    play(house, cup, {"ben": 10, "cat": 10, "dee": 10, "ann": 10}, "Ts Th Td Tc Ks 9s 9h 9d 9c 7s")
    expect(stage).to_have_text("Final · Round 1 of 1 · session over")


def test_chips_are_gathered_and_bet_once(house: House, cup: str) -> None:
    enter(house, cup)
    house.say(cup, "olga", "start")
    ann = shown(house, cup, "ann")
    for name in ("ben", "cat", "dee"):
        house.say(cup, name, "bet 20")
    spot = ann.locator(".box-mine .spot")
    ann.get_by_role("radio", name="25 chip").click()
    for _ in range(3):
        spot.click()
    expect(ann.get_by_role("button", name=re.compile("main wager, you have \\$75, not bet yet"))).to_be_visible()
    assert table(house, cup)["to_bet"] == ["ann"]
    ann.get_by_role("button", name=re.compile("^Undo")).click()
    expect(ann.get_by_role("button", name="Bet $50")).to_be_enabled()
    ann.get_by_role("button", name=re.compile("Double all bets")).click()
    expect(ann.get_by_role("button", name="Bet $100")).to_be_enabled()
    ann.get_by_role("button", name=re.compile("^Clear")).click()
    expect(ann.locator(".strip .deal button")).to_have_attribute("aria-disabled", "true")
    spot.dblclick()
    ann.get_by_role("button", name="Bet $50").press("Enter")
    expect(ann.locator("[data-on-felt]")).to_have_text("$50")
    box = next(box for box in table(house, cup)["boxes"] if box["seat"] == "ann")
    assert [wager["amount"] for wager in box["bets"]] == [5000]


def test_a_player_doubles_for_less(house: House, cup: str) -> None:
    enter(house, cup)
    house.say(cup, "olga", "start")
    for name in ("ben", "cat", "dee", "ann"):
        house.say(cup, name, "bet 50")
    deal(house, cup, "Ts Th Td 5c Ks 9s 9h 9d 6c")
    for name in ("ben", "cat", "dee"):
        house.say(cup, name, "stand")
    ann = shown(house, cup, "ann")
    ann.get_by_role("button", name="Double for less").click()
    ann.get_by_label("Double for less").get_by_role("textbox").fill("20")
    ann.get_by_role("button", name="Confirm").click()
    house.say(cup, "dan", "t1 card Tc")
    box = next(box for box in table(house, cup)["boxes"] if box["seat"] == "ann")
    assert sum(wager["amount"] for wager in box["hands"][0]["wagers"]) == 7000


def test_the_director_sees_what_prevents_the_start(house: House, cup: str) -> None:
    enter(house, cup)
    house.say(cup, "olga", "disqualify cat rules")
    olga = shown(house, cup, "olga")
    console = olga.get_by_role("region", name="Director's console")
    expect(console.locator(".due-words")).to_contain_text("Start the session: ")
    expect(console.locator(".due-words .clause-link").first).to_be_visible()


def test_a_director_corrects_a_disqualification_from_the_list_of_entries(house: House) -> None:
    players = ("ann", "ben", "cat", "dee")
    choices = {"entry_fee": "20", "session": "rounds:10", "prizes": "40,40"}
    spec = {"rulebook": "nz-tournament", "limits": "10-500", "choices": choices, "cards_are_read": True, "floor": True}
    table = str(house.ask("olga", "POST", "/tables", spec | {"turn_seconds": 3600, "betting_seconds": 3600})["id"])
    for name in players:
        if name not in house.served.tokens:
            house.served.tokens[name] = house.ask("", "POST", "/guests", {"name": name})["token"]
        house.fill_wallets(name)
        house.say(table, name, "join 100", "enter")
    house.say(table, "olga", "start")
    for name in players:
        house.say(table, name, "bet 50")
    house.say(table, "olga", "disqualify cat concealed_chips")
    page = house.page("olga")
    page.goto(f"/tables/{table}")
    page.get_by_role("button", name="Entries").click()
    entry = page.locator(".floor-entries li").filter(has_text="disqualified").first
    entry.get_by_role("button", name=re.compile("Correct entry")).click()
    entry.get_by_label("Reason").fill("mistaken identity")
    entry.get_by_role("button", name="Preview").click()
    page.get_by_role("button", name="What will happen?").click()
    expect(page.locator(".preview li").first).to_contain_text("olga strikes entry")
    page.get_by_role("button", name="Confirm").click()
    expect(page.locator(".asked")).to_have_count(0)
    assert {entry["player"]: entry["status"] for entry in house.view(table)["entries"]}["cat"] == "playing"
