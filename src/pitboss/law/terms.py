"""Schema of a game's terms: every setting with its type, and the grounds (rules with a clause and no value)."""

from collections.abc import Mapping
from importlib import import_module
from typing import Annotated, Final

import msgspec
from msgspec import Meta, Struct

from pitboss.cards import RANKS
from pitboss.law import choices
from pitboss.law.roulette_terms import ROULETTE_GROUNDS, RouletteTerms
from pitboss.law.tournament_terms import TOURNAMENT_GROUNDS, TournamentTerms
from pitboss.money import EVEN, Odds


class BlackjackTerms(Struct, frozen=True, kw_only=True):
    """The resolved settings of a blackjack table. Refusals and events cite a field by its name."""

    # the table
    boxes: int
    players_per_box: int
    boxes_per_player: int
    who_decides: choices.WhoDecides
    absent_player: choices.AbsentPlayer
    card_refusal: choices.CardRefusal = choices.CardRefusal.BOX
    # wagers
    limit_breach: choices.LimitBreach
    increment: int | None = None
    chip_unit: int | None = None
    float_unit: int | None = None
    multiples_notice: bool = False
    box_maximum: int | None = None
    table_maximum_per_box: bool = False
    player_box_maximum: int | None = None
    late_entry: choices.LateEntry = choices.LateEntry.FREE
    maximum_may_change: bool = True
    own_maximum: choices.OwnMaximum = choices.OwnMaximum.NONE
    ante: int | None = None
    ante_waiver: int | None = None
    spots: int = 1
    spots_needed: int = 1
    # the cards
    decks: int
    ranks_removed: Annotated[str, Meta(pattern=f"^[{RANKS}]*$")] = ""
    shoe: choices.ShoeKind = choices.ShoeKind.SINGLE
    decks_a: int = 0
    decks_b: int = 0
    red_side: str = "a"
    burn_new_shoe: bool
    burn_new_dealer: choices.NewDealerBurn
    dealer_changes: choices.DealerChange
    cut_card_first: choices.CutCardFirst
    cut_card_during: choices.CutCardDuring
    final_rounds: int = 0
    empty_shoe: choices.EmptyShoe
    cut_margin: int
    cut_card_behind: int
    cut_card_share: int = 0
    cutter: choices.Cutter
    cutter_seated: bool = True
    cutter_of_new_cards: choices.Cutter
    # the deal
    hole_card: bool
    card_reader: bool = False
    card_reader_shows: bool = False
    peek_under_ace: bool = True
    peek_under_ten: bool = True
    # insurance and blackjacks
    insurance_odds: Odds
    insurance_cap: choices.InsuranceCap
    insurance_unit: int | None = None
    insurance_window: choices.InsuranceWindow
    insurance_for_blackjack: bool = True
    even_money: choices.EvenMoney
    consolidated_payout: bool = False
    blackjack_odds: Odds
    suited_blackjack_odds: Odds | None = None
    blackjack_paid: choices.BlackjackPaid
    # decisions
    surrender: bool = False
    surrender_against_ace: bool = False
    surrender_against_ten: bool = True
    surrender_against_other: bool = True
    surrender_after_split: bool = False
    surrender_after_double: bool = False
    surrender_lost_to_blackjack: bool = False
    draw_below_12: bool = False
    hand_limit: int = 0
    double_on: choices.DoubleOn
    double_amount: choices.DoubleAmount
    double_any_cards: bool = False
    redoubles: int = 0
    double_after_split: bool
    double_split_on: choices.DoubleOn | None = None
    split_hands: int
    split_same_rank: bool = False
    aces_are_split: bool = True
    resplit_aces: bool = False
    split_aces_draw: bool = False
    split_aces_double: bool = False
    split_follow: choices.SplitFollow = choices.SplitFollow.FIRST_HAND
    # settlement
    even_odds: Odds = EVEN
    bust_taken: choices.BustTaken
    dealer_draws: choices.DealerDraws
    dealer_hits_soft_17: bool = False
    dealer_blackjack: choices.DealerBlackjack
    two_card_21_beats_drawn_21: bool = False
    five_card_21: bool = False
    five_card_21_odds: Odds = EVEN
    twenty_one_wins_at_once: bool = False
    dealer_22_stands_off: bool = False
    ties_lost: tuple[int, ...] = ()
    bonus_21: dict[choices.Bonus21, Odds] = {}
    bonus_21_doubled: bool = False


#: Rules without a value, with a description. Refusals and events cite them by name.
BLACKJACK_GROUNDS: dict[str, str] = {
    # opening the table
    "cards_inspected": "the dealer and a supervisor inspect the cards",
    "cards_displayed": "the cards are shown to the first players",
    "cards_washed": "the cards are mixed, stacked and shuffled at the opening",
    "cards_checked_after": "the cards are checked again when the table closes",
    "place_your_bets": "the call that opens betting",
    "inspection_on_request": "players may look at cards that were shuffled beforehand",
    # wagers
    "main_wager": "a main wager is made before the first card, and only boxes with one are dealt to",
    "own_money": "a wager is made in chips that the player holds",
    "limits": "the posted minimum and maximum",
    "limits_posted": "the limits on the sign as the table is opened",
    "boxes_posted": "the boxes on the cloth as the table is opened",
    "capped": "a wager above the maximum counts up to it",
    "further_box": "a player wagers on a further box",
    "box_shared": "several players wager on one box",
    "late_first_round": "a player who did not wager on the first round of the shoe",
    "late_left_out": "a player who left out a round after wagering",
    "lost_wager_stays": "a losing wager is not handled",
    "no_spots": "one main wager on a box, where there are no spots",
    "spots_number": "how many spots take a wager",
    "spots_order": "which spots take a wager",
    "spots_unequal": "wagers of different amounts on the spots",
    "minimum_on_each_box": "at least the minimum on each box",
    "bets_closed": "no wager after the call of no more bets",
    "wager_raised": "no wager is raised once bets are closed",
    "wager_stays": "no wager is taken back or changed once bets are closed",
    "side_wager_offered": "a side wager that the table does not offer",
    "betting_open": "between rounds wagers may be placed and changed",
    "box_reserved": "a box with a maximum of its own is its holder's alone",
    "oral_wager": "a wager that is only declared",
    # shoe
    "shuffle_at_start": "the cards are shuffled before play starts",
    "shuffle_cut_first": "the shuffle when the cutting card comes first",
    "shuffle_cut_card": "the shuffle after the round in which the cutting card showed",
    "shuffle_ordered": "the shuffle that the house orders between rounds",
    "shuffle_doubtful": "the shuffle that the house orders in doubt of the order",
    "shuffle_exposed": "the shuffle of cards of which one was seen before",
    "shuffle_requested": "the shuffle of prepared cards that a player asked for",
    "new_cards_between_shoes": "the cards are replaced between two shoes",
    "new_cards_shuffled": "new cards are shuffled",
    "new_cards": "the cards are replaced between rounds",
    "prepared_cards": "cards checked or shuffled beforehand",
    "cut_offered": "the cards are offered for the cut",
    "cutter_first_player": "the first player cuts as the game begins",
    "cutter_box": "the player cuts on whose box the cutting card appeared",
    "cutter_dealer": "who cuts when the cutting card appeared in the dealer's hand",
    "cutter_ordered": "who cuts after a shuffle that the house ordered",
    "cutter_new_cards": "who cuts new cards",
    "cut_declined": "the cut passes on clockwise, in the end to the house",
    "cut_by_house": "the house cuts after all have declined",
    "cut_made": "the cards in front of the cut go to the back",
    "recut": "a cut is repeated",
    "burn_card_shown": "the burnt card is shown on request",
    "continuous_shuffler": "used cards go back into a continuous shuffler",
    "batches": "two batches alternate",
    "batches_begin": "two batches as the table is opened",
    "dealer_defined": "who the dealer is",
    "collected_for_shuffle": "the cards are collected before the shuffle that the cutting card demands",
    "card_count": "the cards are counted before a shuffle",
    "double_shoe": "a double shoe and its determinant card",
    "single_shoe": "the cards are dealt from one shoe, which has no sides",
    # the deal
    "no_more_bets": "the call that closes betting",
    "first_cards": "the first card to each box with a wager, from the dealer's left",
    "round_begun": "the beginning of a round",
    "decides_seated": "the seated player decides for a shared box",
    "decides_highest": "the highest bettor decides for a shared box without a seated player",
    "decides_first": "the first of equal bettors decides for a shared box without a seated player",
    "decides_alone": "who decides for a box with one bettor",
    "decides_own_box": "a player on several boxes decides for the own one",
    "decider_fixed": "who decides is fixed before the round",
    "initial_deal": "the last card of the initial deal",
    "value_number": "the points of number cards",
    "value_court": "the points of court cards",
    "value_ace": "the points of an ace",
    "soft_total": "a total in which an ace counts 11",
    "hard_total": "a total in which every ace counts 1",
    "up_card": "the dealer's first card",
    "second_cards": "the second card to each box",
    "hole": "the dealer's second card, face down",
    "totals_announced": "the dealer announces each total",
    "turn": "boxes are decided for in turn",
    "cards_drawn": "further cards to effect a decision",
    "dealer_second_card": "the dealer's second card",
    "dealer_drawing": "the dealer draws to 16 and stands on 17",
    "dealer_layout": "what the layout says of the dealer's drawing",
    "dealer_total_announced": "the dealer announces his total",
    "hole_disclosed": "the hole card is turned",
    "reader_checked": "the hole card is read after insurance is closed",
    "dealer_no_effect": "the dealer draws nothing that would have no effect",
    "reader_failed": "a table whose reader failed goes on without",
    "cards_collected": "the cards go to the discard rack",
    "round_ended": "the end of a round",
    # insurance and blackjacks
    "insurance": "who may insure, and against what",
    "insurance_apart": "the main wager goes by the totals, insurance by the second card",
    "insurance_defined": "what insurance is",
    "even_money_insured": "insurance of a blackjack that was paid at even money",
    "insurance_offered": "insurance is called",
    "insurance_closed": "when insurance may no longer be made",
    "insurance_won": "insurance wins",
    "insurance_lost": "insurance loses and is collected",
    "insurance_of_void_hand": "insurance of a hand that is void",
    "even_money_cards": "the cards of a blackjack paid at even money",
    "blackjack": "what a blackjack is",
    "blackjack_announced": "a blackjack is announced and waits",
    "blackjack_held": "a blackjack that waits for the dealer's hand",
    "blackjack_wins": "a blackjack wins before the dealer's hand is played",
    "blackjack_odds_at_once": "the odds of a blackjack paid before the dealer's hand is played",
    "blackjack_layout": "what the layout says of a blackjack's odds",
    "confirmed_wager_stays": "a confirmed insurance, double or split wager stays",
    "insured_once": "one insurance wager for a hand",
    # decisions
    "decisions": "what a player may decide",
    "no_draw_on_21": "no card on 21",
    "draw": "cards may be drawn below 21",
    "stand": "a player may stand",
    "stand_later": "a player may stand on more than two cards",
    "split_stand": "a player may stand on a split hand",
    "split_stand_later": "a player may stand on a split hand of more than two cards",
    "surrender_first": "surrender is the first decision on an unsplit hand",
    "surrender_half": "surrender costs half the wager",
    "surrendered": "what surrender is",
    "surrender_split": "no surrender of a split hand",
    "double_two_cards": "doubling on the first two cards only",
    "double_one_card": "one card only on a doubled hand",
    "double_closed": "a doubled hand is complete after one card",
    "double_21": "no double on a two-card 21 after a split",
    "double_split_aces": "no double on a split ace",
    "double_alone": "a back bettor does not double alone",
    "double_blackjack": "no double on a blackjack or 21",
    "split_pair": "what may be split",
    "split_again": "a split hand is split again",
    "split_of_aces": "two aces are split",
    "split_defined": "what a split is",
    "split_later": "no split after the third card",
    "split_once": "a box is split once only",
    "split_alone": "a back bettor does not split alone",
    "split_again_wager": "the wager on the hand of a further split",
    "split_aces_closed": "a split ace is complete after one card",
    "split_aces_wager": "the wager on the second hand of split aces",
    "split_wager": "the wager on the second hand equals the first",
    "split_order": "split hands are completed one after the other",
    "double_least": "the least that doubling adds",
    "double_increment": "the least that doubling adds where the sign shows an increment",
    "split_card": "the second card of a split hand",
    "split_double": "a player may double a split hand",
    "split_completed": "split hands are played by the same rules",
    "split_aces": "one card on each split ace",
    "split_aces_once": "aces are split once",
    "split_no_blackjack": "a split hand is not a blackjack",
    "follow_double": "back bettors may double with the box",
    "follow_split": "back bettors may cover both hands or keep to one",
    "follow_only": "back bettors neither double nor split alone",
    "each_insures": "each bettor insures for himself",
    "each_even_money": "each bettor takes even money for himself",
    # outcomes
    "bust": "a hand over 21 loses",
    "bust_closed": "no card after 21 is passed",
    "settle_double": "a doubled hand is settled as a whole",
    "settle_split": "each split hand is settled by itself",
    "paid_at_once": "a hand that wins is paid before any further card",
    "bust_cards": "the cards of a hand over 21 are collected",
    "win_dealer_bust": "a hand wins when the dealer passes 21",
    "win_higher": "the higher hand wins",
    "win_blackjack": "a blackjack wins against anything but a blackjack",
    "blackjack_over_lower": "a blackjack against a lower total",
    "blackjack_over_bust": "a blackjack against a dealer who passed 21",
    "win_two_card_21": "a two-card 21 wins against a drawn 21",
    "win_21": "a 21 wins at once",
    "win_five_cards": "five cards under 21 win at once",
    "win_bonus_21": "a 21 with a bonus wins at once",
    "lose_lower": "the lower hand loses",
    "lose_tie": "a hand loses to an equal total of the dealer",
    "lose_to_blackjack": "a hand below 21 loses to a dealer's blackjack",
    "lose_21_to_blackjack": "a 21 that is not a blackjack loses to one",
    "stand_off": "equal totals stand off",
    "stand_off_blackjack": "two blackjacks stand off",
    "stand_off_held": "a blackjack that waited for the dealer's blackjack",
    "stand_off_ace_up": "a blackjack that was not paid at even money against a dealer's blackjack",
    "stand_off_22": "a dealer's 22 stands off",
    "void_five_card_21": "a five-card 21 against a dealer's 21 is void",
    "original_only_double": "a dealer's blackjack takes no doubled stake",
    "original_only_split": "a dealer's blackjack takes no split stake",
    "below_minimum_plays": "a wager below the minimum plays, and its owner is warned",
    "below_minimum_returned": "a warned player's wager below the minimum is returned",
    # spots
    "spot_wagers": "the wagers on several dealer hands",
    "spot_insurance": "insurance by spot",
    "spot_bust": "a bust takes every spot",
    "spot_all_bust": "no dealer card where every hand passed 21",
    "spots_collected_2": "the end of a round after its second dealer hand",
    "spots_collected_3": "the end of a round after its third dealer hand",
    "spot_odds": "the odds of each spot",
    "spot_settled_1": "the first dealer hand settles its spot",
    "spot_settled_2": "the second dealer hand settles its spot",
    "spot_settled_3": "the third dealer hand settles its spot",
    "spot_up_card_2": "the dealer's first card stays for the second hand",
    "spot_up_card_3": "the dealer's first card stays for the third hand",
    "spot_second_card_2": "the second card of the second dealer hand",
    "spot_second_card_3": "the second card of the third dealer hand",
    "spot_double": "doubling on every spot",
    # house
    "closing": "notice that the table closes",
    "limit_change": "the posted limits are changed",
    "absence": "a player is not there to decide",
    "void_player": "a player's wagers are void",
    "exclude_player": "a player is excluded",
    "wagers_refunded": "wagers of an invalidated round are refunded",
    "ante_due": "the ante that is due with a wager",
    "ante_displayed": "the ante is the amount on the sign",
    "ante_collected": "the ante is collected after the initial deal",
    # prizes
    "prize_press": "who presses the prize button",
    "prize_shared": "who presses the prize button of a shared box",
    "prize_paid": "the prize of a box is paid",
    "prize_drawn": "how the prize is picked",
    "prize_nominee": "the button passes to another winner",
    "prize_house": "the house presses the button",
}

#: Registries by game: the typed terms, and the grounds.
TERMS: dict[str, type[Struct]] = {"blackjack": BlackjackTerms, "roulette": RouletteTerms, "tournament": TournamentTerms}
GROUNDS: dict[str, Mapping[str, str]] = {
    "blackjack": BLACKJACK_GROUNDS,
    "roulette": ROULETTE_GROUNDS,
    "tournament": TOURNAMENT_GROUNDS,
}


def register_terms(game: str, terms: type[Struct], grounds: Mapping[str, str]) -> None:
    """Adds the terms and the grounds of a game, so that its rulebooks can be loaded."""
    msgspec.json.Decoder(terms)  # msgspec is to learn the fields now: threads that are the first to ask crash it
    TERMS[game], GROUNDS[game] = terms, grounds


#: The module that loads games from outside the package, as plug-ins: the law knows none of them by itself.
_DISCOVERY: Final = "pitboss.games.discovery"


def load_outside_games() -> None:
    """Registers the games from outside the package, so that TERMS has them."""
    import_module(_DISCOVERY).discover()


def has_game(game: str) -> bool:
    """Whether there is a game of that name; games from outside the package are loaded first."""
    if game not in TERMS:
        load_outside_games()
    return game in TERMS


def unregister_terms(game: str) -> None:
    """Removes the terms and the grounds of a game."""
    del TERMS[game], GROUNDS[game]
