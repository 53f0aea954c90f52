"""Buttons that are kept from command to command are those that would be made afresh."""

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitboss.law import Refusal
from pitboss.table.live import Actor, Role
from tests.properties.tables import BOOKS
from tests.table.live_play import OPERATOR, BlackjackPlayed, any_spec

SECRET = bytes(range(32))
PLAYERS = tuple(Actor(name, Role.PLAYER) for name in ("ann", "bob", "cid", "zoe"))
EVERYBODY = (*PLAYERS, OPERATOR, Actor("dan", Role.DEALER), Actor("sam", Role.SPECTATOR))


class Watched(BlackjackPlayed):
    """A table that everybody looks at after every command, and another that only hears of what happens."""

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
        kept = [table.personal_view(actor) for table in (self.table, self.follower) for actor in EVERYBODY]
        self.table._buttons.forget()
        afresh = [self.table.personal_view(actor) for actor in EVERYBODY]
        assert kept == afresh * 2, self.entries[-1]


@pytest.mark.parametrize("book", BOOKS)
@settings(max_examples=12, deadline=None)
@given(seed=st.integers(0, 2**32), read=st.booleans())
def test_what_is_kept_is_what_would_be_made_afresh(book: str, seed: int, read: bool) -> None:
    dice = Random(seed)
    played = Watched(any_spec(book, dice, read=read), SECRET, dice)
    played.people_come()
    played.play(60)
