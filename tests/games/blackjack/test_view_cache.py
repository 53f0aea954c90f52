"""The view cache: after every command it equals a view computed afresh."""

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitboss.law import Refusal
from pitboss.tables.live import Actor, Role, TableSpec
from tests.properties.tables import BOOKS
from tests.tables.live_play import OPERATOR, BlackjackPlayed, any_spec

SECRET = bytes(range(32))
PLAYERS = tuple(Actor(name, Role.PLAYER) for name in ("ann", "bob", "cid", "zoe"))
EVERYBODY = (*PLAYERS, OPERATOR, Actor("dan", Role.DEALER), Actor("sam", Role.SPECTATOR))


def told(table: Any) -> list[Any]:
    return [table.public_view(), *(table.personal_view(actor) for actor in EVERYBODY)]


class Watched(BlackjackPlayed):
    """A table whose views are read after every command, and another that only gets the events."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.follower = self.again()

    def say(self, actor: Actor, words: str) -> tuple[Any, ...] | Refusal:
        done = super().say(actor, words)
        if not isinstance(done, Refusal):
            self.follower.absorb(self.entries[-1])
        self.look()
        return done

    def look(self) -> None:
        kept = [told(self.table), told(self.follower)]
        self.table._view_cache.clear()
        assert kept == [told(self.table)] * 2, self.entries[-1]


@pytest.mark.parametrize("book", BOOKS)
@settings(max_examples=12, deadline=None)
@given(seed=st.integers(0, 2**32), read=st.booleans())
def test_the_cached_view_equals_a_fresh_one(book: str, seed: int, read: bool) -> None:
    dice = Random(seed)
    played = Watched(any_spec(book, dice, read=read), SECRET, dice)
    played.people_come()
    played.play(60)


def test_a_command_of_the_house_invalidates_every_view() -> None:
    played = Watched(TableSpec(rulebook="canberra-blackjack", limits="10-1000"), SECRET, Random(1))
    ann, bob, *_ = PLAYERS
    for actor, words in (
        (ann, "join 500"),
        (bob, "join 500"),
        (OPERATOR, "limit 20-1000"),
        (ann, "bet 1 20"),
        (bob, "sit 2"),
        (OPERATOR, "exclude bob"),
        (OPERATOR, "closing 2"),
        (ann, "withdraw 1"),
        (OPERATOR, "new_cards"),
    ):
        assert not isinstance(played.say(actor, words), Refusal), words
