"""Schema of tournament terms: every setting with its type, and the grounds (rules with a clause and no value).

A setting or ground with the name of a blackjack term overrides that term and its clause at the tournament's tables.
"""

from decimal import Decimal

from msgspec import Struct

from pitboss.law import choices


class TournamentTerms(Struct, frozen=True, kw_only=True):
    """The resolved settings of a tournament. Refusals and events cite a field by its name."""

    # the base game: the options that it inherits, and the irregularities and clauses that do not apply
    base_options: tuple[str, ...]
    base_irregularities_off: tuple[str, ...] = ()
    base_clauses_off: tuple[str, ...] = ()
    # overrides of the base game
    limit_breach: choices.LimitBreach
    increment: int | None = None
    players_per_box: int
    who_decides: choices.WhoDecides
    boxes_per_player: int
    late_entry: choices.LateEntry
    cut_card_first: choices.CutCardFirst
    cut_card_during: choices.CutCardDuring
    # the conditions of entry
    entry_fee: int
    entry_fee_retention: Decimal
    contribution: int
    chips: int
    chip_issue: choices.ChipIssue
    session: tuple[choices.SessionUnit, int]
    playoff: tuple[choices.SessionUnit, int]
    min_players: int
    max_players: int | None = None
    prizes: tuple[int, ...] | None = None
    no_prize_list: choices.NoPrizeList
    advance: int
    alternates: int = 0
    refund_hours: int | None = None
    # seating
    table_players_least: int
    table_players_most: int
    playoff_players_least: int
    # wagers
    chip_unit: int | None = None
    multiples_of_minimum: bool
    bet_seconds: int | None = None
    late_wager: choices.LateWager
    accepted_below: choices.AcceptedBelow
    accepted_above: choices.AcceptedAbove
    limit_change: choices.LimitChange
    writing_allowed: bool
    # going out and the end of a session
    short_stack: choices.ShortStack
    all_out: choices.AllOut
    time_up_while_betting: choices.TimeUpWhileBetting
    # play-offs, places and prizes
    playoff_stacks: choices.PlayoffStacks
    second_place_tie: choices.SecondPlaceTie
    place_order: choices.PlaceOrder
    tied_prizes: choices.TiedPrizes
    unclaimed_prizes: choices.UnclaimedPrizes
    unshared_places: int


#: Rules without a value, with a description. Refusals and events cite them by name.
TOURNAMENT_GROUNDS: dict[str, str] = {
    # the document
    "in_force": "these rules stand in place of the earlier ones",
    "division_prevails": "what a tournament lays down goes before blackjack",
    "general_limits_off": "the general rules on limits are off",
    "equal_chance": "every player has the same chance",
    "director": "who runs the tournament",
    "director_present": "the director is there while it runs",
    # what prevails over blackjack's own grounds
    "limits": "the posted minimum and maximum",
    "minimum_on_each_box": "at least the minimum on every hand",
    "wager_in_chips": "wagers are made in this tournament's chips",
    "own_money": "a wager is made in this tournament's chips",
    "double_increment": "the least that doubling adds where the sign shows an increment",
    "wager_raised": "a wager once placed is not raised",
    "wager_stays": "a wager once placed stays",
    "oral_wager": "a wager that is only declared",
    "side_wager_offered": "a side wager, of which there are none",
    "ante_due": "an ante, which no tournament has",
    "shuffle_at_start": "the shuffle before a session",
    "shuffle_cut_first": "the shuffle when the cutting card comes first",
    "shuffle_cut_card": "the shuffle after the round that follows the cutting card",
    "shuffle_ordered": "a shuffle at any other time",
    "exclude_player": "a player is put out of the tournament",
    "void_player": "a live wager of a disqualified player is void",
    # equipment and signs
    "betting_marker": "the marker that shows who bets first",
    "shoe_number": "the number of the shoe in play is shown",
    "limits_shown": "the sign with the limits",
    "increment_shown": "the increment on the sign",
    # entry
    "applicant": "who applies to enter",
    "player": "only who was accepted plays",
    "conditions_set": "the conditions are settled before entries, and stay",
    "conditions_notified": "each applicant gets the conditions in writing",
    "entry_form": "the form on which to apply",
    "fee_charged": "a fee for entry",
    "limits_set": "the limits of each table are among the conditions",
    "entry_refused": "an application may be refused",
    "too_many_players": "no entry beyond the most players",
    "too_few_players": "no start below the fewest players",
    "cancelled": "a tournament may be called off before it begins",
    "start_moved": "a session's start may be moved with notice",
    # money
    "prize_pool": "every fee goes into the pool, and the pool to the winners",
    "chips_bought": "the price of chips is not a fee",
    "refund": "a fee goes back only in the cases given",
    "refund_early": "a withdrawal in good time is refunded",
    "refund_consent": "a later withdrawal is refunded if the operator agrees",
    "refund_not_held": "all fees go back when the tournament is not held",
    "refund_disqualified": "the disqualified get no fee back",
    # seating
    "allocation": "the operator allocates players to sessions",
    "short_session": "a session that is short of players because some dropped out is held as a play-off",
    "seating": "the operator decides where players sit",
    "seat_given": "each player is given a table and a box for the session",
    "own_box": "a player bets on and plays the own box only",
    "name_given": "a player gives a name for the record",
    # chips
    "chips_issued": "all players begin a session with the same chips",
    "no_more_chips": "no chips are issued during a session",
    "chips_not_lent": "chips are neither lent nor taken from elsewhere",
    "chips_in_view": "chips are kept in view of all players",
    "chips_returned": "chips given for nothing go back to the operator",
    "chips_redeemed": "chips that were bought may be redeemed",
    # conduct
    "leaving": "players stay at the table during a session",
    "no_advice": "no advice is asked for or given",
    # betting
    "marker_start": "in the first round the player at the dealer's left bets first, then the others clockwise",
    "marker_moved": "in later rounds the marker has moved on, and its player bets first",
    "wager_every_hand": "who could bet and did not is disqualified",
    "time_to_bet": "time to bet is limited only with notice",
    # shuffling
    "shuffle_method": "how the cards are shuffled",
    "shuffle_vacant": "the shuffle when play goes on after the table was vacant",
    # going out
    "eliminated": "who has lost all chips is out of the session",
    "box_closed": "the box of a player who is out takes no bets",
    "disqualified": "a disqualified player plays no further part and gets no place",
    "all_lost": "all who were still in lost everything in one round",
    "all_short": "all who were still in fell below the minimum in one round",
    "reissue": "fresh chips for those who all went out in one round",
    "reissue_amount": "fresh chips are equal and no more than at the start",
    "reissue_playoff": "a play-off follows fresh chips",
    # the end of a session
    "session_result": "what the end of a session decides",
    "session_one_left": "a session ends when only one player can still bet",
    "session_time": "a timed session ends with the round in which time ran out",
    "session_shoes": "a session of shoes ends a round after the last cutting card",
    "session_rounds": "a session of rounds ends after the last",
    "tally": "the chips of all are counted",
    "qualifiers_told": "the qualifiers are announced immediately",
    "session_winner": "most chips win a session",
    "advance_notified": "the number of qualifiers is announced before entry",
    "advance_kept": "the operator keeps to the announced number of qualifiers",
    "only_qualifiers": "only qualifiers play the next session",
    # play-offs, places and prizes
    "playoff_players": "a play-off is among those who are tied",
    "playoff_needed": "a play-off is held only where its result is needed",
    "playoff_advance": "a tie for going on is played off",
    "tournament_winner": "most chips in the final win the tournament",
    "places": "the other places go by chips",
    "playoff_winner": "a tie for first place is played off",
    "playoff_runner_up": "a runner-up not yet known is played off",
    "places_by_runner_up_playoff": "first the play-off for runner-up orders the places",
    "places_by_winner_playoff": "then the play-off for first place",
    "places_by_final": "then the final session",
    "tie_of_two": "two who are tied share two prizes",
    "tie_of_more": "three who are tied share three prizes, and so on",
}
