"""How often two hands of a split meet, by the cards of the pair that are gone."""

from math import comb

from pitboss.analyse.splits import paths

#: Coefficients by the number of further cards of the pair that are gone.
Shifts = dict[int, float]


class SplitCounts:
    """How often hands of a split meet, by the number of further cards of the pair that are gone.

    The index says whether a hand's second card is of the pair. Hands that are finished before the box has the maximum
    number of hands have another second card; that of their sisters follows by inclusion and exclusion. ``first`` is
    the hand with the original wager: the first to be finished.
    """

    def __init__(self, most: int) -> None:
        self.one: tuple[Shifts, Shifts] = ({}, {})
        self.first: tuple[Shifts, Shifts] = ({}, {})
        self.two: dict[tuple[int, int], Shifts] = {(0, 0): {}, (0, 1): {}, (1, 1): {}}
        self.first_and_other: dict[tuple[int, int], Shifts] = {(a, b): {} for a in range(2) for b in range(2)}
        for path, orders in paths(most):
            done, others = path.finished, path.hands - path.finished

            def count(into: Shifts, times: int, sisters: int, orders: int = orders, gone: int = path.pairs) -> None:
                """Adds so many occurrences beside ``sisters`` other hands that are finished."""
                for more in range(sisters + 1 if times else 0):
                    sign = -1.0 if more % 2 else 1.0
                    into[gone + more] = into.get(gone + more, 0.0) + orders * times * sign * comb(sisters, more)

            count(self.one[0], done, done - 1)
            count(self.two[0, 0], done * (done - 1), done - 2)
            count(self.two[0, 0], 2 * done * others, done - 1)
            count(self.two[0, 1], done * others, done - 1)
            for of_pair in range(2):
                count(self.one[of_pair], others, done)
            for both in self.two.values():
                count(both, others * (others - 1), done)
            if done:
                count(self.first[0], 1, done - 1)
                count(self.first_and_other[0, 0], done - 1, done - 2)
                for of_pair in range(2):
                    count(self.first_and_other[0, of_pair], others, done - 1)
            else:
                for of_pair in range(2):
                    count(self.first[of_pair], 1, 0)
                for both in self.first_and_other.values():
                    count(both, others - 1, 0)
