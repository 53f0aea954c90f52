"""Live tournaments: the log restores them, and every cent of fees, chips and prizes is accounted for."""

from random import Random

import pytest

from pitboss.games.tournament.state import Phase
from pitboss.law import Refusal
from pitboss.tables.live import Actor, Role, TableSpec
from tests.tables.live_play import OPERATOR, CupPlayed

SECRET = bytes(range(32))


def any_tournament(dice: Random, *, read: bool) -> tuple[TableSpec, int]:
    fee, count = dice.choice((0, 10, 25)), dice.choice((4, 5, 8, 12))
    choices = {
        "entry_fee": str(fee),
        "chips": str(dice.choice((20, 50, 200))),
        "chip_issue": dice.choice(("gratuitous", "face_value")),
        "session": dice.choice(("rounds:2", "rounds:4", "shoes:1")),
        "playoff": "rounds:1",
        "advance": "2",
    }
    if dice.random() < 0.5:
        choices |= {"prizes": f"{fee * count + 30},20", "contribution": "50"}
    book = dice.choice(("nz-tournament", "canberra-blackjack"))
    if book == "canberra-blackjack":
        choices |= {"tournament": "true", dice.choice(("over_under_13", "triple_play", "super_sevens")): "true"}
        choices |= {"entry_fee_retention": "0.10", "contribution": "0", "prizes": f"{fee * count * 9 // 10}"}
    return TableSpec(rulebook=book, choices=choices, limits="10-100", cards_are_read=read), count


@pytest.mark.parametrize("read", [False, True], ids=["shuffled", "read"])
def test_a_tournament_is_its_log(read: bool) -> None:
    over = 0
    for seed in range(14):
        dice = Random(f"{read} {seed}")
        spec, count = any_tournament(dice, read=read)
        played = CupPlayed(spec, SECRET, dice, count)
        played.enter()
        if seed % 2:
            played.contributors, played.silent = ("p1", "p2", "p4"), ("p4",)
        follower = played.again()
        going, marks = True, len(played.entries)
        while going:
            going = played.play(40) and len(played.entries) < 600
            table, again = played.table, played.again()
            for entry in played.entries[marks:]:
                follower.absorb(entry)
            marks = len(played.entries)
            for other in (again, follower):
                assert other.state == table.state
                assert other.version == table.version
                assert other.awaited == table.awaited
                assert other.present == table.present
                assert other.secrets_left() == table.secrets_left()
                assert other.dues() == table.dues()
                assert other.public_view() == table.public_view()
        over += played.table.state.phase is Phase.OVER
    assert over > 5


@pytest.mark.parametrize("read", [False, True], ids=["shuffled", "read"])
def test_a_cut_adds_to_seeds_where_there_are_some(read: bool) -> None:
    spec = TableSpec(rulebook="nz-tournament", limits="10-100", cards_are_read=read)
    played = CupPlayed(spec, SECRET, Random(1), 4)
    played.enter()
    for actor, words in ((OPERATOR, "start"), (OPERATOR, "t1 cut"), (Actor("p1", Role.PLAYER), "cut 60")):
        assert not isinstance(played.say(actor, words), Refusal)
    seeds = played.table.public_view().seeds
    assert bool(seeds) is not read, "cards that the dealer reads come from no seed"
    assert played.again().public_view() == played.table.public_view()


@pytest.mark.parametrize("begun", [False, True], ids=["before the start", "no final can be held"])
def test_a_tournament_that_does_not_proceed_leaves_no_money_behind(begun: bool) -> None:
    choices = {"entry_fee": "25", "contribution": "40"}
    played = CupPlayed(TableSpec(rulebook="nz-tournament", choices=choices, limits="10-100"), SECRET, Random(1), 8)
    played.enter()
    words = ["disqualify p8 rules"]
    if begun:  # one goes on from each of two tables
        words = ["start confirmed", *words, "tally p1=9 p2=8 p3=7 p4=6", "tally p5=9 p6=8 p7=7"]
    for each in (*words, "cancel"):
        assert not isinstance(played.say(OPERATOR, each), Refusal)
    assert played.table.purses() == dict.fromkeys(played.names[:-1], 100_000_00) | {"p8": 99_975_00}
    assert played.books.of("stakes") == 0, "the fee of who was disqualified is the operator's"
    assert played.books.of("bank") == 25_00
    assert played.again().state == played.table.state
