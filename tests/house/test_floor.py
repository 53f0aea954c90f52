"""A floor table: the dealer enters the wagers, decisions and cards of players who have no account."""

from typing import Any

import pytest

from pitboss.games.blackjack.floor import NextCard
from pitboss.house.house import CommandDone, House
from pitboss.house.ledger import CAGE, bank, purse, stakes
from pitboss.law import Refusal
from pitboss.tables.live import THE_HOUSE, Actor, Role, TableSpec, open_table
from tests.house.houses import in_house, player

DAN = Actor("dan", Role.DEALER)
OLGA = Actor("olga", Role.OPERATOR)
SPEC = TableSpec(rulebook="nz-blackjack", limits="10-1000", cards_are_read=True, floor=True)


class FloorTable:
    """A floor table of a house, and the dealer who types there."""

    def __init__(self, house: House, table: str) -> None:
        self.house, self.id, self.typed = house, table, 0

    @classmethod
    async def open(cls, house: House, spec: TableSpec = SPEC) -> "FloorTable":
        opened = await house.open_table(THE_HOUSE, spec)
        assert not isinstance(opened, Refusal), opened
        return cls(house, opened.id)

    async def type(self, *lines: str, who: Actor = DAN) -> None:
        for line in lines:
            done = await self.say(line, who)
            assert isinstance(done, CommandDone), (line, done)

    async def say(self, line: str, who: Actor = DAN) -> Any:
        self.typed += 1
        return await self.house.command(self.id, who, f"{who.name} {self.typed}", None, line)

    async def live(self) -> Any:
        return await self.house.live(self.id)

    async def next_card(self) -> NextCard | None:
        found: NextCard | None = (await self.live()).public_view().next_card
        return found


def test_a_round_of_anonymous_players_moves_money_between_cage_purse_stakes_and_bank(url: str) -> None:
    async def work(house: House) -> None:
        table = await FloorTable.open(house)
        cage = await house.holds(CAGE)
        await table.type("3 50", "5 20", "5 25")
        assert await house.holds(stakes(table.id)) == 7500
        assert await house.holds(CAGE) == cage + 7500
        await table.type("deal", *["8h", "9c", "10s", "8d", "9d"], "p", "3h", "d", "4s", "Kd", "s", "s", "8c")
        # box 3: 15 doubled and 18, the dealer has 18, box 5 has 18
        assert (await table.live()).purses() == {"box_3": 5000, "box_5": 2500}
        assert await house.holds(purse(table.id, "box_3")) == 5000
        assert await house.holds(stakes(table.id)) == 0
        assert await house.holds(bank(table.id)) == 10000
        await table.type("out 3", "cash 5 100")
        assert await house.holds(CAGE) == cage + 2500 + 10000 + 10000
        assert await house.close_table(table.id, THE_HOUSE) is None

    in_house(url, work)


def test_the_table_says_whose_card_is_next(url: str) -> None:
    async def work(house: House) -> None:
        table = await FloorTable.open(house)
        await table.type("3 50", "5 20", "deal")
        assert await table.next_card() == NextCard("box", 3, 0, 1)
        await table.type("8h", "9c")
        assert await table.next_card() == NextCard("dealer", nth=1)
        await table.type("10s")
        assert await table.next_card() == NextCard("box", 3, 0, 2)
        await table.type("8d", "9d")
        assert await table.next_card() is None
        await table.type("p")
        assert await table.next_card() == NextCard("box", 3, 1, 2)
        await table.type("5c", "s")
        assert await table.next_card() == NextCard("box", 3, 2, 2)
        await table.type("5h", "s", "s")
        assert await table.next_card() == NextCard("dealer", nth=2)
        await table.type("8s", "4 50", "deal")
        assert await table.next_card() == NextCard("box", 4, 0, 1)
        await table.type("8h", "9c", "9d", "s", "9h", "4 50", "deal")
        assert await table.next_card() == NextCard("box", 4, 0, 1), "the hand of the last round does not count"

    in_house(url, work)


def test_insurance_is_answered_by_one_letter_a_box(url: str) -> None:
    async def work(house: House) -> None:
        table = await FloorTable.open(house)
        await table.type("1 50", "2 20", "deal", *["9h", "9c", "As", "8d", "9d"])
        await table.type("i", "n", "s", "s", "Kc")
        assert (await table.live()).purses() == {"box_1": 7500, "box_2": 0}

    in_house(url, work)


def test_a_player_with_an_account_plays_beside_anonymous_ones_and_behind_them(url: str) -> None:
    async def work(house: House) -> None:
        ann, ben = player("ann"), player("ben")
        for name in ("ann", "ben"):
            await house.create_user(name, Role.PLAYER)
            await house.deposit(name, 50000, name)
        table = await FloorTable.open(house)
        await table.type("join 500", "bet 1 50", who=ann)
        await table.type("2 40", "3 10", "3.2 30")
        await table.type("join 500", "bet 2 20", who=ben)
        await table.type("deal", *["10h", "9c", "9s", "7h", "10d", "8c", "9h"])
        for line in ("1 s", "s"):
            assert isinstance(await table.say(line), Refusal), "the decision is ann's"
        await table.type("stand 1", who=ann)
        await table.type("s", "s", "10c")
        # the dealer has 17: box 1 wins with 20, box 2 pushes with 17, box 3 wins with 18
        purses = {"ann": 55000, "box_2": 4000, "box_3": 2000, "box_3_2": 6000, "ben": 50000}
        assert (await table.live()).purses() == purses

    in_house(url, work)


def test_a_dealer_speaks_only_for_anonymous_players_at_floor_tables(url: str) -> None:
    async def work(house: House) -> None:
        await house.create_user("ann", Role.PLAYER)
        await house.deposit("ann", 50000, "d1")
        table = await FloorTable.open(house)
        await table.type("join 500", who=player("ann"))
        for who in (DAN, OLGA):
            refused = await table.say("ann: bet 1 50", who)
            assert isinstance(refused, Refusal)
            assert "decides with an account" in refused.message
        refused = await table.say("join 10", player("box_4"))
        assert isinstance(refused, Refusal)
        other = await FloorTable.open(house, TableSpec(rulebook="nz-blackjack", limits="10-1000", cards_are_read=True))
        for who in (DAN, OLGA):
            refused = await other.say("box_3: bet 3 50", who)
            assert isinstance(refused, Refusal)
            assert "only at a floor table" in refused.message
        assert isinstance(await other.say("3 50"), Refusal)
        taken = await house.create_user("box_3", Role.PLAYER)
        assert isinstance(taken, Refusal)

    in_house(url, work)


def test_a_refused_wager_takes_no_chips_from_the_cage(url: str) -> None:
    async def work(house: House) -> None:
        table = await FloorTable.open(house)
        for line in ("3 5", "3 50 z5", "9 50"):
            assert isinstance(await table.say(line), Refusal)
        assert (await table.live()).purses() == {}

    in_house(url, work)


def test_a_floor_table_is_written_as_a_file_and_restored_from_its_log(url: str) -> None:
    async def work(house: House) -> None:
        table = await FloorTable.open(house)
        await table.type("3 50", "deal", "8h", "9c", "9d", "d")
        text = await house.log_pit(table.id)
        assert text is not None
        assert "box_3: bet 3 50" in text
        before = (await table.live()).view(DAN)
        house.registry.drop(table.id)
        assert (await table.live()).view(DAN) == before
        await table.type("2c", "10d")

    in_house(url, work)


def test_no_clock_deals_at_a_floor_table(url: str) -> None:
    async def work(house: House) -> None:
        table = await FloorTable.open(house)
        await table.type("3 50")
        live = await table.live()
        assert all(due.seconds == 0 for due in live.running_dues())

    in_house(url, work)


def test_a_floor_table_needs_entered_cards() -> None:
    with pytest.raises(ValueError, match="cards_are_read"):
        open_table(TableSpec(rulebook="nz-blackjack", limits="10-1000", floor=True), bytes(32))


def test_a_preview_is_refused_as_the_command_is_while_a_card_is_awaited() -> None:
    table = open_table(SPEC, bytes(32))
    assert not isinstance(table, Refusal)
    for line in ("1 50", "deal", "Th", "9c", "2s", "h"):
        assert not isinstance(table.say(OLGA, line), Refusal), line
    line = "irregularity misdealt 1"
    previewed, done = table.preview(OLGA, line), table.say(OLGA, line)
    assert isinstance(previewed, Refusal)
    assert previewed == done
