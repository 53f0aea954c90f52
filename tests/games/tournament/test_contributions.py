"""Players of a tournament contribute to the shoes of their tables by commitment and reveal."""

from random import Random
from typing import Any

import pytest

from pitboss.games.live.contributions import BEACON, REVEALS, contribution_hash
from pitboss.games.live.fairness import check_fairness
from pitboss.law import Refusal
from pitboss.tables.live import THE_HOUSE, Actor, Role, TableSpec, fairness_records
from tests.tables.live_play import OPERATOR, CupPlayed

SECRET = bytes(range(32))


def started(players: int = 4, **spec: Any) -> CupPlayed:
    """A tournament whose first session has begun."""
    played = CupPlayed(TableSpec(rulebook="nz-tournament", limits="10-100", **spec), SECRET, Random(1), players)
    played.enter()
    assert not isinstance(played.say(OPERATOR, "start confirmed"), Refusal)
    return played


def do(played: CupPlayed, name: str, words: str) -> tuple[Any, ...]:
    """A command that must be executed."""
    actor = Actor(name, Role.PLAYER) if name else THE_HOUSE
    done = played.say(actor, words)
    assert not isinstance(done, Refusal), f"{words}: {done}"
    return done


def commit(played: CupPlayed, name: str, value: str, seed: str = "t1 shoe 0") -> None:
    do(played, name, f"commit {seed.replace(' ', '_')} {contribution_hash(seed, name, value)}")


def bet_and_deal(played: CupPlayed) -> None:
    """Wagers of all in turn, and the deal, which asks for the reveals."""
    while waiting := played.table.state.tables[1].to_bet():
        do(played, waiting[0], "bet 10")
    do(played, "", "t1 deal")


def order(played: CupPlayed) -> tuple[int, ...]:
    """The cards of the first table that are still to come."""
    shoes, _ = played.table.secrets_left()
    return tuple(shoes[1][0][2])


def test_the_first_card_waits_for_the_reveals_and_the_records_agree() -> None:
    played = started()
    played.contributors = tuple(played.names)
    assert played.play(400) is False  # to the end of the tournament
    assert played.again().public_view() == played.table.public_view()
    records = fairness_records(played.spec, played.entries)
    assert records[0].name == "t1 shoe 0"
    assert [player for player, _ in records[0].contributions] == played.names
    assert not any(check_fairness(record) for record in records if record.seed)


def test_a_shill_who_knows_the_seed_chooses_between_two_orders_at_most() -> None:
    reached = set()
    for reveals in (True, False):
        played = started()
        commit(played, "p1", "honest")
        commit(played, "p2", "word0")
        bet_and_deal(played)
        assert played.table.awaited == ""
        assert played.table.public_view().waits_for == ("p1", "p2")
        assert "table 1 waits for the contributions to t1 shoe 0" in str(played.say(OPERATOR, "disqualify p3 rules"))
        do(played, "p1", "reveal t1_shoe_0 honest")
        for word in range(1, 40):
            assert isinstance(played.say(Actor("p2", Role.PLAYER), f"reveal t1_shoe_0 word{word}"), Refusal)
        for late in (f"commit t1_shoe_0 {'0' * 64}", "reveal t2_shoe_0 word0", "reveal shoe_0 word0"):
            assert isinstance(played.say(Actor("p2", Role.PLAYER), late), Refusal)
        (due,) = [due for due in played.table.dues() if due.what == REVEALS]
        assert due.who == ("p2",)
        do(played, "", "close_reveals t1_shoe_0") if not reveals else do(played, "p2", "reveal t1_shoe_0 word0")
        assert not played.table.pending
        reached.add(order(played))
    assert len(reached) == 2


def test_while_a_table_waits_for_reveals_the_director_acts_at_the_others() -> None:
    played = started(8)
    here, there = (list(table.boxes.values()) for table in played.table.state.tables.values())
    commit(played, here[0], "value")
    bet_and_deal(played)
    for words in (f"disqualify {here[1]} rules", "director leaves"):  # at that table, and at every table
        assert "table 1 waits for the contributions to t1 shoe 0" in str(played.say(OPERATOR, words))
    done = played.say(OPERATOR, f"disqualify {there[0]} rules")
    assert not isinstance(done, Refusal), done
    assert there[0] in played.table.state.disqualified
    assert here[0] in played.table.public_view().waits_for
    assert played.again().public_view() == played.table.public_view()
    do(played, here[0], "reveal t1_shoe_0 value")
    assert not played.table.pending
    assert played.again().secrets_left() == played.table.secrets_left()


def test_a_player_who_left_after_a_session_is_not_asked_for_its_next_shoe() -> None:
    played = started(8, choices={"session": "rounds:2", "advance": "2"})
    played.contributors = tuple(played.names)
    while played.table.state.session < 2:
        assert played.play(1)
    table = played.table
    for number, at in table.state.tables.items():
        for seed in (f"t{number} shoe {count}" for count in range(9)):
            known = table.cards.shoe(number).contributions
            if known.is_open(seed):
                assert set(known.committed(seed)) <= set(at.boxes.values())
    assert played.again().secrets_left() == table.secrets_left()


def test_only_the_players_of_a_table_may_commit_to_its_shoes() -> None:
    played = started(8)
    elsewhere = next(iter(played.table.state.tables[2].boxes.values()))
    hashed = contribution_hash("t1 shoe 0", elsewhere, "value")
    for name in (elsewhere, "sam"):
        assert isinstance(played.say(Actor(name, Role.PLAYER), f"commit t1_shoe_0 {hashed}"), Refusal)
    assert played.table.personal_view(Actor(elsewhere, Role.PLAYER)).commit == ("t2_shoe_0",)
    assert played.table.personal_view(Actor("sam", Role.SPECTATOR)).commit == ()


@pytest.mark.parametrize("committed", [True, False])
def test_the_beacon_follows_the_last_reveal(committed: bool) -> None:
    played = started(beacon=True)
    if committed:
        commit(played, "p1", "value")
    bet_and_deal(played)
    mix = "mix_beacon t1_shoe_0 local 1:abcd"
    if committed:
        assert isinstance(played.say(THE_HOUSE, mix), Refusal)
        do(played, "p1", "reveal t1_shoe_0 value")
    (known,) = played.table.contributed()
    assert known.missing("t1 shoe 0") == (BEACON,)
    do(played, "", mix)
    assert not played.table.pending
    assert played.again().secrets_left() == played.table.secrets_left()
