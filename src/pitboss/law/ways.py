"""The known ways among which clauses pick, each named after what is done and never after who does it."""

from enum import StrEnum


class Way(StrEnum):
    """A value of the rulebook data that names a way."""


class LimitBreach(Way):
    """What becomes of a wager outside the posted limits."""

    REFUSED = "refused"
    WARNED_AND_CAPPED = "warned_and_capped"


class LateEntry(Way):
    """What a player may wager who was not there from the first round of the shoe."""

    FREE = "none"
    MINIMUM_ONLY = "minimum_only"
    FIRST_BOX_ONLY = "first_box_only"
    MINIMUM_AND_FIRST_BOX = "both"
    BARRED = "barred"


class WhoDecides(Way):
    """Who decides for a box with several bettors: whoever sits there, else …"""

    SEATED_ELSE_FIRST = "seated_else_first"
    SEATED_ELSE_HIGHEST = "seated_else_highest"


class ShoeKind(Way):
    """What the cards come from."""

    SINGLE = "none"
    BATCH = "batch"
    CONTINUOUS = "continuous"
    DOUBLE = "double"


class CutCardFirst(Way):
    """What a cutting card brings that comes before the first card of a round."""

    SHUFFLE_AT_ONCE = "shuffle_at_once"
    AS_DURING_THE_ROUND = "as_during_the_round"


class CutCardDuring(Way):
    """When the cards are shuffled after the cutting card has shown."""

    SHUFFLE_AFTER_ROUND = "shuffle_after_round"
    SHUFFLE_AFTER_NEXT_ROUND = "shuffle_after_next_round"


class NewDealerBurn(Way):
    """What a new dealer burns before dealing a card."""

    NONE = "none"
    ONE = "one"
    BESIDE_THE_SHOES_OWN = "beside_the_shoes_own"


class DealerChange(Way):
    """When a new dealer may come to the table."""

    BETWEEN_ROUNDS = "between_rounds"
    ANY_TIME = "any_time"


class EmptyShoe(Way):
    """What happens when the shoe runs out during a round."""

    SHUFFLE_DISCARDS = "shuffle_discards"
    MISDEAL = "misdeal"


class Cutter(Way):
    """Who cuts after a shuffle that no cutting card brought about."""

    FROM_THE_LEFT = "from_the_left"
    FROM_THE_RIGHT = "from_the_right"
    FIRST_ARRIVAL = "first_arrival"


class InsuranceCap(Way):
    """The most that may be insured."""

    HALF = "half"
    HALF_TO_NEXT_CHIP = "half_to_next_chip"


class InsuranceWindow(Way):
    """How long insurance may be made."""

    OFFER = "offer"
    UNTIL_DISCLOSURE = "until_disclosure"


class EvenMoney(Way):
    """Whether a blackjack against an ace may be paid 1 to 1 at once, and what becomes of its insurance."""

    NONE = "none"
    RETURNS_INSURANCE = "returns_insurance"
    KEEPS_INSURANCE = "keeps_insurance"
    INSTEAD_OF_INSURANCE = "instead_of_insurance"


class BlackjackPaid(Way):
    """When a player's blackjack is paid."""

    AT_ONCE = "at_once"
    AT_ONCE_UNLESS_ACE_OR_TEN = "at_once_unless_ace_or_ten"
    AT_SECOND_CARD = "at_second_card"


class DoubleOn(Way):
    """Which first two cards may be doubled."""

    ANY_TWO = "any_two"
    WITHOUT_ACE = "without_ace"


class DoubleAmount(Way):
    """How much doubling adds."""

    EXACTLY_THE_WAGER = "exactly_the_wager"
    UP_TO_THE_WAGER = "up_to_the_wager"
    FROM_THE_MINIMUM_UP_TO_THE_WAGER = "from_the_minimum_up_to_the_wager"


class BustTaken(Way):
    """When the wagers of a hand over 21 are taken."""

    AT_ONCE = "at_once"
    AT_SETTLEMENT = "at_settlement"


class DealerDraws(Way):
    """When the dealer draws at all."""

    ALWAYS = "always"
    SECOND_CARD_ALWAYS = "second_card_always"
    IF_IT_MATTERS = "if_it_matters"


class DealerBlackjack(Way):
    """What a dealer's blackjack takes of doubled and split hands."""

    ALL = "all"
    ORIGINAL_ONLY = "original_only"
    ORIGINAL_ONLY_AND_BUSTS = "original_only_and_busts"


class SplitFollow(Way):
    """Where the wager of a back bettor lies who does not cover both hands of a split."""

    CHOSEN_HAND = "chosen_hand"
    FIRST_HAND = "first_hand"


class OwnMaximum(Way):
    """Whether one player may get a maximum of his own on a box."""

    NONE = "none"
    ABOVE_AND_ALONE = "above_and_alone"
    BELOW = "below"


class CardRefusal(Way):
    """What gets no more cards where a card drawn in error is refused."""

    HAND = "hand"
    BOX = "box"


class AbsentPlayer(Way):
    """How the hand of an absent player is played."""

    DRAW_TO_12 = "draw_to_12"
    STAND = "stand"


class WagerNeeds(Way):
    """Whose main wager a side wager needs."""

    OWN_MAIN_ON_BOX = "own_main_on_box"
    ANY_MAIN_ON_BOX_AND_OWN_ANYWHERE = "any_main_on_box_and_own_anywhere"
    ANY_MAIN_ON_BOX = "any_main_on_box"


class OnZero(Way):
    """What the ball in zero takes from wagers that do not hold zero."""

    WHOLE_STAKE_LOST = "whole_stake_lost"
    HALF_RETURNED = "half_returned"
    HELD_FOR_NEXT_SPIN = "held_for_next_spin"


class WinnersTakenUp(Way):
    """When a player may take up a winning wager."""

    OUTSIDE_WHEN_PAID_INSIDE_WHEN_AREA_PAID = "outside_when_paid_inside_when_area_paid"
    WHEN_AREA_PAID = "when_area_paid"


class Adjustment(Way):
    """In whose favour the house may depart from a wager's position on the layout."""

    FOR_THE_PLAYER_ONLY = "for_the_player_only"
    NONE = "none"


class VoidWhen(Way):
    """Whether a faulty spin must be called to be void."""

    CALLED_OR_NOT = "called_or_not"
    ONLY_IF_CALLED = "only_if_called"


class VoidWagers(Way):
    """What becomes of the wagers on a void spin."""

    STAY_AND_MAY_CHANGE = "stay_and_may_change"
    STAY_LOCKED = "stay_locked"
    RETURNED = "returned"


class RespinFrom(Way):
    """Where the ball lies before a void spin is repeated."""

    LAST_WINNING_NUMBER = "last_winning_number"
    ANYWHERE = "anywhere"


class ChipIssue(Way):
    """How players come by their tournament chips."""

    GRATUITOUS = "gratuitous"
    FACE_VALUE = "face_value"


class SessionUnit(Way):
    """What the length of a session is counted in."""

    ROUNDS = "rounds"
    SHOES = "shoes"
    MINUTES = "minutes"


class AcceptedBelow(Way):
    """What becomes of a wager below the minimum that was accepted by mistake."""

    RAISED_TO_MINIMUM = "raised_to_minimum"
    RETURNED = "returned"


class AcceptedAbove(Way):
    """What becomes of a wager above the maximum that was accepted by mistake."""

    EXCESS_RETURNED = "excess_returned"
    RETURNED = "returned"


class LateWager(Way):
    """What a player may wager who let the time for it pass."""

    MINIMUM_ONLY = "minimum_only"
    FREE = "free"


class LimitChange(Way):
    """How the posted limits may change during a session."""

    ONLY_WIDER = "only_wider"
    NONE = "none"


class ShortStack(Way):
    """What becomes of a player whose chips no longer reach the minimum."""

    OUT_BUT_COUNTED = "out_but_counted"
    WAGERS_THE_REST = "wagers_the_rest"


class AllOut(Way):
    """What follows when everybody still in goes out in the same round."""

    REISSUE_OR_TALLY = "reissue_or_tally"
    TALLY = "tally"


class TimeUpWhileBetting(Way):
    """What follows when a session's time runs out before the first card of a round."""

    ENDS_WITH_WAGERS_RETURNED = "ends_with_wagers_returned"
    ROUND_IS_PLAYED = "round_is_played"


class PlayoffStacks(Way):
    """What players hold as a play-off begins."""

    FRESH_AND_EQUAL = "fresh_and_equal"
    CARRIED_OVER = "carried_over"


class SecondPlaceTie(Way):
    """How a tie for second place is decided where a runner-up is provided for."""

    PLAYED_OFF = "played_off"
    LEFT_OPEN = "left_open"


class PlaceOrder(Way):
    """What orders the places behind the runner-up."""

    LATEST_PLAYOFF_FIRST = "latest_playoff_first"
    FINAL_TALLY_ONLY = "final_tally_only"


class TiedPrizes(Way):
    """What players get who are tied for a prize that may be shared."""

    POOLED_WITH_FOLLOWING = "pooled_with_following"
    ONE_PRIZE_SHARED = "one_prize_shared"


class UnclaimedPrizes(Way):
    """What becomes of the prizes of places that nobody takes."""

    TO_THE_WINNER = "to_the_winner"
    LEFT = "left"


class NoPrizeList(Way):
    """Who gets the pool where no prizes are listed."""

    WINNER_TAKES_POOL = "winner_takes_pool"
    NOBODY = "nobody"
