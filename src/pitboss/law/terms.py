"""The terms of a game: every setting a rulebook must give, with its type, and the grounds that only carry a clause."""

from msgspec import Struct

from pitboss.law import ways
from pitboss.law.roulette_terms import ROULETTE_GROUNDS, RouletteTerms
from pitboss.law.tournament_terms import TOURNAMENT_GROUNDS, TournamentTerms
from pitboss.money import EVEN, Odds


class BlackjackTerms(Struct, frozen=True, kw_only=True):
    """One lawful choice of everything in blackjack. A field is also the ground of the refusals that rest on it."""

    # the table
    boxes: int
    players_per_box: int
    boxes_per_player: int
    who_decides: ways.WhoDecides
    absent_player: ways.AbsentPlayer
    card_refusal: ways.CardRefusal = ways.CardRefusal.BOX
    # wagers
    limit_breach: ways.LimitBreach
    increment: int | None = None
    chip_unit: int | None = None
    float_unit: int | None = None
    multiples_notice: bool = False
    box_maximum: int | None = None
    table_maximum_per_box: bool = False
    player_box_maximum: int | None = None
    late_entry: ways.LateEntry = ways.LateEntry.FREE
    maximum_may_change: bool = True
    own_maximum: ways.OwnMaximum = ways.OwnMaximum.NONE
    ante: int | None = None
    ante_waiver: int | None = None
    spots: int = 1
    spots_needed: int = 1
    # the cards
    decks: int
    shoe: ways.ShoeKind = ways.ShoeKind.SINGLE
    decks_a: int = 0
    decks_b: int = 0
    red_side: str = "a"
    burn_new_shoe: bool
    burn_new_dealer: ways.NewDealerBurn
    dealer_changes: ways.DealerChange
    cut_card_first: ways.CutCardFirst
    cut_card_during: ways.CutCardDuring
    final_rounds: int = 0
    empty_shoe: ways.EmptyShoe
    cut_margin: int
    cut_card_behind: int
    cut_card_share: int = 0
    cutter: ways.Cutter
    cutter_seated: bool = True
    cutter_of_new_cards: ways.Cutter
    # the deal
    hole_card: bool
    card_reader: bool = False
    card_reader_shows: bool = False
    # insurance and blackjacks
    insurance_odds: Odds
    insurance_cap: ways.InsuranceCap
    insurance_unit: int | None = None
    insurance_window: ways.InsuranceWindow
    insurance_for_blackjack: bool = True
    even_money: ways.EvenMoney
    consolidated_payout: bool = False
    blackjack_odds: Odds
    blackjack_paid: ways.BlackjackPaid
    # decisions
    surrender: bool = False
    surrender_against_ace: bool = False
    draw_below_12: bool = False
    hand_limit: int = 0
    double_on: ways.DoubleOn
    double_amount: ways.DoubleAmount
    double_after_split: bool
    split_hands: int
    resplit_aces: bool = False
    split_follow: ways.SplitFollow = ways.SplitFollow.FIRST_HAND
    # settlement
    even_odds: Odds = EVEN
    bust_taken: ways.BustTaken
    dealer_draws: ways.DealerDraws
    dealer_blackjack: ways.DealerBlackjack
    two_card_21_beats_drawn_21: bool = False
    five_card_21: bool = False
    five_card_21_odds: Odds = EVEN
    twenty_one_wins_at_once: bool = False
    dealer_22_stands_off: bool = False


#: Rules without a value: refusals and events rest on them. Each has a line here that says what it governs.
BLACKJACK_GROUNDS: dict[str, str] = {
    # opening the table
    "cards_inspected": "the dealer and a supervisor inspect the cards",
    "cards_displayed": "the cards are shown to the first players",
    "cards_washed": "the cards are mixed, stacked and shuffled at the opening",
    "place_your_bets": "the call that opens betting",
    "inspection_on_request": "players may look at cards that were shuffled beforehand",
    # wagers
    "main_wager": "a main wager is made before the first card, and only boxes with one are dealt to",
    "own_money": "a wager is made in chips that the player holds",
    "limits": "the posted minimum and maximum",
    "minimum_on_each_box": "at least the minimum on each box",
    "bets_closed": "no wager after the call of no more bets",
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
    "new_cards": "the cards are replaced between rounds",
    "prepared_cards": "cards checked or shuffled beforehand",
    "cut_offered": "the cards are offered for the cut",
    "cutter_first_player": "the first player cuts as the game begins",
    "cutter_box": "the player cuts on whose box the cutting card appeared",
    "cutter_dealer": "who cuts when the cutting card appeared in the dealer's hand",
    "cutter_ordered": "who cuts after a shuffle that the house ordered",
    "cutter_new_cards": "who cuts new cards",
    "cut_declined": "the cut passes on clockwise, in the end to the house",
    "cut_made": "the cards in front of the cut go to the back",
    "recut": "a cut is repeated",
    "burn_card_shown": "the burnt card is shown on request",
    "continuous_shuffler": "used cards go back into a continuous shuffler",
    "batches": "two batches alternate",
    "card_count": "the cards are counted before a shuffle",
    "double_shoe": "a double shoe and its determinant card",
    # the deal
    "no_more_bets": "the call that closes betting",
    "first_cards": "the first card to each box with a wager, from the dealer's left",
    "up_card": "the dealer's first card",
    "second_cards": "the second card to each box",
    "hole": "the dealer's second card, face down",
    "card_values": "the points of the cards",
    "totals_announced": "the dealer announces each total",
    "turn": "boxes are decided for in turn",
    "cards_drawn": "further cards to effect a decision",
    "dealer_second_card": "the dealer's second card",
    "dealer_drawing": "the dealer draws to 16 and stands on 17",
    "dealer_no_effect": "the dealer draws nothing that would have no effect",
    "dealer_total_announced": "the dealer announces his total",
    "hole_disclosed": "the hole card is turned",
    "reader_checked": "the hole card is read for a blackjack",
    "reader_failed": "a table whose reader failed goes on without",
    "cards_collected": "the cards go to the discard rack",
    "round_ended": "the end of a round",
    # insurance and blackjacks
    "insurance": "who may insure, and against what",
    "insurance_offered": "insurance is called",
    "insurance_closed": "when insurance may no longer be made",
    "insurance_won": "insurance wins",
    "insurance_lost": "insurance loses and is collected",
    "insurance_of_void_hand": "insurance of a hand that is void",
    "even_money_cards": "the cards of a blackjack paid at even money",
    "blackjack": "what a blackjack is",
    "blackjack_announced": "a blackjack is announced and waits",
    "confirmed_wager_stays": "a confirmed insurance, double or split wager stays",
    # decisions
    "decisions": "what a player may decide",
    "no_draw_on_21": "no card on 21",
    "draw": "cards may be drawn below 21",
    "stand": "a player may stand",
    "surrender_first": "surrender is the first decision on an unsplit hand",
    "surrender_half": "surrender costs half the wager",
    "double_two_cards": "doubling on the first two cards only",
    "double_one_card": "one card only on a doubled hand",
    "double_blackjack": "no double on a blackjack or 21",
    "split_pair": "what may be split",
    "split_wager": "the wager on the second hand equals the first",
    "split_order": "split hands are completed one after the other",
    "split_completed": "split hands are played by the same rules",
    "split_aces": "one card on each split ace",
    "split_aces_once": "aces are split once",
    "split_no_blackjack": "a split hand is no blackjack",
    "follow_double": "back bettors may double with the box",
    "follow_split": "back bettors may cover both hands or keep to one",
    "follow_only": "back bettors neither double nor split alone",
    "each_insures": "each bettor insures for himself",
    "each_even_money": "each bettor takes even money for himself",
    # outcomes
    "bust": "a hand over 21 loses",
    "bust_cards": "the cards of a hand over 21 are collected",
    "win_dealer_bust": "a hand wins when the dealer passes 21",
    "win_higher": "the higher hand wins",
    "win_blackjack": "a blackjack wins against anything but a blackjack",
    "win_two_card_21": "a two-card 21 wins against a drawn 21",
    "win_21": "a 21 wins at once",
    "win_five_cards": "five cards under 21 win at once",
    "lose_lower": "the lower hand loses",
    "lose_to_blackjack": "a hand below 21 loses to a dealer's blackjack",
    "lose_21_to_blackjack": "a 21 that is no blackjack loses to one",
    "stand_off": "equal totals stand off",
    "stand_off_blackjack": "two blackjacks stand off",
    "stand_off_22": "a dealer's 22 stands off",
    "void_five_card_21": "a five-card 21 against a dealer's 21 is void",
    "original_only_double": "a dealer's blackjack takes no doubled stake",
    "original_only_split": "a dealer's blackjack takes no split stake",
    "settlement": "winning wagers are paid and losing ones collected",
    "multiples": "wagers that cannot be paid in full",
    "below_minimum_returned": "a warned player's wager below the minimum is returned",
    # spots
    "spot_wagers": "the wagers on several dealer hands",
    "spot_insurance": "insurance by spot",
    "spot_bust": "a bust takes every spot",
    "spot_double": "doubling on every spot",
    "spot_split": "splitting on every spot",
    "spot_settled": "each spot is settled by its dealer hand",
    "spot_up_card": "the dealer's first card stays for the next hand",
    # house
    "closing": "notice that the table closes",
    "limit_change": "the posted limits are changed",
    "absence": "a player is not there to decide",
    "void_player": "a player's wagers are void",
    "exclude_player": "a player is excluded",
    "ante_due": "the ante that is due with a wager",
    "ante_collected": "the ante is collected after the initial deal",
    # prizes
    "prize_press": "who presses the prize button",
    "prize_drawn": "how the prize is picked",
    "prize_nominee": "the button passes to another winner",
    "prize_house": "the house presses the button",
}

#: The typed terms and the grounds of each game.
TERMS: dict[str, type[Struct]] = {"blackjack": BlackjackTerms, "roulette": RouletteTerms, "tournament": TournamentTerms}
GROUNDS: dict[str, dict[str, str]] = {
    "blackjack": BLACKJACK_GROUNDS,
    "roulette": ROULETTE_GROUNDS,
    "tournament": TOURNAMENT_GROUNDS,
}
