"""Coming and going at awkward moments: after the last round, while a card is awaited, while the director is away."""

from typing import Any

import pytest

from pitboss.games.tournament.commands import NoteLate
from pitboss.law import Refusal, load_rulebook, rulebook_ids
from pitboss.tables.live import THE_HOUSE, Actor, Entry, LiveTable, Role, TableSpec, open_table

BLACKJACK = [name for name in rulebook_ids() if load_rulebook(name).about.game == "blackjack"]
DEALER = Actor("dan", Role.DEALER)


class Played:
    """A table, and another that follows its log."""

    def __init__(self, rulebook: str, **spec: Any) -> None:
        self.table, self.follower = (_opened(TableSpec(rulebook=rulebook, **spec)) for _ in range(2))

    def say(self, actor: Actor, words: str) -> None:
        """Executes a command that must be accepted, and checks that the log restores the table."""
        done = self.table.say(actor, words)
        assert not isinstance(done, Refusal), (words, done)
        self.follower.absorb(Entry("", actor, words, done))
        for name in ("version", "purses", "dues", "public_view"):
            one, two = getattr(self.table, name), getattr(self.follower, name)
            assert (one() if callable(one) else one) == (two() if callable(two) else two)


def _opened(spec: TableSpec) -> LiveTable:
    table = open_table(spec, bytes(32))
    assert not isinstance(table, Refusal), table
    return table


def player(name: str) -> Actor:
    return Actor(name, Role.PLAYER)


@pytest.mark.parametrize("rulebook", BLACKJACK)
def test_all_players_are_paid_out_after_the_last_round(rulebook: str) -> None:
    played = Played(rulebook, limits="10-500")
    ann = player("ann")
    for actor, words in ((ann, "join 200"), (THE_HOUSE, "closing 1"), (ann, "bet 1 10"), (THE_HOUSE, "deal")):
        played.say(actor, words)
    while played.table.dues() and (command := played.table.dues()[0].command) is not None:
        played.say(THE_HOUSE, played.table.words_of(THE_HOUSE, command))
    assert played.table.public_view().closed
    played.say(ann, "leave")
    assert not any(played.table.purses().values())
    assert "ann" not in played.table.present


@pytest.mark.parametrize("rulebook", BLACKJACK)
def test_a_player_without_a_bet_may_leave_while_a_card_is_awaited(rulebook: str) -> None:
    played = Played(rulebook, limits="10-500", cards_are_read=True)
    ann, ben = player("ann"), player("ben")
    for actor, words in ((ann, "join 100"), (ben, "join 100"), (ben, "sit 2"), (ann, "bet 1 10"), (DEALER, "deal")):
        played.say(actor, words)
    awaited = played.table.public_view().awaited
    assert awaited
    played.say(ben, "leave")
    assert played.table.public_view().awaited == awaited
    for card in ("2h", "3h", "4h"):
        played.say(DEALER, f"card {card}")


def test_joining_before_an_unknown_card_keeps_all_readers_of_the_log_equal() -> None:
    played = Played("nz-blackjack", limits="10-500", cards_are_read=True)
    ann = player("ann")
    for actor, words in ((ann, "join 100"), (ann, "bet 1 10"), (DEALER, "deal"), (DEALER, "card 9h")):
        played.say(actor, words)
    played.say(DEALER, "card end")  # a slip: nothing lies in the rack either
    played.say(player("ben"), "join 100")
    played.say(DEALER, "card 8h")


def test_no_deadline_runs_while_the_director_is_away() -> None:
    choices = {"session": "rounds:3", "bet_seconds": "4"}
    played = Played("nz-tournament", choices=choices)
    for name in ("ann", "ben", "cat", "dee"):
        played.say(player(name), "join 100")
        played.say(player(name), "enter")
    played.say(THE_HOUSE, "start")
    [due] = played.table.dues()
    assert isinstance(due.command, NoteLate)
    played.say(THE_HOUSE, "director leaves")
    assert [(one.who, one.command, one.seconds) for one in played.table.dues()] == [(("director",), None, 0)]
    assert isinstance(played.table.say(player(due.who[0]), "bet 10"), Refusal)
    played.say(THE_HOUSE, "director returns")
    assert played.table.dues() == (due,)


@pytest.mark.parametrize("rulebook", rulebook_ids())
@pytest.mark.parametrize("words", ["join 1", "leave", "ready", "contribute luck"])
@pytest.mark.parametrize("role", [Role.OPERATOR, Role.DEALER, Role.HOUSE])
def test_the_house_is_not_a_player(rulebook: str, words: str, role: Role) -> None:
    table = _opened(TableSpec(rulebook=rulebook))
    for refused in (table.say(Actor("olga", role), words), table.preview(Actor("olga", role), words)):
        assert isinstance(refused, Refusal)
        assert refused.kind == "role"
