"""Live tables of blackjack: the log restores them, money is conserved, and permissions hold."""

from random import Random

import pytest

from pitboss.games.blackjack import events as ev
from pitboss.games.describe import tell
from pitboss.games.live.table import Table
from pitboss.law import Refusal
from pitboss.tables.live import THE_HOUSE, Actor, Role
from tests.properties.tables import BOOKS
from tests.tables.live_play import OPERATOR, BlackjackPlayed, any_spec

SECRET = bytes(range(32))
#: Commands with and without a box, of every role, and some that are invalid.
WORDS = """bet 1 10; bet 10; bet 1 10 unseated; bet 10 unseated; bet; hit; hit 1; hit 2; stand; stand 1;
double; double 1; double 10; double 1 10; split 1; surrender 1; insure; insure 1; insure 5; insure 1 5; even 1;
pass; pass 1; follow 1; keep 1; decline; decline 1; withdraw; withdraw 1; leave; leave 1; sit; sit 2; press;
press 1; cut 10; accept; join 5; ready; deal; close; shuffle; absent ann; timeout 1; limit 10-20; card Kh;
irregularity no_burn; irregularity misdealt 1; irregularity wrong; irregularity; ann: hit 1; ann: hit;
t1 hit 1; hit x; hit 1 2; sing; ;  bet  1  10""".replace("\n", " ").split("; ")
SPEAKERS = (Actor("ann", Role.PLAYER), Actor("dan", Role.DEALER), OPERATOR, Actor("eve", Role.SPECTATOR), THE_HOUSE)


def same_table(played: BlackjackPlayed) -> None:
    """What the log makes is what is there, down to the next cards."""
    table, again = played.table, played.again()
    assert again.state == table.state
    assert again.version == table.version
    assert again.awaited == table.awaited
    assert again.present == table.present
    assert again.purses() == table.purses()
    assert again.public_view() == table.public_view()
    assert again.dues() == table.dues()
    assert again.secrets_left() == table.secrets_left()


@pytest.mark.parametrize("read", [False, True], ids=["shuffled", "read"])
@pytest.mark.parametrize("book", BOOKS)
def test_a_table_is_its_log(book: str, read: bool) -> None:
    for seed in range(6):
        dice = Random(f"{book} {read} {seed}")
        played = BlackjackPlayed(any_spec(book, dice, read=read), SECRET, dice)
        played.people_come()
        for _ in range(4):
            played.play(30)
            same_table(played)
        follower = played.again()
        marks = len(played.entries)
        played.play(20)
        for entry in played.entries[marks:]:
            follower.absorb(entry)
        assert follower.state == played.table.state
        assert follower.secrets_left() == played.table.secrets_left()


@pytest.mark.parametrize("book", BOOKS)
def test_words_that_mean_the_same_at_every_table_are_heard_as_all_others(book: str) -> None:
    carried_out: set[str] = set()
    for seed in range(4):
        dice = Random(f"{book} {seed}")
        played = BlackjackPlayed(any_spec(book, dice), SECRET, dice)
        played.people_come()
        for _ in range(6):
            played.play(3)
            carried_out |= heard_alike(played)
    assert carried_out >= {"bet", "deal", "hit", "stand", "join"}


def heard_alike(played: BlackjackPlayed) -> set[str]:
    """What may be said as the table stands, all of it heard in both ways."""
    carried_out = set()
    one, other = played.table.copy(), played.table.copy()
    for actor in SPEAKERS:
        for words in WORDS:
            slowly = Table.parse(other, actor, words)
            assert one.parse(actor, words) == slowly, f"{actor.name}: {words}"
            quickly = one.say(actor, words)
            slowly = slowly if isinstance(slowly, Refusal) else other.perform(actor, slowly)
            assert quickly == slowly, f"{actor.name}: {words}"
            if not isinstance(quickly, Refusal):
                carried_out.add(words.split()[0])
                one, other = played.table.copy(), played.table.copy()
    return carried_out


@pytest.mark.parametrize("book", BOOKS)
def test_no_two_wagers_or_hands_are_told_of_in_the_same_words(book: str) -> None:
    several = 0
    for seed in range(10):
        dice = Random(f"words {book} {seed}")
        played = BlackjackPlayed(any_spec(book, dice), SECRET, dice)
        played.people_come()
        played.play(150)
        for entry in played.entries:
            told = [event for event in entry.events if isinstance(event, ev.HandClosed | ev.WagerSettled)]
            words = [tell(event) for event in told]
            assert len(set(words)) == len(words), words
            several += len({event.box for event in told if event.place}) > 0
    assert several
