"""Irregularities that are reported at a floor table while the first cards of a round are entered."""

import pytest
from msgspec.structs import replace

from pitboss.games.blackjack.floor import NextCard
from pitboss.games.blackjack.state import Stage
from pitboss.house.house import CommandDone, House
from pitboss.law import Refusal
from pitboss.notation.replay import replay
from pitboss.pit import parse_pit
from pitboss.tables.live import Table, open_table, restore
from tests.house.houses import in_house
from tests.house.test_corrections import SUE, purses
from tests.house.test_floor import SPEC, FloorTable

#: What follows each kind of irregularity.
DETAILS = ("", " 3", " 3 lost", " dealer", " dealer lost", " fire")
CARDS = ["10h", "9c", "8s", "7d", "6h", "5h", "4h", "2h", *["9d", "8d", "5c", "6c", "7c", "8c", "9s"] * 8]


def test_a_misdealt_card_of_the_first_pass_is_reported_between_two_cards(url: str) -> None:
    async def work(house: House) -> None:
        table = await FloorTable.open(house)
        await table.type("3 50", "5 20", "deal", "10h")
        assert await table.next_card() == NextCard("box", 5, 0, 1)
        done = await table.say("irregularity misdealt 3", SUE)
        assert isinstance(done, CommandDone)
        assert done.entries[0].entry.events[0].clauses == ("16.5",)
        assert await table.next_card() == NextCard("box", 5, 0, 1), "the deal goes on where it was"
        house.registry.drop(table.id)
        await table.type("9c", "10s", "9d", "9s", "s", "s", "8c")
        text = await house.log_pit(table.id)
        assert text is not None
        assert "Th wait 9c" in text
        assert replay(parse_pit(text)).passed
        alone = await house.round_pit(table.id, 1)
        assert alone is not None
        assert replay(parse_pit(alone)).passed

    in_house(url, work)


def test_a_card_that_cannot_be_put_right_voids_what_the_document_says(url: str) -> None:
    async def work(house: House) -> None:
        table = await FloorTable.open(house)
        await table.type("3 50", "5 20", "deal", "10h")
        await table.type("irregularity misdealt 3 lost", who=SUE)
        assert await purses(table) == {"box_3": 5000, "box_5": 0}
        await table.type("9c", "10s", "9s", "s", "7c")
        assert await purses(table) == {"box_3": 5000, "box_5": 4000}
        whole = await FloorTable.open(house, replace(SPEC, rulebook="mbs-blackjack"))
        await whole.type("3 50", "5 20", "deal", "10h")
        await whole.type("irregularity misdealt 3 lost", who=SUE)
        assert await purses(whole) == {"box_3": 5000, "box_5": 2000}
        live = await whole.live()
        assert not live.wants_card, "the round is void: no card is awaited"
        await whole.type("3 50", "deal", "9h")
        text = await house.log_pit(table.id)
        assert text is not None
        assert replay(parse_pit(text)).passed

    in_house(url, work)


def test_only_reports_of_the_initial_deal_come_before_the_awaited_card(url: str) -> None:
    async def work(house: House) -> None:
        table = await FloorTable.open(house)
        await table.type("3 50", "deal", "10h", "10s", "5h")
        for line in ("irregularity drawn_exposed 9h", "void fire", "5 20"):
            assert isinstance(await table.say(line, SUE), Refusal), line
        await table.type("h")
        refused = await table.say("irregularity misdealt 3", SUE)
        assert isinstance(refused, Refusal)
        assert refused.kind == "card_awaited"

    in_house(url, work)


def play_on(table: Table, cards: list[str]) -> None:
    """Enters cards and stands until the round is over."""
    while table.state.stage not in (Stage.BETTING, Stage.CLOSED):
        lines = (cards.pop(0),) if table.wants_card else ("s", "n")
        assert any(not isinstance(table.say(SUE, line), Refusal) for line in lines), lines


@pytest.mark.parametrize("rulebook", ["nz-blackjack", "mbs-blackjack", "canberra-blackjack", "tribal-blackjack"])
def test_every_report_in_the_deal_replays_from_its_file_and_restores_from_its_log(rulebook: str) -> None:
    spec = replace(SPEC, rulebook=rulebook)
    opened = open_table(spec, bytes(32))
    assert not isinstance(opened, Refusal)
    opened.keeps_log = True
    reported = 0
    for kind in opened.rules.irregularities:
        for details in DETAILS:
            for dealt in (1, 4):
                table, cards = opened.copy(), list(CARDS)
                for line in ("3 50", "5 20", "deal"):
                    assert not isinstance(table.say(SUE, line), Refusal)
                for _ in range(dealt):
                    assert not isinstance(table.say(SUE, cards.pop(0)), Refusal)
                if isinstance(table.say(SUE, f"irregularity {kind}{details}"), Refusal):
                    continue
                reported += 1
                play_on(table, cards)
                text = table.log_pit()
                assert replay(parse_pit(text)).passed, text
                again = restore(spec, bytes(32), [table.opening, *table.log])
                assert (again.state, again.view(SUE)) == (table.state, table.view(SUE))
    assert reported > 3
