"""Chance that can be checked: the stream is the documented one, shuffles have no bias, seeds keep their time."""

import hmac
from collections import Counter
from collections.abc import Iterator
from hashlib import sha256
from itertools import permutations
from typing import Any

import pytest

from pitboss.cards import full_shoe
from pitboss.games.blackjack.chance import CUTTING_CARD
from pitboss.games.live.events import SeedAdded, SeedCommitted, SeedRevealed
from pitboss.games.live.fairness import BATCH, Stream, check_fairness, commitment_of, seed_of, shoe_order
from pitboss.games.roulette.fair_wheel import FairWheel
from pitboss.law import Refusal
from pitboss.tables.live import THE_HOUSE, Actor, Role, TableSpec, fairness_records
from tests.tables.live_play import OPERATOR, Played

SECRET = bytes(range(32))
ANN = Actor("ann", Role.PLAYER)


def words_of(seed: bytes, contributions: str, counter: int) -> list[int]:
    """The stream by its description, and not by its code."""
    key = hmac.new(seed, contributions.encode(), sha256).digest()
    block = hmac.new(key, counter.to_bytes(8, "big"), sha256).digest()
    return [int.from_bytes(block[start : start + 4], "big") for start in range(0, 32, 4)]


def test_the_stream_is_the_documented_one() -> None:
    seed = hmac.new(SECRET, b"shoe 0", sha256).digest()
    assert seed_of(SECRET, "shoe 0") == seed
    assert commitment_of(seed) == sha256(seed).hexdigest()
    stream = Stream(seed, [("ann", "x"), ("bob", "cut 60")])
    drawn = [stream.below(2**32) for _ in range(16)]
    assert drawn == words_of(seed, "ann:x\nbob:cut 60\n", 0) + words_of(seed, "ann:x\nbob:cut 60\n", 1)
    assert stream.at(3).below(2**32) == words_of(seed, "ann:x\nbob:cut 60\n", 3 << 32)[0]


class Words(Stream):
    """A stream whose words are given."""

    def __init__(self, words: list[int]) -> None:
        self.given = words
        super().__init__(b"", ())

    def _words(self, counter: int) -> Iterator[int]:
        return iter(self.given)


@pytest.mark.parametrize("bound", [1, 2, 3, 7, 37, 52, 416, 3_750, 2**31 + 1])
def test_a_number_is_exactly_as_likely_as_any_other(bound: int) -> None:
    """Words from the greatest multiple of the bound on are passed over, so that as many words mean each number."""
    fair = 2**32 // bound * bound
    assert Words([fair - 1]).below(bound) == bound - 1
    assert Words([0]).below(bound) == 0
    if fair < 2**32:
        assert Words([fair, 2**32 - 1, 5]).below(bound) == 5 % bound


def test_every_order_is_exactly_as_likely() -> None:
    """All ways in which the draws for four cards can fall, each once: every order comes of exactly one of them."""
    orders: Counter[tuple[int, ...]] = Counter()
    for first in range(4):
        for second in range(3):
            for third in range(2):
                cards = [10, 11, 12, 13]
                Words([first, second, third]).shuffle(cards)
                orders[tuple(cards)] += 1
    assert orders == Counter(permutations([10, 11, 12, 13]))


def test_a_shuffle_passes_over_the_same_words_as_a_number() -> None:
    """The greatest word is one too many for thirds, and no more is read than is needed."""
    cards, stream = [10, 11, 12], Words([2**32 - 1, 2**32 - 2, 1, 99])
    stream.shuffle(cards)
    last = (2**32 - 2) % 3
    expected = [10, 11, 12]
    expected[2], expected[last] = expected[last], expected[2]
    assert cards == expected
    assert stream.below(100) == 99


def test_every_card_comes_as_often_in_every_place() -> None:
    """Chi-square over one deck in 2,600 shoes: with 2,601 degrees of freedom it stays below 2,970 in 99.9999 of 100."""
    shoes = 2_600
    seen: Counter[tuple[int, int]] = Counter()
    for number in range(shoes):
        order = shoe_order(seed_of(SECRET, f"shoe {number}"), (), full_shoe(1), 0)
        seen.update(enumerate(order))
    expected = shoes / 52
    chi_square = sum((seen[place, card] - expected) ** 2 / expected for place in range(52) for card in range(52))
    assert 2_260 < chi_square < 2_970


def test_every_number_of_the_wheel_comes_as_often() -> None:
    """Chi-square over 37,000 spins: with 36 degrees of freedom it stays below 90 all but certainly."""
    wheel = FairWheel(SECRET)
    seen = Counter(wheel.spin(void=False) for _ in range(37_000))
    assert set(seen) == set(range(37))
    assert sum((count - 1_000) ** 2 / 1_000 for count in seen.values()) < 90


def test_the_cutting_card_is_at_its_distance_from_the_back() -> None:
    order = shoe_order(SECRET, (), full_shoe(2), 26)
    assert len(order) == 105
    assert order.index(CUTTING_CARD) == 104 - 26


def done(played: Played, words: str) -> tuple[Any, ...]:
    events = played.say(ANN, words)
    assert not isinstance(events, Refusal), events
    return events


def test_a_players_word_changes_the_order_and_comes_before_the_first_card() -> None:
    played = Played(TableSpec(rulebook="nz-blackjack", limits="10-1000"), SECRET)
    committed = [event for event in played.entries[0].events if isinstance(event, SeedCommitted)]
    assert [event.seed for event in committed] == ["shoe 0", "shoe 1", "shoe 2"]
    assert isinstance(played.entries[0].events[0], SeedCommitted), "before the first shuffle"
    before = played.table.secrets_left()[0]
    played.say(ANN, "join 500")
    (added,) = done(played, "contribute luck")
    assert isinstance(added, SeedAdded)
    assert added.seed == "shoe 0"
    assert played.table.secrets_left()[0] != before
    played.say(ANN, "bet 1 10")
    played.say(THE_HOUSE, "deal")
    (late,) = done(played, "contribute more")
    assert isinstance(late, SeedAdded)
    assert late.seed == "shoe 1"


def test_the_cut_goes_into_the_seed() -> None:
    played = Played(TableSpec(rulebook="nz-blackjack", limits="10-1000"), SECRET)
    for actor, words in ((ANN, "join 500"), (ANN, "sit 1"), (OPERATOR, "cut"), (ANN, "cut 100")):
        done = played.say(actor, words)
        assert not isinstance(done, Refusal), done
    record = fairness_records(played.spec, played.entries)[0]
    assert record.contributions == (("ann", "cut 100"),)
    assert played.again().secrets_left() == played.table.secrets_left()


def test_a_seed_stays_secret_while_one_of_its_cards_is_hidden_or_undealt() -> None:
    played = Played(TableSpec(rulebook="tribal-blackjack", limits="10-1000"), SECRET)
    seed = seed_of(SECRET, "shoe 0").hex()
    for actor, words in ((ANN, "join 500"), (ANN, "bet 1 10"), (OPERATOR, "deal"), (OPERATOR, "absent ann")):
        done = played.say(actor, words)
        assert seed not in str(done)
    done = played.say(OPERATOR, "shuffle")
    assert not isinstance(done, Refusal)
    revealed = [event for event in done if isinstance(event, SeedRevealed)]
    assert [(event.seed, event.value) for event in revealed] == [("shoe 0", seed)]


def test_closing_the_table_publishes_the_seed_of_the_last_shoe() -> None:
    played = Played(TableSpec(rulebook="nz-blackjack", limits="10-1000"), SECRET)
    said = ((ANN, "join 500"), (OPERATOR, "closing 1"), (ANN, "bet 1 10"), (OPERATOR, "deal"), (OPERATOR, "absent ann"))
    for actor, words in said:
        played.say(actor, words)
    assert played.table.public_view().closed
    (record,) = fairness_records(played.spec, played.entries)
    assert record.seed
    assert check_fairness(record) == ()


def test_a_wheel_publishes_its_seed_after_the_last_spin() -> None:
    played = Played(TableSpec(rulebook="nz-roulette", limits="5-1000", spins_per_seed=BATCH), SECRET)
    for number in range(BATCH):
        done = played.say(OPERATOR, "spin")
        assert not isinstance(done, Refusal)
        assert any(isinstance(event, SeedRevealed) for event in done) is (number == BATCH - 1)
    (record,) = fairness_records(played.spec, played.entries)
    assert len(record.outcomes) == BATCH
    assert check_fairness(record) == ()
