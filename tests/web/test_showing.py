"""The server's time for showing an update against the page's own timeline, over random rounds of every game.

Deadlines start when the table is shown. Python plays and states its seconds, Node runs the modules of the page.
"""

import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec import Struct, to_builtins

from pitboss.games.registry import find_game
from pitboss.law import Refusal
from pitboss.server.broadcast import visible_events
from pitboss.tables.live import Actor, Role, TableSpec
from tests.games.tournament.test_live import any_tournament
from tests.properties.tables import BOOKS
from tests.tables.live_play import BlackjackPlayed, CupPlayed, Played, RoulettePlayed, any_spec
from tests.web.test_results import NODE, SECRET, WEB

HERE = Path(__file__).parent
MODULES = ("blackjack/scene/film", "blackjack/scene/geometry", "blackjack/scene/model", "tournament/source")
SPINS = ("roulette/director", "roulette/ball")


class Step(Struct):
    """What the page receives after a command, and the seconds that the server allows for it."""

    view: Any
    events: Any
    seconds: float


class Recorded(Struct):
    """A table as one player sees it."""

    game: str
    card: Any
    player: str
    steps: list[Step]
    table: int = 0


def record(played: Played, player: str, table: int = 0) -> Recorded:
    """Lets every later command of a table be recorded."""
    live: Any = played.table
    game = find_game(live.game)
    actor = Actor(player, Role.PLAYER)
    first = Step(to_builtins(live.public_view()), [], 0.0)
    recorded = Recorded(live.game, to_builtins(live.card()), player, [first], table)
    say = played.say

    def and_record(who: Actor, words: str) -> tuple[Any, ...] | Refusal:
        done = say(who, words)
        if not isinstance(done, Refusal):
            here = [event for event in done if game.table_of(event) == table]
            events = to_builtins(visible_events(live, done, actor))
            recorded.steps.append(Step(to_builtins(live.public_view()), events, game.showing(here)))
        return done

    setattr(played, "say", and_record)  # noqa: B010 # every later word passes through it
    return recorded


def blackjack_tables() -> list[Recorded]:
    tables = []
    for book in BOOKS:
        for seed in range(3):
            dice = Random(f"showing {book} {seed}")
            played = BlackjackPlayed(any_spec(book, dice), SECRET, dice)
            played.people_come()
            tables.append(record(played, "ann"))
            played.play(60)
    return tables


def tournaments() -> list[Recorded]:
    tables = []
    for seed in range(6):
        dice = Random(f"showing {seed}")
        spec, count = any_tournament(dice, read=False)
        played = CupPlayed(spec, SECRET, dice, count)
        played.enter()
        tables.append(record(played, "p1", table=1))
        played.play(120)
    return tables


def wheels() -> list[Recorded]:
    tables = []
    for seed in range(4):
        spec = TableSpec(rulebook="nz-roulette", choices={"neighbour": "true"}, limits="10-1000")
        played = RoulettePlayed(spec, SECRET, Random(f"showing {seed}"))
        for name in ("ann", "bob"):
            played.say(Actor(name, Role.PLAYER), "join 5000")
        tables.append(record(played, "ann"))
        played.play(120)
    return tables


def lengths(tmp: Path, names: tuple[str, ...], tables: list[Recorded]) -> list[list[float]]:
    """The seconds of the page's timeline for each step of each table."""
    out = tmp / "page.mjs"
    source = "".join(f'export * from "./{name}";' for name in names)
    bundler = [str(WEB / "node_modules/.bin/esbuild"), "--bundle", "--format=esm", f"--outfile={out}", "--loader=ts"]
    jsx = ["--jsx=automatic", "--jsx-import-source=preact"]
    subprocess.run([*bundler, *jsx], input=source, text=True, check=True, capture_output=True, cwd=WEB / "src")
    lines = "\n".join(json.dumps(to_builtins(table)) for table in tables)
    command = [NODE, HERE / "film_lengths.mjs", out]
    done = subprocess.run(command, input=lines, text=True, check=False, capture_output=True, timeout=120)
    assert done.returncode == 0, done.stderr
    return [[milliseconds / 1000 for milliseconds in json.loads(line)] for line in done.stdout.splitlines()]


#: What a page shows without holding up the controls: chips that are laid or taken back, somebody who goes.
AT_ONCE = 1.0
#: The most by which the server may wait longer than the page shows.
LATER = 3.0
#: Where a round's last cards are seen until the next bet, the server has counted that time with the round.
CARRIED = 2.8


@pytest.mark.parametrize(
    ("modules", "play"),
    [(MODULES, blackjack_tables), (MODULES, tournaments), (SPINS, wheels)],
    ids=["blackjack", "tournament", "roulette"],
)
def test_deadlines_start_neither_before_the_table_is_shown_nor_long_after(
    modules: tuple[str, ...], play: Callable[[], list[Recorded]], tmp_path: Path
) -> None:
    tables = play()
    held = 0
    for table, films in zip(tables, lengths(tmp_path, modules, tables), strict=True):
        carried = 0.0
        for step, film in zip(table.steps, films, strict=True):
            types = [event["type"] for event in step.events]
            if "TournamentEnded" in types:
                break  # no deadline follows
            assert film <= max(step.seconds + carried, AT_ONCE) + 0.05, (film, step.seconds, types)
            assert step.seconds <= film + LATER, (film, step.seconds, types)
            carried = min(CARRIED, max(0.0, carried + step.seconds - film))
            held += step.seconds > AT_ONCE
    assert held > 20, "hardly anything was shown"
