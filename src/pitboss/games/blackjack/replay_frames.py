"""A replayed round of blackjack, one frame per event that changed the table."""

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct

from pitboss.games.blackjack import State
from pitboss.games.blackjack.cash import CashFold
from pitboss.games.blackjack.events import RoundBegan, RoundEnded
from pitboss.games.blackjack.evolve import apply
from pitboss.games.blackjack.replay import BlackjackPlay
from pitboss.games.blackjack.view import BoxView, HandView, boxes_of, dealer_of, phase_of
from pitboss.law.resolve import BlackjackRules
from pitboss.pit import PitFile


class Picture(Struct, frozen=True, kw_only=True):
    """The table after an event of a step, both counted from 0; empty boxes are omitted."""

    step: int
    event: int
    phase: str
    dealer: tuple[HandView, ...]
    boxes: tuple[BoxView, ...]
    meter: int = 0
    button: int = 0


def replay_frames(file: PitFile, rules: BlackjackRules, steps: Sequence[Sequence[Any]]) -> Iterator[Picture]:
    """Yields the table after each event of the last round that changed it; no card appears before it was seen.

    ``steps`` are the events of the opening and of each line of the file, which also holds the rounds that the last one
    depends on.
    """
    state, till = BlackjackPlay(file, rules).state, CashFold()
    begins, before = _last_round(steps), None
    for step, events in enumerate(steps[1:], 1):
        for number, event in enumerate(events):
            apply(state, event)
            till.moves(state, event)
            if (step, number) < begins:
                continue
            seen = _seen(rules, state, till)
            if seen != before:
                phase, dealer, boxes, meter, button = before = seen
                yield Picture(
                    step=step, event=number, phase=phase, dealer=dealer, boxes=boxes, meter=meter, button=button
                )


def _last_round(steps: Sequence[Sequence[Any]]) -> tuple[int, int]:
    """Returns the step and the event at which the round before the last one ended."""
    ended = begins = (0, 0)
    for step, events in enumerate(steps):
        for number, event in enumerate(events):
            if isinstance(event, RoundEnded):
                ended = step, number
            elif isinstance(event, RoundBegan):
                begins = ended
    return begins


def _seen(
    rules: BlackjackRules, state: State, till: CashFold
) -> tuple[str, tuple[HandView, ...], tuple[BoxView, ...], int, int]:
    boxes = boxes_of(rules, state, till.results)
    used = tuple(box for box in boxes if box.seat or box.hands or box.wagers or box.bets or box.lammer)
    meter = state.meter if rules.options.get("progressive") else 0
    return phase_of(state), dealer_of(state), used, meter, state.presses[0] if state.presses else 0
