"""A floor table of roulette: the dealer enters the chips of anonymous players by colour, and the numbers."""

import random
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from pitboss.games.live.events import CorrectionProposed, EntryCorrected
from pitboss.games.roulette.state import Stage
from pitboss.house.house import CommandDone, House
from pitboss.house.ledger import CAGE, bank, stakes
from pitboss.law import Refusal
from pitboss.notation.replay import replay
from pitboss.pit import parse_pit
from pitboss.tables.live import THE_HOUSE, Actor, TableSpec
from tests.house.houses import in_house, player
from tests.house.test_corrections import OLGA, SUE, first_event, purses, versions
from tests.house.test_floor import DAN, FloorTable

SPEC = TableSpec(rulebook="nz-roulette", limits="5-1000", cards_are_read=True, floor=True)
#: Blue chips of 5 and orange chips of 10: blue has a number and red, orange a split and a dozen.
WAGERS = ("b =5", "o =10", "b 17 2", "b red 4", "o 17-20 1", "o d3 2")


def test_a_spin_of_anonymous_players_is_settled_and_the_money_balances(url: str) -> None:
    async def work(house: House) -> None:
        table = await FloorTable.open(house, SPEC)
        cage = await house.holds(CAGE)
        await table.type(*WAGERS)
        assert await house.holds(stakes(table.id)) == 6000
        assert await house.holds(CAGE) == cage + 6000, "chips that were not bought here come from the cage"
        await table.type("no_more_bets", "number 17")
        # 17 pays 35 to 1 on 10 and 17 to 1 on 10; red and the third dozen lose
        assert await purses(table) == {"colour_blue": 36000, "colour_orange": 18000}
        assert await house.holds(stakes(table.id)) == 0
        await table.type("out b", "cash o 100")
        assert (await table.live()).present == {"colour_orange"}
        assert await house.close_table(table.id, THE_HOUSE) is None
        assert await house.holds(stakes(table.id)) == 0

    in_house(url, work)


def test_a_call_is_one_entry_with_a_wager_on_each_of_its_positions(url: str) -> None:
    async def work(house: House) -> None:
        table = await FloorTable.open(house, SPEC)
        await table.type("b =5", "b 17 1")
        live = await table.live()
        read_back = live.preview(DAN, "b n17 1")
        assert not isinstance(read_back, Refusal)
        await table.type("b n17 1")
        live = await table.live()
        laid = {wager.place: wager.count for wager in live.state.wagers}
        assert laid == {"2": 1, "25": 1, "17": 2, "34": 1, "6": 1}, "the chips are added to those on 17"
        await table.type("undo", "b voisins 1")
        live = await table.live()
        assert sum(wager.count for wager in live.state.wagers) == 1 + 9
        await table.type("no_more_bets", "number 0")
        assert await purses(table) == {"colour_blue": 2 * 500 * 12}
        text = await house.log_pit(table.id)
        assert text is not None
        assert replay(parse_pit(text)).passed, "a file has the wagers of the call"

    in_house(url, work)


def test_a_bad_line_is_refused_with_what_would_be_accepted(url: str) -> None:
    async def work(house: House) -> None:
        table = await FloorTable.open(house, SPEC)
        unvalued = await table.say("b 17 2")
        assert isinstance(unvalued, Refusal)
        assert unvalued.allowed == ("blue =5",)
        await table.type("b =5")
        for line, part in (
            ("b 17", "a number of chips"),
            ("b 1-36 2", "the layout has no '1-36'"),
            ("b neighbours 2", "the layout has no 'neighbours'"),
            ("b 17 9999", "outside the limits"),
            ("number 37", "0 to 36"),
            ("call voisins blue*1", "role"),
        ):
            refused = await table.say(line)
            assert isinstance(refused, Refusal), line
            assert part in f"{refused.kind} {refused.message}", (line, refused)
        assert isinstance(await table.say("b 17 1", player("ann")), Refusal)
        assert (await table.live()).state.wagers == []

    in_house(url, work)


def test_a_supervisor_corrects_a_number_after_the_next_spin_and_the_difference_is_booked(url: str) -> None:
    async def work(house: House) -> None:
        table = await FloorTable.open(house, SPEC)
        await table.type(*WAGERS, "no_more_bets", "number 17", "b red 2", "no_more_bets", "number 19")
        before, money = await purses(table), await house.holds(bank(table.id))
        assert before == {"colour_blue": 37000, "colour_orange": 18000}
        number = (await versions(table))["number 17"]
        live = await table.live()
        shown = live.preview(SUE, f"correct {number} mistyped 18")
        assert not isinstance(shown, Refusal)
        assert await purses(table) == before, "a preview changes nothing"
        done = await table.say(f"correct {number} mistyped 18", SUE)
        event = first_event(done)
        assert isinstance(event, EntryCorrected)
        assert event == shown[0]
        assert event.clauses == (), "no clause provides for it: it is the policy of the house"
        # 18 is red and in no third dozen: blue loses 10 and wins 20, then wins 10; orange loses both
        assert await purses(table) == {"colour_blue": 5000, "colour_orange": 0}
        assert event.money == (("colour_blue", 37000, 5000), ("colour_orange", 18000, 0))
        assert await house.holds(bank(table.id)) == money + 32000 + 18000
        words = [posted.entry.words for posted in await house.entries(table.id)]
        assert "number 17" in words, "nothing is erased"
        house.registry.drop(table.id)
        assert await purses(table) == {"colour_blue": 5000, "colour_orange": 0}, "the log says the same"
        rounds = await house.rounds(table.id)
        assert sum(info.net.get("colour_blue", 0) for info in rounds) == 2000

    in_house(url, work)


def test_wagers_are_corrected_in_chips_and_position_by_a_second_person(url: str) -> None:
    async def work(house: House) -> None:
        table = await FloorTable.open(house, replace(SPEC, second_person=True))
        await table.type(*WAGERS, "no_more_bets", "number 17")
        bet = (await versions(table))["b 17 2"]
        done = await table.say(f"correct {bet} misread 1", SUE)
        assert isinstance(first_event(done), CorrectionProposed)
        assert isinstance(await table.say(f"confirm_correction {bet}", SUE), Refusal)
        await table.type(f"confirm_correction {bet}", who=OLGA)
        assert (await purses(table))["colour_blue"] == 18000
        await table.type(f"correct {bet} wrong_place @18", who=SUE)
        await table.type(f"confirm_correction {bet}", who=OLGA)
        assert (await purses(table))["colour_blue"] == 0
        wrong = await table.say(f"correct {bet} misread 17-99", SUE)
        assert isinstance(wrong, Refusal)

    in_house(url, work)


def test_a_void_spin_and_an_adjustment_are_corrected_too(url: str) -> None:
    async def work(house: House) -> None:
        table = await FloorTable.open(house, SPEC)
        await table.type(*WAGERS, "no_more_bets", "no_spin too_slow", "no_more_bets", "number 2")
        assert await purses(table) == {"colour_blue": 0, "colour_orange": 0}
        await table.type("adjust colour_blue straight 17 +350 unfair", who=SUE)
        assert (await purses(table))["colour_blue"] == 36000
        made = (await versions(table))["adjust colour_blue straight 17 +350 unfair"]
        await table.type(f"correct {made} not_due", who=SUE)
        assert await purses(table) == {"colour_blue": 0, "colour_orange": 0}

    in_house(url, work)


def random_line(live: Any, dice: random.Random) -> tuple[str, Actor]:
    """A line that may fit: mostly play, at times an undo or a correction of one of the last entries."""
    kept, chosen = live.corrections.entries, dice.random()
    if chosen < 0.08:
        return "undo", DAN
    if chosen < 0.2 and kept:
        new = dice.choice(["", "2", str(dice.randint(0, 36)), "@17", "@red"])
        return f"correct {dice.choice(kept[-12:]).version} fuzz {new}".rstrip(), SUE
    if live.state.stage != Stage.BETTING:
        return dice.choice([f"number {dice.randint(0, 36)}"] * 5 + ["no_spin too_slow"]), DAN
    colour = dice.choice("bop")
    where = dice.choice(["17", "17-20", "red", "d1", "c3", "n5", "tiers", "0-2-3", "1-6"])
    lines = [
        f"{colour} ={dice.choice([5, 10])}",
        f"{colour} {where} {dice.randint(0, 3)}",
        "no_more_bets",
        f"out {colour}",
    ]
    return dice.choices(lines, [2, 8, 3, 1])[0], DAN


@pytest.mark.parametrize("seed", range(3))
def test_any_corrections_leave_a_table_that_its_log_restores(seed: int, tmp_path: Path) -> None:
    async def work(house: House) -> None:
        dice = random.Random(seed)
        table = await FloorTable.open(house, SPEC)
        done = corrected = 0
        while done < 120:
            line, who = random_line(await table.live(), dice)
            result = await table.say(line, who)
            done += isinstance(result, CommandDone)
            corrected += isinstance(result, CommandDone) and line.split()[0] in ("undo", "correct")
        assert corrected > 5
        before = await table.live()
        house.registry.drop(table.id)
        after = await table.live()
        assert (after.view(DAN), after.purses(), after.state) == (before.view(DAN), before.purses(), before.state)
        assert after.present == before.present
        text = await house.log_pit(table.id)
        assert text is not None
        assert replay(parse_pit(text)).passed

    in_house(f"sqlite:///{tmp_path}/house.db", work)


def test_a_payout_on_the_layout_is_corrected(url: str) -> None:
    async def work(house: House) -> None:
        table = await FloorTable.open(house, SPEC)
        await table.type(*WAGERS, "no_more_bets", "number 17")
        version, before = (await versions(table))["number 17"], await purses(table)
        await table.type(f"correct {version} underpaid 17-20=160", f"correct {version} collected red=20", who=SUE)
        after = await purses(table)
        assert after["colour_orange"] == before["colour_orange"] - 1000
        assert after["colour_blue"] == before["colour_blue"] + 4000, "red lost 20, and was paid 20"
        for payout, says in (("18=10", "17-20"), ("d3=-21", "cannot lose 21 on a wager of 20")):
            refused = await table.say(f"correct {version} wrong {payout}", SUE)
            assert isinstance(refused, Refusal)
            assert says in refused.message
        house.registry.drop(table.id)
        assert await purses(table) == after
        text = await house.log_pit(table.id)
        assert text is not None
        assert replay(parse_pit(text)).passed
        await table.type("out b", "out o")

    in_house(url, work)
