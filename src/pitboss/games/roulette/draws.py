"""The numbers that a log of a roulette table drew, and their fairness records."""

from collections.abc import Sequence
from typing import Any

from pitboss.games.live.fairness import BATCH, FairnessRecord
from pitboss.games.live.seed_book import SeedBook
from pitboss.games.roulette import events as ev


class WheelDraws:
    """Collects the winning numbers of a roulette table."""

    def __init__(self, book: SeedBook, highest: int, per_seed: int = BATCH) -> None:
        self.book = book
        self._per_seed = per_seed
        self.highest = highest
        #: All numbers, and those that a file lists: a placeholder stands for the number of a void spin.
        self.numbers: list[int] = []
        self.listed: list[int] = []
        self._early: set[str] = set()
        #: How many seeds were dropped, with their numbers.
        self._dropped = 0

    def follow(self, events: Sequence[Any]) -> None:
        """Records the numbers of an entry."""
        spun = False
        for event in events:
            self.book.follow(event)
            if isinstance(event, ev.BallSpun):
                spun = True
            elif isinstance(event, ev.BallRested):
                name = self._seed(len(self.numbers) // self._per_seed)
                if name not in self.book.commitments:
                    self._early.add(name)
                self.numbers.append(event.number)
                self.listed.append(event.number)
            elif isinstance(event, ev.SpinVoided):
                self.book.reopen(self._seed(len(self.numbers) // self._per_seed))
                self.listed += [0] if spun else []

    def records(self) -> list[FairnessRecord]:
        """Returns the fairness record of every seed of the wheel."""
        found = []
        size = self._per_seed
        for batch in range(-(-len(self.numbers) // size)):
            name, part = self._seed(batch), self.numbers[batch * size : (batch + 1) * size]
            found.append(self.book.record(name, "spins", part, highest=self.highest, early=name in self._early))
        return found

    def take_records(self) -> list[FairnessRecord]:
        """Returns the records of the revealed seeds and drops them, with their numbers."""
        size, count = self._per_seed, 0
        while (count + 1) * size <= len(self.numbers) and self._seed(count) in self.book.revealed:
            count += 1
        found = self.records()[:count]
        names = [record.name for record in found]
        self.book.forget(names)
        self._early.difference_update(names)
        self.numbers, self.listed, self._dropped = self.numbers[count * size :], [], self._dropped + count
        return found

    def _seed(self, number: int) -> str:
        """Returns the name of a seed that was not dropped."""
        return f"spins {self._dropped + number}"
