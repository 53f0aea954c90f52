"""The practice house: one open table for every rulebook, and the bots that play at practice tables."""

from collections.abc import Iterator

import structlog

from pitboss.games.live.base import BOT_NAMES, Practice
from pitboss.games.live.duties import NONE
from pitboss.house.house import House
from pitboss.law import Refusal, load_rulebook, rulebook_ids
from pitboss.law.load import Preset
from pitboss.server.bots import PRACTICE
from pitboss.tables.live import Role, TableSpec

#: The wager limits of every practice table.
LIMITS = "5-500"
#: The clock of a practice table with two or more people. A person who is alone has no clock.
BETTING_SECONDS, TURN_SECONDS = 30, 60
#: How earlier releases titled their practice tables, which had a clock and few side wagers.
_FORMER_TITLE = "Practice: "


def practice_tables() -> Iterator[TableSpec]:
    """Yields a table for each rulebook, with the choices of the preset that is open to all."""
    for rulebook in rulebook_ids():
        book = load_rulebook(rulebook)
        preset = next((preset for preset in book.presets.values() if preset.open_to_all), Preset(title=""))
        yield TableSpec(
            rulebook=rulebook,
            choices=preset.choices,
            limits=preset.limits or LIMITS,
            betting_seconds=BETTING_SECONDS,
            turn_seconds=TURN_SECONDS,
            title=book.name,
            practice=Practice(bots=preset.bots),
            duties=NONE,
        )


async def open_practice_house(house: House) -> None:
    """Opens a practice table for each rulebook without one, and creates the bots. Safe if another process does the
    same.

    A practice table of an earlier release is closed first, unless a round is in progress there.
    """
    for name in BOT_NAMES:
        if await house.user(name) is None:
            await house.create_user(name, Role.PLAYER, guest=True, by=PRACTICE)
    open_rulebooks = set()
    for table in await house.tables(closed=False):
        former = table.spec.practice is None and table.title.startswith(_FORMER_TITLE)
        if former and await house.close_table(table.id, PRACTICE) is None:
            continue
        if table.spec.practice is None or not table.spec.practice.owner:
            open_rulebooks.add(table.spec.rulebook)
    for spec in practice_tables():
        if spec.rulebook in open_rulebooks:
            continue
        opened = await house.open_table(PRACTICE, spec, only=True)
        if isinstance(opened, Refusal) and opened.kind != "not_the_only_one":
            structlog.get_logger("pitboss").error("practice", rulebook=spec.rulebook, refusal=str(opened))
