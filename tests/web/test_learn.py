"""Learn on the page: accuracy, the cost of mistakes, luck, puzzles, rounds with filters, a shared hand, the count."""

import re
from itertools import count

from playwright.sync_api import Page, expect

from tests.web.conftest import House, violations
from tests.web.steps import COMPILES, seated

#: Numbers the players: the page shows all rounds of a player, so each test needs one who has played nothing else.
_players = count(1)


def after_a_mistake(house: House) -> tuple[str, Page]:
    """A new player stands on 16 against a ten, a mistake, and on 20, which is right; returns the table and the page."""
    who = f"learner{next(_players)}"
    house.served.tokens[who] = house.ask("", "POST", "/guests", {"name": who})["token"]
    table = house.open("mbs-blackjack", limits="10-1000")
    house.say(table, who, "join 500", "bet 1 100")
    house.deal(table, "Th Td 6s")
    house.say(table, who, "stand 1")
    house.say(table, "dan", "card 7c")
    house.say(table, who, "bet 1 100")
    house.deal(table, "Kh Ts Qd")
    house.say(table, who, "stand 1")
    house.say(table, "dan", "card 8c")
    page = house.page(who)
    page.goto("/learn")
    expect(page.locator(".figures")).to_be_visible()  # before that, nothing is calculated yet
    expect(page.get_by_text(re.compile("^Calculating"))).to_have_count(0, timeout=COMPILES)
    return table, page


def test_learn_from_a_mistake(house: House) -> None:
    table, page = after_a_mistake(house)
    figures = page.locator(".figures")
    expect(figures).to_contain_text("50.0%")
    expect(page.locator(".luck figcaption")).to_contain_text("standard deviations")
    assert violations(page) == []
    # the mistake is a puzzle until it was solved twice in a row
    page.get_by_role("button", name="Puzzles").click()
    puzzle = page.locator(".puzzle")
    expect(puzzle).to_contain_text("1 puzzle left")
    puzzle.get_by_role("button", name="Stand").click()
    expect(puzzle.get_by_role("status")).to_contain_text("This puzzle comes back")
    assert violations(page) == []
    page.get_by_role("button", name="Next").click()
    for _ in range(2):
        best = puzzle.locator(".values .best th").inner_text() if puzzle.locator(".values").count() else ""
        assert best == ""  # nothing tells the answer before it was given
        puzzle.get_by_role("button", name="Surrender").click()
        expect(puzzle.get_by_role("status")).to_contain_text("Right.")
        page.get_by_role("button", name="Next").click()
    expect(page.get_by_text("every mistake so far is solved")).to_be_visible()
    # my rounds, filtered
    page.get_by_role("button", name="My rounds").click()
    rows = page.locator(".round-list > li")
    expect(rows).to_have_count(2)
    page.get_by_role("button", name="Mistakes").click()
    expect(rows).to_have_count(1)
    expect(rows).to_contain_text("10♥ 6♠ – 10♦: Stand. Best: Surrender")
    page.get_by_role("button", name="Splits").click()
    expect(rows).to_have_count(0)
    page.get_by_role("button", name="All", exact=True).click()
    page.get_by_label("Clause").fill("3.99")
    expect(rows).to_have_count(0)
    page.get_by_label("Clause").fill("3.19")
    expect(rows).to_have_count(2)
    assert table


def test_a_shared_hand_opens_without_an_account(house: House) -> None:
    _, page = after_a_mistake(house)
    page.get_by_role("button", name="My rounds").click()
    page.get_by_role("button", name="Mistakes").click()
    address = page.locator(".mistake .share").first.get_attribute("href")
    assert address
    visitor = house.page()
    visitor.goto(address)
    expect(visitor.locator(".values .best")).to_contain_text("Surrender", timeout=COMPILES)
    expect(visitor.locator(".values")).to_contain_text("Stand (chosen)")
    expect(visitor.locator(".law-of .clause-link").first).to_be_visible()
    assert violations(visitor) == []


#: Collects every card that the trainer shows.
COLLECT = """() => {
    const at = document.querySelector(".count-card");
    window.shownCards = {};
    new MutationObserver(() => {
        const card = at.querySelector("[data-card]");
        if (card) window.shownCards[at.dataset.nth] = card.dataset.card;
    }).observe(at, {attributes: true, childList: true, subtree: true});
}"""


def test_the_count_trainer_asks_for_the_count(house: House) -> None:
    page = house.page()
    page.goto("/learn")
    page.get_by_role("button", name="Count", exact=True).click()
    page.get_by_role("button", name="10", exact=True).click()
    page.get_by_role("button", name="4", exact=True).click()
    page.evaluate(COLLECT)
    page.get_by_role("button", name="Start").click()
    guess = page.get_by_label("Your count")
    expect(guess).to_be_visible()
    cards = page.evaluate("() => Object.values(window.shownCards)")
    assert len(cards) == 10
    count = sum(1 if card[0] in "23456" else -1 if card[0] in "TJQKA" else 0 for card in cards)
    guess.fill(str(count + 1))
    page.get_by_role("button", name="Check").click()
    signed = f"+{count}" if count > 0 else str(count).replace("-", "−")
    expect(page.get_by_role("status")).to_have_text(f"The running count was {signed}.")
    expect(page.get_by_text("0 of 1 right")).to_be_visible()


def test_the_coach_asks_for_the_count_of_the_cards_at_the_table(house: House) -> None:
    table = house.open("mbs-blackjack")
    page = seated(house, table, "bet 1 10")
    counting = page.get_by_role("group", name="Running count")
    counting.get_by_role("button", name="Count", exact=True).click()
    house.deal(table, "Ts 5c 6h")
    house.say(table, "ann", "stand 1")
    expect(counting.get_by_role("button", name="Check")).to_have_count(0)
    house.deal(table, "4h 8d", start=False)
    more = counting.get_by_role("button", name="One more")
    more.click()
    more.click()
    expect(counting.get_by_label("Your count")).to_have_text("+2")
    counting.get_by_role("button", name="Check").click()
    expect(counting).to_contain_text("Right: +2. True count +0.3.")
    house.say(table, "ann", "bet 1 10")
    house.deal(table, "2s 3c 4d")
    house.say(table, "ann", "stand 1")
    house.deal(table, "Kc Kd", start=False)
    counting.get_by_role("button", name="Check").click()
    expect(counting).to_contain_text("No: +3.")
    page.reload()
    expect(counting).to_contain_text("Counting from your first cards here.")


def test_accuracy_is_a_dash_before_the_first_decision(house: House) -> None:
    """A guest's only round is decided by a blackjack."""
    table = house.open("mbs-blackjack")
    token = house.ask("", "POST", "/guests", {"name": "newcomer"})["token"]
    house.served.tokens["newcomer"] = token
    page = seated(house, table, "bet 1 10", who="newcomer", money=100)
    house.deal(table, "As 5c Kh 8d 9d")
    expect(page.locator("[data-sentence]")).to_contain_text("Net")
    page.goto("/learn")
    accuracy = page.locator(".figures div").filter(has_text="Accuracy").locator("dd")
    expect(accuracy).to_have_text("–", timeout=COMPILES)
