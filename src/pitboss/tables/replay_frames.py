"""Frames of a replayed round, which the page draws."""

from collections.abc import Iterator
from typing import Any

from pitboss.games.registry import find_game
from pitboss.notation import PitFile, replay


def pictures(file: PitFile) -> Iterator[Any]:
    """Yields the view of the table after each event of the last round; nothing for a game without frames."""
    outcome = replay(file)
    if outcome.rules is None:
        return
    frames = find_game(outcome.game).frames
    if frames is not None:
        yield from frames(file, outcome.rules, [step.events for step in outcome.steps])
