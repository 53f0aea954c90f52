"""The dealer's and the supervisor's console: cards by clicks and keys, irregularities shown before they are done."""

from playwright.sync_api import Page, Route, expect

from tests.web.conftest import House


def wagered(house: House, words: str = "bet 1 50") -> str:
    """A table at which ann has a wager."""
    table = house.open("nz-blackjack")
    house.say(table, "ann", "join 500", words)
    return table


def console(house: House, table: str, who: str) -> Page:
    page = house.page(who)
    page.goto(f"/tables/{table}")
    expect(page.get_by_role("region", name="Console")).to_be_visible()
    return page


def test_a_round_is_dealt_by_clicks_and_keys(house: House) -> None:
    table = wagered(house)
    dan = console(house, table, "dan")
    dan.locator('.actions button[data-verb="deal"]').click()
    dan.get_by_role("button", name="10", exact=True).click()
    dan.get_by_role("button", name="spades").click()
    expect(dan.get_by_role("img", name="ten of spades")).to_be_visible()
    for keys, card in (("8h", "eight of hearts"), ("9c", "nine of clubs")):
        for key in keys:
            dan.keyboard.press(key)
        expect(dan.get_by_role("img", name=card.replace("eight", "8").replace("nine", "9"))).to_be_visible()
    house.say(table, "ann", "stand 1")
    expect(dan.locator(".reader-wanted")).to_be_visible()
    dan.keyboard.press("1")
    dan.keyboard.press("d")
    expect(dan.get_by_role("group", name="Dealer's hand, 18")).to_be_visible()
    assert house.view(table)["phase"] == "betting"
    expect(dan.locator(".log")).not_to_contain_text("the table waits")


def test_controls_stay_in_their_places_when_the_duties_arrive(house: House) -> None:
    table = wagered(house)
    dan = house.page("dan")
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    dan.route("**/duties", hold)
    with dan.expect_request("**/duties"):
        dan.goto(f"/tables/{table}")
    deal = dan.locator('.actions button[data-verb="deal"]')
    expect(deal).to_be_visible()
    dan.evaluate("() => document.fonts.ready")
    before = deal.bounding_box()
    for request in held:
        request.continue_()
    dan.unroute("**/duties")
    expect(dan.get_by_role("region", name="Console").get_by_text("Staff checks are not recorded")).to_be_visible()
    assert deal.bounding_box() == before


def test_an_irregularity_is_shown_and_then_confirmed_or_not(house: House) -> None:
    table = wagered(house)
    house.deal(table, "Ts 8h 5c")
    olga = console(house, table, "olga")
    before = house.view(table)
    olga.get_by_role("button", name="void", exact=True).click()
    look = olga.get_by_role("button", name="What will happen?")
    expect(look).to_be_disabled()
    olga.get_by_label("Which").select_option("round")
    look.click()
    expect(olga.locator(".preview li").first).to_contain_text("void")
    expect(olga.locator(".preview .clause-link").first).to_be_visible()
    assert house.view(table) == before
    olga.get_by_role("button", name="Cancel").click()
    expect(olga.locator(".preview")).to_have_count(0)
    assert house.view(table) == before
    olga.get_by_role("button", name="void", exact=True).click()
    olga.get_by_label("Which").select_option("round")
    olga.get_by_role("button", name="What will happen?").click()
    olga.get_by_role("button", name="Confirm").click()
    expect(olga.locator(".preview")).to_have_count(0)
    after = house.view(table)
    assert after["version"] > before["version"]
    assert after["people"][0]["money"] == 50_000


def test_one_hand_of_a_split_box_is_void_alone(house: House) -> None:
    table = wagered(house)
    house.deal(table, "8s 9h 8c")
    house.say(table, "ann", "split 1")
    house.say(table, "dan", "card 5d")
    olga = console(house, table, "olga")
    olga.get_by_role("button", name="void", exact=True).click()
    olga.get_by_label("Which").select_option("hand 1 of box 1")
    olga.get_by_role("button", name="What will happen?").click()
    expect(olga.locator(".preview li").first).to_contain_text("void (1.1)")
    olga.get_by_role("button", name="Confirm").click()
    expect(olga.locator(".preview")).to_have_count(0)
    assert house.view(table)["people"][0]["money"] == 45_000
    assert house.view(table)["boxes"][0]["wagers"] == []


def test_decisions_beyond_the_dealers_role_are_refused_beforehand(house: House) -> None:
    table = wagered(house)
    house.deal(table, "Ts 8h 5c")
    dan = console(house, table, "dan")
    dan.get_by_role("button", name="void", exact=True).click()
    dan.get_by_label("Which").select_option("1")
    dan.get_by_role("button", name="What will happen?").click()
    expect(dan.locator(".preview-refused")).to_contain_text("for the supervisor to decide")
    expect(dan.get_by_role("button", name="Confirm")).to_have_count(0)


def test_the_supervisor_changes_limits_announces_the_closing_and_notes_who_is_absent(house: House) -> None:
    table = wagered(house)
    olga = console(house, table, "olga")

    def confirm() -> None:
        olga.get_by_role("button", name="What will happen?").click()
        olga.get_by_role("button", name="Confirm").click()
        expect(olga.locator(".preview")).to_have_count(0)

    olga.get_by_label("rounds").fill("5")
    olga.locator("form", has_text="Announce the closing").get_by_role("button").click()
    confirm()
    expect(olga.locator(".felt-signs")).to_contain_text("Closes after 5 more rounds")
    house.say(table, "ann", "withdraw 1")  # no limits are changed under wagers that lie
    olga.get_by_label("Maximum").fill("750")
    olga.locator("form", has_text="Maximum").get_by_role("button").click()
    confirm()
    assert house.view(table)["maximum"] == 75_000
    olga.get_by_role("button", name="Exclude: ann").click()
    olga.get_by_role("button", name="What will happen?").click()
    expect(olga.locator(".preview-refused")).to_contain_text("the rulebook does not provide for it")
    olga.get_by_role("button", name="Cancel").click()
    olga.get_by_role("button", name="Absent: ann").click()
    confirm()
    assert house.view(table)["people"][0]["absent"]


def test_a_dealer_times_out_one_hand_after_a_preview(house: House) -> None:
    table = wagered(house)
    house.deal(table, "Ts 8h 5c")
    dan = console(house, table, "dan")
    before = house.view(table)
    dan.locator('.actions button[data-verb="timeout"]').click()
    dan.get_by_role("button", name="What will happen?").click()
    expect(dan.locator(".preview li").first).to_contain_text("The time for box 1 is over")
    assert house.view(table) == before
    dan.get_by_role("button", name="Confirm").click()
    expect(dan.locator(".log")).to_contain_text("stands, as no decision was made in time")
    assert not house.view(table)["people"][0]["absent"]
