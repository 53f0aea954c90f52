"""The test vectors of the fairness protocol; `python -m tests.tables.fairness_vectors` writes their file."""

import json
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from pitboss.games.live.contributions import contribution_hash
from pitboss.games.live.fairness import PUT_BACK, FairnessRecord, Stream, commitment_of, draw_any, seed_of, shoe_order

FILE = Path(__file__).parents[2] / "docs" / "reference" / "fairness-vectors.json"
SECRET = sha256(b"test vectors").digest()
VALUES = (("ann", "00ff" * 16), ("bob", "lucky.0123456789abcdef0123456789abcdef"))


def _record(name: str, kind: str, added: tuple[tuple[str, str], ...], **more: Any) -> FairnessRecord:
    """A record whose last contributions, those of ann and bob, were committed to."""
    seed = seed_of(SECRET, name)
    committed = tuple((player, contribution_hash(name, player, value)) for player, value in VALUES)
    return FairnessRecord(
        name=name,
        kind=kind,
        commitment=commitment_of(seed),
        seed=seed.hex(),
        contributions=(*added, *VALUES),
        committed=committed,
        **more,
    )


def records() -> dict[str, FairnessRecord]:
    """Records that a verifier accepts, by what they show."""
    shoe = _record("shoe 0", "shoe", (("ann", "luck"), ("ann", "cut 60")), decks=6, behind=52)
    order = shoe_order(bytes.fromhex(shoe.seed), shoe.contributions, [*range(52)] * 6, 52)
    rack = _record("t2 shoe 3", "shoe", (), cards=(5, 5, 17, 51, 0, 30), behind=2)
    reshuffled = shoe_order(bytes.fromhex(rack.seed), rack.contributions, rack.cards, 2)
    spins = _record("spins 7", "spins", (), highest=36)
    wheel = Stream(bytes.fromhex(spins.seed), spins.contributions)
    late = replace(_record("spins 8", "spins", (), highest=36), contributions=VALUES[:1], left_out=("bob",))
    alone = Stream(bytes.fromhex(late.seed), late.contributions)
    public = ("@beacon", "local:4711:abcd")
    lit = replace(spins, contributions=(*spins.contributions, public))
    mixed = Stream(bytes.fromhex(lit.seed), lit.contributions)
    shuffler = _record("shoe 1", "shuffler", (), decks=1)
    stream, left = Stream(bytes.fromhex(shuffler.seed), shuffler.contributions), list(range(52))
    drawn = [draw_any(stream.at(draw), left) for draw in range(1, 6)]
    left += drawn[:2]
    drawn += [PUT_BACK - drawn[0], PUT_BACK - drawn[1], draw_any(stream.at(6), left)]
    tickets = ((500, 60), (2_500, 30), (100_000, 1))
    prizes = _record("prizes 0", "prizes", ())
    display = Stream(bytes.fromhex(prizes.seed), prizes.contributions)
    return {
        "a shoe of six decks": replace(shoe, outcomes=tuple(order)),
        "cards of the rack": replace(rack, outcomes=tuple(reshuffled[:4])),
        "a spin": replace(spins, outcomes=(wheel.at(1).below(37),)),
        "a spin from which bob is left out": replace(late, outcomes=(alone.at(1).below(37),)),
        "a spin with a beacon": replace(lit, outcomes=(mixed.at(1).below(37),)),
        "a continuous shuffler": replace(shuffler, outcomes=tuple(drawn)),
        "prizes": replace(
            prizes, outcomes=tuple(display.at(nth).ticket(tickets) for nth in (1, 2, 3)), awards=(tickets,) * 3
        ),
    }


def forgeries() -> dict[str, FairnessRecord]:
    """Records that a verifier rejects, by what is wrong with them."""
    spin, shoe = records()["a spin"], records()["a shoe of six decks"]
    late = records()["a spin from which bob is left out"]
    lit = records()["a spin with a beacon"]
    return {
        "a beacon before the reveals": replace(lit, contributions=(lit.contributions[-1], *lit.contributions[:-1])),
        "another number": replace(spin, outcomes=((spin.outcomes[0] + 1) % 37,)),
        "another seed": replace(spin, seed="00" * 32),
        "another commitment of the house": replace(spin, commitment="00" * 32),
        "a value that was not committed to": replace(spin, contributions=(VALUES[0], ("bob", "other"))),
        "values in another order": replace(spin, contributions=VALUES[::-1]),
        "a reveal that is dropped without a word": replace(spin, contributions=VALUES[:1]),
        "a player who is left out and counts": replace(late, contributions=VALUES),
        "a reveal before the commitments were closed": replace(spin, disorderly=True),
        "an outcome before the commitment": replace(spin, early=True),
        "two cards exchanged": replace(shoe, outcomes=(shoe.outcomes[1], shoe.outcomes[0], *shoe.outcomes[2:])),
    }


def vectors() -> dict[str, Any]:
    """All vectors, as JSON values."""
    return {
        "secret": SECRET.hex(),
        "contributions": [
            {"seed": seed, "player": player, "value": value, "commitment": contribution_hash(seed, player, value)}
            for seed in ("shoe 0", "t2 shoe 3")
            for player, value in VALUES
        ],
        "valid": {about: msgspec.to_builtins(record) for about, record in records().items()},
        "invalid": {about: msgspec.to_builtins(record) for about, record in forgeries().items()},
    }


if __name__ == "__main__":
    FILE.write_text(json.dumps(vectors(), indent=1) + "\n")
