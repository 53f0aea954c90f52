"""Shuffles, and who cuts."""

from pitboss.blackjack import events as ev
from pitboss.blackjack.dealing import Dealing
from pitboss.blackjack.state import State
from pitboss.law.resolve import BlackjackRules
from pitboss.law.ways import CutCardDuring, Cutter, ShoeKind


def shuffle(dealing: Dealing, reason: str, names: tuple[str, ...], side: int | None = None) -> None:
    """All cards of the shoe, or of one side of it, in a new order."""
    state, terms = dealing.state, dealing.terms
    side = state.side if side is None else side
    clauses = dealing.cite(*names, "card_count")
    if terms.shoe is ShoeKind.BATCH:
        clauses = dealing.cite(*names, "batches")
    dealing.emit(ev.Shuffled(clauses, side, reason, burns=int(terms.burn_new_shoe)))
    dealing.emit(ev.Announced(clauses, "shuffle"))
    dealing.chance.shuffle(side, None)


def shuffle_if_due(dealing: Dealing) -> None:
    """What the end of a round brings for the cards."""
    state, terms = dealing.state, dealing.terms
    if terms.shoe is ShoeKind.CONTINUOUS:
        dealing.chance.restock(state.side, list(state.shoe.rack))
        dealing.emit(ev.RackReturned(dealing.cite("continuous_shuffler"), state.side))
    if state.shuffle_due:
        shuffle(dealing, state.shuffle_due, ("shuffle_cut_card",))
        return
    for side, shoe in enumerate(state.shoes):
        if shoe.cut_card_out and not 0 <= state.rounds_left < terms.final_rounds:
            if "missed_shuffle" in state.awaited:
                clauses = dealing.rules.irregularities["missed_shuffle"].clauses
                dealing.emit(ev.IrregularityMet(clauses, "missed_shuffle"))
            elif terms.cut_card_during is CutCardDuring.SHUFFLE_AFTER_ROUND:
                shuffle(dealing, "cut_card", ("shuffle_cut_card", "cut_card_during"), side)


def cut_order(rules: BlackjackRules, state: State) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """To whom the cut is offered, one after the other, and the grounds of that."""
    seated = [state.seats[box] for box in sorted(state.seats)]
    players = list(dict.fromkeys(seated))
    if not players:
        return (), ("cut_offered",)
    first, ground = _first_cutter(rules, state, players)
    start = players.index(first)
    return tuple(players[start:] + players[:start]), ("cut_offered", ground)


def _first_cutter(rules: BlackjackRules, state: State, players: list[str]) -> tuple[str, str]:
    shoe = state.shoe
    reason = state.last_shuffle
    if reason == "start":
        return next((name for name in state.arrivals if name in players), players[0]), "cutter_first_player"
    if reason == "cut_card" and shoe.cut_card_at > 0 and state.seats.get(shoe.cut_card_at) in players:
        return state.seats[shoe.cut_card_at], "cutter_box"
    if reason == "cut_card" and shoe.cut_card_at == 0:
        return players[-1], "cutter_dealer"
    if reason == "new_cards":
        return players[0], "cutter_new_cards"
    return players[-1 if rules.terms.cutter is Cutter.FROM_THE_RIGHT else 0], "cutter_ordered"
