"""What players add to a seed is limited, but for the logs of releases that had no limit."""

import msgspec
import pytest

from pitboss.games.live.seeds import MOST_ADDED, MOST_LETTERS_ADDED
from pitboss.house.audit.table import TableReplay
from pitboss.house.log.chain import Record
from pitboss.house.log.read import StreamRow
from pitboss.law import Refusal
from pitboss.tables.live import THE_HOUSE, Actor, LiveTable, Role, TableSpec, encode_events, open_table

SECRET = bytes(32)


def _opened(rulebook: str) -> LiveTable:
    live = open_table(TableSpec(rulebook=rulebook, limits="10-500"), SECRET)
    assert not isinstance(live, Refusal)
    return live


@pytest.mark.parametrize("rulebook", ["nz-blackjack", "nz-roulette"])
def test_a_player_adds_so_many_words_to_a_seed_and_no_more(rulebook: str) -> None:
    live = _opened(rulebook)
    for name in ("ann", "bob"):
        assert not isinstance(live.say(Actor(name, Role.PLAYER), "join 100"), Refusal)
    for number in range(MOST_ADDED):
        assert not isinstance(live.say(Actor("ann", Role.PLAYER), f"contribute w{number}"), Refusal)
    version = live.version
    refused = live.say(Actor("ann", Role.PLAYER), "contribute more")
    assert isinstance(refused, Refusal)
    assert refused.kind == "seed_full"
    assert f"ann has added {MOST_ADDED} words" in refused.message
    assert live.version == version
    assert not isinstance(live.say(Actor("bob", Role.PLAYER), "contribute mine"), Refusal)


def test_all_players_together_add_so_many_letters_to_a_seed() -> None:
    live = _opened("nz-blackjack")
    words = 0
    for number in range(MOST_LETTERS_ADDED // 100 // MOST_ADDED + 1):
        actor = Actor(f"p{number}", Role.PLAYER)
        assert not isinstance(live.say(actor, "join 100"), Refusal)
        for _ in range(MOST_ADDED):
            done = live.say(actor, f"contribute {'x' * 100}")
            words += not isinstance(done, Refusal)
    assert words * 100 == MOST_LETTERS_ADDED
    assert isinstance(done, Refusal)
    assert "may have 10000 letters in all: 0 are left" in done.message


@pytest.mark.parametrize(("means", "found"), [("", ""), ("session", "it is refused now")])
def test_a_log_of_a_release_without_limits_is_audited_without_them(means: str, found: str) -> None:
    live = _opened("nz-blackjack")
    live.seeds.capped = False
    stream = StreamRow("t1", "", live.game, msgspec.json.encode(live.spec), SECRET, 0, 0, 0, 0, b"")
    replay = TableReplay(stream, SECRET)
    ann = Actor("ann", Role.PLAYER)
    events = live.opening.events
    said = [(THE_HOUSE, "open")] + [(ann, f"contribute w{number}") for number in range(MOST_ADDED + 1)]
    wrong = ""
    for seq, (actor, words) in enumerate(said, 1):
        if words != "open":
            live.present.add("ann")
            assert replay._executed is not None
            replay._executed.present.add("ann")
            done = live.say(actor, words)
            assert not isinstance(done, Refusal)
            events = done
        data = encode_events(live.game, events)
        wrong = replay.follow(Record("t1", seq, live.version, 0, "", actor.name, actor.role, words, data, (), means))
        if seq <= MOST_ADDED + 1:
            assert wrong == ""
    assert wrong.startswith(found)
    assert bool(wrong) == bool(found)
