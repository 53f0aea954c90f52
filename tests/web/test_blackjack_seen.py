"""How the table is seen and touched: replays with cards, the deck, motion, a phone, and chips under a finger."""

import re

import pytest
from playwright.sync_api import FloatRect, Locator, Page, expect

from tests.web.conftest import House, violations
from tests.web.steps import button, lies, results, seated, spot

WIDER = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


def played(house: House, rulebook: str, burnt: str = "") -> str:
    """A table at which ann has split and doubled, and the round is over."""
    table = house.open(rulebook)
    house.say(table, "ann", "join 1000", "bet 2 100")
    house.deal(table, f"{burnt} 8h 6s 8c")
    house.say(table, "ann", "split 2")
    house.deal(table, "3d", start=False)
    house.say(table, "ann", "double 2")
    house.deal(table, "Tc Kd", start=False)
    house.say(table, "ann", "stand 2")
    house.deal(table, "Jh 5s", start=False)
    assert house.view(table)["phase"] == "betting"
    return table


def shown(page: Page) -> list[str]:
    """The cards that lie on the table, by their names."""
    names = page.locator(".scene .card-shape").evaluate_all("cards => cards.map((card) => card.ariaLabel)")
    return [str(name) for name in names]


def test_a_round_is_replayed_with_its_cards(house: House) -> None:
    table = played(house, "nz-blackjack")
    page = house.page("ann")
    page.goto(f"/history/{table}/1")
    expect(page.locator(".scene")).to_be_visible()
    assert shown(page) == []
    expect(page.get_by_role("link", name="Download the round (.pit)")).to_be_visible()
    seen = [shown(page)]
    events = int(page.locator(".replay-at span").inner_text().split()[-1])
    for at in range(2, events + 1):
        page.keyboard.press("ArrowRight")
        expect(page.locator(".replay-at span")).to_have_text(f"{at} of {events}")
        if shown(page) != seen[-1]:
            seen.append(shown(page))
    assert [len(cards) for cards in seen] == list(range(9))  # one card after the other
    assert violations(page) == []
    expect(page.get_by_role("group", name="Dealer's hand, 21")).to_be_visible()
    expect(page.get_by_role("group", name="Hand 1 of box 2, 21")).to_be_visible()
    expect(page.locator(".result-mark")).to_have_text(["back", "back", "−$100"])
    page.keyboard.press("Home")
    expect(page.locator(".scene .card-shape")).to_have_count(0)
    page.keyboard.press("End")
    expect(page.locator(".scene .card-shape")).to_have_count(8)
    page.get_by_role("button", name="Back ←").click()
    expect(page.locator(".steps")).to_contain_text("stand")


@pytest.mark.parametrize("size", [(1366, 768), (1280, 720), (390, 844)], ids=lambda size: f"{size[0]}x{size[1]}")
def test_a_replay_is_steered_without_scrolling(house: House, size: tuple[int, int]) -> None:
    table = played(house, "nz-blackjack")
    page = house.page("ann")
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto(f"/history/{table}/1")
    expect(page.locator(".scene")).to_be_visible()
    expect(page.locator(".replay-at input")).to_be_in_viewport(ratio=1)
    expect(page.locator(".scene .spot").first).to_be_in_viewport(ratio=1)


def test_of_many_clauses_the_first_is_shown_and_the_others_asked_for(house: House) -> None:
    table = house.open("nz-blackjack")
    page = seated(house, table)
    told = [event for update in house.ask("ann", "GET", f"/tables/{table}/updates") for event in update["events"]]
    most = max(told, key=lambda event: len(event["clauses"]))
    assert len(most["clauses"]) > 2  # a second clause takes the room of the button, and is shown in its place
    line = page.locator(".log li", has_text=most["text"].partition(",")[0]).first  # the amounts after it have a sign
    expect(line.locator(".clause-link")).to_have_text(most["clauses"][:1])
    line.get_by_role("button", name=f"{len(most['clauses']) - 1} more clauses").click()
    expect(line.locator(".clause-link")).to_have_text(most["clauses"])


def test_a_round_is_described_in_sentences_and_a_tap_opens_a_clause(house: House) -> None:
    table = house.open("mbs-blackjack")
    page = seated(house, table, "bet 1 10", phone=True, has_touch=True)
    house.deal(table, "Ts 8c 9h")
    button(page, "stand").tap()
    house.deal(table, "Kh", start=False)
    expect(results(page)).to_have_text(["Main bet won $10 (19 against the dealer's 18)."])
    page.get_by_role("button", name="Log").tap()
    log = page.locator(".log")
    for words in ("10♠ to box 1", "K♥ to the dealer", "Box 1 stands", "The dealer has 18"):
        expect(log).to_contain_text(words)
    own = log.locator("li.own.won")
    expect(own).to_contain_text("You win $10 on box 1")
    clause = own.locator(".clause-link").first
    clause.tap()
    expect(page.get_by_role("tooltip")).to_contain_text("Tap again for more.")
    expect(page).to_have_url(re.compile(f"/tables/{table}$"))
    clause.tap()
    expect(page).to_have_url(re.compile("/rules/mbs-blackjack/"))


def test_a_file_that_is_kept_back_says_so_in_plain_words(house: House) -> None:
    table = played(house, "canberra-blackjack", burnt="2c")
    page = house.page("ann")
    page.goto(f"/history/{table}/1")
    file = page.get_by_role("link", name="Download the round (.pit)")
    file.click()
    expect(page.locator(".replay-links")).to_contain_text("contains an unseen card")
    expect(page.locator("#live")).to_contain_text("contains an unseen card")
    expect(file).to_have_count(0)
    house.errors.remove(f"refused: {house.served.url}/api/tables/{table}/rounds/1")  # and by nothing else
    assert violations(page) == []


#: Records at every frame where a card is, by its transform, and when it has come to rest.
FLIGHT = """name => {
  window.flight = new Set(); window.rests = false;
  let last = "", still = 0;
  const look = () => {
    const card = document.querySelector(`[aria-label="${name}"]`)?.closest("[data-thing]");
    const at = card?.getAttribute("transform")?.split(" rotate")[0] ?? "";
    if (at) window.flight.add(at);
    still = at && at === last ? still + 1 : 0; last = at;
    window.rests = still > 30;
    requestAnimationFrame(look);
  };
  look();
}"""
RESTS = """() => new Promise((done) => {
  const look = () => (window.rests ? done() : requestAnimationFrame(look));
  look();
})"""


@pytest.mark.parametrize("how", ["device", "setting", ""])
def test_cards_move_only_where_that_is_wanted(house: House, how: str) -> None:
    table = house.open("mbs-blackjack")
    house.say(table, "ann", "join 1000", "bet 1 100")
    page = house.page("ann", speed="casino", reduced_motion="reduce" if how == "device" else "no-preference")
    if how == "setting":
        page.goto("/settings")
        page.get_by_label("No motion").check()
    page.goto(f"/tables/{table}")
    expect(page.locator(".scene")).to_be_visible()
    page.evaluate(FLIGHT, "ten of spades")
    house.deal(table, "Ts 8c 5h")
    page.evaluate(RESTS)
    assert (page.evaluate("window.flight.size") > 1) == (how == "")


def test_a_four_colour_deck(house: House) -> None:
    table = house.open("mbs-blackjack")
    house.say(table, "ann", "join 1000", "bet 1 100")
    house.deal(table, "5s 5d 5c")
    house.say(table, "ann", "hit 1")
    house.deal(table, "5h", start=False)
    page = house.page("ann")

    def colours() -> list[str]:
        page.goto(f"/tables/{table}")
        cards = [page.get_by_role("img", name=f"5 of {suit}") for suit in ("spades", "clubs", "hearts", "diamonds")]
        return [card.locator(".card-rank").evaluate("rank => getComputedStyle(rank).fill") for card in cards]

    two = colours()
    page.goto("/settings")
    page.get_by_label("Four-colour deck").check()
    four = colours()
    assert len(set(two)) == 2
    assert len(set(four)) == 4
    assert two[0] == four[0]  # spades and hearts stay as they are
    assert two[2] == four[2]
    assert violations(page) == []


def test_a_phone_has_everything_within_reach(house: House) -> None:
    table = house.open("nz-blackjack", {"boxes": "9", "perfect_pairs": "scale_one", "super_sevens": "true"})
    page = seated(house, table, phone=True, has_touch=True)
    for box in (9, 1):
        spot(page, box, "main wager").tap()
        lies(page, box, "main wager", 10)
        house.say(table, "ann", f"withdraw {box}")
    page.get_by_role("radio", name="$100 chip").tap()
    for name in ("main wager", "perfect pairs", "super sevens"):
        spot(page, 5, name).tap()
        expect(spot(page, 5, f"{name}, you have")).to_be_visible()
    assert page.evaluate(WIDER) <= 0
    assert violations(page) == []
    house.deal(table, "8h 6s 8c")
    button(page, "split").tap()
    house.deal(table, "3d", start=False)
    expect(page.get_by_role("group", name="Hand 2 of box 5")).to_be_in_viewport()
    assert page.evaluate(WIDER) <= 0
    assert violations(page) == []
    button(page, "surrender").tap(force=True)
    expect(page.locator(".notice")).to_contain_text("Surrender is not offered")
    page.get_by_role("button", name="Dismiss").tap()
    button(page, "double").tap()
    house.deal(table, "Tc Kd", start=False)
    button(page, "stand").tap()
    house.deal(table, "Jh 5s", start=False)
    page.locator(".result-mark").first.tap()
    expect(page.locator(".result-why")).to_be_in_viewport()
    assert page.evaluate(WIDER) <= 0
    assert violations(page) == []


def _middle(found: Locator) -> tuple[float, float]:
    rect: FloatRect | None = found.bounding_box()
    assert rect is not None
    return rect["x"] + rect["width"] / 2, rect["y"] + rect["height"] / 2


def test_a_chip_is_dragged_by_a_finger(house: House) -> None:
    table = house.open("mbs-blackjack")
    page = seated(house, table, phone=True, has_touch=True)
    main = spot(page, 1, "main wager")
    main.scroll_into_view_if_needed()
    chip, place = _middle(page.get_by_role("radio", name="$25 chip")), _middle(main)
    finger = page.context.new_cdp_session(page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]})

    touch("touchStart", chip)
    for part in (0.2, 0.5, 0.8, 1):
        touch("touchMove", (chip[0] + (place[0] - chip[0]) * part, chip[1] + (place[1] - chip[1]) * part))
    expect(page.locator(".chip-dragged")).to_have_count(1)
    expect(page.locator(".drop-here")).to_have_count(1)
    touch("touchEnd")
    lies(page, 1, "main wager", 25)
    expect(page.locator(".chip-dragged")).to_have_count(0)
    touch("touchStart", chip)
    touch("touchMove", (chip[0], chip[1] - 40))
    touch("touchEnd")  # let go beside every place: nothing is laid
    expect(page.locator(".chip-dragged")).to_have_count(0)
    assert house.view(table)["people"][0]["money"] == 97_500


@pytest.mark.parametrize(
    ("first", "net", "main", "side"),
    [
        ("Ts 8c 9h", 9, "Main bet won $10 (19 against the dealer's 18).", "Perfect Pairs lost $1."),
        ("8s 8c 8h", -5, "Main bet lost $10 (16 against the dealer's 18).", "Perfect Pairs won $5 (mixed)."),
    ],
    ids=["no pair", "pair"],
)
def test_each_wager_of_a_round_has_its_own_sentence(house: House, first: str, net: int, main: str, side: str) -> None:
    table = house.open("nz-blackjack", {"perfect_pairs": "scale_one"})
    page = seated(house, table, "bet 1 10 perfect_pairs=1")
    house.deal(table, first)
    button(page, "stand").click()
    house.deal(table, "Th", start=False)
    expect(results(page)).to_have_text([main, side])
    expect(page.locator("[data-sentence]")).to_contain_text(f"Net {'+' if net > 0 else '−'}${abs(net)}.")
    assert house.view(table)["people"][0]["money"] == 100_000 + 100 * net
