"""State changes by the events of a round."""

from pitboss.atoms.hand import is_ace
from pitboss.games.blackjack import events as ev
from pitboss.games.blackjack.evolve.base import register_change, without
from pitboss.games.blackjack.evolve.wagers import clear_held
from pitboss.games.blackjack.state import OWN_KINDS, Hand, Offer, Stage, State, points_of


@register_change(ev.BetsClosed)
def _bets_closed(state: State, event: ev.BetsClosed) -> None:
    state.stage, state.side = Stage.OPENING, event.side


@register_change(ev.BetsReopened)
def _bets_reopened(state: State, event: ev.BetsReopened) -> None:
    state.stage = Stage.BETTING


@register_change(ev.RoundBegan)
def _round_began(state: State, event: ev.RoundBegan) -> None:
    state.round += 1
    state.began, state.opening = state.opening, {}
    carried = [wager for wager in state.wagers if wager.result is None]
    state.wagers = carried + state.bets
    state.bets = []
    state.boxes = list(event.boxes)
    hands: dict[int, list[Hand]] = {}
    deciders: dict[int, str] = {}
    dealt: dict[int, list[int]] = {}
    for number, box in enumerate(event.boxes):
        hands[box], deciders[box], dealt[box] = [Hand(number + 1, box)], event.callers[number], []
    state.hands, state.deciders, state.dealt = hands, deciders, dealt
    state.hand_count = len(event.boxes)
    state.sided = False
    for number, wager in enumerate(state.wagers):
        wager.number = number
        if wager.kind == "main":
            wager.hand = hands[wager.box][0].number if wager.box in hands else 0
        elif wager.kind not in OWN_KINDS:
            state.sided = True
    state.dealer, state.hole, state.spot = [[]], -1, 1
    state.decided, state.refused = [], []
    state.stage = Stage.DEAL


@register_change(ev.DeterminantDrawn)
def _determinant_drawn(state: State, event: ev.DeterminantDrawn) -> None:
    state.side = event.side
    shoe = state.shoes[event.drawn_from]
    shoe.drawn += 1
    if event.drawn_from == event.side:
        # the determinant becomes the first card of the first box
        state.exposed = event.card
    else:
        shoe.rack.append(event.card)


@register_change(ev.CardDealt)
def _card_dealt(state: State, event: ev.CardDealt) -> None:
    card, box = event.card, event.box
    hand = state.hand_of(box, event.hand)
    hand.cards.append(card)
    hand.total, hand.soft, hand.called = event.total, event.soft, False
    state.dealt[box].append(card)
    if state.exposed < 0 and not state.returned:
        state.shoes[state.side].drawn += 1
    else:
        _was_out_already(state, card)


@register_change(ev.DealerDealt)
def _dealer_dealt(state: State, event: ev.DealerDealt) -> None:
    state.dealer[-1].append(event.card)
    if state.exposed < 0 and not state.returned:
        state.shoes[state.side].drawn += 1
    else:
        _was_out_already(state, event.card)


@register_change(ev.HoleDealt)
def _hole_dealt(state: State, event: ev.HoleDealt) -> None:
    state.hole = event.card
    state.shoes[state.side].drawn += 1


def _was_out_already(state: State, card: int) -> None:
    """Removes a dealt card from the exposed or returned cards: it had left the shoe before."""
    if state.exposed == card:
        state.exposed = -1
    else:
        state.returned = state.returned[1:]


@register_change(ev.HoleDisclosed)
def _hole_disclosed(state: State, event: ev.HoleDisclosed) -> None:
    state.dealer[-1].append(event.card)
    state.hole = -1


@register_change(ev.NextDealerHand)
def _next_dealer_hand(state: State, event: ev.NextDealerHand) -> None:
    state.shoe.rack.extend(state.dealer[-1][1:])
    up_card = state.dealer[-1][:1]
    while len(state.dealer) < event.spot:  # spots without an open wager keep their index
        state.dealer.append(up_card.copy())
    state.spot = event.spot


@register_change(ev.StageCame)
def _stage_came(state: State, event: ev.StageCame) -> None:
    state.stage = event.stage
    _end_turn(state)


def _end_turn(state: State) -> None:
    if state.turn_box:
        state.turn_box = state.turn_hand = 0


@register_change(ev.TurnCame)
def _turn_came(state: State, event: ev.TurnCame) -> None:
    state.turn_box, state.turn_hand = event.box, event.hand


@register_change(ev.CardCalled)
def _card_called(state: State, event: ev.CardCalled) -> None:
    state.hand_of(event.box, event.hand).called = True
    _decided(state, event.box)


@register_change(ev.HandClosed)
def _hand_closed(state: State, event: ev.HandClosed) -> None:
    state.hand_of(event.box, event.hand).closed = True
    _end_turn(state)
    _decided(state, event.box)


@register_change(ev.HandTimedOut)
def _hand_timed_out(state: State, event: ev.HandTimedOut) -> None:
    state.hand_of(event.box, event.hand).timed_out = True


@register_change(ev.HandDoubled)
def _hand_doubled(state: State, event: ev.HandDoubled) -> None:
    hand = state.hand_of(event.box, event.hand)
    hand.redoubled += hand.doubled
    hand.doubled = hand.called = True
    _decided(state, event.box)


@register_change(ev.HandSurrendered)
def _hand_surrendered(state: State, event: ev.HandSurrendered) -> None:
    state.hand_of(event.box, event.hand).surrendered = True
    _decided(state, event.box)


@register_change(ev.PairSplit)
def _pair_split(state: State, event: ev.PairSplit) -> None:
    hands = state.hands[event.box]
    old = state.hand_of(event.box, event.hand)
    card = old.cards.pop()
    aces = is_ace(card)
    total, soft = points_of([card])
    old.total, old.soft, old.split, old.split_aces = total, soft, True, aces
    new = Hand(event.new_hand, event.box, [card], total, soft, True, aces)
    hands.insert(hands.index(old) + 1, new)
    state.hand_count = event.new_hand
    _decided(state, event.box)


def _decided(state: State, box: int) -> None:
    if box not in state.decided:
        state.decided = [*state.decided, box]


@register_change(ev.HandCleared)
def _hand_cleared(state: State, event: ev.HandCleared) -> None:
    hand = state.hand_of(event.box, event.hand)
    hand.cleared = hand.closed = True
    state.shoe.rack.extend(hand.cards)
    if state.turn_hand == event.hand:
        _end_turn(state)


@register_change(ev.OfferOpened)
def _offer_opened(state: State, event: ev.OfferOpened) -> None:
    state.offer = Offer(event.kind, list(event.waiting), event.hand, event.card, event.clauses)


@register_change(ev.OfferAnswered)
def _offer_answered(state: State, event: ev.OfferAnswered) -> None:
    offer = state.offer
    if offer is not None and (event.player, event.box) in offer.waiting:
        offer.waiting.remove((event.player, event.box))


@register_change(ev.OfferClosed)
def _offer_closed(state: State, event: ev.OfferClosed) -> None:
    state.offer = None


@register_change(ev.CardExposed)
def _card_exposed(state: State, event: ev.CardExposed) -> None:
    state.exposed, state.exposed_clauses = event.card, event.clauses
    state.shoe.drawn += 1


@register_change(ev.ExposedCardUsed)
def _exposed_card_used(state: State, event: ev.ExposedCardUsed) -> None:
    if event.how == "burned":
        state.shoe.rack.append(state.exposed)
        state.exposed = -1


@register_change(ev.CardRefused)
def _card_refused(state: State, event: ev.CardRefused) -> None:
    state.refused = [*state.refused, event.box]
    _decided(state, event.box)


@register_change(ev.IrregularityNoted)
def _irregularity_noted(state: State, event: ev.IrregularityNoted) -> None:
    if event.waits:
        state.pending_irregularities = [*state.pending_irregularities, (event.kind, state.round)]


@register_change(ev.IrregularityMet)
def _irregularity_met(state: State, event: ev.IrregularityMet) -> None:
    waiting = list(state.pending_irregularities)
    # of several, the last: one of an earlier round may have expired
    del waiting[max(place for place, (kind, _) in enumerate(waiting) if kind == event.kind)]
    state.pending_irregularities = waiting


@register_change(ev.EquipmentFailed)
def _equipment_failed(state: State, event: ev.EquipmentFailed) -> None:
    if event.equipment == "reader":
        state.reader_failed = not event.working
    else:
        state.button_failed = not event.working


@register_change(ev.HandsRebuilt)
def _hands_rebuilt(state: State, event: ev.HandsRebuilt) -> None:
    box, dealt = event.box, state.dealt[event.box]
    for hand in state.hands[box]:
        if hand.cleared:
            for card in hand.cards:
                state.shoe.rack.remove(card)
    first = Hand(state.hands[box][0].number, box)
    first.cards = dealt[:2]
    first.total, first.soft = points_of(first.cards)
    state.hands[box] = [first]
    for wager in state.wagers:
        if wager.kind == "main" and wager.box == box and wager.original:
            wager.hand = first.number
    state.returned = dealt[2:] + state.returned
    state.dealt[box] = dealt[:2]
    if box in state.decided:
        state.decided = without(state.decided, box)
    if box in state.refused:
        state.refused = without(state.refused, box)
    _end_turn(state)


@register_change(ev.DeciderChanged)
def _decider_changed(state: State, event: ev.DeciderChanged) -> None:
    state.deciders = {**state.deciders, event.box: event.player}


@register_change(ev.RoundMisdealt)
def _round_misdealt(state: State, event: ev.RoundMisdealt) -> None:
    _to_the_rack(state)
    # a box without an open main wager is not dealt again
    state.boxes = sorted({wager.box for wager in state.wagers if wager.kind == "main" and wager.result is None})
    state.hand_count = len(state.boxes)
    for number, box in enumerate(state.boxes, 1):
        state.hands[box] = [Hand(number, box)]
        state.dealt[box] = []
    for wager in state.wagers:
        if wager.kind == "main" and wager.result is None:
            wager.hand = state.hands[wager.box][0].number
    state.dealer, state.spot = [[]], 1
    state.decided, state.refused = [], []
    state.offer, state.presses = None, []
    clear_held(state)
    state.stage, state.turn_box, state.turn_hand = Stage.DEAL, 0, 0


@register_change(ev.RoundVoided)
def _round_voided(state: State, event: ev.RoundVoided) -> None:
    state.offer, state.presses = None, []
    clear_held(state)
    _end_turn(state)


def _to_the_rack(state: State) -> None:
    rack = state.shoe.rack
    for hands in state.hands.values():
        for hand in hands:
            if not hand.cleared:
                rack.extend(hand.cards)
                hand.cleared = True
    rack.extend(state.dealer[-1])
    if state.hole >= 0:
        rack.append(state.hole)
        state.hole = -1
    if state.exposed >= 0:
        rack.append(state.exposed)
        state.exposed = -1
    rack.extend(state.returned)
    state.returned = []


@register_change(ev.RoundEnded)
def _round_ended(state: State, event: ev.RoundEnded) -> None:
    clear_held(state)
    _to_the_rack(state)
    players: list[str] = []
    for wager in state.wagers:
        if wager.kind == "main" and wager.player not in players:
            players.append(wager.player)
    if not state.shoe_rounds:
        state.shoe_players = state.shoe_first = state.shoe_bettors = players
    elif players != state.shoe_bettors:
        state.shoe_players = [name for name in state.shoe_players if name in players]
        missed = [name for name in state.shoe_bettors if name not in players]
        state.shoe_missed = list(dict.fromkeys((*state.shoe_missed, *missed))) if missed else state.shoe_missed
        state.shoe_bettors = list(dict.fromkeys((*state.shoe_bettors, *players)))
    state.shoe_rounds += 1
    state.absent, state.offer = [], None
    _end_turn(state)
    state.opening = dict(state.money)
    state.stage = Stage.BETTING
    if state.rounds_left > 0:
        state.rounds_left -= 1
