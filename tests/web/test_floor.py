"""The floor console: a physical table that the dealer runs alone, by keys."""

from playwright.sync_api import Page, expect

from tests.web.conftest import House, violations
from tests.web.test_catalogue import marked, unmarked

#: A full round of seven boxes: the first cards, the dealer's card, and the second cards. Then box by box the decisions
#: (one letter) and the cards that they bring, and the dealer's cards.
DEAL = ("2h", "9c", "5d", "8s", "Tc", "3h", "9d", "6s", "4h", "4c", "6d", "8d", "7c", "8h", "Kd")
PLAY = ("h", "9h", "s", "h", "Th", "d", "Ks", "p", "5c", "s", "6d", "s", "s", "h", "Kh", "s", "Kc", "5h")


def open_floor(house: House) -> str:
    spec = {"rulebook": "nz-blackjack", "limits": "10-1000", "cards_are_read": True, "floor": True, "title": "Floor 1"}
    return str(house.ask("olga", "POST", "/tables", spec)["id"])


class Dealer:
    """Types at the floor console and counts the keys."""

    def __init__(self, house: House, table: str) -> None:
        self.house, self.table = house, table
        self.page: Page = house.page("dan")
        self.page.set_viewport_size({"width": 1366, "height": 768})
        self.page.goto(f"/tables/{table}")
        expect(self.page.get_by_role("region", name="Floor console")).to_be_visible()
        self.keys = 0

    def type(self, keys: str) -> None:
        for key in keys:
            self.page.keyboard.press("Enter" if key == "\n" else "Space" if key == " " else key)
            self.keys += 1

    def next_is(self, text: str) -> None:
        expect(self.page.locator("[data-next]")).to_have_text(text)

    def scrolls(self) -> bool:
        return bool(
            self.page.evaluate(
                "document.documentElement.scrollHeight > innerHeight || "
                "[...document.querySelectorAll('.floor-boxes li')]"
                ".some((box) => box.scrollHeight > box.clientHeight + 1)"
            )
        )


def test_a_round_of_seven_boxes_takes_two_keys_a_card_and_one_a_decision(house: House) -> None:
    table = open_floor(house)
    dealer = Dealer(house, table)
    dealer.next_is("Wagers")
    for box in range(1, 8):
        dealer.type(f"{box} {box}0\n")
        expect(dealer.page.locator(f'[data-box="{box}"] [data-wager]')).to_contain_text(f"${box}0")
    assert not dealer.scrolls()
    dealer.type("\n")
    dealer.next_is("Box 1, first card")
    dealer.keys = 0
    cards = decisions = 0
    for nth, card in enumerate(DEAL):
        dealer.type(card)
        cards += 1
        if nth == 6:
            dealer.next_is("Dealer, first card")
        if nth == 7:
            dealer.next_is("Box 1, second card")
    dealer.next_is("Box 1 decides on 6")
    for keys in PLAY:
        dealer.type(keys)
        cards, decisions = cards + (len(keys) == 2), decisions + (len(keys) == 1)
        assert not dealer.scrolls()
    dealer.next_is("Wagers")
    assert dealer.keys == 2 * cards + decisions
    assert house.view(table)["round"] == 1
    assert house.view(table)["phase"] == "betting"


def test_keys_that_are_typed_ahead_wait_for_the_table(house: House) -> None:
    table = open_floor(house)
    dealer = Dealer(house, table)
    dealer.type("1 50\n2 20\n\n")
    dealer.type("8h9cTs8d9d" + "p5cs5hs" + "s" + "8c")
    expect(dealer.page.locator(".floor-top")).to_contain_text("Round 1")
    dealer.next_is("Wagers")
    people = {person["name"]: person["money"] for person in house.view(table)["people"]}
    assert people == {"box_1": 0, "box_2": 2000}


def test_a_refused_line_is_explained_and_typed_again(house: House) -> None:
    table = open_floor(house)
    dealer = Dealer(house, table)
    dealer.type("3 5\n")
    expect(dealer.page.locator(".notice")).to_contain_text("10")
    dealer.type("3 50\n")
    expect(dealer.page.locator('[data-box="3"] [data-wager]')).to_contain_text("$50")


def test_a_scanner_that_ends_each_card_with_enter_deals_nothing(house: House) -> None:
    table = open_floor(house)
    dealer = Dealer(house, table)
    dealer.type("1 50\n\n")
    dealer.next_is("Box 1, first card")
    for card in ("10H", "9C", "9D"):
        dealer.type(f"{card}\n")
    dealer.next_is("Box 1 decides on 19")
    house.say(table, "ann", "join 500")
    dealer.type("s")
    dealer.next_is("Dealer, second card")
    dealer.type("8S\n")
    dealer.next_is("Wagers")
    expect(dealer.page.locator(".notice")).to_have_count(0)
    dealer.type("1 50\n")
    expect(dealer.page.locator('[data-box="1"] [data-wager] b')).to_have_text(["$50"])
    expect(dealer.page.locator('[data-box="1"] [data-holds]')).to_contain_text("$50")


def test_lines_behind_a_refused_wager_are_kept_whole_and_nothing_is_dealt(house: House) -> None:
    table = open_floor(house)
    dealer = Dealer(house, table)
    dealer.type("1 5\n2 20\n3 100\n3.2 60\n\nTh")
    expect(dealer.page.locator('[data-box="3"] [data-wager]')).to_have_count(2)
    dealer.next_is("Wagers")
    expect(dealer.page.locator(".floor-boxes [data-wager] b")).to_have_text(["$20", "$100", "$60"])
    assert house.view(table)["phase"] == "betting"


def test_a_refused_wager_is_named_until_the_box_bets_again(house: House) -> None:
    table = open_floor(house)
    dealer = Dealer(house, table)
    dealer.type("1 5\n2 20\n")
    expect(dealer.page.locator('[data-box="2"] [data-wager]')).to_contain_text("$20")
    refused = dealer.page.locator(".floor-typed .refused")
    expect(refused).to_contain_text("1 5")
    dealer.type("1 50\n")
    expect(refused).to_have_count(0)


def test_the_dealer_sees_a_decision_made_on_a_phone(house: House) -> None:
    table = open_floor(house)
    house.say(table, "ann", "join 500", "bet 1 50")
    dealer = Dealer(house, table)
    dealer.type("2 20\n\n")
    dealer.next_is("Box 1, first card")
    dealer.type("Th9cTs8d9d")
    dealer.next_is("ann decides on a phone")
    house.say(table, "ann", "stand 1")
    dealer.next_is("Box 2 decides on 18")
    dealer.type("s8c")
    dealer.next_is("Wagers")


def test_a_phone_runs_a_round_by_the_keys_on_its_screen(house: House) -> None:
    table = open_floor(house)
    page = house.page("dan", phone=True)
    page.goto(f"/tables/{table}")
    pad = page.get_by_role("group", name="Keys")
    for wager in ("3 50", "5 20"):
        pad.get_by_label("Line").fill(wager)
        pad.get_by_role("button", name="Send").click()
        expect(page.locator(f'[data-box="{wager[0]}"] [data-wager]')).to_be_visible()
    pad.get_by_role("button", name="Enter").click()
    following = page.locator("[data-next]")
    for card, then in (
        ("Th", "Box 5, first"),
        ("9c", "Dealer, first"),
        ("9d", "Box 3, second"),
        ("8s", "Box 5, second"),
    ):
        pad.get_by_role("button", name=card[0], exact=True).click()
        pad.get_by_role("button", name=card[1].upper(), exact=True).last.click()
        expect(following).to_have_text(f"{then} card")
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    boxes = page.locator(".floor-boxes li").all()
    assert all(box.evaluate("box => box.scrollWidth <= box.clientWidth") for box in boxes)
    pad.get_by_role("button", name="Backspace").click()
    expect(following).to_have_text("Box 3, second card")


def test_the_floor_console_is_translated_and_accessible(house: House) -> None:
    table = open_floor(house)
    house.say(table, "dan", "3 50")
    page = marked(house, "dan", f"/tables/{table}")
    assert unmarked(page) == []
    assert violations(page) == []


def test_the_dealer_undoes_with_one_key_and_a_supervisor_previews_a_correction(house: House) -> None:
    table = open_floor(house)
    dealer = Dealer(house, table)
    dealer.type("3 500\n")
    expect(dealer.page.locator('[data-box="3"] [data-wager]')).to_contain_text("$500")
    dealer.page.keyboard.press("Backspace")
    expect(dealer.page.locator('[data-box="3"] [data-wager]')).to_have_count(0)
    dealer.type("3 50\n\nTh9c9ds8s")
    expect(dealer.page.locator(".floor-top")).to_contain_text("Round 1")
    dealer.next_is("Wagers")
    version = house.view(table)["version"]
    olga = house.page("olga")
    olga.goto(f"/tables/{table}")
    expect(olga.get_by_role("region", name="Floor console")).to_be_visible()
    olga.keyboard.type(f"/correct {version} mistyped Ts\n")
    olga.get_by_role("button", name="What will happen?").click()
    expect(olga.locator(".money-changes")).to_contain_text("Box 3$100$50−$50")
    assert house.view(table)["version"] == version
    olga.get_by_role("button", name="Confirm").click()
    expect(olga.locator(".floor-asked")).to_have_count(0)
    assert {person["name"]: person["money"] for person in house.view(table)["people"]} == {"box_3": 5000}


def test_a_supervisor_who_comes_later_sees_the_numbers_of_entries_and_corrects_a_payout(house: House) -> None:
    table = open_floor(house)
    dealer = Dealer(house, table)
    dealer.type("3 50\n\nTh9c9ds8s")
    expect(dealer.page.locator(".floor-log")).to_contain_text("Box 3 wins $50 on box 3")
    version = house.view(table)["version"]
    olga = house.page("olga")
    olga.goto(f"/tables/{table}")
    expect(olga.locator(".floor-log")).to_contain_text(f"#{version} Box 3 wins $50 on box 3")
    olga.keyboard.type(f"/correct {version} overpaid 3=75\n")
    olga.get_by_role("button", name="What will happen?").click()
    expect(olga.locator(".money-changes")).to_contain_text("Box 3$100$125$25")
    olga.evaluate("document.fonts.ready")
    panel, line = olga.locator(".floor-asked").bounding_box(), olga.locator("[data-next]").bounding_box()
    assert panel is not None
    assert line is not None
    assert panel["y"] >= line["y"] + line["height"], "what is next stays in sight"
    olga.get_by_role("button", name="Confirm").click()
    expect(olga.locator('[data-box="3"] [data-wager] em')).to_have_text("$75")


def test_a_supervisor_corrects_an_entry_of_the_list_by_a_form(house: House) -> None:
    table = open_floor(house)
    house.say(table, "dan", "3 50", "deal", "Th", "9c", "9d", "s", "8s")
    version = house.view(table)["version"]
    olga = house.page("olga")
    olga.goto(f"/tables/{table}")
    olga.get_by_role("button", name="Entries").click()
    olga.get_by_role("button", name=f"Correct entry {version}").click()
    form = olga.locator(f'[data-entry="{version}"]')
    form.get_by_label("Reason").fill("misdealt")
    form.get_by_label("Was in fact").fill("Ts")
    assert violations(olga) == []
    form.get_by_role("button", name="Preview").click()
    olga.get_by_role("button", name="What will happen?").click()
    asked = olga.locator(".floor-asked")
    expect(asked).to_contain_text("16.5")
    olga.get_by_role("button", name="Confirm").click()
    expect(asked).to_have_count(0)
    expect(olga.locator('[data-box="3"] [data-wager] em')).to_have_text("$0")
    olga.get_by_role("button", name="Entries").click()
    expect(olga.locator(f'[data-entry="{version}"]')).to_be_visible()
    expect(olga.locator(f'[data-entry="{house.view(table)["version"]}"]')).to_have_count(0)


def test_a_card_that_is_typed_while_a_decision_is_asked_decides_nothing(house: House) -> None:
    table = open_floor(house)
    dealer = Dealer(house, table)
    dealer.type("3 50\n\n8h9c3d")
    dealer.next_is("Box 3 decides on 11")
    dealer.type("9h")
    expect(dealer.page.locator(".notice")).to_contain_text("No card is awaited")
    dealer.next_is("Box 3 decides on 11")
