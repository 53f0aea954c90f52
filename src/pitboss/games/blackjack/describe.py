"""Sentences for the events of a blackjack table."""

from collections.abc import Callable
from typing import Any

from pitboss.cards import card_name
from pitboss.games.blackjack import events as ev
from pitboss.games.blackjack import phrases
from pitboss.games.wording import in_words, names
from pitboss.money import amount_text


def _noted(event: ev.IrregularityNoted) -> str:
    detail = f" ({event.detail})" if event.detail else ""
    waits = ", and its occasion is still to come" if event.waits else ""
    return f"an irregularity is reported: {in_words(event.kind)}{detail}{waits}"


def _reached(event: ev.CuttingCardReached) -> str:
    return f"the cutting card shows before the card for {f'box {event.at}' if event.at else 'the dealer'}"


def _boxes(boxes: tuple[int, ...]) -> str:
    return f"{'box' if len(boxes) == 1 else 'boxes'} {names([str(box) for box in boxes])}"


def _card_dealt(event: ev.CardDealt) -> str:
    total = f"soft {event.total}" if event.soft else str(event.total)
    said = f", total {total}" if event.announced else ""
    return f"{card_name(event.card)} to box {event.box}{said}"


def _settled(event: ev.WagerSettled) -> str:
    why = phrases.outcome(event.outcome, event.kind)
    if not event.net:
        return f"{phrases.own_wager(event.player, event.kind, event.box, event.place, event.spot)} is returned{why}"
    does = "wins" if event.net > 0 else "loses"
    where = phrases.place(event.kind, event.box, event.place, event.spot)
    return f"{event.player} {does} {amount_text(abs(event.net))} on {where}{why}"


def _voided(event: ev.WagerVoided) -> str:
    wager = phrases.own_wager(event.player, event.kind, event.box, event.place, event.spot)
    return f"{wager} is void and returned ({in_words(event.reason)})"


def _bet(event: ev.BetPlaced | ev.WagerAdded, does: str) -> str:
    return f"{event.player} {does} {amount_text(event.amount)} on {phrases.place(event.kind, event.box, 0, event.spot)}"


def _began(event: ev.RoundBegan) -> str:
    who = [f"{caller} on box {box}" for box, caller in zip(event.boxes, event.callers, strict=True)]
    return f"the round begins with {names(who)}" if who else "no wager is in play"


def _dealer_done(event: ev.DealerDone) -> str:
    total = "blackjack" if event.blackjack else f"{'soft ' if event.soft else ''}{event.total}"
    return f"the dealer has {total}{', over 21' if event.total > 21 else ''}"


def _limits(minimum: int, maximum: int) -> str:
    return f"{amount_text(minimum)} to {amount_text(maximum)}"


def _limits_changed(event: ev.LimitsChanged) -> str:
    if event.box:
        return f"{event.player} may wager up to {amount_text(event.maximum)} on box {event.box}"
    return f"the limits are now {_limits(event.minimum, event.maximum)}"


def _determinant(event: ev.DeterminantDrawn) -> str:
    used = "the first card of the round" if event.drawn_from == event.side else "not used"
    return f"{card_name(event.card)} from side {'ab'[event.drawn_from]} decides for side {'ab'[event.side]}, {used}"


def _offered(event: ev.OfferOpened) -> str:
    return phrases.offered(event.kind, names([f"{player} on box {box}" for player, box in event.waiting]))


def _silent(event: ev.Event) -> str:
    return ""


#: The sentence of each event; empty for internal steps.
BLACKJACK_SENTENCES: dict[type, Callable[[Any], str]] = {
    ev.StageCame: _silent,
    ev.OfferClosed: _silent,
    ev.BoxPrizeDone: _silent,
    ev.OfferOpened: _offered,
    ev.TableOpened: lambda event: f"the table is open, wagers {_limits(event.minimum, event.maximum)}",
    ev.LimitsChanged: _limits_changed,
    ev.RoundBegan: _began,
    ev.DeterminantDrawn: _determinant,
    ev.PlayerJoined: lambda event: f"{event.player} joins with {amount_text(event.money)}",
    ev.CardExposed: lambda event: f"{card_name(event.card)} was drawn in error and lies face up",
    ev.BetsTakenBack: lambda event: f"{event.player} takes back the wagers on box {event.box}",
    ev.CardCalled: lambda event: f"box {event.box} asks for a card",
    ev.HandClosed: lambda event: phrases.closed(event.box, event.why, event.place),
    ev.HandCleared: lambda event: f"the cards of box {event.box} go to the rack",
    ev.HandDoubled: lambda event: f"box {event.box} doubles",
    ev.PairSplit: lambda event: f"box {event.box} splits",
    ev.HandSurrendered: lambda event: f"box {event.box} surrenders",
    ev.RoundEnded: lambda event: "the round is over",
    ev.CardDealt: _card_dealt,
    ev.DealerDealt: lambda event: f"{card_name(event.card)} to the dealer",
    ev.HoleDealt: lambda event: "a card face down to the dealer",
    ev.HoleDisclosed: lambda event: f"the dealer turns {card_name(event.card)}",
    ev.CardBurned: lambda event: f"{card_name(event.card)} is burnt ({in_words(event.reason)})",
    ev.WagerSettled: _settled,
    ev.WagerVoided: _voided,
    ev.BetPlaced: lambda event: _bet(event, "bets"),
    ev.WagerAdded: lambda event: _bet(event, "adds"),
    ev.TurnCame: lambda event: f"box {event.box} has {'soft ' if event.soft else ''}{event.total} and is to decide",
    ev.Announced: lambda event: (
        f'the dealer calls "{in_words(event.word)}"' + (f" on box {event.box}" if event.box else "")
    ),
    ev.DealerDone: _dealer_done,
    ev.LastRoundNoted: lambda event: "this is the last round",
    ev.BetsClosed: lambda event: 'the dealer calls "no more bets"',
    ev.Shuffled: lambda event: phrases.shuffled(event.reason, event.side),
    ev.MeterMoved: lambda event: f"the meter shows {amount_text(event.meter)}",
    ev.PrizeShown: lambda event: f"the display shows {amount_text(event.prize)} for box {event.box}",
    ev.PaymentHeld: lambda event: f"the payment for {phrases.place(event.kind, event.box)} waits for an attestation",
    ev.PaymentReleased: lambda event: f"the payment for {phrases.place(event.kind, event.box)} is released",
    ev.BetsReopened: lambda event: "betting is open again",
    ev.ReaderChecked: lambda event: f"the card reader finds {'a' if event.blackjack else 'no'} blackjack",
    ev.NextDealerHand: lambda event: f"the dealer's first card stays for hand {event.spot}",
    ev.OfferAnswered: lambda event: phrases.answered(event.player, event.box, event.answer),
    ev.ExposedCardUsed: lambda event: f"the card drawn in error is used ({in_words(event.how)})",
    ev.CardRefused: lambda event: f"box {event.box} does not take the card and gets no more",
    ev.IrregularityNoted: _noted,
    ev.IrregularityMet: lambda event: f"the irregularity has occurred: {in_words(event.kind)}",
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
    ev.HandTimedOut: lambda event: f"the time for box {event.box} is over, and the house plays this hand",
    ev.WagerMoved: lambda event: "a wager belongs to the other hand of the split",
    ev.WagerReopened: lambda event: "a settled wager is in play again",
    ev.ButtonPressed: lambda event: (
        f"{'the house' if event.player == 'house' else event.player} presses the button for box {event.box}"
    ),
    ev.PressDeclined: lambda event: f"{event.player} leaves the button of box {event.box} to another",
    ev.PrizesDue: lambda event: f"the prize button is to be pressed for {_boxes(event.boxes)}",
    ev.StreakMoved: lambda event: f"the lammer of box {event.box} shows {event.wins} in a row",
}
