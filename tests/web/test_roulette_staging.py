"""A spin on the page: nothing is shown, spoken or booked before its moment, and no element moves between phases."""

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import House, violations
from tests.web.steps import seated

RECORD = (Path(__file__).parent / "spin_frames.js").read_text(encoding="utf-8")
SPINS = 20
#: Bets on the layout in every spin, in dollars.
LAID = {"straight 17": 5, "split 17-20": 5, "red": 25, "dozen 2": 10, "column 1": 10, "neighbour 25-17-34": 5}
SIZES = [(1440, 900), (1366, 768), (1280, 720), (768, 1024), (390, 844), (844, 390)]
IDS = [f"{width}x{height}" for width, height in SIZES]
RUNNING = ("No more bets", "The ball is running")


def bet(house: House, table: str) -> None:
    house.say(table, "ann", *(f"bet {place} {dollars}" for place, dollars in LAID.items()))


def opened(house: House, **context: Any) -> tuple[str, Page]:
    table = house.open("nz-roulette", {"neighbour": "true"}, limits="5-500")
    return table, seated(house, table, speed="casino", **context)


def in_motion(house: House, speed: str = "casino") -> tuple[str, Page]:
    """A table on a page whose clock the test drives."""
    table = house.open("nz-roulette", {"neighbour": "true"}, limits="5-500")
    house.say(table, "ann", "join 1000")
    page = house.page("ann", speed=speed, reduced_motion="no-preference")
    page.clock.install()
    page.goto(f"/tables/{table}")
    expect(page.locator(".wheel")).to_be_visible()
    return table, page


def settle(page: Page) -> None:
    """Lets the page's clock run until the spin is shown to its end."""
    for _ in range(60):
        page.clock.run_for(500)
        if page.locator(".deal button", has_text="Skip").count() == 0:
            break
    expect(page.locator(".deal button")).not_to_contain_text("Skip")
    page.clock.run_for(200)  # what came last is recorded with the next frame


def frames_of(page: Page) -> list[dict[str, Any]]:
    """What was recorded since the last call."""
    return list(page.evaluate("() => window.frames_.splice(0)"))


def first(frames: list[dict[str, Any]], holds: Any) -> int:
    """The index of the first frame of which something holds."""
    return next((nth for nth, frame in enumerate(frames) if holds(frame)), len(frames))


@pytest.mark.parametrize("speed", ["casino", "fast"])
def test_nothing_is_announced_before_the_ball_rests(house: House, speed: str) -> None:
    table, page = in_motion(house, speed)
    page.evaluate(RECORD)
    dice = Random(f"spins {speed}")
    for _ in range(SPINS // 2):
        bet(house, table)
        number = dice.randrange(37)
        before = house.view(table)["number"]
        if dice.random() < 0.6:
            house.say(table, "dan", "no_more_bets")
            page.clock.run_for(dice.randrange(20, 5000))
        frames_before = frames_of(page)
        house.say(table, "dan", f"number {number}")
        settle(page)
        frames = frames_before[-1:] + frames_of(page)
        started = first(frames, lambda frame: frame["sentence"] in RUNNING)
        check_spin(frames[started:], number, before)


def check_spin(frames: list[dict[str, Any]], number: int, before: int) -> None:
    """The order of one spin, from the call to the net."""
    rests = first(frames, lambda frame: frame["pocket"] == number and frame["middle"] and frame["low"])
    assert 0 < rests < len(frames)
    running = frames[:rests]
    for frame in running:
        assert frame["sentence"] in RUNNING
        assert frame["live"] in ("", *RUNNING) or "wagers" in frame["live"], frame["live"]
        assert frame["label"] == "The wheel is spinning"
        assert frame["plate"] == frame["dolly"] == ""
        assert (frame["lit"], frame["lost"], frame["won"], frame["pills"]) == (0, 0, 0, 0)
        assert not re.search(r"rest|calls \"\d|dolly|wins|loses", frame["log"]), frame["log"]
    # whatever else can be read is the same until then: balance, last numbers, bets, chips of every player
    assert len({frame["readable"] for frame in running}) == 1
    assert running[-1]["latest"] == ("" if before < 0 else str(before))
    stays = [frame["pocket"] for frame in frames[rests:]]
    assert set(stays) == {number}
    moments = {
        "number": first(frames, lambda frame: frame["plate"] == str(number)),
        "sentence": first(frames, lambda frame: frame["sentence"].startswith(f"{number}, ")),
        "dolly": first(frames, lambda frame: frame["dolly"] == str(number)),
        "edge": first(frames, lambda frame: frame["lit"] > 0),
        "collected": first(frames, lambda frame: frame["lost"] > 0),
        "paid": first(frames, lambda frame: frame["won"] > 0),
        "net": first(frames, lambda frame: "Net " in frame["sentence"]),
    }
    lost = any(frame["lost"] for frame in frames)
    won = any(frame["won"] for frame in frames)
    order = [name for name in moments if (lost or name != "collected") and (won or name != "paid")]
    assert [moments[name] for name in order] == sorted(moments[name] for name in order)
    assert all(rests < moments[name] < len(frames) for name in order), (rests, moments, len(frames))
    paid = [frame["balance"] for frame in frames[: moments["net"]]]
    assert len(set(paid)) == 1, "the balance waits for the net"
    spoken = [frame["live"] for frame in frames]
    assert first(frames, lambda frame: frame["live"].startswith(f"{number}, ")) > rests
    assert spoken[-1].startswith(f"{number} ")
    assert "Net" in spoken[-1]


def test_skip_shows_the_end_at_once_and_speaks_the_net_only(house: House) -> None:
    table, page = in_motion(house)
    bet(house, table)
    house.say(table, "dan", "no_more_bets")
    page.clock.run_for(2000)
    page.evaluate(RECORD)
    house.say(table, "dan", "number 17")
    page.clock.run_for(300)
    assert {frame["sentence"] for frame in frames_of(page)} <= set(RUNNING)
    page.keyboard.press("Space")
    expect(page.locator("[data-sentence]")).to_contain_text("17 black. Net +$300.")
    expect(page.locator("[data-balance]")).to_have_text("$1,300")
    expect(page.locator("#live")).to_contain_text("17 black. Net plus 300 dollars.")
    expect(page.get_by_role("img", name="The ball is on 17")).to_be_visible()


def test_a_ball_that_is_skipped_while_it_runs_is_shown_in_its_pocket_as_the_number_comes(house: House) -> None:
    table, page = in_motion(house)
    bet(house, table)
    house.say(table, "dan", "no_more_bets")
    page.clock.run_for(3000)
    page.get_by_role("button", name="Skip").click()
    house.say(table, "dan", "number 17")
    expect(page.locator("[data-sentence]")).to_contain_text("Net +$300.")


def test_instant_speed_shows_the_result_with_its_message(house: House) -> None:
    table, page = in_motion(house, "instant")
    bet(house, table)
    house.say(table, "dan", "number 17")
    expect(page.locator("[data-sentence]")).to_contain_text("Net +$300.")
    expect(page.locator("[data-plate]")).to_have_text("17")


def test_reduced_motion_keeps_the_order(house: House) -> None:
    table, page = opened(house)
    bet(house, table)
    page.evaluate(RECORD)
    house.say(table, "dan", "no_more_bets")
    house.say(table, "dan", "number 17")
    expect(page.locator("[data-sentence]")).to_contain_text("Net +$300.")
    frames = frames_of(page)
    rests = first(frames, lambda frame: frame["pocket"] == 17 and frame["middle"] and frame["low"])
    early = frames[first(frames, lambda frame: frame["sentence"] in RUNNING) : rests]
    assert early
    assert all(frame["plate"] == "" and frame["label"] == "The wheel is spinning" for frame in early)
    for name, value in (("plate", "17"), ("dolly", "17"), ("balance", "$1,300")):
        assert first(frames, lambda frame, name=name, value=value: frame[name] == value) >= rests


# --- one geometry ------------------------------------------------------------------------------------------------

#: Boxes of everything that has a place of its own, by a name that does not change with the phase.
BOXES = """() => {
    const named = (where, name) => [...document.querySelectorAll(where)].map((each, nth) => {
        const { left, top, width, height } = each.getBoundingClientRect();
        return [name(each, nth), [left, top, width, height]];
    });
    const nth = (prefix) => (each, index) => `${prefix} ${index}`;
    return [
        ...named("[data-position]", (each) => each.dataset.position),
        ...named(".layout .cell", nth("cell")),
        ...named("[data-race]", (each) => `race ${each.dataset.race}`),
        ...named(".chips button", nth("chip")),
        ...named(".tools button", nth("tool")),
        ...named(".acts button", nth("act")),
        ...named(".deal button", nth("deal")),
        ...named(".wheel:not([aria-hidden]) > .wheel-rim", nth("wheel")),
        ...named(".plate:not(.close-up *) rect", nth("plate")),
        ...named(".last-cell", nth("last")),
        ...named(".sign", nth("sign")),
        ...named(".top, .stage, .side, .strip, .panel, .purse div, .sentence, .bets-box, .verdict", nth("part")),
    ];
}"""


def boxes(page: Page) -> dict[str, list[float]]:
    return dict(page.evaluate(BOXES))


def phases(house: House, page: Page, table: str) -> Iterator[str]:
    """Bet, spin and result of one spin."""
    bet(house, table)
    expect(page.locator("[data-on-felt]")).to_have_text(f"${sum(LAID.values())}")
    yield "bet"
    house.say(table, "dan", "no_more_bets")
    expect(page.locator("[data-sentence]")).to_contain_text("The ball is running")
    yield "spin"
    house.say(table, "dan", "number 17")
    expect(page.locator("[data-sentence]")).to_contain_text("Net +$300.")
    yield "result"


@pytest.mark.parametrize("size", SIZES, ids=IDS)
def test_no_element_moves_between_phases_and_all_is_seen(house: House, size: tuple[int, int]) -> None:
    width, height = size
    table, page = opened(house, reduced_motion="no-preference")
    page.set_viewport_size({"width": width, "height": height})
    expect(page.locator(".places")).to_be_visible()
    found: dict[str, dict[str, list[float]]] = {}
    for phase in phases(house, page, table):
        found[phase] = boxes(page)
        assert page.evaluate("() => [document.documentElement.scrollHeight, document.documentElement.scrollWidth]") == [
            height,
            width,
        ]
    for name, (left, top, wide, high) in found["bet"].items():
        for phase in ("spin", "result"):
            moved = [abs(one - two) for one, two in zip(found[phase][name], (left, top, wide, high), strict=True)]
            assert max(moved) < 0.5, (phase, name, moved)
        if wide and high and not name.startswith("part"):
            assert left > -0.5, name
            assert top > -0.5, name
            assert left + wide < width + 0.5, name
            assert top + high < height + 0.5, name
        if name.split()[0] in ("chip", "tool", "act", "deal"):
            assert min(wide, high) >= 40, name
        if name.startswith("cell") and min(size) < 400:
            assert min(wide, high) > 39.5, name


@pytest.mark.parametrize("size", SIZES[4:], ids=IDS[4:])
def test_a_finger_finds_every_number_of_the_track_on_a_phone(house: House, size: tuple[int, int]) -> None:
    table, page = opened(house)
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.get_by_role("button", name="Track", exact=True).click()
    cells = page.locator(".track-sheet .race-cell")
    for box in [
        page.get_by_role("button", name="Close").bounding_box(),
        *(cell.bounding_box() for cell in cells.all()),
    ]:
        assert box
        assert min(box["width"], box["height"]) > 39.5
        assert box["y"] + box["height"] < size[1]
    assert page.evaluate(COVERED_CELLS) == []
    assert page.evaluate(UNDER_CLOSE) == []
    house.say(table, "ann", "bet straight 17 5")
    expect(page.locator(".track-sheet .cloth-chips > g")).to_have_count(1)


#: Numbers of the track whose middle is under something else.
COVERED_CELLS = """() => [...document.querySelectorAll(".track-sheet .race-cell.cell")].filter((cell) => {
    const { x, y, width, height } = cell.getBoundingClientRect();
    return document.elementFromPoint(x + width / 2, y + height / 2) !== cell;
}).map((cell) => cell.dataset.race)"""


#: Cells of the track that lie under a corner of the button that closes it.
UNDER_CLOSE = """() => {
    const { left, right, top, bottom } = document.querySelector(".sheet-close").getBoundingClientRect();
    return [[left, top], [right, top], [left, bottom], [right, bottom]]
        .flatMap(([x, y]) => document.elementsFromPoint(x, y)).filter((one) => one.matches(".race-cell"))
        .map((one) => one.dataset.race);
}"""


#: Texts below eleven pixels, as they are drawn. The value on a laid chip is also in the label of its place; names that
#: are only spoken and ornaments are not read.
SMALL = """() => [...document.querySelectorAll(".table *")].filter((each) => {
    const own = [...each.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    if (!own || each.closest(".chip-shape, .spoken, .ornament, title") || !each.getClientRects().length) return false;
    const scale = each instanceof SVGElement ? Math.hypot(each.getScreenCTM().a, each.getScreenCTM().b) : 1;
    return parseFloat(getComputedStyle(each).fontSize) * scale < 10.95;
}).map((each) => each.outerHTML.slice(0, 120))"""


@pytest.mark.parametrize("size", SIZES, ids=IDS)
def test_every_label_can_be_read(house: House, size: tuple[int, int]) -> None:
    table, page = opened(house)
    page.set_viewport_size({"width": size[0], "height": size[1]})
    house.say(table, "dan", *(f"number {number}" for number in range(37)), "number 5", "number 5")
    expect(page.locator("[data-plate]").first).to_have_text("5")
    assert page.evaluate(SMALL) == []


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_in_any_phase(house: House, phone: bool, theme: str) -> None:
    table, page = opened(house, phone=phone, color_scheme=theme, reduced_motion="no-preference")
    for phase in phases(house, page, table):
        assert violations(page) == [], phase
