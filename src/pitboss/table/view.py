"""What a person at the table may see: every card that lies face up, never the hole card or the order of the shoe."""

from collections.abc import Sequence

from msgspec import Struct

from pitboss.blackjack import State
from pitboss.blackjack import events as ev
from pitboss.blackjack.plan import phase
from pitboss.blackjack.state import Hand, Wager, dealer_blackjack, points_of
from pitboss.law.resolve import BlackjackRules
from pitboss.notation.tell import tell
from pitboss.notation.words import in_words
from pitboss.table.allowed import allowed_now


class WagerView(Struct, frozen=True):
    """A wager; ``result`` is what it won or lost, None while it is open."""

    player: str
    kind: str
    amount: int
    spot: int = 1
    result: int | None = None


class HandView(Struct, frozen=True):
    """A hand with its cards and total, ``hidden`` of which lie face down."""

    cards: tuple[int, ...]
    total: str
    hidden: int = 0
    wagers: tuple[WagerView, ...] = ()
    in_turn: bool = False
    note: str = ""


class BoxView(Struct, frozen=True):
    """A box: who sits there and decides, its hands, the wagers that go by box, and what lies for the next round."""

    box: int
    seat: str
    decides: str
    hands: tuple[HandView, ...]
    wagers: tuple[WagerView, ...]
    bets: tuple[WagerView, ...]


class TableView(Struct, frozen=True, kw_only=True):
    """The table as anybody may see it."""

    rulebook: str
    phase: str
    round: int
    minimum: int
    maximum: int
    dealer: tuple[HandView, ...]
    boxes: tuple[BoxView, ...]
    money: dict[str, int]
    asked: str
    drawn: int
    cards_in: int
    discards: int
    exposed: int = -1
    meter: int = 0
    rounds_left: int = -1
    allowed: tuple[str, ...] = ()


def view_of(rules: BlackjackRules, state: State, viewer: str = "") -> TableView:
    """What the viewer sees, with what is open to the viewer, or to everybody where nobody is named."""
    return TableView(
        rulebook=rules.rulebook,
        phase=phase(state),
        round=state.round,
        minimum=state.minimum,
        maximum=state.maximum,
        dealer=_dealer(state),
        boxes=tuple(_box(state, box) for box in _boxes(state)),
        money=dict(state.money),
        asked=_asked(state),
        drawn=sum(shoe.drawn for shoe in state.shoes),
        cards_in=sum(shoe.cards_in for shoe in state.shoes),
        discards=sum(len(shoe.rack) for shoe in state.shoes),
        exposed=state.exposed,
        meter=state.meter if rules.options.get("progressive") else 0,
        rounds_left=state.rounds_left,
        allowed=allowed_now(rules, state, viewer),
    )


def _boxes(state: State) -> list[int]:
    return sorted({*state.hands, *state.seats, *(bet.box for bet in state.bets)})


def _dealer(state: State) -> tuple[HandView, ...]:
    hands = []
    for number, cards in enumerate(state.dealer, 1):
        total, soft = points_of(cards) if cards else (0, False)
        hidden = int(state.hole >= 0 and number == len(state.dealer))
        hands.append(HandView(tuple(cards), total_text(total, soft, dealer_blackjack(cards)), hidden))
    return tuple(hands)


def total_text(total: int, soft: bool, blackjack: bool) -> str:
    """``16``, ``soft 18``, ``blackjack``, ``bust``; nothing for no cards."""
    if blackjack:
        return "blackjack"
    if total > 21:
        return "bust"
    return f"soft {total}" if soft else str(total or "")


def _box(state: State, box: int) -> BoxView:
    hands = state.hands.get(box, [])
    by_hand = {hand.number for hand in hands}
    of_box = [wager for wager in state.wagers if wager.box == box and not (_goes_by_hand(wager, by_hand))]
    lying = [bet for bet in state.bets if bet.box == box]
    return BoxView(
        box=box,
        seat=state.seats.get(box, ""),
        decides=state.callers.get(box, "") if hands else "",
        hands=tuple(_hand(state, hand) for hand in hands),
        wagers=tuple(_wager(wager) for wager in of_box),
        bets=tuple(_wager(bet) for bet in lying),
    )


def _goes_by_hand(wager: Wager, hands: set[int]) -> bool:
    return wager.kind in ("main", "double") and wager.hand in hands


def _hand(state: State, hand: Hand) -> HandView:
    wagers = [wager for wager in state.wagers if wager.box == hand.box and _goes_by_hand(wager, {hand.number})]
    in_turn = state.turn_box == hand.box and state.turn_hand == hand.number
    note = "surrendered" if hand.surrendered else "doubled" if hand.doubled else ""
    total = total_text(hand.total, hand.soft, hand.blackjack) if hand.cards else ""
    return HandView(tuple(hand.cards), total, 0, tuple(_wager(wager) for wager in wagers), in_turn, note)


def _wager(wager: Wager) -> WagerView:
    return WagerView(wager.player, wager.kind, wager.amount, wager.spot, wager.result)


def _asked(state: State) -> str:
    """Who is asked what, in a few words."""
    if state.cut_offer:
        return f"{state.cut_offer[0]} is asked to cut the cards"
    if state.offer is not None and state.offer.waiting:
        names = ", ".join(f"{player} (box {box})" for player, box in state.offer.waiting)
        return f"{state.offer.kind}: {names}"
    if state.turn_box:
        return f"box {state.turn_box}: {state.callers[state.turn_box]} decides"
    return ""


def seen(events: Sequence[ev.Event]) -> list[ev.Event]:
    """The events that may be told to everybody: what shows a card that lies face down is left out."""
    return [event for event in events if not isinstance(event, ev.HoleDealt) and not _burnt_unseen(event)]


def _burnt_unseen(event: ev.Event) -> bool:
    return isinstance(event, ev.CardBurned) and event.reason != "face_up"


def tell_seen(event: ev.Event) -> str:
    """One event as a sentence that gives no hidden card away."""
    if isinstance(event, ev.CardBurned) and _burnt_unseen(event):
        return f"a card is burnt unseen ({in_words(event.reason)})"
    return tell(event)
