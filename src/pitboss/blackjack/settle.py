"""How main, double and insurance wagers end."""

from pitboss.atoms.outcome import LOSES, STANDS_OFF, WINS, blackjack_outcome, hand_outcome, outcome_with_22
from pitboss.blackjack.dealing import Dealing
from pitboss.blackjack.state import Hand, Wager, dealer_blackjack
from pitboss.law.cite import Clauses
from pitboss.law.ways import BustTaken, DealerBlackjack


def settle_bust(dealing: Dealing, hand: Hand) -> None:
    """A hand over 21: its wagers are lost, at once where the rulebook takes them so."""
    names: tuple[str, ...] = ("bust", "bust_taken", "bust_cards")
    if dealing.terms.spots > 1:
        names = ("spot_bust", *names)
    clauses = dealing.cite[names]
    if dealing.terms.bust_taken is BustTaken.AT_ONCE:
        for wager in dealing.stakes_on(hand):
            dealing.settle(wager, -wager.amount, "bust", clauses)
        dealing.clear(hand, clauses)


def settle_blackjack(dealing: Dealing, hand: Hand, *, beaten: bool, clauses: Clauses, spot: int = 0) -> None:
    """A player's blackjack: paid, or a stand-off with the dealer's."""
    for wager in dealing.stakes_on(hand, spot):
        if blackjack_outcome(beaten) == STANDS_OFF:
            dealing.settle(wager, 0, "stand_off", clauses)
        else:
            dealing.pay(wager, dealing.terms.blackjack_odds, "blackjack", clauses)


def _split_21(hand: Hand) -> bool:
    """An ace and a ten that came together by a split, and so are no Blackjack."""
    return hand.split and hand.total == 21 and len(hand.cards) == 2


def settle_at_once(dealing: Dealing, hand: Hand, name: str) -> None:
    """A hand that has won whatever the dealer makes."""
    names = (name, "even_odds")
    clauses = dealing.cite[(*names, "split_no_blackjack") if _split_21(hand) else names]
    for wager in dealing.stakes_on(hand):
        dealing.pay(wager, dealing.terms.even_odds, "won", clauses)
    dealing.clear(hand, clauses)


def settle_insurance(dealing: Dealing, spot: int) -> None:
    """Insurance is decided by the dealer's second card."""
    wins = dealer_blackjack(dealing.state.dealer[-1])
    for wager in list(dealing.open_wagers("insurance")):
        if wager.spot != spot:
            continue
        if wins:
            names = ("insurance_won", "insurance_odds", "spot_insurance")
            dealing.pay(wager, dealing.terms.insurance_odds, "won", dealing.cite[names])
        else:
            dealing.settle(wager, -wager.amount, "lost", dealing.cite["insurance_lost", "spot_insurance"])


def settle_hand(dealing: Dealing, hand: Hand, spot: int, dealer_total: int, dealer_cards: list[int]) -> None:
    """The wagers on a hand against the dealer's finished one."""
    stakes = dealing.stakes_on(hand, spot)
    if not stakes:
        return
    beaten = dealer_blackjack(dealer_cards)
    if hand.blackjack:
        names = ("stand_off_blackjack",) if beaten else ("win_blackjack", "blackjack_odds")
        clauses = dealing.cite[(*names, "blackjack_paid", "settlement")]
        settle_blackjack(dealing, hand, beaten=beaten, clauses=clauses, spot=spot)
    elif dealing.terms.five_card_21 and len(hand.cards) == 5 and hand.total == 21:
        _settle_five_card_21(dealing, stakes, dealer_total)
    elif beaten:
        for wager in stakes:
            _lose_to_blackjack(dealing, hand, wager)
    else:
        _settle_by_total(dealing, hand, stakes, dealer_total, len(dealer_cards))


def _settle_five_card_21(dealing: Dealing, stakes: list[Wager], dealer_total: int) -> None:
    for wager in stakes:
        if dealer_total == 21:
            dealing.settle(wager, 0, "void", dealing.cite["void_five_card_21"])
        else:
            dealing.pay(wager, dealing.terms.five_card_21_odds, "won", dealing.cite["five_card_21_odds"])


def _settle_by_total(dealing: Dealing, hand: Hand, stakes: list[Wager], dealer_total: int, dealer_cards: int) -> None:
    terms = dealing.terms
    judge = outcome_with_22 if terms.dealer_22_stands_off else hand_outcome
    outcome = judge(hand.total, dealer_total, False)
    two_card_21 = terms.two_card_21_beats_drawn_21 and hand.total == 21 and len(hand.cards) == 2
    if two_card_21 and dealer_total == 21 and dealer_cards > 2:
        outcome, name = WINS, "win_two_card_21"
    elif hand.bust:
        name = "bust"
    elif outcome == WINS:
        name = "win_dealer_bust" if dealer_total > 21 else "win_higher"
    elif outcome == STANDS_OFF:
        name = "stand_off_22" if dealer_total == 22 else "stand_off"
    else:
        name = "lose_lower"
    names = (name, "settlement", "spot_settled") if terms.spots > 1 else (name, "settlement")
    if outcome == WINS:
        names = (*names, "even_odds")
    if _split_21(hand):
        names = (*names, "split_no_blackjack")
    clauses = dealing.cite[names]
    for wager in stakes:
        if outcome == WINS:
            dealing.pay(wager, terms.even_odds, "won", clauses)
        elif outcome == STANDS_OFF:
            dealing.settle(wager, 0, "stand_off", clauses)
        elif outcome == LOSES:
            dealing.settle(wager, -wager.amount, "lost", clauses)


def _lose_to_blackjack(dealing: Dealing, hand: Hand, wager: Wager) -> None:
    """The original wager is lost; what was added by doubling or splitting goes back where the rulebook spares it."""
    way = dealing.terms.dealer_blackjack
    relief = way is DealerBlackjack.ORIGINAL_ONLY or (way is DealerBlackjack.ORIGINAL_ONLY_AND_BUSTS and not hand.bust)
    added = hand.split or hand.doubled
    ground: tuple[str, ...] = ()
    if relief and added:
        ground = ("original_only_split",) if hand.split else ()
        if hand.doubled:
            ground = (*ground, "original_only_double")
    if _split_21(hand):
        ground = (*ground, "split_no_blackjack")
    if relief and not wager.original:
        dealing.settle(wager, 0, "returned", dealing.cite[ground])
        return
    name = "lose_21_to_blackjack" if hand.total == 21 else "bust" if hand.bust else "lose_to_blackjack"
    names = (name, *ground, "settlement")
    dealing.settle(wager, -wager.amount, "lost", dealing.cite[names])
