"""State changes by the events of the shoe."""

from pitboss.games.blackjack import events as ev
from pitboss.games.blackjack.evolve.base import register_change, without
from pitboss.games.blackjack.state import Stage, State


@register_change(ev.Shuffled)
def _shuffled(state: State, event: ev.Shuffled) -> None:
    shoe = state.shoes[event.side]
    # a shuffle of discards refills an empty shoe with the cards of the rack
    shoe.cards_in = len(shoe.rack) if event.discards else shoe.size
    shoe.drawn, shoe.rack, shoe.burns_due = 0, [], event.burns
    shoe.cut_card_out = False
    if not event.discards:
        shoe.cut_card_round = 0
        state.shoe_rounds, state.shoe_players = 0, []
        state.shoe_first, state.shoe_bettors, state.shoe_missed = [], [], []
        state.shuffle_due, state.last_shuffle, state.last_cutter = "", event.reason, ""


@register_change(ev.RackReturned)
def _rack_returned(state: State, event: ev.RackReturned) -> None:
    state.shoes[event.side].rack = []


@register_change(ev.CuttingCardReached)
def _cutting_card_reached(state: State, event: ev.CuttingCardReached) -> None:
    shoe = state.shoes[event.side]
    shoe.cut_card_out, shoe.cut_card_at = True, event.at
    # before the first card the cutting card counts for the round that is about to begin
    shoe.cut_card_round = shoe.cut_card_round or state.round + (state.stage == Stage.OPENING)


@register_change(ev.ShuffleDue)
def _shuffle_due(state: State, event: ev.ShuffleDue) -> None:
    state.shuffle_due = event.reason


@register_change(ev.CardBurned)
def _card_burned(state: State, event: ev.CardBurned) -> None:
    shoe = state.shoes[event.side]
    shoe.drawn += 1
    shoe.rack.append(event.card)
    if event.reason == "burn":
        shoe.burns_due -= 1


@register_change(ev.BurnsDue)
def _burns_due(state: State, event: ev.BurnsDue) -> None:
    state.shoes[event.side].burns_due = event.burns


@register_change(ev.CutOffered)
def _cut_offered(state: State, event: ev.CutOffered) -> None:
    state.cut_offer = list(event.players)


@register_change(ev.CutDeclined)
def _cut_declined(state: State, event: ev.CutDeclined) -> None:
    state.cut_offer = without(state.cut_offer, event.player)


@register_change(ev.CardsCut)
def _cards_cut(state: State, event: ev.CardsCut) -> None:
    state.cut_offer, state.last_cutter = [], event.by
