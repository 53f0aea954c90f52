"""Provably fair shuffles, spins and prizes: commit, contribute, reveal.

A table has one secret of 32 random bytes. Every random outcome is derived from a named seed (``shoe 0``, ``spins 3``,
``prizes 1``; ``t2 shoe 0`` at a tournament's second table):

    seed        = HMAC-SHA256(secret, name)
    commitment  = SHA-256(seed), published before the first outcome of the seed
    key         = HMAC-SHA256(seed, contributions), each contribution as ``player:text`` and a line feed, in order
    stream      = HMAC-SHA256(key, 0), HMAC-SHA256(key, 1), … (counters of 8 bytes, big-endian), read as 32-bit words

A shoe reads its stream from counter 0. Outcome i (from 1) of a series of spins, prizes or draws from a continuous
shuffler reads it from counter i * 2**32, so that each outcome can be computed without the others.

A random number below n takes the next word of the stream, skips words at or above the greatest multiple of n, and
returns the word modulo n. This has no bias. A shoe is a Fisher-Yates shuffle, from the last index down to the second,
of the cards in canonical order (or of the cards of the rack, as listed). The players contribute after the commitment,
so the house cannot choose the order, and before the first card, so the players cannot choose it either. The seed is
revealed when the cards are discarded; then the log is enough to compute every outcome again.
"""

import hmac
import struct
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from hashlib import sha256
from typing import Final

from msgspec import Struct

from pitboss.cards import DECK_SIZE, card_name, full_shoe
from pitboss.games.blackjack.chance import CUTTING_CARD
from pitboss.games.live.contributions import BEACON, contribution_hash

#: The number of spins, or of prizes, per seed.
BATCH: Final = 50
_WORDS: Final = 1 << 32
_words_of: Final = struct.Struct(">8I").unpack

Contributions = tuple[tuple[str, str], ...]


class SeedUnknown(LookupError):
    """A seed is not published, and the secret that it is derived from is not known."""


class PublishedSeeds:
    """The seeds and commitments that a log publishes, for readers who do not have the secret of its table."""

    def __init__(self, seeds: Mapping[str, bytes], commitments: Mapping[str, str]) -> None:
        self._seeds = seeds
        self._commitments = commitments

    def __deepcopy__(self, _: object) -> "PublishedSeeds":
        return self  # nothing changes it

    def seed(self, name: str) -> bytes:
        """Returns a published seed; raises SeedUnknown for any other."""
        if name not in self._seeds:
            raise SeedUnknown(f"the seed of {name} is not published, and the secret of the table is not known")
        return self._seeds[name]

    def commitment(self, name: str) -> str:
        """Returns the commitment of a seed, published or not."""
        known = self._commitments.get(name)
        return commitment_of(self.seed(name)) if known is None else known


#: What the seeds of a table come from: its secret of 32 bytes, or what its log publishes.
Secret = bytes | PublishedSeeds


@lru_cache(maxsize=4096)  # every view lists the commitments of the next seeds
def seed_of(secret: Secret, name: str) -> bytes:
    """Returns the seed of that name; cached."""
    return secret.seed(name) if isinstance(secret, PublishedSeeds) else hmac.digest(secret, name.encode(), "sha256")


def commitment_to(secret: Secret, name: str) -> str:
    """Returns the commitment of the seed of that name."""
    return secret.commitment(name) if isinstance(secret, PublishedSeeds) else commitment_of(seed_of(secret, name))


def commitment_of(seed: bytes) -> str:
    """Returns the commitment of a seed: its SHA-256 hash, published before the first outcome."""
    return sha256(seed).hexdigest()


class Stream:
    """Unbiased random numbers, derived from a seed and the players' contributions."""

    __slots__ = ("_key", "_next")

    def __init__(self, seed: bytes, contributions: Sequence[tuple[str, str]]) -> None:
        said = "".join(f"{player}:{text}\n" for player, text in contributions)
        self._key = hmac.digest(seed, said.encode(), "sha256")
        self._next = self._words(0).__next__

    def __deepcopy__(self, _: object) -> "Stream":
        """Returns a stream with the same key, at its first word: users of a shared key seek with ``at``."""
        other = Stream.__new__(Stream)
        other._key = self._key
        return other.at(0)

    def _words(self, counter: int) -> Iterator[int]:
        """Yields all words from a counter on."""
        key = self._key
        while True:
            yield from _words_of(hmac.digest(key, counter.to_bytes(8, "big"), "sha256"))
            counter += 1

    def at(self, outcome: int) -> "Stream":
        """Seeks to the first word of an outcome; returns the stream itself."""
        self._next = self._words(outcome << 32).__next__
        return self

    def below(self, bound: int) -> int:
        """Returns a number from 0 to ``bound - 1``, uniformly distributed."""
        fair = _WORDS - _WORDS % bound
        word = self._next()
        while word >= fair:
            word = self._next()
        return word % bound

    def shuffle(self, cards: list[int]) -> None:
        """Shuffles the cards in place; all orders have the same probability."""
        next_word = self._next
        for place in range(len(cards) - 1, 0, -1):
            # below(place + 1), inlined: the table waits while eight decks are shuffled
            bound = place + 1
            fair = _WORDS - _WORDS % bound
            word = next_word()
            while word >= fair:
                word = next_word()
            other = word % bound
            cards[place], cards[other] = cards[other], cards[place]

    def ticket(self, awards: Sequence[tuple[int, int]]) -> int:
        """Draws a ticket and returns its prize; ``awards`` lists each prize with its number of tickets."""
        drawn = self.below(sum(chances for _, chances in awards))
        for prize, chances in awards:
            if drawn < chances:
                return prize
            drawn -= chances
        raise AssertionError("a ticket beyond the last")


def shoe_order(seed: bytes, contributions: Sequence[tuple[str, str]], cards: Sequence[int], behind: int) -> list[int]:
    """Returns the order of a shoe, the first card to deal first; ``behind`` cards follow the cutting card."""
    order = list(cards)
    Stream(seed, contributions).shuffle(order)
    if behind:
        order.insert(behind, CUTTING_CARD)
    order.reverse()
    return order


# --- verification ------------------------------------------------------------------------------------------------


class FairnessRecord(Struct, frozen=True, kw_only=True):
    """Everything that the verification of one seed needs; built from a table's log alone.

    ``kind`` is ``shoe``, ``shuffler`` (a continuous one: ``outcomes`` are draws, and ``-100 - card`` a card put back),
    ``spins`` or ``prizes``. ``early``: an outcome of the seed precedes the publication of its commitment.
    """

    table: str = ""
    name: str
    kind: str
    commitment: str
    seed: str = ""
    contributions: Contributions = ()
    decks: int = 0
    cards: tuple[int, ...] = ()
    behind: int = 0
    outcomes: tuple[int, ...] = ()
    #: For each prize the tickets it was drawn from: the prize in cents and the number of its tickets.
    awards: tuple[tuple[tuple[int, int], ...], ...] = ()
    highest: int = 0
    early: bool = False
    #: The players who were asked to reveal, each with the commitment, in the order of commitment; who did not reveal.
    committed: Contributions = ()
    left_out: tuple[str, ...] = ()
    #: Whether a commitment came after the closing of commitments, or a reveal before it.
    disorderly: bool = False


class Finding(Struct, frozen=True):
    """A failed verification: the name of the seed, and the message."""

    name: str
    message: str

    def __str__(self) -> str:
        return f"{self.name}: {self.message}"


#: The finding for a seed that is still in use.
NOT_PUBLISHED: Final = "the seed is not published yet, so that nothing can be checked"
#: The offset of a card that is put back into a continuous shuffler, among the outcomes.
PUT_BACK: Final = -100


def check_fairness(record: FairnessRecord) -> tuple[Finding, ...]:
    """Verifies a record. Returns no findings if seed, commitment, contributions and outcomes match."""
    return tuple(Finding(record.name, message) for message in _faults(record))


def _faults(record: FairnessRecord) -> Iterator[str]:
    if record.early:
        yield "something came of the seed before its commitment was published"
    if not record.commitment:
        yield "no commitment was published"
    if not record.seed:
        yield NOT_PUBLISHED
        return
    try:
        seed = bytes.fromhex(record.seed)
    except ValueError:
        yield f"the seed '{record.seed}' is not a hexadecimal number"
        return
    if commitment_of(seed) != record.commitment:
        yield f"the seed does not meet its commitment: SHA-256 gives {commitment_of(seed)}, not {record.commitment}"
    yield from _check_contributions(record)
    checks = {"shoe": _check_shoe, "shuffler": _check_shuffler, "spins": _check_spins, "prizes": _check_prizes}
    check = checks.get(record.kind)
    if check is None:
        yield f"'{record.kind}' is not a kind of record: expected one of {', '.join(checks)}"
    else:
        yield from check(record, seed)


def _check_contributions(record: FairnessRecord) -> Iterator[str]:
    """Checks the reveals, which are the last contributions: the committed values, in the order of their commitments."""
    if record.disorderly:
        yield "a contribution was committed after the commitments were closed, or revealed before"
    due = [(player, hashed) for player, hashed in record.committed if player not in record.left_out]
    given = [each for each in record.contributions if each[0] != BEACON]
    if given != list(record.contributions[: len(given)]):
        yield "the value of the beacon is not the last contribution"
    came = given[len(given) - len(due) :]
    if [player for player, _ in came] != [player for player, _ in due]:
        yield "the contributions are not those of the players who committed, in the order of their commitments"
        return
    for (player, value), (_, hashed) in zip(came, due, strict=True):
        if contribution_hash(record.name, player, value) != hashed:
            yield f"the contribution of {player} is not the one that was committed to"


def _filling(record: FairnessRecord) -> list[int]:
    return list(record.cards) if record.cards else full_shoe(record.decks)


def item_name(item: int) -> str:
    """Returns the name of a card, or ``|`` for the cutting card."""
    return "|" if item == CUTTING_CARD else card_name(item) if 0 <= item < DECK_SIZE else str(item)


def _check_shoe(record: FairnessRecord, seed: bytes) -> Iterator[str]:
    order = shoe_order(seed, record.contributions, _filling(record), record.behind)
    if len(record.outcomes) > len(order):
        yield f"{len(record.outcomes)} cards were dealt from a shoe of {len(order)}"
    for place, (due, came) in enumerate(zip(order, record.outcomes, strict=False), 1):
        if due != came:
            yield f"item {place} of the shoe is {item_name(due)} by the seed, and {item_name(came)} was dealt"
            return


def _check_shuffler(record: FairnessRecord, seed: bytes) -> Iterator[str]:
    stream, left = Stream(seed, record.contributions), _filling(record)
    draws = 0
    for place, came in enumerate(record.outcomes, 1):
        if came <= PUT_BACK:
            left.append(PUT_BACK - came)
            continue
        draws += 1
        due = draw_any(stream.at(draws), left)
        if due != came:
            yield f"draw {place} is {item_name(due)} by the seed, and {item_name(came)} was dealt"
            return


def draw_any(stream: Stream, left: list[int]) -> int:
    """Removes a random card from a continuous shuffler and returns it."""
    place = stream.below(len(left))
    left[place], left[-1] = left[-1], left[place]
    return left.pop()


def _check_spins(record: FairnessRecord, seed: bytes) -> Iterator[str]:
    stream = Stream(seed, record.contributions)
    for place, came in enumerate(record.outcomes, 1):
        due = stream.at(place).below(record.highest + 1)
        if due != came:
            yield f"spin {place} is {due} by the seed, and {came} was announced"
            return


def _check_prizes(record: FairnessRecord, seed: bytes) -> Iterator[str]:
    stream = Stream(seed, record.contributions)
    if len(record.awards) != len(record.outcomes):
        yield "the tickets of a prize are missing"
        return
    for place, (came, awards) in enumerate(zip(record.outcomes, record.awards, strict=True), 1):
        due = stream.at(place).ticket(awards) if awards else came  # no tickets: a dealer entered the prize
        if due != came:
            yield f"prize {place} is {due} cents by the seed, and {came} was shown"
            return
