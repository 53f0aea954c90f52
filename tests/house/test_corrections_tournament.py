"""Corrections of a tournament with physical cards: a disqualification is struck, and the log keeps both."""

from typing import Any

from msgspec.structs import replace

from pitboss.cards import card_name
from pitboss.games.live.events import CorrectionProposed, EntryCorrected
from pitboss.games.tournament.events import PlayerDisqualified
from pitboss.house.house import CommandDone, House
from pitboss.law import Refusal
from pitboss.notation.replay import replay
from pitboss.pit import parse_pit
from pitboss.tables.live import Actor, Role, TableSpec
from tests.house.houses import in_house, player
from tests.house.test_corrections import OLGA, SUE, first_event, versions
from tests.house.test_floor import FloorTable

DORA = Actor("dora", Role.DIRECTOR)
NAMES = ("ann", "ben", "cat", "dee")
SPEC = TableSpec(
    rulebook="nz-tournament",
    choices={"session": "rounds:2", "advance": "1", "entry_fee": "10"},
    limits="10-100",
    cards_are_read=True,
    floor=True,
)


async def started(house: House, spec: TableSpec = SPEC) -> FloorTable:
    """A tournament of four with physical cards that has started."""
    table = await FloorTable.open(house, spec)
    for name in NAMES:
        await house.create_user(name, Role.PLAYER)
        await house.deposit(name, 100_00, name)
        await table.type("join 50", "enter", who=player(name))
    await table.type("start", who=DORA)
    return table


async def statuses(table: FloorTable) -> dict[str, str]:
    view: Any = (await table.live()).public_view()
    return {entry.player: entry.status for entry in view.entries}


def test_a_disqualification_is_struck_after_a_preview(url: str) -> None:
    async def work(house: House) -> None:
        table = await started(house)
        await table.type("disqualify ben rules", who=DORA)
        assert (await statuses(table))["ben"] == "disqualified"
        version = (await versions(table))["disqualify ben rules"]
        live = await table.live()
        first = live.due().who[0]
        assert isinstance(await table.say("bet 10", player(first)), CommandDone)
        live = await table.live()
        shown = live.preview(SUE, f"correct {version} mistaken_person")
        assert not isinstance(shown, Refusal), shown
        assert (await statuses(table))["ben"] == "disqualified", "a preview changes nothing"
        event = first_event(await table.say(f"correct {version} mistaken_person", SUE))
        assert isinstance(event, EntryCorrected)
        assert (event.verb, event.by, event.clauses) == ("disqualify", "sue", ()), "the policy of the house"
        assert (await statuses(table))["ben"] == (await statuses(table))["ann"]
        before = await table.live()
        house.registry.drop(table.id)
        after = await table.live()
        assert (after.state, after.purses(), after.view(SUE)) == (before.state, before.purses(), before.view(SUE))
        kept = [event for posted in await house.entries(table.id) for event in posted.entry.events]
        assert any(isinstance(event, PlayerDisqualified) for event in kept), "nothing is erased"
        text = await house.log_pit(table.id)
        assert text is not None
        assert "disqualify" not in text
        assert replay(parse_pit(text)).passed

    in_house(url, work)


def test_a_second_person_confirms_that_a_disqualification_is_struck(url: str) -> None:
    async def work(house: House) -> None:
        table = await started(house, replace(SPEC, second_person=True))
        await table.type("disqualify ben rules", who=DORA)
        version = (await versions(table))["disqualify ben rules"]
        assert isinstance(await table.say(f"correct {version} mistaken_person", player("ben")), Refusal)
        proposed = first_event(await table.say(f"correct {version} mistaken_person", SUE))
        assert isinstance(proposed, CorrectionProposed)
        house.registry.drop(table.id)
        event = first_event(await table.say(f"confirm_correction {version}", OLGA))
        assert (event.by, event.confirmed_by) == ("sue", "olga")
        assert (await statuses(table))["ben"] != "disqualified"

    in_house(url, work)


def test_a_card_and_a_wager_of_a_tournament_round_are_corrected(url: str) -> None:
    async def work(house: House) -> None:
        table = await started(house)
        while (due := (await table.live()).due()).what == "bet":
            await table.type("bet 10", who=player(due.who[0]))
        await table.type("t1 deal", "card 8h", who=DORA)
        found = await versions(table)
        for line in (f"correct {found['card 8h']} mistyped 9h", f"correct {found['bet 10']} wrong_amount 20"):
            await table.type(line, who=SUE)
        await table.type("card 5c", "undo", "card 6c", who=DORA)
        house.registry.drop(table.id)
        play = (await table.live()).state.tables[1].play
        cards = [card_name(card) for hands in play.hands.values() for hand in hands for card in hand.cards]
        assert cards == ["9h", "6c"]
        assert sorted(wager.amount for wager in play.wagers) == [1000, 1000, 1000, 2000]

    in_house(url, work)
