"""The wheel of a live table: numbers from seeds that are fixed before and published after, so many spins to a seed."""

from pitboss.roulette import events as ev
from pitboss.roulette.chance import NOWHERE, UnknownNumber
from pitboss.roulette.layout import NUMBERS
from pitboss.table.fair import BATCH, Stream, seed_of
from pitboss.table.live_events import SeedAdded


class FairWheel:
    """Chance for one roulette table. What it holds besides the secret follows from the events."""

    def __init__(self, secret: bytes) -> None:
        self._secret = secret
        #: How many numbers the wheel has given; a void spin gives none.
        self.spins = 0
        self.discarded: list[str] = []
        self.closed: set[str] = set()
        self.added: dict[str, list[tuple[str, str]]] = {}
        self._seen = 0

    def spin(self, *, void: bool) -> int:
        """The next number, each as likely as the others."""
        if void:
            return NOWHERE
        batch, place = divmod(self.spins, BATCH)
        name = f"spins {batch}"
        number = Stream(seed_of(self._secret, name), self.added.get(name, ())).at(place + 1).below(len(NUMBERS))
        self._came()
        return number

    def _came(self) -> None:
        self.spins += 1
        if self.spins % BATCH == 0:
            self.discarded.append(f"spins {self.spins // BATCH - 1}")

    def wanted(self, ahead: int) -> list[str]:
        """The seeds that must be fixed by now."""
        return [f"spins {self.spins // BATCH + more}" for more in range(ahead)]

    def unbegun(self) -> list[str]:
        """The seed to which players may add: the present one before its first spin, else the next."""
        return [f"spins {-(-self.spins // BATCH)}"]

    def rest(self) -> list[str]:
        """Nothing more comes: the seed that is in use."""
        name = f"spins {self.spins // BATCH}"
        return [] if name in self.closed else [name]

    def news(self) -> bool:
        """Whether a seed is to be fixed or revealed."""
        if not self.discarded and self._seen == self.spins // BATCH:
            return False
        self._seen = self.spins // BATCH
        return True

    def hears(self, event: object) -> None:
        """What players add, and in a log the numbers that came."""
        if isinstance(event, SeedAdded):
            self.added.setdefault(event.seed, []).append((event.player, event.text))
        elif isinstance(event, ev.BallRested):
            self._came()

    def forget(self, name: str) -> None:
        """The seed is revealed."""
        self.closed.add(name)
        if name in self.discarded:
            self.discarded.remove(name)

    def secrets_left(self) -> tuple[object, ...]:
        """All that decides what comes."""
        return (self.spins, tuple(self.discarded), {name: tuple(texts) for name, texts in self.added.items()})


class ReadWheel:
    """A physical wheel: the dealer says where the ball came to rest."""

    def __init__(self) -> None:
        self.told: int | None = None

    def spin(self, *, void: bool) -> int:
        """What the dealer said."""
        if void:
            return NOWHERE
        if self.told is None:
            raise UnknownNumber("the number in which the ball came to rest")
        number, self.told = self.told, None
        return number
