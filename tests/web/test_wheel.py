"""The roulette wheel: the pocket under the resting ball, measured on the drawing, is the number that was announced."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import CDPSession, Page, expect

from tests.web.conftest import House
from tests.web.steps import seated

#: Ten results, with the same number twice in a row, zero, and neighbours on the wheel.
RESULTS = (12, 3, 18, 29, 29, 0, 26, 36, 17, 34)
#: The number of the pocket nearest to the ball, by angle around the wheel's hub, once nothing moves any more.
POCKET_UNDER_BALL = """async () => {
    const wheel = document.querySelector(".wheel:not([aria-hidden])");
    while (wheel.dataset.moving === "true") await new Promise(requestAnimationFrame);
    const centre = (element) => {
        const { left, top, width, height } = element.getBoundingClientRect();
        return [left + width / 2, top + height / 2];
    };
    const [x, y] = centre(wheel.querySelector(".wheel-rim"));
    const angle = (element) => {
        const [u, v] = centre(element);
        return Math.atan2(v - y, u - x);
    };
    const ball = angle(wheel.querySelector(".ball circle:last-child"));
    const distance = (element) => 1 - Math.cos(angle(element) - ball);
    const pockets = [...wheel.querySelectorAll(".wheel-turn text")];
    return Number(pockets.sort((one, two) => distance(one) - distance(two))[0].textContent);
}"""


def pocket_under_ball(page: Page, announced: int) -> int:
    """Waits for the announcement, then measures."""
    expect(page.get_by_role("img", name=f"The ball is on {announced}", exact=True)).to_be_visible()
    return int(page.evaluate(POCKET_UNDER_BALL))


def at_wheel(house: House, **context: Any) -> tuple[str, Page]:
    table = house.open("nz-roulette", limits="5-500")
    return table, seated(house, table, **context)


def spin(house: House, table: str, number: int) -> None:
    """Closes the betting, which every page shows, and then enters the number."""
    house.say(table, "dan", "no_more_bets")
    house.say(table, "dan", f"number {number}")


def test_ten_spins_rest_in_the_number_announced(house: House) -> None:
    table, page = at_wheel(house)
    for number in RESULTS:
        spin(house, table, number)
        assert pocket_under_ball(page, number) == number


def test_ten_numbers_entered_without_a_call_rest_in_the_number_announced(house: House) -> None:
    table, page = at_wheel(house)
    for number in RESULTS:
        house.say(table, "dan", f"number {number}")
        assert pocket_under_ball(page, number) == number


def test_the_ball_rests_in_the_number_announced_with_motion(house: House) -> None:
    table, page = at_wheel(house, speed="casino", reduced_motion="no-preference")
    for number in RESULTS[:3]:
        spin(house, table, number)
        assert pocket_under_ball(page, number) == number
    turn = page.locator(".wheel-turn").get_attribute("transform")
    house.say(table, "dan", f"number {RESULTS[2]}")
    expect(page.get_by_role("img", name="The wheel is spinning")).to_be_visible()
    expect(page.locator(".wheel-turn")).not_to_have_attribute("transform", str(turn))  # the same number turns again
    assert pocket_under_ball(page, RESULTS[2]) == RESULTS[2]


def test_a_fresh_visitor_and_a_reload_find_the_ball_in_the_last_number(house: House) -> None:
    table, page = at_wheel(house)
    house.say(table, "dan", "number 12", "number 3")
    visitor = house.page()
    visitor.goto(f"/tables/{table}")
    assert pocket_under_ball(visitor, 3) == 3
    page.reload()
    assert pocket_under_ball(page, 3) == 3
    for number in RESULTS[2:5]:
        spin(house, table, number)
        assert pocket_under_ball(visitor, number) == number
        assert pocket_under_ball(page, number) == number


def test_a_visitor_who_comes_while_the_ball_runs_sees_it_rest(house: House) -> None:
    table, _ = at_wheel(house)
    house.say(table, "dan", "number 13", "no_more_bets")
    visitor = house.page()
    visitor.goto(f"/tables/{table}")
    expect(visitor.get_by_role("img", name="The wheel is spinning")).to_be_visible()
    house.say(table, "dan", "number 12")
    assert pocket_under_ball(visitor, 12) == 12


def _freeze(page: Page) -> Callable[[], None]:
    """Freezes a hidden tab; the returned function resumes it."""
    session: CDPSession = page.context.new_cdp_session(page)
    session.send("Page.setWebLifecycleState", {"state": "frozen"})

    def show() -> None:
        session.send("Page.setWebLifecycleState", {"state": "active"})

    return show


def _cut(page: Page) -> Callable[[], None]:
    page.context.set_offline(True)
    return lambda: page.context.set_offline(False)


@pytest.mark.parametrize("hide", [_freeze, _cut])
def test_a_spin_missed_while_the_tab_was_hidden(house: House, hide: Callable[[Page], Callable[[], None]]) -> None:
    table, page = at_wheel(house)
    spin(house, table, 12)
    assert pocket_under_ball(page, 12) == 12
    show = hide(page)
    for number in (3, 18):
        house.say_unseen(table, "dan", "no_more_bets", f"number {number}")
    show()
    assert pocket_under_ball(page, 18) == 18
    spin(house, table, 29)
    assert pocket_under_ball(page, 29) == 29


def test_a_void_spin_returns_the_ball_and_the_next_one_moves_it(house: House) -> None:
    table, page = at_wheel(house)
    house.say(table, "dan", "number 12", "no_more_bets", "no_spin too_slow")
    assert pocket_under_ball(page, 12) == 12
    spin(house, table, 3)
    assert pocket_under_ball(page, 3) == 3
    house.say(table, "ann", "bet straight 18 5")
    house.say(table, "dan", "number 18 by_hand")
    assert pocket_under_ball(page, 18) == 18  # before the wagers are collected and paid
    house.say(table, "dan", "no_spin foreign_object")
    assert pocket_under_ball(page, 3) == 3
