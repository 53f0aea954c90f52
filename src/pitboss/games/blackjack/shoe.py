"""Shuffles, the cutting card, and the order of the players who may cut."""

from collections.abc import Mapping
from typing import Final

from pitboss.cards import full_shoe
from pitboss.games.blackjack import events as ev
from pitboss.games.blackjack.context import RoundContext
from pitboss.games.blackjack.pending_irregularities import SHUFFLE_ONE_ROUND_LATE
from pitboss.games.blackjack.state import State
from pitboss.law.choices import CutCardDuring, Cutter, ShoeKind
from pitboss.law.cite import Clauses
from pitboss.law.resolve import BlackjackRules

#: Members that every round compares with, bound once: CPython 3.11 looks up the members of an enum slowly.
_CONTINUOUS: Final = ShoeKind.CONTINUOUS
_AFTER_NEXT_ROUND: Final = CutCardDuring.SHUFFLE_AFTER_NEXT_ROUND


def decks_by_side(rules: BlackjackRules) -> tuple[int, ...]:
    """Returns the decks of the shoe, or of each side of a double shoe; of two batches, those of the one in use."""
    terms = rules.terms
    if terms.shoe is ShoeKind.DOUBLE:
        return terms.decks_a, terms.decks_b
    if terms.shoe is ShoeKind.BATCH and rules.options.get("automated_shuffler"):
        return (terms.decks // 2,)
    return (terms.decks,)


def cards_by_side(rules: BlackjackRules) -> tuple[tuple[int, ...], ...]:
    """Returns all cards of the shoe, or of each side of a double shoe, in canonical order."""
    return tuple(tuple(full_shoe(decks, rules.terms.ranks_removed)) for decks in decks_by_side(rules))


def shuffle(
    context: RoundContext, reason: str, names: tuple[str, ...], side: int | None = None, more: Clauses = ()
) -> None:
    """Shuffles all cards of the shoe, or of one side of it."""
    state, terms = context.state, context.terms
    side = state.side if side is None else side
    if terms.shoe is ShoeKind.BATCH:
        names = (*names, "batches_begin" if reason == "start" else "batches")
    elif reason == "cut_card":
        names = (*names, "card_count")
    clauses = more or context.cite[names]
    context.emit(ev.Shuffled(clauses, side, reason, burns=int(terms.burn_new_shoe)))
    context.emit(ev.Announced(clauses[:1], "shuffle"))
    context.chance.shuffle(side, None)


def shuffle_if_due(context: RoundContext) -> None:
    """Shuffles at the end of a round if the cutting card or an irregularity demands it."""
    state, terms = context.state, context.terms
    if terms.shoe is _CONTINUOUS:
        context.chance.restock(state.side, list(state.shoe.rack))
        context.emit(ev.RackReturned(context.cite["continuous_shuffler"], state.side))
    if state.shuffle_due:
        rule = context.rules.irregularities.get(state.shuffle_due)
        shuffle(context, state.shuffle_due, ("shuffle_cut_card",), more=rule.clauses if rule else ())
        return
    for side, shoe in enumerate(state.shoes):
        if terms.cut_card_during is _AFTER_NEXT_ROUND:
            if 0 < shoe.cut_card_round < state.round and not state.last_round:
                shuffle(context, "cut_card", ("shuffle_cut_card",), side)
        elif shoe.cut_card_out and not 0 <= state.rounds_left < terms.final_rounds:
            kind = context.meet(SHUFFLE_ONE_ROUND_LATE)
            if kind:
                context.emit(ev.ShuffleDue(context.rules.irregularities[kind].clauses, kind))
            else:
                shuffle(context, "cut_card", ("shuffle_cut_card",), side)


def cards_behind_cutting_card(rules: BlackjackRules, cards: int) -> int:
    """Returns the number of cards behind the cutting card that the rulebook prescribes for a shoe of this size."""
    share = rules.terms.cut_card_share
    return cards // share if share else rules.terms.cut_card_behind


def cut_margin(rules: BlackjackRules, cards: int) -> int:
    """Returns the minimum distance of the cut from either end; at most a quarter of the cards."""
    return min(rules.terms.cut_margin, cards // 4)


def _players_by_box(rules: BlackjackRules, state: State) -> dict[int, list[str]]:
    """Returns the players who may cut, by box: the seated player, and other bettors where the rulebook allows them."""
    players = {box: [player] for box, player in state.seats.items()}
    if not rules.terms.cutter_seated:
        bettors = [(box, decider) for box, decider in state.deciders.items()]
        bettors += [(bet.box, bet.player) for bet in (*state.wagers, *state.bets) if bet.kind == "main"]
        for box, player in bettors:
            names = players.setdefault(box, [])
            if player in state.arrivals and player not in names:  # arrivals excludes players who left
                names.append(player)
    return {box: players[box] for box in sorted(players) if players[box]}


def cut_order(rules: BlackjackRules, state: State) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Returns the players who are offered the cut, in order, and the rules that say so."""
    players = _players_by_box(rules, state)
    boxes = list(players)
    if not boxes:
        return (), ("cut_offered",)
    start, grounds = _first_cutter(rules, state, players)
    last_box = next((box for box in boxes if state.last_cutter in players[box]), 0)
    if last_box:
        by_next = rules.options.get("recut_by") == "next_entitled"
        start, grounds = _box_from(boxes, last_box + 1 if by_next else last_box), ("recut",)
    order = [box for box in boxes if box >= start] + [box for box in boxes if box < start]
    return tuple(dict.fromkeys(name for box in order for name in players[box])), (*grounds, "cut_offered")


def _first_cutter(rules: BlackjackRules, state: State, players: Mapping[int, list[str]]) -> tuple[int, tuple[str, ...]]:
    """Returns the box of the first player who is offered the cut, and the rule that says so."""
    boxes = list(players)
    shown_at, reason = state.shoe.cut_card_at, state.last_shuffle
    if reason == "start":
        return _first_arrival(state, players), ("cutter_first_player",)
    if reason == "cut_card" and shown_at == 0:
        return boxes[-1], ("cutter_dealer",)
    if reason == "cut_card" and shown_at > 0:
        # if the player has left, the next one clockwise
        gone = () if shown_at in boxes else ("cut_declined",)
        return _box_from(boxes, shown_at), ("cutter_box", *gone)
    cutter = rules.terms.cutter_of_new_cards if reason == "new_cards" else rules.terms.cutter
    ground = ("cutter_new_cards",) if reason == "new_cards" else ("cutter_ordered",)
    if cutter is Cutter.FIRST_ARRIVAL:
        return _first_arrival(state, players), ground
    return boxes[-1 if cutter is Cutter.FROM_THE_RIGHT else 0], ground


def _first_arrival(state: State, players: Mapping[int, list[str]]) -> int:
    for name in state.arrivals:
        for box, names in players.items():
            if name in names:
                return box
    return next(iter(players))


def _box_from(boxes: list[int], start: int) -> int:
    """Returns the first occupied box from ``start`` on, clockwise."""
    return next((box for box in boxes if box >= start), boxes[0])


def cards_behind(rules: BlackjackRules, cards: int) -> int:
    """Returns the number of cards behind the cutting card: as prescribed, but at most half of the shoe."""
    return max(1, min(cards_behind_cutting_card(rules, cards), cards // 2)) if cards > 1 else 0
