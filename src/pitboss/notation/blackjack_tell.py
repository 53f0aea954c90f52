"""The rarer events of a blackjack table in plain words."""

from collections.abc import Callable
from typing import Any

from pitboss.blackjack import events as ev
from pitboss.notation import phrases
from pitboss.notation.tournament_tell import names
from pitboss.notation.words import in_words


def _noted(event: ev.IrregularityNoted) -> str:
    detail = f" ({event.detail})" if event.detail else ""
    waits = ", and its occasion is still to come" if event.waits else ""
    return f"an irregularity is told: {in_words(event.kind)}{detail}{waits}"


def _reached(event: ev.CuttingCardReached) -> str:
    return f"the cutting card shows before the card for {f'box {event.at}' if event.at else 'the dealer'}"


def _boxes(boxes: tuple[int, ...]) -> str:
    return f"{'box' if len(boxes) == 1 else 'boxes'} {names([str(box) for box in boxes])}"


BLACKJACK_TELLERS: dict[type, Callable[[Any], str]] = {
    ev.BetsReopened: lambda event: "betting is open again",
    ev.ReaderChecked: lambda event: f"the card reader finds {'a' if event.blackjack else 'no'} blackjack",
    ev.NextDealerHand: lambda event: f"the dealer's first card stays for hand {event.spot}",
    ev.OfferAnswered: lambda event: phrases.answered(event.player, event.box, event.answer),
    ev.ExposedCardUsed: lambda event: f"the card drawn in error has found its place ({in_words(event.how)})",
    ev.CardRefused: lambda event: f"box {event.box} does not take the card and gets no more",
    ev.IrregularityNoted: _noted,
    ev.IrregularityMet: lambda event: f"the irregularity has come about: {in_words(event.kind)}",
    ev.EquipmentFailed: lambda event: (
        f"the {in_words(event.equipment)} {'works again' if event.working else 'has failed'}"
    ),
    ev.HandsRebuilt: lambda event: f"box {event.box} is back at its first two cards",
    ev.DeciderChanged: lambda event: f"{event.player} decides for box {event.box} now",
    ev.RoundMisdealt: lambda event: f"a misdeal ({in_words(event.reason)}): the hands are dealt again",
    ev.RoundVoided: lambda event: f"the round is void ({in_words(event.reason)})",
    ev.RackReturned: lambda event: "the used cards go back into the shuffler",
    ev.CuttingCardReached: _reached,
    ev.ShuffleDue: lambda event: f"the cards are to be shuffled after the round ({in_words(event.reason)})",
    ev.BurnsDue: lambda event: f"{event.burns} {'card is' if event.burns == 1 else 'cards are'} to be burnt",
    ev.CutOffered: lambda event: f"the cards are offered for the cut to {names(event.players)}",
    ev.CutDeclined: lambda event: f"{event.player} does not cut",
    ev.CardsCut: lambda event: f"{'the house' if event.by == 'house' else event.by} cuts {event.depth} cards deep",
    ev.ProcedureDone: lambda event: phrases.step(event.name, event.detail),
    ev.SeatTaken: lambda event: f"{event.player} sits down at box {event.box}",
    ev.SeatLeft: lambda event: f"{event.player} leaves box {event.box}",
    ev.ClosingAnnounced: lambda event: f"the table closes after {event.rounds} more rounds",
    ev.TableClosed: lambda event: "the table is closed",
    ev.PlayerWarned: lambda event: f"{event.player} is warned: wagers below the minimum will be returned",
    ev.PlayerExcluded: lambda event: f"{event.player} takes no further part",
    ev.PlayerAbsent: lambda event: f"{event.player} is not there, and the house decides until the round ends",
    ev.WagerMoved: lambda event: "a wager belongs to the other hand of the split",
    ev.WagerReopened: lambda event: "a settled wager is in play again",
    ev.ButtonPressed: lambda event: (
        f"{'the house' if event.player == 'house' else event.player} presses the button for box {event.box}"
    ),
    ev.PressDeclined: lambda event: f"{event.player} leaves the button of box {event.box} to another",
    ev.PrizesDue: lambda event: f"the prize button is to be pressed for {_boxes(event.boxes)}",
    ev.StreakMoved: lambda event: f"the lammer of box {event.box} shows {event.wins} in a row",
}
