"""Sentences for the events of a roulette table."""

from collections.abc import Callable
from typing import Any

from pitboss.games.roulette import events as ev
from pitboss.games.roulette.chance import NOWHERE
from pitboss.games.wording import in_words, ordinal
from pitboss.money import amount_text, net_text

#: Even chances that are named by their numbers.
_BY_NUMBERS = {"low": "1 to 18", "high": "19 to 36"}


def _at(event: Any) -> str:
    if event.kind == "straight":
        return f"number {event.place}"
    if event.kind in ("dozen", "column"):
        return f"{ordinal(int(event.place))} {event.kind}"
    return _BY_NUMBERS.get(event.kind) or f"{in_words(event.kind)} {event.place}".rstrip()


def _placed(event: ev.WagerPlaced) -> str:
    chips = f" ({event.count} {event.colour})" if event.colour else ""
    return f"{event.player} bets {amount_text(event.amount)}{chips} on {_at(event)}"


def _spun(event: ev.BallSpun) -> str:
    turns = f", {event.turns} turns" if event.turns is not None else ""
    return f"the wheel turns {event.wheel}, the ball {event.ball}{turns}"


def _returned(event: ev.BallReturned) -> str:
    where = "there is no number yet to return it to" if event.number == NOWHERE else f"it goes back to {event.number}"
    return f"the ball is taken out, and {where}"


def _adjusted(event: ev.WagerAdjusted) -> str:
    return f"{event.player} gets {net_text(event.more)} on {_at(event)} after all ({in_words(event.reason)})"


def _opened(event: ev.TableOpened) -> str:
    return f"the table is open, wagers {amount_text(event.minimum)} to {amount_text(event.maximum)}"


ROULETTE_SENTENCES: dict[type, Callable[[Any], str]] = {
    ev.TableOpened: _opened,
    ev.PlayerJoined: lambda event: f"{event.player} joins with {amount_text(event.money)}",
    ev.BallChanged: lambda event: "another ball is taken",
    ev.BallExamined: lambda event: "attested: the ball is examined",
    ev.ChipsSorted: lambda event: "the machine sorts the chips",
    ev.RoundBegan: lambda event: "the round begins",
    ev.RoundEnded: lambda event: "the round is over, and betting is open",
    ev.ChipsGiven: lambda event: f"{event.player} has the {event.colour} chips at {amount_text(event.value)} each",
    ev.ChipsTakenIn: lambda event: f"{event.player} hands the {event.colour} chips in",
    ev.WagerPlaced: _placed,
    ev.WagerWithdrawn: lambda event: f"{event.player} takes back {amount_text(event.amount)} from {_at(event)}",
    ev.WagerCollected: lambda event: f"{event.player} loses {amount_text(-event.net)} on {_at(event)}",
    ev.WagerPaid: lambda event: f"{event.player} wins {amount_text(event.net)} on {_at(event)}",
    ev.WagerTakenUp: lambda event: f"{event.player} picks up {amount_text(event.amount)} from {_at(event)}",
    ev.WagerAdjusted: _adjusted,
    ev.BetsClosed: lambda event: 'the dealer calls "no more bets" and rings the bell',
    ev.BallSpun: _spun,
    ev.SpinVoided: lambda event: f'the dealer calls "no spin" ({in_words(event.reason)})',
    ev.BallReturned: _returned,
    ev.BallRested: lambda event: f"the ball comes to rest in {event.number}",
    ev.NumberAnnounced: lambda event: f'the dealer calls "{event.number}, {event.colour}"',
    ev.DollyPlaced: lambda event: f"the dolly stands on {event.number}",
    ev.NumberDisplayed: lambda event: f"the display shows {event.number}",
}
