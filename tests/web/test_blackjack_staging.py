"""Rounds of blackjack at every frame: nothing is shown, spoken or booked before its card is on the table."""

import re
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.server.test_clock import until
from tests.web.conftest import House
from tests.web.steps import seated
from tests.web.test_roulette_staging import first, frames_of, settle

ROUNDS = 20
RECORD = (Path(__file__).parent / "round_frames.js").read_text(encoding="utf-8")
#: A card in a line of the log, and in what is read out.
LOGGED = re.compile(r"^(10|[2-9AJQK])([♠♥♦♣]) to ")
SUITS = dict(zip("♠♥♦♣", "shdc", strict=True))
SPOKEN = re.compile(r"^(?:Box \d|Dealer): (\w+) of (\w+)")
RANKS = {"ace": "A", "ten": "T", "10": "T", "jack": "J", "queen": "Q", "king": "K"}


def total(cards: list[str]) -> int:
    low = sum(1 if card[0] == "A" else 10 if card[0] in "TJQK" else int(card[0]) for card in cards)
    return low + 10 if low <= 11 and any(card[0] == "A" for card in cards) else low


def in_motion(house: House, speed: str, bots: int = 0) -> tuple[str, Page]:
    """A table of which each box is played by another, on a page whose clock the test drives."""
    table = house.open("mbs-blackjack")
    for name in ("ann", "ben", "cat")[: 1 + bots]:
        house.say(table, name, "join 5000")
    page = house.page("ann", speed=speed, reduced_motion="no-preference")
    page.clock.install()
    page.goto(f"/tables/{table}")
    expect(page.locator(".scene .spot").first).to_be_visible()
    return table, page


def play_round(house: House, table: str, page: Page, dice: Random) -> tuple[list[dict[str, Any]], list[str], list[str]]:
    """Plays a round of one player; its frames, the player's cards and the dealer's."""
    house.say(table, "ann", "bet 1 100")
    settle(page)
    frames_of(page)
    house.say(table, "dan", "deal")
    # no ace, so that nothing is insured; and each card once, so that a card tells whose it is
    pack = dice.sample([rank + suit for rank in "23456789TJQK" for suit in "shdc"], 48)
    while (view := house.view(table))["phase"] != "betting":
        if view["awaited"]:
            house.say(table, "dan", f"card {pack.pop()}")
            continue
        settle(page)
        hand = view["boxes"][0]["hands"][0]
        house.say(table, "ann", "hit 1" if total(hand["cards"]) < 15 else "stand 1")
    settle(page)
    view = house.view(table)
    return frames_of(page), view["boxes"][0]["hands"][0]["cards"], view["dealer"][0]["cards"]


def check_round(frames: list[dict[str, Any]], own: list[str], dealer: list[str]) -> None:
    """No frame tells of a card whose face is not in it."""
    # a hand over 21 is lost with its last card, any other is decided by the dealer's last card
    deciding = own if total(own) > 21 else own + dealer
    decided = first(frames, lambda frame: set(deciding) <= set(frame["cards"]))
    assert 0 < decided < len(frames)
    before = frames[0]["balance"]
    for frame in frames[:decided]:
        assert frame["balance"] == before
        assert "Net" not in frame["sentence"] + frame["live"]
        assert not frame["results"]
    for frame in frames:
        seen = [[card for card in hand if card in frame["cards"]] for hand in (own, dealer)]
        true = {total(hand[:count]) for hand in seen for count in (len(hand), len(hand) - 1) if count > 0}
        words = frame["totals"] + [area for area in frame["areas"] if "hand" in area.lower()]
        for number in (word for text in words for word in re.findall(r"(?:^|soft |, )(\d+)", text)):
            assert int(number) in true, (number, seen, words)
        if any("bust" in text for text in [*words, frame["sentence"], frame["live"]]):
            assert any(total(hand) > 21 for hand in seen), frame
        for line in filter(None, map(LOGGED.match, frame["log"][-1:])):
            assert line[1].replace("10", "T") + SUITS[line[2]] in frame["cards"], frame["log"]
        if spoken := SPOKEN.match(frame["live"]):
            assert RANKS.get(spoken[1], spoken[1]) + spoken[2][0] in frame["cards"], frame["live"]
    assert "Net" in frames[-1]["sentence"]
    assert "Net" in frames[-1]["live"]


def check_rounds(house: House, speed: str, rounds: int) -> None:
    table, page = in_motion(house, speed)
    page.evaluate(RECORD)
    dice = Random(f"rounds {speed}")
    for _ in range(rounds):
        check_round(*play_round(house, table, page, dice))


@pytest.mark.parametrize(("speed", "rounds"), [("casino", 2), ("fast", 6)])
def test_nothing_is_shown_spoken_or_booked_before_its_card(house: House, speed: str, rounds: int) -> None:
    check_rounds(house, speed, rounds)


@pytest.mark.soak
def test_nothing_is_early_in_twenty_rounds(house: House) -> None:
    check_rounds(house, "casino", ROUNDS)


def test_the_log_has_a_card_before_what_follows_from_it(house: House) -> None:
    table, page = in_motion(house, "casino")
    house.say(table, "ann", "bet 1 100")
    house.deal(table, "Ts 8c 6h")
    settle(page)
    house.say(table, "ann", "hit 1")
    house.deal(table, "9h", start=False)
    settle(page)
    lines = page.locator(".log li > span:first-child").all_inner_texts()
    card, over = (next(nth for nth, line in enumerate(lines) if part in line) for part in ("9♥ to", "is over 21"))
    assert card < over, lines


def test_chips_stay_in_their_circles_while_several_boxes_are_dealt(house: House) -> None:
    table, page = in_motion(house, "casino", bots=2)
    page.evaluate(RECORD)
    for name, box in (("ann", 1), ("ben", 2), ("cat", 5)):
        house.say(table, name, f"bet {box} 100")
    for _ in range(30):  # until every chip has arrived and rests
        page.clock.run_for(1000)
        before = [frame["stacks"] for frame in frames_of(page)]
        if before and len(before[0]) == 3 and before[0] == before[-1]:
            break
    house.deal(table, "Ts 9c 8d 6h 9s 9d 9h")
    settle(page)
    frames = frames_of(page)
    stacks = [frame["stacks"] for frame in frames if frame["stacks"]]
    assert len(stacks[0]) == 3
    assert {len(frame["cards"]) for frame in frames} == set(range(8)), "each card has its own moment"
    assert [each for each in stacks if each != stacks[0]] == []


def test_a_raised_bet_stays_on_its_circle(house: House) -> None:
    table, page = in_motion(house, "casino")
    house.say(table, "ann", "bet 1 100")
    rested = page.locator('.scene [data-thing^="w"]')
    expect(page.locator("[data-on-felt]")).to_have_text("$0")
    page.clock.run_for(2000)
    page.evaluate(RECORD)
    house.say(table, "ann", "bet 1 125")
    page.clock.run_for(3000)
    frames = frames_of(page)
    assert rested.count() == 1
    assert {len(frame["stacks"]) for frame in frames} == {1, 2}, "the chips that are added fly to the stack"
    assert [frame["felt"] for frame in frames][-1] == "$125"
    assert {frame["felt"] for frame in frames} == {"$100", "$125"}


def test_chips_stay_while_a_deal_waits_for_contributions(house: House) -> None:
    page = house.page(speed="casino", reduced_motion="no-preference")
    page.goto("/")
    page.get_by_role("button", name="Play now").click()
    expect(page.locator("[data-on-felt]")).not_to_have_text("$0")
    expect(page.locator(".deal button")).to_contain_text("Deal")
    page.evaluate(RECORD)
    page.locator(".deal button").click()
    expect(page.locator(".scene .card-shape").first).to_be_visible()
    frames = frames_of(page)
    before = frames[: first(frames, lambda frame: frame["cards"])]
    assert all(frame["stacks"] == frames[0]["stacks"] for frame in before)
    assert {frame["sentence"] for frame in before[1:]} <= {frames[0]["sentence"], "No more bets"}


def test_a_result_stays_until_the_player_bets_again(house: House) -> None:
    table, page = in_motion(house, "instant", bots=1)
    house.say(table, "ann", "bet 1 100")
    house.say(table, "ben", "bet 2 50")
    house.deal(table, "Ts 9s 8c 9h 9d")
    house.say(table, "ann", "stand 1")
    house.say(table, "ben", "stand 2")
    house.deal(table, "Th", start=False)
    sentence = page.locator("[data-sentence]")
    expect(sentence).to_contain_text("Net +$100")
    house.say(table, "ben", "bet 2 100")
    expect(page.get_by_role("button", name="Box 2, main wager, ben $100")).to_be_attached()
    expect(sentence).to_contain_text("Net +$100")
    expect(page.locator(".result-mark")).to_have_count(1)
    for card in ("Th", "9d"):  # the dealer's, and those of the box that was bet on again
        expect(page.locator(f'.card-shape[data-card="{card}"]')).to_be_visible()
    house.say(table, "ann", "bet 1 100")
    expect(sentence).to_contain_text("$100 on box 1")
    expect(page.locator(".card-shape")).to_have_count(0)


def has_begun(house: House, table: str, number: int) -> bool:
    return bool(house.view(table)["round"] >= number)


def test_the_time_to_decide_starts_when_the_cards_are_shown(house: House) -> None:
    spec = {"rulebook": "mbs-blackjack", "limits": "10-1000", "turn_seconds": 30, "betting_seconds": 3600}
    table = str(house.ask("olga", "POST", "/tables", spec)["id"])
    page = seated(house, table, speed="casino", reduced_motion="no-preference")
    for number in range(1, 6):  # a blackjack ends a round without a decision
        house.say(table, "ann", "bet 1 100", "ready")
        until(partial(has_begun, house, table, number))  # the clock deals
        if house.view(table)["phase"] != "betting":
            break
    assert house.ask("ann", "GET", f"/tables/{table}")["clock"][0]["seconds"] == 30
    expect(page.get_by_role("button", name="Skip")).to_have_count(0)
    shown = page.locator(".clock-line span")
    expect(shown).to_have_text(re.compile("^\\d+ s$"))
    assert int(shown.inner_text().split()[0]) <= 30, "never more than the seconds of the deadline"
