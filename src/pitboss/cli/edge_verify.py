"""Result of ``pitboss edge --verify``: simulated figures compared with exact ones."""

from typing import Any

from msgspec import Struct

from pitboss.analyse.report import Agreement


class Check(Struct, frozen=True):
    """All comparisons, the main game first."""

    rows: tuple[Agreement, ...]
    seed: int

    @property
    def compared(self) -> tuple[Agreement, ...]:
        """The wagers that were simulated."""
        return tuple(row for row in self.rows if not row.why)

    @property
    def left_out(self) -> dict[str, str]:
        """The wagers that were not simulated, with the reason."""
        return {row.name: row.why for row in self.rows if row.why}

    @property
    def rounds(self) -> int:
        """The least number of simulated rounds of a figure with a standard error."""
        return min((row.rounds for row in self.compared if row.standard_error), default=0)

    @property
    def agrees(self) -> bool:
        """Whether every simulated figure agrees."""
        return all(row.agrees for row in self.compared)

    @property
    def verified(self) -> bool:
        """Whether every figure was simulated and agrees."""
        return self.agrees and not self.left_out

    def data(self, *, main: bool = True) -> dict[str, Any]:
        """Returns the result as JSON data; without ``main``, every row is a wager of a game without a main game."""
        first, wagers = (self.rows[0], self.rows[1:]) if main else (None, self.rows)
        return {
            "rounds": self.rounds,
            "seed": self.seed,
            "agrees": self.agrees,
            "verified": self.verified,
            "main": None if first is None else _plain(first),
            "wagers": {row.name: _plain(row) for row in wagers if not row.why},
            "left_out": self.left_out,
        }


def _plain(row: Agreement) -> dict[str, float] | None:
    return None if row.why else {"expectation": row.simulated, "standard_error": row.standard_error, "z": row.z}
