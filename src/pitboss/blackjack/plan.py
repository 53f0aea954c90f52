"""The plan of a round: what is done at each stage, until somebody has to decide or a card is not known.

Every step looks at the state to see what is still to do, so that it can be taken up again wherever it stopped.
"""

from collections.abc import Callable, Sequence
from typing import Any

from pitboss.atoms.hand import is_ace
from pitboss.atoms.match import is_red
from pitboss.blackjack import events as ev
from pitboss.blackjack.dealer import play_dealer
from pitboss.blackjack.dealing import NO_CLAUSES, CutCardCameFirst, Dealing, ShoeRanOut
from pitboss.blackjack.opening import begin_round, main_bets
from pitboss.blackjack.prizes import ask_for_press, prizes_waiting
from pitboss.blackjack.redeal import deal_again
from pitboss.blackjack.settle import (
    settle_at_once,
    settle_blackjack,
    settle_bust,
)
from pitboss.blackjack.shoe import shuffle, shuffle_if_due
from pitboss.blackjack.sides import look, open_sides, prize_boxes
from pitboss.blackjack.state import Hand, Stage, State, ace_or_ten, dealer_blackjack
from pitboss.blackjack.wagers import Moment
from pitboss.law.ways import AbsentPlayer, BlackjackPaid, ShoeKind

Step = Callable[[Dealing], bool]


def run(dealing: Dealing, do: Callable[[Dealing, Any], None] | None = None, command: Any = None) -> None:
    """Carries a command out, and goes on until the table waits for somebody."""
    state = dealing.state
    try:
        if do is not None:
            do(dealing, command)
        while STEPS[state.stage](dealing):
            pass
    except CutCardCameFirst:
        shuffle(dealing, "cut_card_first", ("shuffle_cut_first", "cut_card_first"))
        dealing.emit(ev.BetsReopened(dealing.cite["cut_card_first"]))
    except ShoeRanOut:
        if state.stage != Stage.OPENING:
            deal_again(dealing, "empty_shoe", dealing.cite["empty_shoe"])
        shuffle(dealing, "empty", ("empty_shoe",))
        run(dealing)


def _wait(dealing: Dealing) -> bool:
    return False


# --- the deal ----------------------------------------------------------------------------------------------------


def _open_round(dealing: Dealing) -> bool:
    """With its first card the round has begun; in a double shoe that card is the determinant."""
    state = dealing.state
    mains = main_bets(dealing.rules, state)
    if not mains:
        begin_round(dealing, mains)
        dealing.stage(Stage.END)
        return True
    first = min(bet.box for bet in mains)
    card = dealing.draw(first, first=True)
    begin_round(dealing, mains)
    if dealing.terms.shoe is ShoeKind.DOUBLE:
        _determine_side(dealing, card)
    else:
        hand = state.hands[first][0]
        dealing.deal_to(hand, dealing.cite["first_cards", "main_wager"], announced=False, card=card)
        look(dealing, Moment.CARD, first)
    return True


def _determine_side(dealing: Dealing, card: int) -> None:
    """Its suit says from which side of the shoe the round is dealt; a card of the other side is not used."""
    red_side = 0 if dealing.terms.red_side == "a" else 1
    side = red_side if is_red(card) else 1 - red_side
    dealing.emit(ev.DeterminantDrawn(dealing.cite["double_shoe"], card, dealing.state.side, side))


def _deal(dealing: Dealing) -> bool:
    state = dealing.state
    _deal_pass(dealing, 0, "first_cards")
    if not state.dealer[0]:
        dealing.emit(ev.DealerDealt(dealing.cite["up_card"], dealing.draw(0)))
    _deal_pass(dealing, 1, "second_cards")
    if state.sided:
        look(dealing, Moment.SECOND_CARDS)
    if dealing.terms.hole_card and state.hole < 0 and len(state.dealer[0]) == 1:
        dealing.emit(ev.HoleDealt(dealing.cite["hole"], dealing.draw(0)))
    _interim(dealing)
    boxes = prize_boxes(dealing, Moment.PRIZES) if state.sided else ()
    if boxes:
        dealing.emit(ev.PrizesDue(dealing.cite["prize_press"], boxes))
        dealing.stage(Stage.FIRST_PRIZES)
    else:
        _to_offers(dealing)
    return True


def _deal_pass(dealing: Dealing, having: int, name: str) -> None:
    state = dealing.state
    clauses = dealing.cite[name, "main_wager"]
    for box in state.boxes:
        hand = state.hands[box][0]
        if len(hand.cards) == having and not hand.cleared:
            dealing.deal_to(hand, clauses, announced=False)
            if state.sided:
                look(dealing, Moment.CARD, box)


def _interim(dealing: Dealing) -> None:
    """What is settled on completion of the initial deal: antes, and blackjacks that nothing can beat."""
    state, terms = dealing.state, dealing.terms
    if terms.ante is not None:
        for ante in list(dealing.open_wagers("ante")):
            dealing.settle(ante, -ante.amount, "collected", dealing.cite["ante_collected"])
    safe = not ace_or_ten(state.dealer[0][0])
    for box in state.boxes:
        hand = state.hands[box][0]
        if not hand.blackjack or hand.cleared:
            continue
        way = terms.blackjack_paid
        if way is BlackjackPaid.AT_ONCE or (way is BlackjackPaid.AT_ONCE_UNLESS_ACE_OR_TEN and safe):
            names = ("win_blackjack", "blackjack_odds", "blackjack_paid", "blackjack")
            settle_blackjack(dealing, hand, beaten=False, clauses=dealing.cite[names])
            dealing.clear(hand, dealing.cite["blackjack_paid"])
        else:
            dealing.emit(ev.Announced(dealing.cite["blackjack_announced", "blackjack"], "blackjack", box))


def _first_prizes(dealing: Dealing) -> bool:
    if prizes_waiting(dealing):
        return ask_for_press(dealing)
    _to_offers(dealing)
    return True


# --- offers ------------------------------------------------------------------------------------------------------


def _to_offers(dealing: Dealing) -> None:
    state = dealing.state
    if not state.shows_ace:
        _after_offers(dealing)
        return
    clauses = dealing.cite["insurance_offered", "insurance"]
    dealing.emit(ev.Announced(clauses, "insurance"))
    dealing.stage(Stage.OFFERS)
    asked = tuple(
        dict.fromkeys(
            (wager.player, wager.box)
            for box in state.boxes
            for wager in dealing.open_wagers("main", box)
            if wager.player not in state.absent and wager.hand
        )
    )
    if asked:
        dealing.emit(ev.OfferOpened(clauses, "insurance", asked))


def _offers(dealing: Dealing) -> bool:
    offer = dealing.state.offer
    if offer is not None:
        if offer.waiting:
            return False
        dealing.emit(ev.OfferClosed(dealing.cite["insurance_closed"], offer.kind))
    _after_offers(dealing)
    return True


def _after_offers(dealing: Dealing) -> None:
    """The card reader, where there is one, ends the round on a dealer's blackjack before anybody has drawn."""
    state, terms = dealing.state, dealing.terms
    up_card = state.dealer[0][0]
    if terms.card_reader and not state.reader_failed and state.hole >= 0 and ace_or_ten(up_card):
        found = dealer_blackjack([up_card, state.hole])
        dealing.emit(ev.ReaderChecked(dealing.cite["card_reader", "reader_checked"], found))
        if found:
            for box in state.boxes:
                for hand in state.hands[box]:
                    if not hand.closed:
                        dealing.close(hand, "dealer_blackjack", dealing.cite["reader_checked"])
                look(dealing, Moment.STAND, box)
                look(dealing, Moment.BOX_DONE, box)
            dealing.stage(Stage.DEALER)
            return
    dealing.stage(Stage.PLAY)


# --- the players -------------------------------------------------------------------------------------------------


def _play(dealing: Dealing) -> bool:
    state = dealing.state
    if state.offer is not None:
        if state.offer.waiting:
            return False
        dealing.emit(ev.OfferClosed(NO_CLAUSES, state.offer.kind))
    for box in state.boxes:
        for hand in state.hands[box]:
            if not hand.closed:
                return _play_hand(dealing, hand)
    dealing.stage(Stage.DEALER)
    return True


def _play_hand(dealing: Dealing, hand: Hand) -> bool:
    """Deals what is due to the hand in turn; False where its player has to decide."""
    state = dealing.state
    if len(hand.cards) == 1:
        if state.turn_hand != hand.number:
            _announce_turn(dealing, hand)
        dealing.deal_to(hand, dealing.cite["split_order", "totals_announced", "card_values"], announced=True)
        look(dealing, Moment.CARD, hand.box)
    elif hand.called:
        dealing.deal_to(hand, dealing.cite["cards_drawn", "totals_announced", "draw", "card_values"], announced=True)
        look(dealing, Moment.CARD, hand.box)
    elif hand.doubled and len(hand.cards) == 2:
        dealing.deal_to(hand, dealing.cite["double_one_card", "totals_announced", "card_values"], announced=True)
        look(dealing, Moment.CARD, hand.box)
        _finish(dealing, hand, "doubled", dealing.cite["double_one_card"])
        return True
    if state.turn_hand != hand.number and not hand.blackjack:
        _announce_turn(dealing, hand)
    if _close_if_finished(dealing, hand):
        return True
    if state.callers[hand.box] in state.absent:
        _play_for_the_absent(dealing, hand)
        return True
    if state.exposed >= 0:
        clauses = dealing.rules.irregularities["drawn_exposed"].clauses
        asked = ((state.callers[hand.box], hand.box),)
        dealing.emit(ev.OfferOpened(clauses, "exposed", asked, hand.number, state.exposed))
    return False


def _announce_turn(dealing: Dealing, hand: Hand) -> None:
    clauses = dealing.cite["turn", "totals_announced", "decisions", "card_values"]
    dealing.emit(ev.TurnCame(clauses, hand.box, hand.number, hand.total, hand.soft))


def _close_if_finished(dealing: Dealing, hand: Hand) -> bool:
    """Closes a hand that may take no card and leaves nothing to decide."""
    terms = dealing.terms
    if hand.bust:
        _finish(dealing, hand, "bust", dealing.cite["bust"])
    elif hand.total == 21:
        _finish(dealing, hand, "21", dealing.cite["blackjack" if hand.blackjack else "no_draw_on_21"])
    elif terms.hand_limit and len(hand.cards) >= terms.hand_limit:
        _finish(dealing, hand, "five_cards", dealing.cite["hand_limit"])
    elif hand.split_aces and len(hand.cards) == 2 and not may_split_aces_again(dealing, hand):
        _finish(dealing, hand, "split_aces", dealing.cite["split_aces"])
    else:
        return False
    return True


def may_split_aces_again(dealing: Dealing, hand: Hand) -> bool:
    """Whether a split ace that got an ace may be split once more."""
    terms = dealing.terms
    another = is_ace(hand.cards[1])
    return another and terms.resplit_aces and len(dealing.state.hands[hand.box]) < terms.split_hands


def _finish(dealing: Dealing, hand: Hand, why: str, clauses: tuple[str, ...]) -> None:
    """The hand is closed; what that decides at once is settled."""
    terms, state = dealing.terms, dealing.state
    dealing.close(hand, why, clauses)
    if hand.bust:
        settle_bust(dealing, hand)
    elif terms.twenty_one_wins_at_once and hand.total == 21 and not hand.cleared:
        settle_at_once(dealing, hand, "win_21")
    elif terms.hand_limit and len(hand.cards) >= terms.hand_limit and not hand.cleared:
        settle_at_once(dealing, hand, "win_five_cards")
    if state.sided and all(other.closed for other in state.hands[hand.box]):
        look(dealing, Moment.BOX_DONE, hand.box)


def stand(dealing: Dealing, hand: Hand, why: str, clauses: tuple[str, ...]) -> None:
    """The hand takes no more cards."""
    first = hand.box not in dealing.state.decided
    dealing.close(hand, why, clauses)
    if first:
        look(dealing, Moment.STAND, hand.box)
    if dealing.state.sided and all(other.closed for other in dealing.state.hands[hand.box]):
        look(dealing, Moment.BOX_DONE, hand.box)


def _play_for_the_absent(dealing: Dealing, hand: Hand) -> None:
    clauses = dealing.cite["absent_player", "absence"]
    if dealing.terms.absent_player is AbsentPlayer.DRAW_TO_12 and hand.total < 12:
        dealing.deal_to(hand, clauses, announced=True)
        look(dealing, Moment.CARD, hand.box)
    else:
        stand(dealing, hand, "absent", clauses)


# --- the dealer --------------------------------------------------------------------------------------------------


def _dealer(dealing: Dealing) -> bool:
    state = dealing.state
    play_dealer(dealing)
    boxes: tuple[int, ...] = ()
    if state.sided:
        look(dealing, Moment.SETTLED)
        boxes = prize_boxes(dealing, Moment.LAST_PRIZES)
    if boxes:
        dealing.emit(ev.PrizesDue(dealing.cite["prize_press"], boxes))
        dealing.stage(Stage.LAST_PRIZES)
        return True
    return _end(dealing)


# --- the end -----------------------------------------------------------------------------------------------------


def _last_prizes(dealing: Dealing) -> bool:
    if prizes_waiting(dealing):
        return ask_for_press(dealing)
    dealing.stage(Stage.END)
    return True


def _end(dealing: Dealing) -> bool:
    dealing.emit(ev.RoundEnded(dealing.cite["cards_collected", "round_ended"]))
    while "damaged_card" in dealing.state.awaited:
        clauses = dealing.rules.irregularities["damaged_card"].clauses
        dealing.emit(ev.IrregularityMet(clauses, "damaged_card"))
        dealing.emit(ev.ProcedureDone(clauses, "card_replaced"))
    shuffle_if_due(dealing)
    if dealing.state.rounds_left == 0:
        for wager in open_sides(dealing):
            dealing.void(wager, "closing", dealing.cite["closing"])
        if dealing.cite["cards_inspected"]:
            dealing.emit(ev.ProcedureDone(dealing.cite["cards_inspected"], "cards_inspected"))
        dealing.emit(ev.TableClosed(dealing.cite["closing"]))
    elif dealing.cite["place_your_bets"]:
        dealing.emit(ev.Announced(dealing.cite["place_your_bets"], "place_your_bets"))
    return False


#: What is done at each stage, by its number.
STEPS: Sequence[Step] = (
    _wait,
    _open_round,
    _deal,
    _first_prizes,
    _offers,
    _play,
    _dealer,
    _last_prizes,
    _end,
    _wait,
)
assert len(STEPS) == Stage.CLOSED + 1


def phase(state: State) -> str:
    """The phase as the notation names it."""
    if state.offer is not None:
        return {"insurance": "offers", "exposed": "offers", "follow": "follow", "prize": "prize"}[state.offer.kind]
    if state.stage == Stage.BETTING:
        return "betting"
    return "closed" if state.stage == Stage.CLOSED else "play"
