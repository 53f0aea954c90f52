"""A practice house: one open table of every rulebook, so that a newcomer can sit down at once."""

from collections.abc import Iterator

import structlog

from pitboss.law import Refusal, load_rulebook, rulebook_ids
from pitboss.storage.house import House
from pitboss.table.live import THE_HOUSE, TableSpec

#: The sign at every practice table.
LIMITS = "5-500"
BETTING_SECONDS, TURN_SECONDS = 15, 25


def practice_tables() -> Iterator[TableSpec]:
    """A table of each rulebook, with the choices that hold where an operator says nothing."""
    for rulebook in rulebook_ids():
        yield TableSpec(
            rulebook=rulebook,
            limits=LIMITS,
            betting_seconds=BETTING_SECONDS,
            turn_seconds=TURN_SECONDS,
            title=f"Practice: {load_rulebook(rulebook).about.title}",
        )


async def open_practice_house(house: House) -> None:
    """Opens the practice tables of the rulebooks that have no open table yet. Another process may do it just now."""
    there = {table.spec.rulebook for table in await house.tables() if not table.closed}
    for spec in practice_tables():
        if spec.rulebook in there:
            continue
        opened = await house.open_table(THE_HOUSE, spec, only=True)
        if isinstance(opened, Refusal) and opened.kind != "not_the_only_one":
            structlog.get_logger("pitboss").error("practice", rulebook=spec.rulebook, refusal=str(opened))
