"""Number sources of a live table: a provably fair wheel, and a wheel whose numbers the dealer enters."""

from pitboss.games.live.contributions import BEACON, ContributionEvent, Contributions
from pitboss.games.live.events import SeedAdded
from pitboss.games.live.fairness import BATCH, Secret, Stream, seed_of
from pitboss.games.roulette import events as ev
from pitboss.games.roulette.chance import NOWHERE, UnknownNumber
from pitboss.games.roulette.layout import NUMBERS


class FairWheel:
    """Provably fair numbers: each seed is committed before its batch of spins and published after it.

    Everything but the secret is derived from the events.
    """

    def __init__(self, secret: Secret, per_seed: int = BATCH, *, beacon: bool = False) -> None:
        self._secret = secret
        self._per_seed = per_seed
        self.contributions = Contributions(beacon=beacon)
        #: Count of numbers drawn; a void spin draws none.
        self.spins = 0
        self.discarded: list[str] = []
        self.closed: set[str] = set()
        self.added: dict[str, tuple[tuple[str, str], ...]] = {}
        self._seen = 0

    def __deepcopy__(self, _: object) -> "FairWheel":
        """Returns an independent copy with the same numbers to come."""
        other = FairWheel.__new__(FairWheel)
        other.__dict__ = self.__dict__.copy()
        other.contributions, other.discarded = self.contributions.copy(), self.discarded.copy()
        other.closed, other.added = self.closed.copy(), self.added.copy()
        return other

    def spin(self, *, void: bool) -> int:
        """Returns the next number, uniformly distributed."""
        if void:
            return NOWHERE
        batch, place = divmod(self.spins, self._per_seed)
        name = f"spins {batch}"
        known = self.contributions
        if place == 0 and known.is_open(name) and (known.committed(name) or known.beacon):
            raise UnknownNumber("players committed to contributions, which they reveal after no_more_bets")
        if place == 0 and BEACON in known.missing(name):
            raise UnknownNumber("the beacon has not published its next value")
        added = self.contributions.ordered(name, self.added.get(name, ()))
        number = Stream(seed_of(self._secret, name), added).at(place + 1).below(len(NUMBERS))
        self._advance()
        return number

    def _advance(self) -> None:
        self.spins += 1
        if self.spins % self._per_seed == 0:
            self.discarded.append(f"spins {self.spins // self._per_seed - 1}")

    def wanted(self, ahead: int) -> list[str]:
        """Returns the names of the seeds that must be committed by now."""
        return [f"spins {self.spins // self._per_seed + more}" for more in range(ahead)]

    def unbegun(self) -> list[str]:
        """Returns the seed to which players may contribute: the current one before its first spin, else the next."""
        name = f"spins {-(-self.spins // self._per_seed)}"
        return [name] if self.contributions.is_open(name) else []

    def next_seed(self) -> str:
        """Returns the seed of the next spin; empty where an earlier spin came of it."""
        batch, place = divmod(self.spins, self._per_seed)
        return "" if place else f"spins {batch}"

    def rest(self) -> list[str]:
        """Returns the seed in use, to reveal when the table closes."""
        name = f"spins {self.spins // self._per_seed}"
        return [] if name in self.closed else [name]

    def news(self) -> bool:
        """Returns whether a seed must be committed or revealed."""
        if not self.discarded and self._seen == self.spins // self._per_seed:
            return False
        self._seen = self.spins // self._per_seed
        return True

    def hears(self, event: object) -> None:
        """Apply a player's contribution, or a number that a log replays."""
        if isinstance(event, SeedAdded):
            self.added[event.seed] = (*self.added.get(event.seed, ()), (event.player, event.text))
        elif isinstance(event, ContributionEvent):
            self.contributions.follow(event)
        elif isinstance(event, ev.BallRested):
            self._advance()
        elif isinstance(event, ev.SpinVoided):
            self.reopen()

    def reopen(self) -> None:
        """Lets players commit again to a seed of which a void spin drew no number, since its reveals are known."""
        self.contributions.reopen(self.next_seed())

    def forget(self, name: str) -> None:
        """Mark the seed as revealed."""
        self.closed = {name}  # the latest: a seed that was revealed is never asked for again
        self.contributions.forget(name)
        self.added.pop(name, None)
        if name in self.discarded:
            self.discarded.remove(name)

    def secrets_left(self) -> tuple[object, ...]:
        """Returns everything that determines the next numbers."""
        return (self.spins, tuple(self.discarded), self.added.copy())


class DealerEnteredWheel:
    """A physical wheel: the dealer enters the number where the ball came to rest."""

    def __init__(self) -> None:
        self.entered: int | None = None

    def spin(self, *, void: bool) -> int:
        """Returns the number that the dealer entered. Raises UnknownNumber before that."""
        if void:
            return NOWHERE
        if self.entered is None:
            raise UnknownNumber("the number in which the ball came to rest")
        number, self.entered = self.entered, None
        return number
