"""Random play at a floor table with undos and corrections: the log restores to the same table and passes an audit."""

import random
from pathlib import Path

import pytest

from pitboss.games.blackjack.events import WagerSettled
from pitboss.games.blackjack.state import Stage
from pitboss.games.live.corrections import effective_entries
from pitboss.house.house import CommandDone, House
from pitboss.tables.live import Actor, Role
from tests.house.houses import in_house
from tests.house.test_floor import DAN, FloorTable

SUE = Actor("sue", Role.SUPERVISOR)
CARDS = [rank + suit for rank in "A23456789TJQK" for suit in "shdc"]


async def one_line(table: FloorTable, dice: random.Random) -> tuple[str, Actor]:
    """A line that may fit: mostly play, at times an undo or a correction of one of the last entries."""
    live = await table.live()
    kept = live.corrections.entries
    chosen = dice.random()
    if chosen < 0.08:
        return "undo", DAN
    if chosen < 0.2 and kept:
        settled = [entry for entry in kept[-30:] if any(isinstance(event, WagerSettled) for event in entry.events)]
        if settled and dice.random() < 0.4:
            entry = dice.choice(settled)
            box = dice.choice([event.box for event in entry.events if isinstance(event, WagerSettled)])
            return f"correct {entry.version} fuzz {box}={dice.choice(['-5', '0', '7', '30'])}", SUE
        new = dice.choice(["", dice.choice(CARDS), "60", "s", "h"])
        return f"correct {dice.choice(kept[-12:]).version} fuzz {new}".rstrip(), SUE
    if live.wants_card:
        return dice.choice(CARDS), DAN
    if live.state.stage == Stage.BETTING:
        lines = [f"{dice.randint(1, 7)} {dice.choice([10, 20, 55])}", "deal", f"out {dice.randint(1, 7)}"]
        return dice.choices(lines, [6, 3, 1])[0], DAN
    return dice.choice(["h", "s", "d", "p", "r", "i", "n", "s"]), DAN


@pytest.mark.parametrize("seed", range(4))
def test_any_corrections_leave_a_table_that_its_log_restores(seed: int, tmp_path: Path) -> None:
    async def work(house: House) -> None:
        dice = random.Random(seed)
        table = await FloorTable.open(house)
        done = corrected = paid = 0
        while done < 150:
            line, who = await one_line(table, dice)
            result = await table.say(line, who)
            done += isinstance(result, CommandDone)
            corrected += isinstance(result, CommandDone) and line.split()[0] in ("undo", "correct")
            paid += isinstance(result, CommandDone) and "=" in line
        assert corrected > 5
        assert paid
        before = await table.live()
        log = [before.opening, *(posted.entry for posted in await house.entries(table.id))]
        in_force = effective_entries(log[1:] if log[1].words == "open" else log)
        assert len(in_force) == len(before.corrections.entries) + 1
        house.registry.drop(table.id)
        after = await table.live()
        assert (after.view(DAN), after.purses(), after.state) == (before.view(DAN), before.purses(), before.state)
        assert [kept.version for kept in after.corrections.entries] == [
            kept.version for kept in before.corrections.entries
        ]

    in_house(f"sqlite:///{tmp_path}/house.db", work)
