"""The page's main thread while a round is shown: no task keeps it from answering for long."""

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import House
from tests.web.steps import seated

#: The longest task, in microseconds of CPU: on a busy machine the clock also counts other programs.
LONGEST = 100_000


def deal(house: House) -> tuple[Page, Callable[[], None]]:
    table = house.open("nz-blackjack", {"perfect_pairs": "scale_one"})
    for name, words in (("ben", "bet 2 50"), ("cat", "bet 6 25")):
        house.say(table, name, "join 1000", words)
    page = seated(house, table, "bet 4 100 perfect_pairs=1", speed="fast", reduced_motion="no-preference")

    def play() -> None:
        house.deal(table, "Tc 9d Th 6h 8d Jc 9s")
        for name, box in (("ben", 2), ("ann", 4), ("cat", 6)):
            house.say(table, name, f"stand {box}")
        house.deal(table, "5s 9d", start=False)

    return page, play


def spin(house: House) -> tuple[Page, Callable[[], None]]:
    table = house.open("nz-roulette", {"neighbour": "true"}, limits="5-500")
    bets = ("bet straight 17 5", "bet split 17-20 10", "bet dozen 2 25", "bet black 50")
    page = seated(house, table, *bets, speed="fast", reduced_motion="no-preference")
    return page, lambda: house.say(table, "dan", "no_more_bets", "number 17")


@pytest.mark.parametrize("round_of", [deal, spin])
def test_no_long_task_while_a_round_is_shown(
    house: House, round_of: Callable[[House], tuple[Page, Callable[[], None]]]
) -> None:
    page, play = round_of(house)
    house.browser.start_tracing(page=page, categories=["toplevel"])
    play()
    expect(page.locator("[data-sentence]")).to_contain_text("Net")
    events = json.loads(house.browser.stop_tracing())["traceEvents"]
    renderers = {
        (event["pid"], event["tid"])
        for event in events
        if event["name"] == "thread_name" and event["args"]["name"] == "CrRendererMain"
    }
    tasks = [
        event["tdur"]
        for event in events
        if "RunTask" in event["name"] and "tdur" in event and (event["pid"], event["tid"]) in renderers
    ]
    assert len(tasks) > 50
    assert max(tasks) < LONGEST
