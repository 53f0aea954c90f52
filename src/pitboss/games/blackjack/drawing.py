"""A blackjack table as a drawing: the dealer above, a column for each box. Face-down cards stay face down."""

from collections.abc import Sequence

from pitboss.drawing import CARD_HIGH, GOLD, Drawing, fan
from pitboss.games.blackjack.state import Hand, State
from pitboss.money import amount_text, net_text

#: Width of a box, top of the dealer's cards and of the hands, distance of split hands, height of the drawing.
_COLUMN, _DEALER, _HANDS, _STEP, _HIGH = 200, 26, 124, 66, 370
_LEAST_WIDE, _FOOT = 400, 18


def draw_table(state: State, boxes: Sequence[int] = ()) -> Drawing:
    """Returns the drawing of a table; its size depends on the boxes alone, by default those with wagers or hands."""
    shown = boxes or sorted({*state.hands, *(bet.box for bet in state.bets)}) or (1,)
    drawing = Drawing(max(_LEAST_WIDE, _COLUMN * len(shown)), _HIGH)
    _draw_dealer(drawing, state)
    for number, box in enumerate(shown):
        _draw_box(drawing, state, box, number * drawing.wide / len(shown) + 8)
    return drawing


def _draw_dealer(drawing: Drawing, state: State) -> None:
    drawing.text(12, 12, "dealer", centred=False)
    hidden = int(state.hole >= 0)
    slot = drawing.wide / max(len(state.dealer), 1)
    for number, cards in enumerate(state.dealer):
        places = fan(len(cards) + hidden, slot - 24, 48)
        for place, card in zip(places, cards, strict=False):
            drawing.card(12 + number * slot + place, _DEALER, card)
        for place in places[len(cards) :]:
            drawing.back(12 + number * slot + place, _DEALER)


def _draw_box(drawing: Drawing, state: State, box: int, left: float) -> None:
    drawing.text(left, _HANDS - 14, f"box {box} {state.deciders.get(box, '')}", centred=False)
    hands = state.hands.get(box, [])
    room = _HIGH - _FOOT * 2 - CARD_HIGH - _HANDS
    gap = min(_STEP, room / max(len(hands) - 1, 1))
    for number, hand in enumerate(hands):
        top = _HANDS + number * gap
        places = fan(len(hand.cards), _COLUMN - 74, 24)
        for place, card in zip(places, hand.cards, strict=True):
            drawing.card(left + place, top, card, in_turn=hand is state.turn)
        drawing.text(
            left + _COLUMN - 72, top + 12, _total(hand), fill=GOLD if hand is state.turn else "#ffffff", centred=False
        )
    wagers = [wager for wager in state.wagers if wager.box == box] if hands else []
    staked = sum(wager.amount for wager in (wagers or [bet for bet in state.bets if bet.box == box]))
    settled = [wager.result for wager in wagers if wager.result is not None]
    result = f", {net_text(sum(settled))}" if settled and len(settled) == len(wagers) else ""
    if staked:
        drawing.text(left, _HIGH - _FOOT, f"{amount_text(staked)}{result}", fill=GOLD, centred=False)


def _total(hand: Hand) -> str:
    if hand.blackjack:
        return "blackjack"
    return f"{hand.total} bust" if hand.bust else f"{'soft ' if hand.soft else ''}{hand.total}"
