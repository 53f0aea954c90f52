"""Shuffles, and who cuts."""

from collections.abc import Mapping

from pitboss.blackjack import events as ev
from pitboss.blackjack.dealing import Dealing
from pitboss.blackjack.state import State
from pitboss.law.cite import Clauses, together
from pitboss.law.resolve import BlackjackRules
from pitboss.law.ways import CutCardDuring, Cutter, ShoeKind


def decks_by_side(rules: BlackjackRules) -> tuple[int, ...]:
    """The decks of the shoe, or of each side of it; with two batches, of the one that is dealt."""
    terms = rules.terms
    if terms.shoe is ShoeKind.DOUBLE:
        return terms.decks_a, terms.decks_b
    if terms.shoe is ShoeKind.BATCH and rules.options.get("automated_shuffler"):
        return (terms.decks // 2,)
    return (terms.decks,)


def shuffle(dealing: Dealing, reason: str, names: tuple[str, ...], side: int | None = None, more: Clauses = ()) -> None:
    """All cards of the shoe, or of one side of it, in a new order."""
    state, terms = dealing.state, dealing.terms
    side = state.side if side is None else side
    clauses = dealing.cite[(*names, "card_count")]
    if terms.shoe is ShoeKind.BATCH:
        clauses = dealing.cite[(*names, "batches")]
    clauses = together(clauses, more) if more else clauses
    dealing.emit(ev.Shuffled(clauses, side, reason, burns=int(terms.burn_new_shoe)))
    dealing.emit(ev.Announced(clauses, "shuffle"))
    dealing.chance.shuffle(side, None)


def shuffle_if_due(dealing: Dealing) -> None:
    """What the end of a round brings for the cards."""
    state, terms = dealing.state, dealing.terms
    if terms.shoe is ShoeKind.CONTINUOUS:
        dealing.chance.restock(state.side, list(state.shoe.rack))
        dealing.emit(ev.RackReturned(dealing.cite["continuous_shuffler"], state.side))
    if state.shuffle_due:
        rule = dealing.rules.irregularities.get(state.shuffle_due)
        shuffle(dealing, state.shuffle_due, ("shuffle_cut_card",), more=rule.clauses if rule else ())
        return
    for side, shoe in enumerate(state.shoes):
        if terms.cut_card_during is CutCardDuring.SHUFFLE_AFTER_NEXT_ROUND:
            if 0 < shoe.cut_card_round < state.round and not state.last_round:
                shuffle(dealing, "cut_card", ("shuffle_cut_card", "cut_card_during"), side)
        elif shoe.cut_card_out and not 0 <= state.rounds_left < terms.final_rounds:
            if "missed_shuffle" in state.awaited:
                clauses = dealing.rules.irregularities["missed_shuffle"].clauses
                dealing.emit(ev.IrregularityMet(clauses, "missed_shuffle"))
                dealing.emit(ev.ShuffleDue(clauses, "missed_shuffle"))
            else:
                shuffle(dealing, "cut_card", ("shuffle_cut_card", "cut_card_during"), side)


def cards_behind_cutting_card(rules: BlackjackRules, cards: int) -> int:
    """How many cards lie behind the cutting card in a shoe of so many."""
    share = rules.terms.cut_card_share
    return cards // share if share else rules.terms.cut_card_behind


def cut_margin(rules: BlackjackRules, cards: int) -> int:
    """How many cards from either end the cut is made at least; of few cards, a quarter."""
    return min(rules.terms.cut_margin, cards // 4)


def _players_by_box(rules: BlackjackRules, state: State) -> dict[int, list[str]]:
    """Who may be asked to cut, by box: whoever sits there, and where any player may cut, who else wagers on it."""
    players = {box: [player] for box, player in state.seats.items()}
    if not rules.terms.cutter_seated:
        bettors = [(box, caller) for box, caller in state.callers.items()]
        bettors += [(bet.box, bet.player) for bet in (*state.wagers, *state.bets) if bet.kind == "main"]
        for box, player in bettors:
            names = players.setdefault(box, [])
            if player in state.arrivals and player not in names:  # and has not left
                names.append(player)
    return {box: players[box] for box in sorted(players) if players[box]}


def cut_order(rules: BlackjackRules, state: State) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """To whom the cut is offered, one after the other, and the grounds of that."""
    players = _players_by_box(rules, state)
    boxes = list(players)
    if not boxes:
        return (), ("cut_offered", "cut_declined")
    start, grounds = _first_cutter(rules, state, players)
    again = next((box for box in boxes if state.last_cutter in players[box]), 0)
    if again:
        next_one = rules.options.get("recut_by") == "next_entitled"
        start, grounds = _box_from(boxes, again + 1 if next_one else again), ("recut",)
    order = [box for box in boxes if box >= start] + [box for box in boxes if box < start]
    return tuple(dict.fromkeys(name for box in order for name in players[box])), ("cut_offered", *grounds)


def _first_cutter(rules: BlackjackRules, state: State, players: Mapping[int, list[str]]) -> tuple[int, tuple[str, ...]]:
    """The box of the player who is asked first."""
    boxes = list(players)
    shown_at, reason = state.shoe.cut_card_at, state.last_shuffle
    if reason == "start":
        return _first_arrival(state, players), ("cutter_first_player",)
    if reason == "cut_card" and shown_at == 0:
        return boxes[-1], ("cutter_dealer",)
    if reason == "cut_card" and shown_at > 0:
        # whose player has left: the next one clockwise
        gone = () if shown_at in boxes else ("cut_declined",)
        return _box_from(boxes, shown_at), ("cutter_box", *gone)
    way = rules.terms.cutter_of_new_cards if reason == "new_cards" else rules.terms.cutter
    ground = ("cutter_new_cards",) if reason == "new_cards" else ("cutter_ordered",)
    if way is Cutter.FIRST_ARRIVAL:
        return _first_arrival(state, players), ground
    return boxes[-1 if way is Cutter.FROM_THE_RIGHT else 0], ground


def _first_arrival(state: State, players: Mapping[int, list[str]]) -> int:
    for name in state.arrivals:
        for box, names in players.items():
            if name in names:
                return box
    return next(iter(players))


def _box_from(boxes: list[int], start: int) -> int:
    """The first occupied box from there on, clockwise."""
    return next((box for box in boxes if box >= start), boxes[0])
