"""A round of blackjack as it lay on the table, event by event: what a replay draws."""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from pitboss.blackjack import State
from pitboss.blackjack.events import RoundBegan, RoundEnded
from pitboss.blackjack.evolve import apply
from pitboss.law.resolve import BlackjackRules
from pitboss.notation import PitFile, replay
from pitboss.notation.blackjack_play import BlackjackPlay
from pitboss.notation.replay import Step
from pitboss.table.blackjack_view import BoxView, HandView, boxes_of, dealer_of, phase_of
from pitboss.table.till import Till


class Picture(Struct, frozen=True, kw_only=True):
    """The table after an event of a step, both counted from 0; boxes on which nothing lies are left out."""

    step: int
    event: int
    phase: str
    dealer: tuple[HandView, ...]
    boxes: tuple[BoxView, ...]
    meter: int = 0
    button: int = 0


def pictures(file: PitFile) -> Iterator[Picture]:
    """The table after each event of the last round that changed it; no card is shown before it was seen.

    A round that hangs on earlier ones comes with them in its file; only its own is drawn. Only blackjack has pictures.
    """
    outcome = replay(file)
    rules = outcome.rules
    if rules is None or not isinstance(outcome.state, State):
        return
    state, till = BlackjackPlay(file, rules).state, Till()
    begins, before = _last_round(outcome.steps), None
    for step, done in enumerate(outcome.steps[1:], 1):
        for number, event in enumerate(done.events):
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


def _last_round(steps: Sequence[Step]) -> tuple[int, int]:
    """Where the round before the last one ended: by step and event, as pictures are counted."""
    ended = begins = (0, 0)
    for step, done in enumerate(steps):
        for number, event in enumerate(done.events):
            if isinstance(event, RoundEnded):
                ended = step, number
            elif isinstance(event, RoundBegan):
                begins = ended
    return begins


def _seen(
    rules: BlackjackRules, state: State, till: Till
) -> tuple[str, tuple[HandView, ...], tuple[BoxView, ...], int, int]:
    boxes = boxes_of(rules, state, till.results)
    used = tuple(box for box in boxes if box.seat or box.hands or box.wagers or box.bets or box.lammer)
    meter = state.meter if rules.options.get("progressive") else 0
    return phase_of(state), dealer_of(state), used, meter, state.presses[0] if state.presses else 0
