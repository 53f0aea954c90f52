"""The stages of a round: one handler per stage. `decide` runs them until a decision or an unknown card is needed.

Every handler derives its remaining work from the state, so a round can resume wherever it stopped.
"""

from collections.abc import Callable, Sequence
from typing import Final

from pitboss.atoms.dealer import may_peek
from pitboss.atoms.hand import add_card, is_ace
from pitboss.atoms.match import is_red
from pitboss.games.blackjack import events as ev
from pitboss.games.blackjack.context import NO_CLAUSES, RoundContext
from pitboss.games.blackjack.dealer import play_dealer
from pitboss.games.blackjack.grounds import KIND_OF_CARD, GroundKey, by_total, drawn_kind, total_kind
from pitboss.games.blackjack.hand_permissions import decides_doubled, decides_split_ace
from pitboss.games.blackjack.opening import begin_round, main_bets
from pitboss.games.blackjack.pending_irregularities import REPLACED_AFTER_THE_ROUND
from pitboss.games.blackjack.prizes import ask_for_press, prizes_waiting
from pitboss.games.blackjack.settle import settle_blackjack, settle_finished
from pitboss.games.blackjack.shoe import shuffle_if_due
from pitboss.games.blackjack.sides import notify_wagers, open_sides, payments_attested, prize_boxes
from pitboss.games.blackjack.state import Hand, Stage, State, ace_or_ten, dealer_blackjack
from pitboss.games.blackjack.wagers import Moment
from pitboss.law.choices import AbsentPlayer, BlackjackPaid, ShoeKind
from pitboss.law.cite import Clauses, ground_key

#: Handler of a stage; returns False if the table waits for a decision.
StageHandler = Callable[[RoundContext], bool]

#: The grounds of a further card, and of the turn of a hand, by the kind of the total.
_CARD_DOUBLED: Final = by_total("double_one_card")
_CARD_AFTER_SPLIT: Final = by_total("split_card")
_CARD_ON_SPLIT_ACE: Final = by_total("split_aces")
_TURN: Final = by_total("turn", "totals_announced")
_TURN_AFTER_SPLIT: Final = by_total("split_order")
_SPLIT_21: Final = ground_key("no_draw_on_21", "split_no_blackjack")
_TURN_OF_SPLIT_ACE: Final = by_total("split_aces")
#: The grounds of the end of a round with the cutting card out of the shoe.
_ENDED_BEFORE_SHUFFLE: Final = ground_key("cards_collected", "round_ended", "collected_for_shuffle")
#: Bound once: CPython 3.11 looks up the members of an enum slowly.
_DOUBLE: Final = ShoeKind.DOUBLE


# --- the deal ----------------------------------------------------------------------------------------------------


def _open_round(context: RoundContext) -> bool:
    """Begins the round with its first card; in a double shoe that card is the determinant."""
    state = context.state
    mains = main_bets(context.rules, state)
    if not mains:
        begin_round(context, mains)
        context.stage(Stage.END)
        return True
    first = min([bet.box for bet in mains])
    card = context.draw(first, first=True)
    begin_round(context, mains)
    if context.terms.shoe is _DOUBLE:
        _determine_side(context, card)
    else:
        hand = state.hands[first][0]
        context.deal_to(hand, context.frequent.first_cards, announced=False, card=card)
        if state.sided:
            notify_wagers(context, Moment.CARD, first)
    return True


def _determine_side(context: RoundContext, card: int) -> None:
    """Sets the side of a double shoe by the colour of the determinant card."""
    red_side = 0 if context.terms.red_side == "a" else 1
    side = red_side if is_red(card) else 1 - red_side
    context.emit(ev.DeterminantDrawn(context.cite["double_shoe"], card, context.state.side, side))


def _deal(context: RoundContext) -> bool:
    state, frequent = context.state, context.frequent
    _deal_pass(context, 0, frequent.first_cards, frequent.first_cards)
    if not state.dealer[0]:
        context.emit(ev.DealerDealt(context.frequent.up_card, context.draw(0)))
    _deal_pass(context, 1, frequent.second_cards, frequent.last_card)
    if state.sided:
        notify_wagers(context, Moment.SECOND_CARDS)
    if context.terms.hole_card and state.hole < 0 and len(state.dealer[0]) == 1:
        context.emit(ev.HoleDealt(context.cite["hole"], context.draw(0)))
    _interim(context)
    boxes = prize_boxes(context, Moment.PRIZES) if state.sided else ()
    if boxes:
        context.emit(ev.PrizesDue(context.cite["prize_press"], boxes))
        context.stage(Stage.FIRST_PRIZES)
    else:
        _to_offers(context)
    return True


def _deal_pass(context: RoundContext, having: int, clauses: Clauses, last: Clauses) -> None:
    """Deals one card to each box with so many cards; the card of the last box has clauses of its own."""
    state = context.state
    for box in state.boxes:
        hand = state.hands[box][0]
        if len(hand.cards) == having and not hand.cleared:
            context.deal_to(hand, last if box == state.boxes[-1] else clauses, announced=False)
            if state.sided:
                notify_wagers(context, Moment.CARD, box)


def _interim(context: RoundContext) -> None:
    """Settles on completion of the initial deal: antes, and blackjacks that are paid immediately."""
    state, terms = context.state, context.terms
    if terms.ante is not None:
        for ante in list(context.open_wagers("ante")):
            context.settle(ante, -ante.amount, "collected", context.cite["ante_collected"])
    for box in state.boxes:
        hand = state.hands[box][0]
        if not hand.blackjack or hand.cleared:
            continue
        paid, safe = terms.blackjack_paid, not ace_or_ten(state.dealer[0][0])
        if paid is BlackjackPaid.AT_ONCE or (paid is BlackjackPaid.AT_ONCE_UNLESS_ACE_OR_TEN and safe):
            names = ("blackjack_paid", "blackjack_wins", "blackjack_odds_at_once", "blackjack_layout", "blackjack")
            settle_blackjack(context, hand, beaten=False, clauses=context.cite[names])
            context.clear(hand, context.cite["blackjack_paid"])
        else:
            context.emit(ev.Announced(context.cite["blackjack_announced", "blackjack"], "blackjack", box))


def _first_prizes(context: RoundContext) -> bool:
    if prizes_waiting(context):
        return ask_for_press(context)
    _to_offers(context)
    return True


# --- offers ------------------------------------------------------------------------------------------------------


def _to_offers(context: RoundContext) -> None:
    state = context.state
    if not state.shows_ace:
        _after_offers(context)
        return
    context.emit(ev.Announced(context.cite["insurance_offered"], "insurance"))
    context.stage(Stage.OFFERS)
    waiting = tuple(
        dict.fromkeys(
            (wager.player, wager.box)
            for box in state.boxes
            for wager in context.open_wagers("main", box)
            if wager.player not in state.absent and wager.hand
        )
    )
    if waiting:
        context.emit(ev.OfferOpened(context.cite["insurance"], "insurance", waiting))


def _offers(context: RoundContext) -> bool:
    offer = context.state.offer
    if offer is not None:
        if offer.waiting:
            return False
        context.emit(ev.OfferClosed(NO_CLAUSES, offer.kind))
    _after_offers(context)
    return True


def _after_offers(context: RoundContext) -> None:
    """Checks the hole card with the card reader, if there is one: a dealer's blackjack ends the round before play."""
    state, terms = context.state, context.terms
    up_card = state.dealer[0][0]
    peeks = terms.card_reader and may_peek(up_card, terms.peek_under_ace, terms.peek_under_ten)
    if peeks and not state.reader_failed and state.hole >= 0:
        blackjack = dealer_blackjack([up_card, state.hole])
        found = ("blackjack",) if blackjack else ()
        names = ("reader_checked", *found) if state.shows_ace else found
        context.emit(ev.ReaderChecked(context.cite[names], blackjack))
        if blackjack:
            for box in state.boxes:
                for hand in state.hands[box]:
                    if not hand.closed:
                        context.close(hand, "dealer_blackjack", context.cite["blackjack"])
                notify_wagers(context, Moment.STAND, box)
                notify_wagers(context, Moment.BOX_DONE, box)
            context.stage(Stage.DEALER)
            return
    context.stage(Stage.PLAY)


# --- the players -------------------------------------------------------------------------------------------------


def _play(context: RoundContext) -> bool:
    state = context.state
    if state.offer is not None:
        if state.offer.waiting:
            return False
        context.emit(ev.OfferClosed(NO_CLAUSES, state.offer.kind))
    for box in state.boxes:
        for hand in state.hands[box]:
            if not hand.closed:
                return _play_hand(context, hand)
    context.stage(Stage.DEALER)
    return True


def _play_hand(context: RoundContext, hand: Hand) -> bool:
    """Deals the cards due to the hand in turn; returns False if its player has to decide."""
    state = context.state
    if len(hand.cards) == 1:
        if state.turn_hand != hand.number:
            _announce_turn(context, hand)
        _deal_further(context, hand, _CARD_ON_SPLIT_ACE if hand.split_aces else _CARD_AFTER_SPLIT)
    elif hand.called:
        _deal_further(context, hand, _CARD_DOUBLED if hand.doubled else None)
        if hand.doubled and not decides_doubled(context.terms, hand):
            _finish(context, hand, "doubled", context.cite["double_closed"])
            return True
    if state.turn_hand != hand.number and not hand.blackjack:
        _announce_turn(context, hand)
    if _close_if_finished(context, hand):
        return True
    absent = state.deciders[hand.box] in state.absent
    if absent or hand.timed_out:
        _play_undecided_hand(context, hand, "absent" if absent else "timeout")
        return True
    if state.exposed >= 0:
        waiting = ((state.deciders[hand.box], hand.box),)
        context.emit(ev.OfferOpened(state.exposed_clauses, "exposed", waiting, hand.number, state.exposed))
    return False


def _deal_further(context: RoundContext, hand: Hand, grounds: Sequence[GroundKey] | None) -> None:
    """Deals a card after the initial deal, announces the total and notifies the side wagers.

    The grounds are those of a doubled or a split hand by the kind of the total; None for a card that was called.
    """
    card = context.draw(hand.box)
    total, soft = add_card(hand.total, hand.soft, card)
    if grounds is None:
        clauses = context.frequent.cards_drawn[drawn_kind(hand.cards, card, soft)]
    else:
        clauses = context.cite[grounds[drawn_kind(hand.cards, card, soft)]]
    context.emit(ev.CardDealt(clauses, hand.box, hand.number, card, total, soft, True))
    if context.state.sided:
        notify_wagers(context, Moment.CARD, hand.box)


def _announce_turn(context: RoundContext, hand: Hand) -> None:
    cards = hand.cards
    if len(cards) == 2:
        clauses = context.frequent.turn[KIND_OF_CARD[cards[0]] | KIND_OF_CARD[cards[1]]]
    else:
        clauses = context.cite[_turn_after_split(hand)]
    context.emit(ev.TurnCame(clauses, hand.box, hand.number, hand.total, hand.soft))


def _turn_after_split(hand: Hand) -> GroundKey:
    grounds = _TURN if len(hand.cards) > 1 else _TURN_OF_SPLIT_ACE if hand.split_aces else _TURN_AFTER_SPLIT
    return grounds[total_kind(hand.cards, hand.soft)]


def _close_if_finished(context: RoundContext, hand: Hand) -> bool:
    """Closes a hand that needs no decision; returns whether it did."""
    terms, total = context.terms, hand.total
    if total > 21:
        _finish(context, hand, "bust", context.cite["spot_bust"] if terms.spots > 1 else context.frequent.bust_closed)
    elif total == 21 and hand.blackjack:
        _finish(context, hand, "blackjack", context.cite["no_draw_on_21", "blackjack"])
    elif total == 21:
        split_21 = hand.split and len(hand.cards) == 2
        _finish(context, hand, "21", context.cite[_SPLIT_21 if split_21 else "no_draw_on_21"])
    elif terms.hand_limit and len(hand.cards) >= terms.hand_limit:
        _finish(context, hand, "five_cards", context.cite["hand_limit"])
    elif hand.split_aces and len(hand.cards) == 2 and not _decides_split_ace(context, hand):
        _finish(context, hand, "split_aces", context.cite["split_aces_closed"])
    else:
        return False
    return True


def _decides_split_ace(context: RoundContext, hand: Hand) -> bool:
    """Returns whether a split ace with two cards has a decision: to draw, to double, or to split again."""
    terms = context.terms
    if decides_split_ace(terms, hand):
        return True
    another = is_ace(hand.cards[1])
    return another and terms.resplit_aces and len(context.state.hands[hand.box]) < terms.split_hands


def _finish(context: RoundContext, hand: Hand, reason: str, clauses: tuple[str, ...]) -> None:
    """Closes the hand and settles what that decides immediately."""
    state = context.state
    context.close(hand, reason, clauses)
    settle_finished(context, hand)
    if state.sided and all(other.closed for other in state.hands[hand.box]):
        notify_wagers(context, Moment.BOX_DONE, hand.box)


def stand(context: RoundContext, hand: Hand, reason: str, clauses: tuple[str, ...]) -> None:
    """Closes a hand that takes no more cards, and notifies the side wagers."""
    state = context.state
    first = hand.box not in state.decided
    context.close(hand, reason, clauses)
    if first and state.sided:
        notify_wagers(context, Moment.STAND, hand.box)
    if state.sided and all(other.closed for other in state.hands[hand.box]):
        notify_wagers(context, Moment.BOX_DONE, hand.box)


def _play_undecided_hand(context: RoundContext, hand: Hand, reason: str) -> None:
    """Plays a hand without a decision (absence, timeout): draws to 12 if the rulebook says so, then stands."""
    clauses = context.cite["absence"]
    if context.terms.absent_player is AbsentPlayer.DRAW_TO_12 and hand.total < 12 and not hand.doubled:
        context.deal_to(hand, clauses, announced=True)
        notify_wagers(context, Moment.CARD, hand.box)
    else:
        stand(context, hand, reason, clauses)


# --- the dealer --------------------------------------------------------------------------------------------------


def _dealer(context: RoundContext) -> bool:
    state = context.state
    if state.held is None and not state.attested:  # otherwise the dealer has played
        play_dealer(context)
    boxes: tuple[int, ...] = ()
    if state.sided:
        if context.rules.attested_before_payment and not payments_attested(context):
            return False
        notify_wagers(context, Moment.SETTLED)
        boxes = prize_boxes(context, Moment.LAST_PRIZES)
    if boxes:
        context.emit(ev.PrizesDue(context.cite["prize_press"], boxes))
        context.stage(Stage.LAST_PRIZES)
        return True
    return _end(context)


# --- the end -----------------------------------------------------------------------------------------------------


def _last_prizes(context: RoundContext) -> bool:
    if prizes_waiting(context):
        return ask_for_press(context)
    context.stage(Stage.END)
    return True


def _end(context: RoundContext) -> bool:
    state = context.state
    showing = False
    for shoe in state.shoes:
        showing = showing or shoe.cut_card_out
    if state.spot > 1:
        names = (f"spots_collected_{state.spot}", "round_ended")
        ended = context.cite[(*names, "collected_for_shuffle") if showing else names]
    else:
        ended = context.cite[_ENDED_BEFORE_SHUFFLE] if showing else context.frequent.round_ended
    context.emit(ev.RoundEnded(ended))
    while state.pending_irregularities and (kind := context.meet(REPLACED_AFTER_THE_ROUND)):
        context.emit(ev.ProcedureDone(context.rules.irregularities[kind].clauses, "card_replaced"))
    shuffle_if_due(context)
    if state.rounds_left == 0:
        for wager in open_sides(context):
            context.void(wager, "closing", context.cite["closing"])
        _check_cards_after(context)
        context.emit(ev.TableClosed(context.cite["closing"]))
    elif context.cite["place_your_bets"]:
        context.emit(ev.Announced(context.frequent.place_your_bets, "place_your_bets"))
    return False


def _check_cards_after(context: RoundContext) -> None:
    """Emits the check of the cards at the conclusion of gaming, where the document prescribes one."""
    clauses = context.cite["cards_checked_after"]
    if clauses or (context.rules.any_amount and context.cite["cards_inspected"]):  # earlier releases wrote it always
        context.emit(ev.ProcedureDone(clauses, "cards_checked"))


#: The handler of each stage, indexed by stage; None where the table waits for a command.
STAGE_HANDLERS: Sequence[StageHandler | None] = (
    None,
    _open_round,
    _deal,
    _first_prizes,
    _offers,
    _play,
    _dealer,
    _last_prizes,
    _end,
    None,
)
assert len(STAGE_HANDLERS) == Stage.CLOSED + 1


def phase(state: State) -> str:
    """Returns the phase by its name in the notation."""
    if state.offer is not None:
        return {"insurance": "offers", "exposed": "offers", "follow": "follow", "prize": "prize"}[state.offer.kind]
    if state.stage == Stage.BETTING:
        return "betting"
    return "closed" if state.stage == Stage.CLOSED else "play"
