"""What ``pitboss edge --verify`` tells of the simulated figures beside the exact ones."""

from typing import Any

from msgspec import Struct

from pitboss.analyse.report import Agreement


class Check(Struct, frozen=True):
    """All that was compared, the main game first, and why the rest was not."""

    rows: tuple[Agreement, ...]
    seed: int

    @property
    def compared(self) -> tuple[Agreement, ...]:
        """What was simulated."""
        return tuple(row for row in self.rows if not row.why)

    @property
    def left_out(self) -> dict[str, str]:
        """What was not, and why."""
        return {row.name: row.why for row in self.rows if row.why}

    @property
    def rounds(self) -> int:
        """How many were played, for each of them at least."""
        return min((row.rounds for row in self.compared), default=0)

    @property
    def agrees(self) -> bool:
        """Whether all are near enough."""
        return all(row.agrees for row in self.compared)

    def data(self) -> dict[str, Any]:
        """For programs."""
        main, *wagers = self.rows
        return {
            "rounds": self.rounds,
            "seed": self.seed,
            "agrees": self.agrees,
            "main": _plain(main),
            "wagers": {row.name: _plain(row) for row in wagers if not row.why},
            "left_out": self.left_out,
        }


def _plain(row: Agreement) -> dict[str, float] | None:
    return None if row.why else {"expectation": row.simulated, "standard_error": row.standard_error, "z": row.z}
