"""Settle main, double and insurance wagers."""

from collections.abc import Sequence
from typing import Final

from pitboss.atoms.match import same_suit
from pitboss.atoms.outcome import LOSES, STANDS_OFF, WINS, blackjack_outcome, hand_outcome, outcome_with_22
from pitboss.games.blackjack.bonus import hand_bonus
from pitboss.games.blackjack.context import RoundContext
from pitboss.games.blackjack.grounds import Grounds
from pitboss.games.blackjack.state import Hand, Wager, dealer_blackjack
from pitboss.law.choices import BustTaken, DealerBlackjack
from pitboss.law.cite import Clauses, merge_clauses
from pitboss.law.terms import BlackjackTerms
from pitboss.money import Odds

#: The wagers that the round settles against the dealer; the ante is a fee.
_STAKES = ("main", "double", "ante")
#: Bound once: CPython 3.11 looks up the members of an enum slowly.
_AT_ONCE: Final = BustTaken.AT_ONCE
#: The rules by which a dealer's blackjack takes added wagers on hands that are bust.
_BUSTS_LOST: Final = (DealerBlackjack.ORIGINAL_ONLY_AND_BUSTS, DealerBlackjack.BUSTS_AND_ONE)


def settle_bust(context: RoundContext, hand: Hand) -> None:
    """Settles a hand over 21, if the rulebook takes its wagers immediately."""
    if context.terms.bust_taken is not _AT_ONCE:
        return
    several = context.terms.spots > 1
    plain = not hand.split and not hand.doubled
    if plain and not several:
        clauses = context.frequent.bust_taken
    else:
        clauses = context.cite["spot_bust" if several else ("bust_taken", "bust", *_played(hand))]
    for wager in context.stakes_on(hand):
        context.settle(wager, -wager.amount, "bust", clauses)
    context.clear(hand, clauses if several else context.frequent.bust_cards)


def settle_blackjack(context: RoundContext, hand: Hand, *, beaten: bool, clauses: Clauses, spot: int = 0) -> None:
    """Settles a player's blackjack: paid, or a stand-off with the dealer's."""
    for wager in context.stakes_on(hand, spot):
        if blackjack_outcome(beaten) == STANDS_OFF:
            context.settle(wager, 0, "stand_off", _beside_sides(context, wager, 0, clauses, "apart_blackjack"))
        else:
            odds = blackjack_odds(context.terms, hand.cards)
            if odds is context.terms.suited_blackjack_odds:
                clauses = merge_clauses(context.cite["suited_blackjack_odds"], clauses)
            context.pay(wager, odds, "blackjack", clauses)


def blackjack_odds(terms: BlackjackTerms, cards: Sequence[int]) -> Odds:
    """Returns the odds of a blackjack of these two cards: two of one suit may have odds of their own."""
    suited = terms.suited_blackjack_odds
    return suited if suited is not None and same_suit(cards[0], cards[1]) else terms.blackjack_odds


def _split_21(hand: Hand) -> bool:
    """Returns whether the hand is an ace and a ten after a split, which is not a blackjack."""
    return hand.split and hand.total == 21 and len(hand.cards) == 2


def _played(hand: Hand) -> Grounds:
    """Returns the grounds of the settlement of a split or doubled hand."""
    if hand.doubled:
        return ("settle_split", "settle_double") if hand.split else ("settle_double",)
    return ("settle_split",) if hand.split else ()


def _beside_sides(context: RoundContext, wager: Wager, net: int, clauses: Clauses, ground: str = "apart") -> Clauses:
    """Adds the clause that keeps insurance or a side wager of the player, settled otherwise, apart from this one."""
    state = context.state
    if not state.sided and not (state.shows_ace and context.cite["insurance_apart"]):
        return clauses
    for side in state.wagers:
        if side.kind in _STAKES or side.box != wager.box or side.player != wager.player or side.result is None:
            continue
        if (side.result > 0) != (net > 0):
            terms = context.rules.sides.get(side.kind)
            apart = terms.cite(ground) if terms is not None else context.cite["insurance_apart"]
            clauses = merge_clauses(clauses, apart)
    return clauses


def settle_finished(context: RoundContext, hand: Hand) -> None:
    """Settles what the end of a hand decides immediately: a bust, a bonus, a 21, or a number of cards."""
    terms = context.terms
    if hand.bust:
        settle_bust(context, hand)
    elif hand.cleared:
        return
    elif (odds := hand_bonus(terms, hand)) is not None:
        _settle_at_once(context, hand, ("win_bonus_21", "bonus_21"), odds)
    elif terms.twenty_one_wins_at_once and hand.total == 21 and not hand.blackjack:
        _settle_at_once(context, hand, ("win_21",), terms.even_odds)
    elif terms.hand_limit and len(hand.cards) >= terms.hand_limit:
        _settle_at_once(context, hand, ("win_five_cards",), terms.even_odds)


def _settle_at_once(context: RoundContext, hand: Hand, names: Grounds, odds: Odds) -> None:
    """Pays a hand that wins independent of the dealer's hand."""
    even: Grounds = ("even_odds",) if odds is context.terms.even_odds else ()
    more: Grounds = ("split_no_blackjack",) if _split_21(hand) else ()
    clauses = context.cite[(*names[:1], "paid_at_once", *even, *names[1:], *_played(hand), *more)]
    for wager in context.stakes_on(hand):
        context.pay(wager, odds, "won", clauses)
    context.clear(hand, context.cite["paid_at_once"])


def settle_surrender(context: RoundContext, hand: Hand, stakes: list[Wager]) -> None:
    """Settles a surrendered hand: half of each wager is lost, and of a doubled hand all but the last amount added."""
    doubled: Grounds = ("surrender_after_double",) if hand.doubled else ()
    clauses = context.cite[(*doubled, "surrender_half", "surrendered")]
    added = {(wager.player, wager.spot): wager for wager in stakes if wager.kind == "double"}
    for wager in stakes:
        last = added.get((wager.player, wager.spot))
        if last is None:
            context.settle(wager, wager.amount // 2 - wager.amount, "surrendered", clauses)
        elif last is wager:
            context.settle(wager, 0, "returned", clauses)
        else:
            context.settle(wager, -wager.amount, "surrendered", clauses)


def settle_insurance(context: RoundContext, spot: int) -> None:
    """Settles insurance of a spot after the dealer's second card."""
    state = context.state
    insurances = [
        wager for wager in state.wagers if wager.kind == "insurance" and wager.result is None and wager.spot == spot
    ]
    wins = bool(insurances) and dealer_blackjack(state.dealer[-1])
    for wager in insurances:
        if wins:
            names = ("insurance_won", "insurance_odds", "spot_insurance")
            context.pay(wager, context.terms.insurance_odds, "won", context.cite[names])
        else:
            context.settle(wager, -wager.amount, "lost", context.cite["insurance_lost", "spot_insurance"])


def settle_hand(context: RoundContext, hand: Hand, spot: int, dealer_total: int, dealer_cards: list[int]) -> None:
    """Settles the wagers on a hand against the dealer's complete hand."""
    stakes = context.stakes_on(hand, spot)
    if not stakes:
        return
    beaten = dealer_total == 21 and dealer_blackjack(dealer_cards)
    settled = (f"spot_settled_{spot}",) if spot else ()
    if hand.blackjack:
        clauses = context.cite[(*_blackjack_grounds(context, beaten, dealer_total), *settled)]
        settle_blackjack(context, hand, beaten=beaten, clauses=clauses, spot=spot)
    elif context.terms.five_card_21 and len(hand.cards) == 5 and hand.total == 21:
        _settle_five_card_21(context, stakes, dealer_total)
    elif beaten:
        for wager in stakes:
            _lose_to_blackjack(context, hand, wager, settled)
    elif hand.surrendered:
        settle_surrender(context, hand, stakes)
    else:
        _settle_by_total(context, hand, stakes, (dealer_total, len(dealer_cards)), settled)


def _blackjack_grounds(context: RoundContext, beaten: bool, dealer_total: int) -> Grounds:
    """Returns the grounds of a blackjack that waited for the dealer's hand."""
    if beaten:
        offered = ("stand_off_ace_up",) if context.state.shows_ace else ()
        return ("stand_off_blackjack", *offered, "stand_off_held")
    if dealer_total == 21:
        won: Grounds = ("win_blackjack",)
    else:
        won = ("blackjack_over_bust",) if dealer_total > 21 else ("blackjack_over_lower",)
    spots: Grounds = ("spot_odds",) if context.terms.spots > 1 else ()
    return (*won, *spots, "blackjack_odds", "blackjack_layout", "blackjack_held")


def _settle_five_card_21(context: RoundContext, stakes: list[Wager], dealer_total: int) -> None:
    for wager in stakes:
        if dealer_total == 21:
            context.settle(wager, 0, "void", context.cite["void_five_card_21"])
        else:
            context.pay(wager, context.terms.five_card_21_odds, "won", context.cite["five_card_21_odds"])


def _settle_by_total(
    context: RoundContext, hand: Hand, stakes: list[Wager], dealer: tuple[int, int], settled: Grounds
) -> None:
    terms = context.terms
    dealer_total, dealer_cards = dealer
    judge = outcome_with_22 if terms.dealer_22_stands_off else hand_outcome
    outcome = judge(hand.total, dealer_total, False)
    two_card_21 = terms.two_card_21_beats_drawn_21 and hand.total == 21 and len(hand.cards) == 2
    if two_card_21 and dealer_total == 21 and dealer_cards > 2:
        outcome, name = WINS, "win_two_card_21"
    elif terms.ties_lost and hand.total == dealer_total and hand.total in terms.ties_lost:
        outcome, name = LOSES, "lose_tie"
    elif hand.bust:
        name = "bust"
    elif outcome == WINS:
        name = "win_dealer_bust" if dealer_total > 21 else "win_higher"
    elif outcome == STANDS_OFF:
        name = "stand_off_22" if dealer_total == 22 else "stand_off"
    else:
        name = "lose_lower"
    clauses = None if settled or hand.split or hand.doubled else context.frequent.settled.get(name)
    if clauses is None:
        clauses = context.cite[_grounds_by_total(hand, name, outcome, settled)]
    for wager in stakes:
        if outcome == WINS:
            context.pay(wager, terms.even_odds, "won", _beside_sides(context, wager, wager.amount, clauses))
        elif outcome == STANDS_OFF:
            context.settle(wager, 0, "stand_off", clauses)
        elif outcome == LOSES:
            net = -wager.amount
            context.settle(wager, net, "lost", _beside_sides(context, wager, net, clauses))


def _grounds_by_total(hand: Hand, name: str, outcome: int, settled: Grounds) -> Grounds:
    """Returns the grounds of the settlement of a split or doubled hand, or against one of several dealer hands."""
    odds: Grounds = ()
    if outcome == WINS:
        odds = ("spot_odds", "even_odds") if settled else ("even_odds",)
    played = () if settled else _played(hand)
    not_blackjack = ("split_no_blackjack",) if _split_21(hand) else ()
    return (name, *odds, *played, *not_blackjack, *settled)


def _replaces_original(context: RoundContext, hand: Hand) -> bool:
    """Returns whether the original wager is on a hand that is bust, and this is the first hand that is not."""
    hands = context.state.hands[hand.box]
    return hands[0].bust and next((each for each in hands if not each.bust), None) is hand


def _lose_to_blackjack(context: RoundContext, hand: Hand, wager: Wager, settled: Grounds) -> None:
    """Settles a wager against a dealer's blackjack: added wagers go back if only original wagers are lost."""
    rule = context.terms.dealer_blackjack
    splits_lost = rule is DealerBlackjack.ORIGINAL_AND_SPLITS
    relief = rule is DealerBlackjack.ORIGINAL_ONLY or (rule in _BUSTS_LOST and not hand.bust)
    if rule is DealerBlackjack.BUSTS_AND_ONE and wager.kind != "double":
        relief = relief and not _replaces_original(context, hand)
    relief = relief or (splits_lost and wager.kind == "double")
    ground: Grounds = ()
    if relief and hand.split and not splits_lost:
        ground = ("original_only_split",)
    if relief and hand.doubled:
        ground = (*ground, "original_only_double")
    if relief and not wager.original:
        context.settle(wager, 0, "returned", context.cite[(*ground, *settled)])
        return
    if _split_21(hand):
        ground = (*ground, "split_no_blackjack")
    name = "lose_21_to_blackjack" if hand.total == 21 else "bust" if hand.bust else "lose_to_blackjack"
    clauses = context.cite[(name, *ground, *settled)]
    context.settle(wager, -wager.amount, "lost", _beside_sides(context, wager, -wager.amount, clauses))
