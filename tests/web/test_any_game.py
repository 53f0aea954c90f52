"""The generic table: a game from outside the package is played on the page, which knows nothing of it."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from pitboss.search_path import GAMES_VARIABLE
from pitboss.server.settings import Settings
from tests.server.conftest import PLENTY
from tests.web.conftest import House, house_of, violations

GAMES = Path(__file__).parents[2] / "examples" / "games"
UNTRANSLATED = (Path(__file__).parent / "untranslated.js").read_text(encoding="utf-8")


@pytest.fixture
def punto(browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    """A practice house with punto banco."""
    monkeypatch.setenv(GAMES_VARIABLE, str(GAMES))
    settings = Settings(database=f"sqlite:///{tmp_path / 'house.db'}", practice=True, rates=PLENTY)
    with house_of(browser, settings) as opened:
        opened.fill_wallets()
        yield opened
        for context in browser.contexts:
            context.close()
        assert not opened.errors


def place(page: Page, name: str) -> None:
    page.get_by_role("button", name=re.compile(f"^{name} pays")).click()


def test_a_player_bets_by_chips_and_forms_and_the_round_is_shown_with_its_clauses(punto: House) -> None:
    table = punto.open("punto-banco", limits="5-500", reads=False)
    punto.say(table, "ben", "join 100", "bet tie 10")
    page = punto.page("ann")
    page.goto(f"/tables/{table}")
    page.get_by_role("button", name=re.compile("Join with")).click()
    expect(page.locator("[data-balance]")).to_have_text("$250")
    place(page, "Banker")
    expect(page.get_by_role("button", name="Banker pays 19 to 20 your bet $5")).to_be_visible()
    page.get_by_role("radio", name="$25 chip").click()
    place(page, "Banker")
    expect(page.get_by_role("button", name="Banker pays 19 to 20 your bet $30")).to_be_visible()
    bet = page.locator("form[data-verb=bet]")
    bet.get_by_label("place").select_option("player_pair")
    bet.get_by_label("amount").fill("7.50")
    bet.get_by_role("button", name="Bet").click()
    expect(page.get_by_role("button", name="Player pair pays 11 to 1 your bet $7.50")).to_be_visible()
    withdraw = page.locator("form[data-verb=withdraw]")
    withdraw.get_by_label("place").select_option("player_pair")
    withdraw.get_by_role("button", name="Withdraw").click()
    expect(page.locator("[data-on-felt]")).to_have_text("$30")
    expect(page.get_by_text("others $10")).to_be_visible()
    punto.say(table, "dan", "deal")
    expect(page.locator(".board-cards .card-shape").nth(3)).to_be_visible()
    view = punto.view(table)
    assert page.locator(".board-cards .card-shape").count() == sum(len(hand["cards"]) for hand in view["hands"])
    expect(page.locator("[data-sentence]")).to_contain_text(view["sentence"])
    expect(page.locator(".board-past li")).to_have_count(1)
    log = page.get_by_role("list", name="Log")
    expect(log.get_by_text(re.compile("to the banker")).first).to_be_visible()
    expect(log.get_by_role("link", name="4.2").first).to_be_visible()
    expect(withdraw).to_contain_text("You have no wager on player")


def test_a_refused_bet_shows_its_clause_and_a_dealer_has_the_house_commands(punto: House) -> None:
    table = punto.open("punto-banco", limits="5-500", reads=False)
    punto.say(table, "ann", "join 100", "bet player 10")
    page = punto.page("ann")
    page.goto(f"/tables/{table}")
    place(page, "Banker")
    expect(page.locator(".notice")).to_contain_text("You have a wager on player already")
    expect(page.locator(".notice").get_by_role("link", name="3.3")).to_be_visible()
    dealer = punto.page("dan")
    dealer.goto(f"/tables/{table}")
    dealer.get_by_role("button", name="Deal").click()
    expect(dealer.locator(".board-past li")).to_have_count(1)


def test_a_practice_room_of_the_game_is_set_up_and_played_alone(punto: House) -> None:
    page = punto.page()
    page.goto("/room")
    page.get_by_role("button", name=re.compile("^Punto banco|Punto banco")).first.click()
    expect(page.locator(".edge output")).to_have_text("1.058%", timeout=240_000)
    page.get_by_role("button", name="No commission").click()
    expect(page.locator(".edge output")).to_have_text("1.235%", timeout=240_000)
    page.get_by_role("button", name="Open table").click()
    expect(page.locator("[data-balance]")).to_have_text("$500")
    ready = page.get_by_role("button", name="Ready")
    expect(ready).to_have_attribute("aria-disabled", "true")
    place(page, "Player")
    expect(ready).to_have_attribute("aria-disabled", "false")
    ready.click()
    expect(page.locator(".board-past li")).to_have_count(1)


@pytest.mark.parametrize("size", [(1280, 800), (768, 1024), (390, 844), (844, 390)])
def test_the_generic_table_fits_every_window_and_is_accessible(punto: House, size: tuple[int, int]) -> None:
    table = punto.open("punto-banco", limits="5-500", reads=False)
    punto.say(table, "ann", "join 100", "bet player 10")
    punto.say(table, "dan", "deal")
    page = punto.page("ann")
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.add_init_script("localStorage.setItem('pitboss.locale', 'pseudo')")
    page.goto(f"/tables/{table}")
    expect(page.locator(".board-cards .card-shape").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    assert not violations(page)
    assert page.evaluate(UNTRANSLATED, ["ann", "ben", "pitboss", table]) == []
