"""Enums of the alternatives that rulebooks choose from, each named after what is done."""

from enum import StrEnum


class RuleChoice(StrEnum):
    """Base enum of the named values in rulebook data."""


class LimitBreach(RuleChoice):
    """Handling of a wager outside the posted limits."""

    REFUSED = "refused"
    WARNED_AND_CAPPED = "warned_and_capped"


class LateEntry(RuleChoice):
    """Restriction on a player who has not wagered since the first round of the shoe."""

    FREE = "none"
    MINIMUM_ONLY = "minimum_only"
    FIRST_BOX_ONLY = "first_box_only"
    MINIMUM_AND_FIRST_BOX = "both"
    BARRED = "barred"


class WhoDecides(RuleChoice):
    """Who decides for a box with several bettors: the seated player, else the first or highest bettor."""

    SEATED_ELSE_FIRST = "seated_else_first"
    SEATED_ELSE_HIGHEST = "seated_else_highest"


class ShoeKind(RuleChoice):
    """The kind of shoe."""

    SINGLE = "none"
    BATCH = "batch"
    CONTINUOUS = "continuous"
    DOUBLE = "double"


class CutCardFirst(RuleChoice):
    """Handling of a cutting card before the first card of a round."""

    SHUFFLE_AT_ONCE = "shuffle_at_once"
    AS_DURING_THE_ROUND = "as_during_the_round"


class CutCardDuring(RuleChoice):
    """When the cards are shuffled after the cutting card has shown."""

    SHUFFLE_AFTER_ROUND = "shuffle_after_round"
    SHUFFLE_AFTER_NEXT_ROUND = "shuffle_after_next_round"


class NewDealerBurn(RuleChoice):
    """The cards that a new dealer burns before the first card."""

    NONE = "none"
    ONE = "one"
    BESIDE_THE_SHOES_OWN = "beside_the_shoes_own"


class DealerChange(RuleChoice):
    """When the dealer may change."""

    BETWEEN_ROUNDS = "between_rounds"
    ANY_TIME = "any_time"


class EmptyShoe(RuleChoice):
    """Handling of a shoe that runs out during a round."""

    SHUFFLE_DISCARDS = "shuffle_discards"
    MISDEAL = "misdeal"


class Cutter(RuleChoice):
    """Who cuts after a shuffle without a cutting card."""

    FROM_THE_LEFT = "from_the_left"
    FROM_THE_RIGHT = "from_the_right"
    FIRST_ARRIVAL = "first_arrival"


class InsuranceCap(RuleChoice):
    """The maximum insurance of a wager."""

    HALF = "half"
    HALF_TO_NEXT_CHIP = "half_to_next_chip"


class InsuranceWindow(RuleChoice):
    """How long insurance may be made."""

    OFFER = "offer"
    UNTIL_DISCLOSURE = "until_disclosure"


class EvenMoney(RuleChoice):
    """Whether a blackjack against an ace may be paid 1 to 1 immediately, and the handling of its insurance."""

    NONE = "none"
    RETURNS_INSURANCE = "returns_insurance"
    KEEPS_INSURANCE = "keeps_insurance"
    INSTEAD_OF_INSURANCE = "instead_of_insurance"


class BlackjackPaid(RuleChoice):
    """When a player's blackjack is paid."""

    AT_ONCE = "at_once"
    AT_ONCE_UNLESS_ACE_OR_TEN = "at_once_unless_ace_or_ten"
    AT_SECOND_CARD = "at_second_card"


class DoubleOn(RuleChoice):
    """The cards that may be doubled."""

    ANY_TWO = "any_two"
    WITHOUT_ACE = "without_ace"
    HARD_8_TO_11 = "hard_8_to_11"
    HARD_9_TO_11 = "hard_9_to_11"
    HARD_10_OR_11 = "hard_10_or_11"
    HARD_11 = "hard_11"
    HARD = "hard"
    NEVER = "never"


class DoubleAmount(RuleChoice):
    """The amount that doubling adds."""

    EXACTLY_THE_WAGER = "exactly_the_wager"
    UP_TO_THE_WAGER = "up_to_the_wager"
    FROM_THE_MINIMUM_UP_TO_THE_WAGER = "from_the_minimum_up_to_the_wager"


class BustTaken(RuleChoice):
    """When the wagers of a hand over 21 are taken."""

    AT_ONCE = "at_once"
    AT_SETTLEMENT = "at_settlement"


class DealerDraws(RuleChoice):
    """When the dealer draws at all."""

    ALWAYS = "always"
    SECOND_CARD_ALWAYS = "second_card_always"
    IF_IT_MATTERS = "if_it_matters"


class DealerBlackjack(RuleChoice):
    """The wagers on doubled and split hands that a dealer's blackjack wins."""

    ALL = "all"
    ORIGINAL_ONLY = "original_only"
    ORIGINAL_ONLY_AND_BUSTS = "original_only_and_busts"
    ORIGINAL_AND_SPLITS = "original_and_splits"
    #: Busted wagers, and one wager of the box on a hand that is not bust.
    BUSTS_AND_ONE = "busts_and_one"


class Bonus21(RuleChoice):
    """The forms of a 21 that may have odds of their own: by the number of cards, or three cards by rank and suit."""

    FIVE_CARDS = "five_cards"
    SIX_CARDS = "six_cards"
    SEVEN_CARDS = "seven_cards"
    STRAIGHT = "678"
    STRAIGHT_SUITED = "678_suited"
    STRAIGHT_SPADES = "678_spades"
    SEVENS = "777"
    SEVENS_SUITED = "777_suited"
    SEVENS_SPADES = "777_spades"


class SplitFollow(RuleChoice):
    """The hand that holds the wager of a back bettor who does not cover both hands of a split."""

    CHOSEN_HAND = "chosen_hand"
    FIRST_HAND = "first_hand"


class OwnMaximum(RuleChoice):
    """Whether a player may have an individual maximum on a box."""

    NONE = "none"
    ABOVE_AND_ALONE = "above_and_alone"
    BELOW = "below"


class CardRefusal(RuleChoice):
    """Whether the hand or the whole box gets no more cards after it refuses a card drawn in error."""

    HAND = "hand"
    BOX = "box"


class AbsentPlayer(RuleChoice):
    """How the house plays the hand of an absent player."""

    DRAW_TO_12 = "draw_to_12"
    STAND = "stand"


class WagerNeeds(RuleChoice):
    """The main wager that a side wager requires."""

    OWN_MAIN_ON_BOX = "own_main_on_box"
    ANY_MAIN_ON_BOX_AND_OWN_ANYWHERE = "any_main_on_box_and_own_anywhere"
    ANY_MAIN_ON_BOX = "any_main_on_box"


class OnZero(RuleChoice):
    """Handling of wagers without zero when the ball is in zero."""

    WHOLE_STAKE_LOST = "whole_stake_lost"
    HALF_RETURNED = "half_returned"
    HELD_FOR_NEXT_SPIN = "held_for_next_spin"


class WinnersTakenUp(RuleChoice):
    """When a player may take up a winning wager."""

    OUTSIDE_WHEN_PAID_INSIDE_WHEN_AREA_PAID = "outside_when_paid_inside_when_area_paid"
    WHEN_AREA_PAID = "when_area_paid"


class Adjustment(RuleChoice):
    """Whether the house may correct a wager's position, and in whose favour."""

    FOR_THE_PLAYER_ONLY = "for_the_player_only"
    NONE = "none"


class VoidWhen(RuleChoice):
    """Whether a faulty spin must be called to be void."""

    CALLED_OR_NOT = "called_or_not"
    ONLY_IF_CALLED = "only_if_called"


class VoidWagers(RuleChoice):
    """Handling of the wagers on a void spin."""

    STAY_AND_MAY_CHANGE = "stay_and_may_change"
    STAY_LOCKED = "stay_locked"
    RETURNED = "returned"


class RespinFrom(RuleChoice):
    """The position of the ball before a void spin is repeated."""

    LAST_WINNING_NUMBER = "last_winning_number"
    ANYWHERE = "anywhere"


class ChipIssue(RuleChoice):
    """How players get their tournament chips."""

    GRATUITOUS = "gratuitous"
    FACE_VALUE = "face_value"


class SessionUnit(RuleChoice):
    """The unit of a session's length."""

    ROUNDS = "rounds"
    SHOES = "shoes"
    MINUTES = "minutes"


class AcceptedBelow(RuleChoice):
    """Handling of a wager below the minimum that was accepted by mistake."""

    RAISED_TO_MINIMUM = "raised_to_minimum"
    RETURNED = "returned"


class AcceptedAbove(RuleChoice):
    """Handling of a wager above the maximum that was accepted by mistake."""

    EXCESS_RETURNED = "excess_returned"
    RETURNED = "returned"


class LateWager(RuleChoice):
    """The wager that a player may make after the betting timeout."""

    MINIMUM_ONLY = "minimum_only"
    FREE = "free"


class LimitChange(RuleChoice):
    """How the posted limits may change during a session."""

    ONLY_WIDER = "only_wider"
    NONE = "none"


class ShortStack(RuleChoice):
    """Handling of a player with fewer chips than the minimum."""

    OUT_BUT_COUNTED = "out_but_counted"
    WAGERS_THE_REST = "wagers_the_rest"


class AllOut(RuleChoice):
    """Handling of a round in which all remaining players go out."""

    REISSUE_OR_TALLY = "reissue_or_tally"
    TALLY = "tally"


class TimeUpWhileBetting(RuleChoice):
    """Handling of a session whose time runs out before the first card of a round."""

    ENDS_WITH_WAGERS_RETURNED = "ends_with_wagers_returned"
    ROUND_IS_PLAYED = "round_is_played"


class PlayoffStacks(RuleChoice):
    """The chips of players at the start of a play-off."""

    FRESH_AND_EQUAL = "fresh_and_equal"
    CARRIED_OVER = "carried_over"


class SecondPlaceTie(RuleChoice):
    """How a tie for second place is decided if there is a runner-up."""

    PLAYED_OFF = "played_off"
    LEFT_OPEN = "left_open"


class PlaceOrder(RuleChoice):
    """The order of the places after the runner-up."""

    LATEST_PLAYOFF_FIRST = "latest_playoff_first"
    FINAL_TALLY_ONLY = "final_tally_only"


class TiedPrizes(RuleChoice):
    """The prize of players who are tied for a prize that may be shared."""

    POOLED_WITH_FOLLOWING = "pooled_with_following"
    ONE_PRIZE_SHARED = "one_prize_shared"


class UnclaimedPrizes(RuleChoice):
    """Handling of the prizes of vacant places."""

    TO_THE_WINNER = "to_the_winner"
    LEFT = "left"


class NoPrizeList(RuleChoice):
    """Who gets the pool if no prizes are listed."""

    WINNER_TAKES_POOL = "winner_takes_pool"
    NOBODY = "nobody"
