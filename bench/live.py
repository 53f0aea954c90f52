"""What a live table costs beside its engine: the same commands through both, on one core.

Seven players, a box each: bet, deal, decide, settle. A live table reads words, asks who may say them, plays, keeps the
money and the seeds; its log is encoded beside it. CPU time, the best of several runs; the ratio is what to look at.

    python bench/live.py              a table
    python bench/live.py --json       for programs
"""

import argparse
import json
from collections.abc import Callable
from time import process_time
from typing import Any

from pitboss.games.blackjack import act, open_state
from pitboss.games.blackjack import commands as cmd
from pitboss.games.blackjack.fair_shoe import FairShoe
from pitboss.games.blackjack.grammar import read_command
from pitboss.games.blackjack.state import Stage
from pitboss.law import Refusal
from pitboss.pit import Act
from pitboss.tables.live import THE_HOUSE, Actor, Role, TableSpec, encode_events, open_table

NAMES = ("ann", "bob", "cid", "dee", "eve", "fay", "gus")
PURSE = 100_000_000
SECRET = bytes(32)

Line = tuple[Actor, str]


def opened(spec: TableSpec) -> Any:
    """A table with everybody at it."""
    table = open_table(spec, SECRET)
    assert not isinstance(table, Refusal), table
    for name in NAMES:
        table.say(Actor(name, Role.PLAYER), f"join {PURSE // 100}")
    return table


def written(spec: TableSpec, commands: int) -> list[Line]:
    """So many lines that are all lawful: each player draws to 15."""
    table, lines = opened(spec), list[Line]()
    while len(lines) < commands:
        state, new = table.state, list[Line]()
        if state.stage == Stage.BETTING:
            new = [(Actor(name, Role.PLAYER), f"bet {box} 50") for box, name in enumerate(NAMES, 1)]
            new.append((THE_HOUSE, "deal"))
        elif state.offer is not None:
            new = [(THE_HOUSE, "close")]
        else:
            way = "hit" if state.turn.total < 15 else "stand"
            new = [(Actor(state.deciders[state.turn_box], Role.PLAYER), f"{way} {state.turn_box}")]
        for actor, words in new:
            done = table.say(actor, words)
            assert not isinstance(done, Refusal), (words, done)
        lines += new
    return lines


def by_engine(spec: TableSpec, lines: list[Line]) -> float:
    """Seconds of the engine alone, on commands that were read before."""
    rules = opened(spec).rules
    shoe = FairShoe(rules, SECRET)
    state, _ = open_state(rules, shoe)
    for name in NAMES:
        act(rules, state, cmd.JoinTable(player=name, money=PURSE), shoe)
    commands = []
    for actor, words in lines:
        verb, *rest = words.split()
        commands.append(read_command(Act(actor.name, verb, tuple(rest))))
    start = process_time()
    for command in commands:
        act(rules, state, command, shoe)
    return process_time() - start


def by_table(spec: TableSpec, lines: list[Line], *, log: bool) -> float:
    """Seconds of the live table, with its log encoded or not."""
    table = opened(spec)
    start = process_time()
    for actor, words in lines:
        done = table.say(actor, words)
        if log:
            encode_events("blackjack", done)
    return process_time() - start


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description="What a live table costs beside its engine.")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--commands", type=int, default=20_000)
    parser.add_argument("--runs", type=int, default=3)
    asked = parser.parse_args()
    spec = TableSpec(rulebook="nz-blackjack", limits="10-1000")
    lines = written(spec, asked.commands)
    ways: dict[str, Callable[[], float]] = {
        "engine": lambda: by_engine(spec, lines),
        "live table": lambda: by_table(spec, lines, log=False),
        "live table and log": lambda: by_table(spec, lines, log=True),
    }
    best = {name: min(way() for _ in range(asked.runs)) / len(lines) * 1e6 for name, way in ways.items()}
    if asked.json:
        print(json.dumps({"commands": len(lines), "microseconds": best}, indent=2))
        return
    for name, cost in best.items():
        print(f"{name:<20}{cost:6.1f} µs a command{1e6 / cost:10,.0f}/s{cost / best['engine']:6.2f} of the engine")


if __name__ == "__main__":
    main()
