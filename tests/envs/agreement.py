"""Plays the same cards and actions on the compiled tables and on the engine's environment, and compares every step."""

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Any

import numpy as np

from pitboss.envs import BlackjackEnv
from pitboss.envs.blackjack import SETTLED
from pitboss.law import Limits, load_rulebook
from pitboss.law.choices import ShoeKind
from pitboss.simulate.blackjack.general.memory_image import GeneralCounts, RecordedRounds
from pitboss.simulate.blackjack.stepper.tables import SteppedTables
from pitboss.strategy.count_systems import find_system
from tests.agreement.both import LoggedCards
from tests.properties.tables import lawful_choices

_NONE = np.zeros((0, 1), np.int64)


def logged_chance(tables: SteppedTables, table: int) -> LoggedCards:
    """A source of chance that deals what a compiled table dealt."""
    played = RecordedRounds(
        _NONE, _NONE, _NONE, _NONE, tables.logged_cards(table), GeneralCounts(np.zeros(0, np.int64))
    )
    return LoggedCards(tables.program, played)


def compare(
    choices: Mapping[str, Any],
    *,
    tables: int,
    steps: int,
    seed: int,
    bet_sizes: Sequence[int] = (1,),
    boxes: int = 1,
    side_wagers: Mapping[str, int] | None = None,
    count: str | None = None,
) -> int:
    """Steps compiled tables at random, then the engine; fails at the first difference. Returns the number of rounds."""
    env = BlackjackEnv(
        **choices, bet_sizes=bet_sizes, boxes=boxes, side_wagers=side_wagers, count=count, observation="flat"
    )
    bets = [size * env.rules.limits.minimum for size in bet_sizes]
    system = find_system(count) if count else None
    stepped = SteppedTables(env.rules, tables, bets, sides=side_wagers, boxes=boxes, count=system)
    stepped.record_cards(steps * 48 * boxes + 4096)
    stepped.reset(seed)
    actions, record = np.zeros(tables, np.int64), []
    for _ in range(steps):
        stepped.sample(actions)
        assert stepped.step(actions) == 0
        over = stepped.terminals[:, None]
        values = np.where(over, stepped.final_values, stepped.values)
        counts = np.where(over, stepped.final_counts, stepped.counts)
        box, mask = np.where(stepped.terminals, 0, stepped.at_boxes), np.where(over, 0, stepped.masks)
        step = (actions, stepped.terminals, values, counts, stepped.rewards, stepped.nets, mask, box)
        record.append([part.copy() for part in step])
    columns = [np.array(column) for column in zip(*record, strict=True)]
    rounds = 0
    for table in range(tables):
        history = [column[:, table].tolist() for column in columns]
        rounds += _replay(env, logged_chance(stepped, table), zip(*history, strict=True))
    return rounds


def _replay(env: BlackjackEnv, chance: LoggedCards, history: Iterable[Sequence[Any]]) -> int:
    """Plays the recorded actions of a table on the engine, and compares what ``step`` returns, before it is packed."""
    env.open_table(chance)
    env.reset()
    rounds, rounded = 0, np.float32
    for number, (action, *by_kernel) in enumerate(history):
        reward = env._execute(action)
        over, count = env._phase == SETTLED, [rounded(part) for part in env._count()]
        values, box = [*env._values()], 0 if over else env._box
        by_engine = [over, values, count, rounded(reward), env._net, env._legal(), box]
        assert by_engine == by_kernel, (
            f"step {number}, {env.action_names[action]}: {by_engine} != {by_kernel}\n{env._text()}"
        )
        if over:
            rounds += 1
            env.reset()
    return rounds


def random_table(book: str, dice: Random) -> dict[str, Any] | None:
    """Random arguments of ``compare``: lawful options, side wagers, boxes, bets and a count; None if they clash."""
    limits = dice.choice(((100, 10_000_000), (1_000, 100_000), (500, 50_000)))
    options = lawful_choices(load_rulebook(book), Limits(*limits), dice)
    choices: dict[str, Any] = {"rulebook": book, "options": options, "limits": limits}
    try:
        env = BlackjackEnv(**choices)
    except ValueError:
        return None
    sides = {
        name: side.amount or dice.choice((100, 500))
        for name, side in env.rules.sides.items()
        if side.offered and dice.random() < 0.5
    }
    sizes = dice.choice(((1,), (1, 2, 5), (3,), (1, 4)))
    boxes = dice.choice((1, 1, 1, 2, 3))
    dealt_down = env.rules.terms.shoe not in (ShoeKind.CONTINUOUS, ShoeKind.DOUBLE)
    count = dice.choice((None, "hi-lo", "ko", "halves")) if dealt_down else None
    return {"choices": choices, "side_wagers": sides, "bet_sizes": sizes, "boxes": boxes, "count": count}
