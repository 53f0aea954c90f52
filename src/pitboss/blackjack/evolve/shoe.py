"""What the events of the shoe change."""

from pitboss.blackjack import events as ev
from pitboss.blackjack.evolve.base import on
from pitboss.blackjack.state import Stage, State


@on(ev.Shuffled)
def _shuffled(state: State, event: ev.Shuffled) -> None:
    shoe = state.shoes[event.side]
    # where only the discards are shuffled the shoe was empty, and now holds what lay in the rack
    shoe.cards_in = len(shoe.rack) if event.discards else shoe.size
    shoe.drawn, shoe.rack, shoe.burns_due = 0, [], event.burns
    shoe.cut_card_out = False
    if not event.discards:
        shoe.cut_card_round = 0
        state.shoe_rounds, state.shoe_players = 0, []
        state.shuffle_due, state.last_shuffle, state.last_cutter = "", event.reason, ""


@on(ev.RackReturned)
def _rack_returned(state: State, event: ev.RackReturned) -> None:
    state.shoes[event.side].rack = []


@on(ev.CuttingCardReached)
def _cutting_card_reached(state: State, event: ev.CuttingCardReached) -> None:
    shoe = state.shoes[event.side]
    shoe.cut_card_out, shoe.cut_card_at = True, event.at
    # before the first card it belongs to the round that is about to begin
    shoe.cut_card_round = shoe.cut_card_round or state.round + (state.stage == Stage.OPENING)


@on(ev.ShuffleDue)
def _shuffle_due(state: State, event: ev.ShuffleDue) -> None:
    state.shuffle_due = event.reason


@on(ev.CardBurned)
def _card_burned(state: State, event: ev.CardBurned) -> None:
    shoe = state.shoes[event.side]
    shoe.drawn += 1
    shoe.rack.append(event.card)
    if event.reason == "burn":
        shoe.burns_due -= 1


@on(ev.BurnsDue)
def _burns_due(state: State, event: ev.BurnsDue) -> None:
    state.shoes[event.side].burns_due = event.burns


@on(ev.CutOffered)
def _cut_offered(state: State, event: ev.CutOffered) -> None:
    state.cut_offer = list(event.players)


@on(ev.CutDeclined)
def _cut_declined(state: State, event: ev.CutDeclined) -> None:
    state.cut_offer.remove(event.player)


@on(ev.CardsCut)
def _cards_cut(state: State, event: ev.CardsCut) -> None:
    state.cut_offer, state.last_cutter = [], event.by
