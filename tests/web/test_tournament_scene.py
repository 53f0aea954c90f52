"""The table of a tournament is the scene of blackjack: nothing moves between phases, and nothing is shown too early."""

import re
from functools import partial
from time import monotonic
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import WAIT, House, violations
from tests.web.steps import button, offered
from tests.web.test_blackjack_scene import LAYOUTS, OUTSIDE, SIZES

PLAYERS = ("ann", "ben", "cat", "dee")
#: The boxes of everything that stays: circles, buttons, chips, panels, the sentence, the columns beside the felt.
PLACES = """() => [...document.querySelectorAll(
  ".scene .spot, .scene .sign, .strip .chips button, .strip .tools button, .strip .deal button, .strip .acts button, "
  + ".stage, .strip, .sentence, .purse, .side .panel, .standings h2, .cup-foot .facts")].map((one) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    return [one.classList[0], ...[x, y, width, height].map((value) => Math.round(value * 10) / 10)].join(" ");
  })"""
#: Widths of the cards of the own box, in pixels.
OWN_CARDS = """() => {
  const box = document.querySelector(".scene .box-mine .spot").getBoundingClientRect();
  return [...document.querySelectorAll(".scene .card-shape")].map((one) => one.getBoundingClientRect())
    .filter(({ left, right, bottom }) => left < box.right && right > box.left && bottom < box.bottom)
    .map(({ width }) => width).sort((one, two) => two - one).slice(0, 2);
}"""
#: Labels that are written smaller than 11 pixels, and controls that are smaller than 40.
SMALL = """() => {
  const small = [];
  const scale = document.querySelector(".scene").getScreenCTM().a;
  for (const one of document.querySelectorAll(".scene .seat-name, .scene .badge text, .scene .first-mark text, "
    + ".scene .sign text:not(.spoken), .scene .print-2")) {
    const size = parseFloat(getComputedStyle(one).fontSize) * scale;
    if (size < 10.95 && one.textContent !== "◆") small.push(`${one.getAttribute("class")} ${one.textContent} ${size}`);
  }
  for (const one of document.querySelectorAll(".side *, .strip *, .top *")) {
    const written = [...one.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
    if (written && one.getClientRects().length && !one.closest("svg, .unseen")
      && parseFloat(getComputedStyle(one).fontSize) < 10.95) small.push(one.outerHTML.slice(0, 90));
  }
  for (const one of document.querySelectorAll(".strip .btn, .strip .chips button, .top button, .top select, "
    + ".seg button, .scene .box-mine .spot")) {
    const { width, height } = one.getBoundingClientRect();
    if (width && (width < 39.9 || height < 39.9)) small.push(`${width}x${height} ${one.outerHTML.slice(0, 90)}`);
  }
  return small;
}"""


@pytest.fixture
def cup(house: House) -> str:
    """The final of four players, whose cards a dealer enters; ann bets third in its first round."""
    choices = {"session": "rounds:4", "playoff": "rounds:1", "contribution": "100", "prizes": "60,40"}
    spec: dict[str, Any] = {"rulebook": "nz-tournament", "limits": "10-500", "title": "The cup", "choices": choices}
    spec |= {"cards_are_read": True, "turn_seconds": 3600, "betting_seconds": 3600}
    table = str(house.ask("olga", "POST", "/tables", spec)["id"])
    if "dee" not in house.served.tokens:
        house.served.tokens["dee"] = house.ask("", "POST", "/guests", {"name": "dee"})["token"]
    for name in ("ben", "cat", "ann", "dee"):
        house.say(table, name, "enter")
    house.say(table, "olga", "start")
    return table


def _page(house: House, cup: str, who: str = "ann", **context: Any) -> Page:
    page = house.page(who, **context)
    page.goto(f"/tables/{cup}")
    expect(page.locator(".scene")).to_be_visible()
    return page


def _deal(house: House, cup: str, cards: str, *, start: bool = True) -> None:
    first = ["t1 deal"] if start else []
    house.say(cup, "dan", *first, *(f"t1 card {card}" for card in cards.split()))


def _bet(house: House, cup: str, **bets: int) -> None:
    for name, dollars in bets.items():
        house.say(cup, name, f"bet {dollars}")


def _phases(house: House, cup: str, page: Page) -> Any:
    """Plays a round, and pauses in each of its phases."""
    _bet(house, cup, ben=20, cat=30)
    expect(page.locator("[data-sentence]")).to_contain_text("Your bet")
    yield "to bet"
    page.locator(".box-mine .spot").click()
    expect(page.get_by_role("button", name="Bet $25")).to_be_visible()
    yield "gathered"
    page.keyboard.press("Enter")  # bets what is gathered, and adds no chip
    expect(page.locator("[data-on-felt]")).to_have_text("$25")
    yield "bet"
    _bet(house, cup, dee=40)
    _deal(house, cup, "Ts Th 8d Tc Ac 9s 9h 8c 9c")
    house.say(cup, "ben", "pass")
    house.say(cup, "cat", "pass")
    expect(offered(page, "pass")).to_be_visible()
    yield "offer"
    button(page, "pass").click()
    house.say(cup, "dee", "pass")
    house.say(cup, "ben", "stand")
    house.say(cup, "cat", "stand")
    expect(offered(page, "split")).to_be_visible()
    yield "decide"
    button(page, "stand").click()
    house.say(cup, "dee", "stand")
    _deal(house, cup, "6s", start=False)
    expect(page.locator("[data-sentence]")).to_contain_text("Net −$25. You are 4th of 4.")
    yield "result"


def test_nothing_moves_between_the_phases_and_everything_is_large_enough(house: House, cup: str) -> None:
    page = _page(house, cup)
    places: dict[tuple[int, int], Any] = {}
    for phase in _phases(house, cup, page):
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            expect(page.locator(".table")).to_have_attribute("data-layout", LAYOUTS.get(width, "wide"))
            page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
            found = page.evaluate(PLACES)
            assert found == places.setdefault((width, height), found), (phase, width)
            assert page.evaluate(OUTSIDE, ".scene .card-shape, .scene .spot, .strip button, .scene .seat-name") == []
            assert page.evaluate(SMALL) == [], (phase, width)
            assert not page.evaluate("document.documentElement.scrollHeight > innerHeight + 1")
            if phase == "decide":
                widths = page.evaluate(OWN_CARDS)
                assert min(widths) >= (64 if width >= 1100 else 52), (width, widths)
        page.set_viewport_size({"width": 1280, "height": 900})


#: How far a stack is from the middle of the circle of its box, by box, in circles.
STACKS = """() => [...document.querySelectorAll(".scene [data-thing^=w]")].map((stack) => {
  const box = stack.dataset.thing.split("/")[1];
  const circle = document.querySelector(`.scene [data-box="${box}"] .spot`).getBoundingClientRect();
  const at = stack.getBoundingClientRect();
  const [x, y] = [at.left + at.width / 2 - circle.left, at.top + at.height / 2 - circle.top];
  return Math.hypot(x - circle.width / 2, y - circle.height / 2) / circle.width;
})"""


def test_chips_stay_on_their_circles_when_the_window_changes(house: House, cup: str) -> None:
    page = _page(house, cup)
    _bet(house, cup, ben=20, cat=30)
    for width, height in (*SIZES, *SIZES[::-1]):
        page.set_viewport_size({"width": width, "height": height})
        expect(page.locator(".table")).to_have_attribute("data-layout", LAYOUTS.get(width, "wide"))
        # the stage is measured after the window has changed, and the chips are laid out anew then
        page.wait_for_function(
            f"() => {{ const away = ({STACKS})(); return away.length === 2 && Math.max(...away) < 0.5 }}"
        )


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_phase_is_accessible(house: House, cup: str, theme: str) -> None:
    page = _page(house, cup, phone=theme == "dark", color_scheme=theme)
    for phase in _phases(house, cup, page):
        assert violations(page) == [], phase


#: At every frame: the faces in the document, everything written or spoken, and the chips beside the felt.
RECORD = """() => {
  window.frames_ = [];
  const look = () => {
    const text = (where) => [...document.querySelectorAll(where)].map((one) => one.textContent).join(" | ");
    window.frames_.push({
      cards: [...document.querySelectorAll(".scene .card-shape")].map((one) => one.dataset.card).filter(Boolean),
      totals: text(".scene .total"), sentence: text("[data-sentence]"), balance: text("[data-balance]"),
      results: text(".scene .result-mark text"), live: text("#live"), log: text(".log li"), stage: text("[data-stage]"),
      names: text(".scene .seat-name"), order: text(".order"),
      areas: [...document.querySelectorAll(".scene .area")].map((one) => one.getAttribute("aria-label")).join(" | "),
      chips: Object.fromEntries([...document.querySelectorAll(".leaders [data-player]")]
        .map((row) => [row.dataset.player, row.querySelector("[data-chips]").textContent])),
    });
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}"""
#: Seconds of the page's clock in which every part of a round is shown.
SECONDS = 6
#: Bets of two rounds in their order, the cards up to the dealer's turn, and the dealer's cards: a bust, then 20.
ROUNDS: tuple[tuple[dict[str, int], str, str], ...] = (
    ({"ben": 20, "cat": 30, "ann": 100, "dee": 40}, "Ts Th 8d Tc 6c 9s 9h 9c 9d", "Td 8s"),
    ({"cat": 10, "ann": 100, "dee": 20, "ben": 10}, "Ts Th 8d Tc 6c 9s 9h 9c 9d", "4h Kd"),
)


def _has_other_chips(before: dict[str, Any], name: str, frame: dict[str, Any]) -> bool:
    return bool(frame["chips"][name] != before["chips"][name])


def _first(frames: list[dict[str, Any]], holds: Any) -> int:
    return next(nth for nth, frame in enumerate(frames) if holds(frame))


def _shows_card(card: str, frame: dict[str, Any]) -> bool:
    return card in frame["cards"]


def _has_other_stage(before: dict[str, Any], frame: dict[str, Any]) -> bool:
    return bool(frame["stage"] != before["stage"])


def _film(house: House, cup: str, page: Page, last: str) -> Any:
    """The dealer's last card, recorded at every frame of the page's own clock, and the frame before it."""
    page.evaluate(RECORD)
    page.clock.pause_at(page.evaluate("Date.now() / 1000 + 1"))
    before = page.evaluate("window.frames_.splice(0).at(-1)")
    house.say_unseen(cup, "dan", f"t1 card {last}")
    expect(page.get_by_role("button", name="Skip")).to_be_visible()
    page.clock.run_for(SECONDS * 1000)
    frames = page.evaluate("window.frames_.splice(0)")
    page.clock.resume()
    return before, frames


def test_chips_and_standings_move_with_the_timeline(house: House, cup: str) -> None:
    """Until the dealer's last card is shown, no total, result, rank or chip count reveals it."""
    page = house.page("ann", speed="fast", reduced_motion="no-preference")
    page.clock.install()
    page.goto(f"/tables/{cup}")
    expect(page.locator(".scene")).to_be_visible()
    for number, (bets, cards, dealer) in enumerate(ROUNDS, 1):
        second, last = dealer.split()
        _bet(house, cup, **bets)
        _deal(house, cup, cards)
        house.say(cup, "ben", "stand")
        house.say(cup, "cat", "stand")
        expect(offered(page, "stand")).to_be_visible()
        button(page, "stand").click()
        house.say(cup, "dee", "stand")
        _deal(house, cup, second, start=False)
        expect(page.get_by_role("button", name="Skip")).to_have_count(0)
        before, frames = _film(house, cup, page, last)
        net = "+$100" if number == 1 else "−$100"
        assert re.search(rf"(Net|Last round) {re.escape(net)}", frames[-1]["sentence"])
        decided = _first(frames, partial(_shows_card, last))
        assert decided > 3
        for frame in frames[:decided]:
            assert frame["chips"] == before["chips"], number
            assert (frame["balance"], frame["stage"]) == (before["balance"], before["stage"])
            assert frame["names"] == before["names"]
            assert not frame["results"]
            told = frame["sentence"] + frame["live"] + frame["areas"] + frame["totals"]
            assert not re.search(r"bust|Net|You are|wins|loses", told), told
            assert frame["log"].count("The round is over") == number - 1
        # each player's chips change when their own wager is settled, one after the other
        moments = [_first(frames, partial(_has_other_chips, before, name)) for name in PLAYERS]
        assert min(moments) > decided
        assert len(set(moments)) == len(moments), moments
        assert _first(frames, partial(_has_other_stage, before)) >= max(moments)


def test_the_big_screen_shows_no_result_before_its_card(house: House, cup: str) -> None:
    """A hall that sees the felts and the big screen hears nothing early: chips change as the wagers are settled."""
    screen = house.page(speed="casino", reduced_motion="no-preference")
    screen.clock.install()
    screen.goto(f"/screen/{cup}")
    sums = screen.locator(".big-screen .sum")
    expect(sums.first).to_be_visible()
    bets, cards, dealer = ROUNDS[0]
    second, last = dealer.split()
    _bet(house, cup, **bets)
    _deal(house, cup, cards)
    for name in ("ben", "cat", "ann", "dee"):
        house.say(cup, name, "stand")
    _deal(house, cup, second, start=False)
    screen.clock.run_for(30_000)
    before = sums.all_inner_texts()
    _deal(house, cup, last, start=False)
    screen.clock.run_for(300)  # the dealer's last card waits for 700 milliseconds on the felt
    assert sums.all_inner_texts() == before
    screen.clock.run_for(6_000)
    assert sums.all_inner_texts() != before


#: Presses the first button that can be pressed: a decision, a card where the hand must draw, or the same bet again.
PLAY_ON = """() => {
    const verbs = ["pass", "decline", "stand", "hit"].map((verb) => `.strip button[data-verb="${verb}"]`);
    for (const selector of [...verbs, ".strip .deal button"]) {
        const button = document.querySelector(`${selector}:not([aria-disabled="true"]):not(:disabled)`);
        if (button && !button.textContent.startsWith("New")) return button.click();
    }
}"""


def test_a_guest_plays_a_tournament_against_bots_to_the_prize(house: House) -> None:
    """From the landing page: a room with bots, whose director is automatic."""
    page = house.page()
    page.goto("/")
    page.get_by_role("link", name="Set up your own table").click()
    page.get_by_role("button", name=re.compile("^★ Tournament|Tournament blackjack")).click()
    page.get_by_role("button", name="3", exact=True).click()
    page.get_by_text(re.compile("^All .* options$")).click()
    for length in ("session", "playoff"):
        page.get_by_label(length, exact=True).fill("rounds:1")
    page.get_by_role("button", name="Open table").click()
    sentence = page.locator("[data-sentence]")
    expect(sentence).to_contain_text("Your bet")
    expect(page.locator(".strip")).to_contain_text("Your chips")
    page.locator(".box-mine .spot").click()
    expect(page.get_by_role("button", name="Bet $25")).to_be_visible()
    page.keyboard.press("Enter")  # bets, and adds no chip
    expect(page.locator("[data-on-felt]")).to_have_text("$25")
    done = re.compile(r"You finish \d")
    deadline = monotonic() + WAIT / 1000
    while not done.search(sentence.inner_text()) and monotonic() < deadline:
        page.evaluate(PLAY_ON)
        page.wait_for_timeout(50)
    expect(sentence).to_contain_text(done)
    expect(page.get_by_role("button", name="New tournament")).to_be_visible()
    expect(page.get_by_role("region", name="Standings").get_by_role("row").nth(1)).to_contain_text("$300")
