"""Steps on the page that all games share."""

import re
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.web.conftest import House

#: The analyser compiles itself when it is asked for the first time, on a machine that may be busy.
COMPILES = 240_000


def sit_down(page: Page, table: str) -> None:
    """Comes to the table with the money that is proposed."""
    page.goto(f"/tables/{table}")
    page.get_by_role("button", name=re.compile("Join with")).click()
    at_the_table(page)


def seated(house: House, table: str, *words: str, who: str = "ann", money: int = 1000, **context: Any) -> Page:
    """Somebody's page of a table at which they have come with money, and wagered."""
    house.say(table, who, f"join {money}", *words)
    page = house.page(who, **context)
    page.goto(f"/tables/{table}")
    at_the_table(page)
    return page


def at_the_table(page: Page) -> None:
    """Waits until a player's chips are at the table."""
    expect(page.locator(".purse-sum, [data-balance]").first).to_be_visible()
    expect(page.get_by_role("button", name=re.compile("Join with"))).to_have_count(0)


def spot(page: Page, box: int, name: str) -> Locator:
    """A place for wagers, with its chips."""
    return page.get_by_role("button", name=re.compile(f"^Box {box}, {name}"))


def lies(page: Page, box: int, name: str, dollars: int) -> None:
    """Waits until a player's own chips are on a place."""
    expect(page.get_by_role("button", name=re.compile(rf"^Box {box}, {name}, you have \${dollars}\b"))).to_be_visible()


def button(page: Page, verb: str) -> Locator:
    """The buttons of a decision."""
    return page.locator(f'.strip button[data-verb="{verb}"], .actions button[data-verb="{verb}"]')


def offered(page: Page, verb: str) -> Locator:
    """The buttons of a decision that may be pressed now."""
    return page.locator(f'.strip button[data-verb="{verb}"]:not([aria-disabled="true"])')


def other_amount(page: Page, dollars: str) -> None:
    """Chooses an amount that no chip has: each press of a spot then bets exactly this."""
    page.get_by_role("button", name="Add chips").click()
    page.get_by_label("Other amount").fill(dollars)
    page.get_by_role("button", name="Close").click()


def results(page: Page) -> Locator:
    """The sentences on the wagers of the last round, without their clauses."""
    return page.locator(".round-result li .result-words, [data-sentence] .result-words")


def won_round(house: House) -> tuple[str, Page]:
    """A table at which ann has just won with 19, and her page."""
    table = house.open("mbs-blackjack")
    page = seated(house, table, "bet 1 10")
    house.deal(table, "Ts 8c 9h")
    button(page, "stand").click()
    house.deal(table, "Th", start=False)
    expect(page.locator(".wager-won")).to_be_visible()
    return table, page


def coach_is_on(page: Page, when: str = "true") -> Locator:
    """Turns the coach on before the page is opened, and says where it speaks."""
    page.add_init_script(
        f"localStorage.setItem('pitboss.settings', JSON.stringify({{coach: {when}, speed: 'instant'}}))"
    )
    return page.get_by_role("region", name="Coach", exact=True)
