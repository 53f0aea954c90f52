"""Contributions by commitment and reveal: who may do what and when, and what an attacker can reach."""

from typing import Any

import pytest

from pitboss.games.live.contributions import REVEALS, contribution_hash
from pitboss.games.live.events import CommitmentsClosed, ContributionLeftOut
from pitboss.games.live.fairness import check_fairness
from pitboss.law import Refusal
from pitboss.notation import parse_pit, replay
from pitboss.tables.live import (
    THE_CLOCK,
    THE_HOUSE,
    Actor,
    Entry,
    Role,
    Table,
    TableSpec,
    encode_events,
    fairness_records,
    log_pit,
    open_table,
    restore,
)

SECRET = bytes(range(32))
ANN, BOB, SHILL = (Actor(name, Role.PLAYER) for name in ("ann", "bob", "shill"))


class Played:
    """A table with its log; every entry is also applied to a second table from the log alone."""

    def __init__(self, rulebook: str = "nz-blackjack", secret: bytes = SECRET, **spec: Any) -> None:
        self.spec = TableSpec(rulebook=rulebook, limits="10-500", **spec)
        table = open_table(self.spec, secret)
        assert isinstance(table, Table)
        self.table: Any = table
        self.log = [table.opening]
        self.restored: Any = restore(self.spec, secret, self.log)

    def say(self, actor: Actor, words: str) -> Any:
        done = self.table.say(actor, words)
        if not isinstance(done, Refusal):
            self.log.append(Entry("", actor, words, done))
            self.restored.absorb(self.log[-1])
            assert self.restored.secrets_left() == self.table.secrets_left()
            assert self.restored.dues() == self.table.dues()
        return done

    def done(self, actor: Actor, words: str) -> tuple[Any, ...]:
        done: tuple[Any, ...] | Refusal = self.say(actor, words)
        assert not isinstance(done, Refusal), done
        return done

    def refused(self, actor: Actor, words: str) -> str:
        done = self.say(actor, words)
        assert isinstance(done, Refusal), done
        return done.message

    def commit(self, actor: Actor, value: str, seed: str = "shoe 0") -> None:
        self.done(actor, f"commit {seed.replace(' ', '_')} {contribution_hash(seed, actor.name, value)}")

    def reveal(self, actor: Actor, value: str, seed: str = "shoe_0") -> tuple[Any, ...]:
        return self.done(actor, f"reveal {seed} {value}")


def _ready_to_deal(*players: Actor, secret: bytes = SECRET) -> Played:
    played = Played(secret=secret)
    for box, player in enumerate(players, 1):
        played.done(player, "join 500")
        played.done(player, f"bet {box} 20")
    return played


def _kinds(events: tuple[Any, ...]) -> list[str]:
    return [type(event).__name__ for event in events]


def test_the_first_card_waits_for_the_reveals_of_all_who_committed() -> None:
    played = _ready_to_deal(ANN, BOB)
    played.commit(ANN, "a")
    played.commit(BOB, "b")
    view = played.table.view(ANN)["you"]
    assert (view.commit, view.reveal) == ((), ())
    waits = played.done(THE_HOUSE, "deal")
    assert not any("Dealt" in kind for kind in _kinds(waits))
    assert played.table.view(ANN)["you"].reveal == ("shoe_0",)
    (due,) = played.table.dues()
    assert (due.who, due.what) == (("ann", "bob"), REVEALS)
    assert _kinds(played.reveal(BOB, "b")) == ["ContributionRevealed"]
    assert "waits for the contributions" in played.refused(THE_HOUSE, "deal")
    dealt = played.reveal(ANN, "a")
    assert "CardDealt" in _kinds(dealt)
    assert played.table.pending is None
    # the order of the key is that of the commitments, whoever revealed first
    assert played.table.fair.contributions.ordered("shoe 0", ()) == [
        ("ann", "a"),
        ("bob", "b"),
    ]


def test_a_contribution_without_a_reveal_is_left_out_and_logged() -> None:
    played = _ready_to_deal(ANN, BOB)
    played.commit(ANN, "a")
    played.commit(BOB, "b")
    played.done(THE_HOUSE, "deal")
    played.reveal(ANN, "a")
    (due,) = played.table.dues()
    assert due.command is not None
    assert due.seconds > 0
    assert "clock of the house alone" in played.refused(Actor("olga", Role.OPERATOR), "close_reveals shoe_0")
    late = played.done(THE_CLOCK, played.table.words_of(THE_CLOCK, due.command))
    assert late[0] == ContributionLeftOut((), "shoe 0", "bob")
    assert "CardDealt" in _kinds(late)
    assert "awaited" in played.refused(BOB, "reveal shoe_0 b")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("commit shoe_0 abc", "64 hexadecimal digits"),
        (f"commit shoe_9 {'a' * 64}", "takes no commitments now"),
        (f"commit shoe_0 {'a' * 64}", "one commitment is the most"),
        ("reveal shoe_0 a", "is awaited"),
        (f"reveal shoe_0 {'a' * 101}", "up to 100 characters"),
    ],
)
def test_a_commitment_out_of_place_is_refused_and_changes_nothing(words: str, says: str) -> None:
    played = _ready_to_deal(ANN)
    played.commit(ANN, "a")
    before = played.table.secrets_left()
    assert says in played.refused(ANN, words)
    assert played.table.secrets_left() == before
    assert "not at the table" in played.refused(BOB, f"commit shoe_0 {'a' * 64}")


def test_nothing_is_committed_or_added_once_reveals_have_begun() -> None:
    played = _ready_to_deal(ANN, BOB)
    played.commit(ANN, "a")
    played.done(THE_HOUSE, "deal")
    assert "takes no commitments" in played.refused(BOB, f"commit shoe_0 {'b' * 64}")
    (added,) = played.done(BOB, "contribute late")
    assert added.seed == "shoe 1"  # not the seed whose reveals are known


def test_a_player_who_leaves_is_not_waited_for() -> None:
    played = _ready_to_deal(ANN, BOB)
    played.commit(ANN, "a")
    played.done(ANN, "leave")
    assert "CardDealt" in _kinds(played.done(THE_HOUSE, "deal"))


def test_the_log_is_verified_replayed_and_written_as_a_file() -> None:
    played = _ready_to_deal(ANN, BOB)
    played.commit(BOB, "b")
    played.commit(ANN, "a")
    played.done(THE_HOUSE, "deal")
    played.reveal(ANN, "a")
    played.reveal(BOB, "b")
    file = log_pit(played.spec, played.log)
    assert "commit" not in file
    assert "house: deal" in file
    assert replay(parse_pit(file)).passed
    # a second table executes the same words to the same events
    again = open_table(played.spec, SECRET)
    assert isinstance(again, Table)
    for entry in played.log[1:]:
        done = again.repeat(entry.actor, entry.words)
        assert not isinstance(done, Refusal)
        assert encode_events("blackjack", done) == encode_events("blackjack", entry.events)


# --- roulette --------------------------------------------------------------------------------------------------------


def _betting(*players: Actor) -> Played:
    played = Played("nz-roulette")
    for player in players:
        played.done(player, "join 500")
        played.done(player, "bet straight 7 20")
    return played


def test_every_spin_has_a_seed_whose_reveals_come_after_betting() -> None:
    played = _betting(ANN)
    for spin in range(3):
        if spin:
            played.done(ANN, "bet straight 7 20")
        seed = f"spins {spin}"
        assert played.table.view(ANN)["you"].commit == (f"spins_{spin}",)
        played.commit(ANN, f"value{spin}", seed)
        assert "after no_more_bets" in played.refused(THE_HOUSE, "spin")
        closed = played.done(THE_HOUSE, "no_more_bets")
        assert closed[-1] == CommitmentsClosed((), seed, ("ann",))
        if spin == 1:
            left = played.done(THE_HOUSE, "spin")
            assert left[0] == ContributionLeftOut((), seed, "ann")
        else:
            played.reveal(ANN, f"value{spin}", f"spins_{spin}")
            played.done(THE_HOUSE, "spin")
    records = fairness_records(played.spec, played.log)
    assert [record.contributions for record in records] == [(("ann", "value0"),), (), (("ann", "value2"),)]
    assert [record.left_out for record in records] == [(), ("ann",), ()]
    assert all(record.seed and check_fairness(record) == () for record in records)


def test_a_void_spin_takes_new_commitments() -> None:
    played = _betting(ANN)
    played.commit(ANN, "first", "spins 0")
    played.done(THE_HOUSE, "no_more_bets")
    played.reveal(ANN, "first", "spins_0")
    played.done(THE_HOUSE, "no_spin interference")
    played.commit(ANN, "second", "spins 0")
    played.done(THE_HOUSE, "no_more_bets")
    played.reveal(ANN, "second", "spins_0")
    played.done(THE_HOUSE, "spin")
    (record,) = fairness_records(played.spec, played.log)
    assert record.contributions == (("ann", "second"),)
    assert check_fairness(record) == ()
