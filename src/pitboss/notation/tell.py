"""Events in plain words, each with the clause it rests on."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from pitboss.blackjack import events as ev
from pitboss.cards import card_name
from pitboss.law.cite import clause_list
from pitboss.money import amount_text
from pitboss.notation import phrases
from pitboss.notation.blackjack_tell import BLACKJACK_TELLERS
from pitboss.notation.roulette_tell import ROULETTE_TELLERS
from pitboss.notation.tournament_tell import TOURNAMENT_TELLERS, names
from pitboss.notation.words import in_words
from pitboss.tournament.events import AtTable


def tell_step(text: str, events: Sequence[ev.Event]) -> Iterator[str]:
    """A line that was carried out, and below it what it brought."""
    yield text
    for event in events:
        words = tell(event)
        if words:
            law = f"  [{clause_list(event.clauses)}]" if event.clauses else ""
            yield f"    {words}{law}"


def tell(event: ev.Event) -> str:
    """One event as a sentence; empty for what nobody would say."""
    teller = _TELLERS.get(type(event))
    if teller is not None:
        return teller(event)
    if isinstance(event, ev.StageCame | ev.OfferClosed | ev.BoxPrizeDone):
        return ""
    if isinstance(event, ev.OfferOpened):
        return phrases.offered(event.kind, names([f"{player} on box {box}" for player, box in event.waiting]))
    fields = {name: getattr(event, name) for name in event.__struct_fields__ if name != "clauses"}
    words = "".join(f" {char.lower()}" if char.isupper() else char for char in type(event).__name__).strip()
    details = ", ".join(f"{name} {value}" for name, value in fields.items() if value not in ("", 0, (), -1))
    return f"{words}: {details}" if details else words


def _card_dealt(event: ev.CardDealt) -> str:
    total = f"soft {event.total}" if event.soft else str(event.total)
    said = f", total {total}" if event.announced else ""
    return f"{card_name(event.card)} to box {event.box}{said}"


def _settled(event: ev.WagerSettled) -> str:
    why = phrases.outcome(event.outcome, event.kind)
    if not event.net:
        return f"{phrases.own_wager(event.player, event.kind, event.box)} is returned{why}"
    does = "wins" if event.net > 0 else "loses"
    return f"{event.player} {does} {amount_text(abs(event.net))} on {phrases.place(event.kind, event.box)}{why}"


def _voided(event: ev.WagerVoided) -> str:
    return f"{phrases.own_wager(event.player, event.kind, event.box)} is void and returned ({in_words(event.reason)})"


def _bet(event: ev.BetPlaced | ev.WagerAdded, does: str) -> str:
    return f"{event.player} {does} {amount_text(event.amount)} on {phrases.place(event.kind, event.box)}"


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


def _at_table(event: AtTable) -> str:
    said = tell(event.event)
    return f"table {event.table}: {said}" if said else ""


_TELLERS: dict[type, Callable[[Any], str]] = {
    ev.TableOpened: lambda event: f"the table is open, wagers {_limits(event.minimum, event.maximum)}",
    ev.LimitsChanged: _limits_changed,
    ev.RoundBegan: _began,
    ev.DeterminantDrawn: _determinant,
    ev.PlayerJoined: lambda event: f"{event.player} comes with {amount_text(event.money)}",
    ev.CardExposed: lambda event: f"{card_name(event.card)} was drawn in error and lies face up",
    ev.BetsTakenBack: lambda event: f"{event.player} takes back what lies on box {event.box}",
    ev.CardCalled: lambda event: f"box {event.box} asks for a card",
    ev.HandClosed: lambda event: phrases.closed(event.box, event.why),
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
    ev.Shuffled: lambda event: phrases.shuffled(event.reason),
    ev.MeterMoved: lambda event: f"the meter shows {amount_text(event.meter)}",
    ev.PrizeShown: lambda event: f"the display shows {amount_text(event.prize)} for box {event.box}",
    **BLACKJACK_TELLERS,
    **ROULETTE_TELLERS,
    **TOURNAMENT_TELLERS,
    AtTable: _at_table,
}
