"""Corrections of a floor table: undo, changed entries, the money they move, and a log in which nothing is erased."""

from typing import Any

from msgspec.structs import replace

from pitboss.games.live.events import CorrectionProposed, EntryCorrected
from pitboss.house.house import CommandDone, House
from pitboss.house.ledger import CAGE, bank, stakes
from pitboss.house.pit_book import Day
from pitboss.house.play_figures import PlayedWager, played_wagers
from pitboss.law import Refusal
from pitboss.notation.replay import replay
from pitboss.pit import parse_pit
from pitboss.tables.live import Actor, Role
from tests.house.houses import in_house, player
from tests.house.test_floor import DAN, SPEC, FloorTable

SUE = Actor("sue", Role.SUPERVISOR)
OLGA = Actor("olga", Role.OPERATOR)
#: Box 3 has 19 and stands, box 5 has 18 and stands; the dealer has ten and draws an eight.
ROUND = ("3 50", "5 20", "deal", "10h", "9c", "10s", "9d", "9s", "s", "s", "8c")


async def versions(table: FloorTable) -> dict[str, int]:
    """The version that names each entry, by its words."""
    return {posted.entry.words: posted.version for posted in await table.house.entries(table.id)}


async def purses(table: FloorTable) -> dict[str, int]:
    found: dict[str, int] = (await table.live()).purses()
    return found


async def played(house: House, table: str) -> list[PlayedWager]:
    """The wagers of the open day at a table."""
    day = house.pit.book.day
    assert day is not None
    return (await house.database.read_history(played_wagers, house.pit.book, day))[table]


def first_event(done: Any) -> Any:
    assert isinstance(done, CommandDone), done
    return done.entries[0].entry.events[0]


def test_undo_strikes_the_last_card_even_after_the_round_was_settled(url: str) -> None:
    async def work(house: House) -> None:
        table = await FloorTable.open(house)
        await table.type(*ROUND)
        assert await purses(table) == {"box_3": 10000, "box_5": 2000}
        await table.type("undo")
        assert await purses(table) == {"box_3": 0, "box_5": 0}
        assert await house.holds(stakes(table.id)) == 7000
        await table.type("6c", "10d")  # the dealer busts instead
        assert await purses(table) == {"box_3": 10000, "box_5": 4000}
        words = [posted.entry.words for posted in await house.entries(table.id)]
        assert words[-4:] == ["8c", "undo", "6c", "10d"], "nothing is erased"
        rounds = await house.rounds(table.id)
        assert [(info.round, info.net) for info in rounds] == [(1, {"box_3": 5000, "box_5": 2000})]

    in_house(url, work)


def test_undo_takes_a_wager_back_and_the_chips_with_it(url: str) -> None:
    async def work(house: House) -> None:
        table = await FloorTable.open(house)
        cage = await house.holds(CAGE)
        await table.type("3 500", "undo")
        assert await house.holds(CAGE) == cage
        assert await house.holds(stakes(table.id)) == 0
        await table.type("3 50", "5 20", "undo", "undo")
        assert await house.holds(CAGE) == cage
        assert await purses(table) == {}
        assert isinstance(await table.say("undo"), Refusal)
        assert await house.holds(bank(table.id)) == 0, "an undo needs no fill"

    in_house(url, work)


def test_undo_leaves_what_a_player_did_since_in_force(url: str) -> None:
    async def work(house: House) -> None:
        await house.create_user("ann", Role.PLAYER)
        await house.deposit("ann", 50000, "d1")
        table = await FloorTable.open(house)
        await table.type("3 500")
        await table.type("join 100", "bet 1 50", who=player("ann"))
        await table.type("undo", "3 50")
        live = await table.live()
        assert [(bet.player, bet.amount) for bet in live.state.bets] == [("ann", 5000), ("box_3", 5000)]

    in_house(url, work)


def test_undo_is_refused_after_its_time(url: str) -> None:
    async def work(house: House) -> None:
        table = await FloorTable.open(house, replace(SPEC, undo_seconds=0))
        await table.type("3 50")
        house.registry.drop(table.id)
        refused = await table.say("undo")
        assert isinstance(refused, Refusal)
        assert refused.allowed == (f"correct {(await versions(table))['3 50']} REASON",)
        assert isinstance(await table.say(refused.allowed[0], DAN), Refusal), "a dealer corrects nothing"
        await table.type("correct 10 wrong_amount 75", who=SUE)

    in_house(url, work)


def test_a_supervisor_corrects_a_card_of_a_settled_round_and_the_difference_is_booked(url: str) -> None:
    async def work(house: House) -> None:
        table = await FloorTable.open(house)
        await table.type(*ROUND, "3 10", "5 10")
        before = await purses(table)
        version = (await versions(table))["8c"]
        live = await table.live()
        shown = live.preview(SUE, f"correct {version} mistyped 9h")
        assert not isinstance(shown, Refusal)
        assert await purses(table) == before, "a preview changes nothing"
        done = await table.say(f"correct {version} mistyped 9h", SUE)
        event = first_event(done)
        assert event == shown[0]
        assert isinstance(event, EntryCorrected)
        assert event.by == "sue"
        assert event.clauses == (), "the cards were dealt right: it is the policy of the house"
        # the dealer has 19: box 3 pushes, box 5 loses
        assert event.money == (("box_3", 9000, 4000), ("box_5", 1000, 0))
        assert await purses(table) == {"box_3": 4000, "box_5": 0}
        assert (await house.rounds(table.id))[0].net == {"box_3": 0, "box_5": -2000}

    in_house(url, work)


def test_a_misdealt_card_cites_the_clause_on_reconstruction(url: str) -> None:
    async def work(house: House) -> None:
        for rulebook, clause in (("nz-blackjack", "16.5"), ("canberra-blackjack", "18(d)")):
            table = await FloorTable.open(house, replace(SPEC, rulebook=rulebook))
            await table.type("3 50", "deal", "10h", "10s")
            done = await table.say(f"correct {(await versions(table))['10h']} misdealt 9h", SUE)
            assert first_event(done).clauses == (clause,)

    in_house(url, work)


def test_a_correction_that_does_not_fit_what_followed_is_refused_and_says_which_entry(url: str) -> None:
    async def work(house: House) -> None:
        table = await FloorTable.open(house)
        await table.type(*ROUND, "3 10")
        version = (await versions(table))["8c"]
        refused = await table.say(f"correct {version} mistyped 3h", SUE)  # the dealer would draw again
        assert isinstance(refused, Refusal)
        assert "'bet 3 10'" in refused.message
        assert isinstance(await table.say("correct 9999 mistyped 3h", SUE), Refusal)
        await table.type("out 5")
        refused = await table.say(f"correct {version} mistyped 9h", SUE)
        assert isinstance(refused, Refusal)
        assert "box_5 has left" in refused.message

    in_house(url, work)


def test_a_second_person_confirms_where_the_house_demands_it(url: str) -> None:
    async def work(house: House) -> None:
        table = await FloorTable.open(house, replace(SPEC, second_person=True))
        await table.type(*ROUND)
        version = (await versions(table))["8c"]
        done = await table.say(f"correct {version} mistyped 9h", SUE)
        assert isinstance(first_event(done), CorrectionProposed)
        assert await purses(table) == {"box_3": 10000, "box_5": 2000}
        house.registry.drop(table.id)
        for who in (SUE, DAN):
            assert isinstance(await table.say(f"confirm_correction {version}", who), Refusal)
        done = await table.say(f"confirm_correction {version}", OLGA)
        event = first_event(done)
        assert (event.by, event.confirmed_by) == ("sue", "olga")
        assert await purses(table) == {"box_3": 5000, "box_5": 0}
        assert isinstance(await table.say(f"confirm_correction {version}", OLGA), Refusal)

    in_house(url, work)


def test_a_corrected_table_is_restored_and_written_as_it_is_in_force(url: str) -> None:
    async def work(house: House) -> None:
        table = await FloorTable.open(house)
        await table.type(*ROUND)
        await table.type(f"correct {(await versions(table))['8c']} mistyped 9h", who=SUE)
        await table.type("3 20", "deal", "10c", "undo", "9h")
        before = (await table.live()).view(DAN)
        house.registry.drop(table.id)
        assert (await table.live()).view(DAN) == before
        await table.type("10d", "10s", "s", "10h", "undo", "7h")
        text = await house.log_pit(table.id)
        assert text is not None
        assert "9h" in text
        assert "8c" not in text
        assert replay(parse_pit(text)).passed
        assert [info.round for info in await house.rounds(table.id)] == [2, 1]

    in_house(url, work)


def test_other_tables_have_no_corrections(url: str) -> None:
    async def work(house: House) -> None:
        table = await FloorTable.open(house, replace(SPEC, floor=False))
        for line in ("undo", "correct 6 mistyped"):
            assert isinstance(await table.say(line, SUE), Refusal)

    in_house(url, work)


def test_a_payout_that_was_not_what_the_rules_give_is_corrected_and_the_difference_is_booked(url: str) -> None:
    async def work(house: House) -> None:
        table = await FloorTable.open(house)
        await table.type(*ROUND, "3 10")
        held = await house.holds(bank(table.id))
        version = (await versions(table))["8c"]
        live = await table.live()
        shown = live.preview(SUE, f"correct {version} overpaid 3=75")
        assert not isinstance(shown, Refusal)
        event = first_event(await table.say(f"correct {version} overpaid 3=75", SUE))
        assert event == shown[0]
        assert (event.payouts, event.clauses) == ((("3", 7500),), ()), "no document provides for a wrong payment"
        assert event.money == (("box_3", 9000, 11500),)
        assert await house.holds(bank(table.id)) == held - 2500
        assert (await house.rounds(table.id))[0].net == {"box_3": 7500, "box_5": 0}
        await table.type(f"correct {version} collected 3=-50", f"correct {version} recovered 3=50", who=SUE)
        assert await purses(table) == {"box_3": 9000, "box_5": 2000}
        assert await house.holds(bank(table.id)) == held
        words = [posted.entry.words for posted in await house.entries(table.id)]
        assert words[-3:] == [
            f"correct {version} {what}" for what in ("overpaid 3=75", "collected 3=-50", "recovered 3=50")
        ]

    in_house(url, work)


def test_a_corrected_payout_is_restored_audited_and_written(url: str) -> None:
    async def work(house: House) -> None:
        table = await FloorTable.open(house)
        await table.type(*ROUND)
        versioned = await versions(table)
        await table.type(
            f"correct {versioned['8c']} overpaid 3=75", f"correct {versioned['5 20']} miscounted 30", who=SUE
        )
        before = await table.live()
        assert before.purses() == {"box_3": 12500, "box_5": 3000}, "the payout stays as it was paid"
        house.registry.drop(table.id)
        after = await table.live()
        assert (after.view(DAN), after.state) == (before.view(DAN), before.state)
        await table.type(f"correct {versioned['8c']} underpaid 5=-10", who=SUE)
        assert await purses(table) == {"box_3": 12500, "box_5": 2000}
        text = await house.log_pit(table.id)
        assert text is not None
        assert "# box_3 was paid +75 on main 3, not +50" in text
        assert replay(parse_pit(text)).passed
        alone = await house.round_pit(table.id, 1)
        assert alone is not None
        assert replay(parse_pit(alone)).passed

    in_house(url, work)


def test_a_payout_needs_a_wager_that_the_entry_settles_and_another_amount(url: str) -> None:
    async def work(house: House) -> None:
        table = await FloorTable.open(house)
        await table.type(*ROUND)
        found = await versions(table)
        for version, payout, says in (
            (found["8c"], "4=10", "expected 5, 3"),
            (found["8c"], "3=50", "nothing changes"),
            (found["8c"], "3=-60", "cannot lose 60 on a wager of 50"),
            (found["8c"], "3=x", "'x'"),
            (found["9s"], "3=10", "settles no wager"),
        ):
            refused = await table.say(f"correct {version} wrong {payout}", SUE)
            assert isinstance(refused, Refusal), payout
            assert says in refused.message
        assert isinstance(await table.say(f"correct {found['8c']} wrong 3=75", DAN), Refusal), (
            "a dealer corrects nothing"
        )

    in_house(url, work)


def test_a_second_person_confirms_a_payout(url: str) -> None:
    async def work(house: House) -> None:
        table = await FloorTable.open(house, replace(SPEC, second_person=True))
        await table.type(*ROUND)
        version = (await versions(table))["8c"]
        proposed = first_event(await table.say(f"correct {version} overpaid box_3:3=75", SUE))
        assert isinstance(proposed, CorrectionProposed)
        house.registry.drop(table.id)
        event = first_event(await table.say(f"confirm_correction {version}", OLGA))
        assert (event.by, event.confirmed_by, event.payouts) == ("sue", "olga", (("box_3:3", 7500),))
        assert await purses(table) == {"box_3": 12500, "box_5": 2000}

    in_house(url, work)


def test_rounds_keep_their_numbers_after_corrections_of_several(url: str) -> None:
    async def work(house: House) -> None:
        table = await FloorTable.open(house)
        for _ in range(2):
            await table.type(*ROUND)
        found = [posted.version for posted in await house.entries(table.id) if posted.entry.words == "8c"]
        for version in (found[0], found[1], found[0]):
            await table.type(f"correct {version} mistyped 9h", f"correct {version} mistyped 8d", who=SUE)
        rounds = await house.rounds(table.id)
        assert [(info.round, info.net) for info in rounds] == [
            (2, {"box_3": 5000, "box_5": 0}),
            (1, {"box_3": 5000, "box_5": 0}),
        ]

    in_house(url, work)


def test_the_figures_of_a_day_are_those_of_the_play_in_force(url: str) -> None:
    async def work(house: House) -> None:
        table = await FloorTable.open(house)
        assert isinstance(await house.pit.open_day(OLGA, "2026-11-18"), Day)
        await table.type(*ROUND)
        before = await played(house, table.id)
        version = (await versions(table))["8c"]
        await table.type(f"correct {version} mistyped 9h", f"correct {version} mistyped 8d", who=SUE)
        assert await played(house, table.id) == before, "the same wagers with the same results"
        await table.type(f"correct {version} overpaid 3=75", who=SUE)
        await table.type("3 50", "5 20", "deal", "10h", "9c", "10s", "9d", "9s", "s", "s", "8c", "undo", "8d")
        found = await played(house, table.id)
        assert [(wager.round, wager.player, wager.wager, wager.staked, wager.win) for wager in found] == [
            (1, "box_3", "main", 5000, -7500),
            (1, "box_5", "main", 2000, 0),
            (2, "box_3", "main", 5000, -5000),
            (2, "box_5", "main", 2000, 0),
        ]
        day = house.pit.book.day
        assert day is not None
        figures = await house.pit.figures(day)
        assert [(each.rounds, each.win) for each in figures.tables if each.table == table.id] == [(2, -12500)]

    in_house(url, work)
