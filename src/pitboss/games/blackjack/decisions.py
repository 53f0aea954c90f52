"""Decisions in turn: hit, stand, double, split, surrender."""

from collections.abc import Mapping

from pitboss.atoms.hand import is_ace, points
from pitboss.games.blackjack import commands as cmd
from pitboss.games.blackjack import events as ev
from pitboss.games.blackjack.amounts import check_chips
from pitboss.games.blackjack.closed_hands import hands_limit, not_a_pair
from pitboss.games.blackjack.context import RoundContext
from pitboss.games.blackjack.grounds import stand_grounds
from pitboss.games.blackjack.hand_permissions import doubles_on, is_pair, may_double_cards, may_redouble
from pitboss.games.blackjack.plan import stand
from pitboss.games.blackjack.settle import settle_surrender
from pitboss.games.blackjack.sides import notify_wagers
from pitboss.games.blackjack.state import Hand, State
from pitboss.games.blackjack.turn import check_decision
from pitboss.games.blackjack.wagers import Moment
from pitboss.law.choices import DoubleAmount, DoubleOn
from pitboss.law.cite import ground_key
from pitboss.law.refusal import Refusal
from pitboss.law.refusal_builder import RefusalBuilder
from pitboss.law.resolve import BlackjackRules
from pitboss.law.terms import BlackjackTerms
from pitboss.money import amount_text


def check_hit(rules: BlackjackRules, state: State, command: cmd.Hit) -> Refusal | None:
    """Validates a hit: not on a doubled hand, and on a split ace only where it may draw."""
    return check_decision(rules, state, command, _hit_barred)


def _hit_barred(rules: BlackjackRules, state: State, hand: Hand, command: cmd.Hit) -> Refusal | None:
    if hand.doubled:
        return rules.refuse("double_one_card", "a doubled hand gets one card only", "double_closed")
    if not hand.split_aces or rules.terms.split_aces_draw:
        return None
    clauses = rules.cite("split_aces_closed", "split_aces")
    return Refusal("split_aces", "a split ace gets one card only", clauses, rules.rulebook)


def do_hit(context: RoundContext, command: cmd.Hit) -> None:
    """Calls for a card; the play stage deals it."""
    hand = context.state.turn
    assert hand is not None
    must = context.terms.draw_below_12 and hand.total < 12
    if hand.split or must:
        names = "draw_below_12" if must else "draw"
        clauses = context.cite[ground_key(names, "split_completed") if hand.split else names]
    else:
        clauses = context.frequent.draw
    context.emit(ev.CardCalled(clauses, hand.box, hand.number))


def check_stand(rules: BlackjackRules, state: State, command: cmd.Stand) -> Refusal | None:
    """Validates a stand: on any total, or on 12 and more."""
    return check_decision(rules, state, command, _stand_barred)


def _stand_barred(rules: BlackjackRules, state: State, hand: Hand, command: cmd.Stand) -> Refusal | None:
    if rules.terms.draw_below_12 and hand.total < 12 and not hand.doubled:
        split = ("split_completed",) if hand.split else ()
        return rules.refuse("draw_below_12", f"a hand of {hand.total} must draw", *split)
    return None


def do_stand(context: RoundContext, command: cmd.Stand) -> None:
    """Closes the hand as it stands."""
    hand = context.state.turn
    assert hand is not None
    frequent = context.frequent
    if hand.split:
        clauses = context.cite[stand_grounds(hand)]
    else:
        clauses = frequent.stand if len(hand.cards) == 2 else frequent.stand_later
    stand(context, hand, "stand", clauses)


def check_surrender(rules: BlackjackRules, state: State, command: cmd.Surrender) -> Refusal | None:
    """Validates a surrender: offered, and the first decision on a hand, or the last one on a doubled hand."""
    refusal = check_decision(rules, state, command, _surrender_barred)
    turn = state.turn
    if rules.terms.surrender or (rules.terms.surrender_after_double and turn is not None and turn.doubled):
        return refusal
    builder = RefusalBuilder(rules)
    builder.add("surrender", "surrender is not offered", *(() if rules.cite("surrender") else ("decisions",)))
    if refusal is not None:
        builder.add(refusal.kind, refusal.message, clauses=refusal.clauses)
    return builder.build()


def _surrender_barred(rules: BlackjackRules, state: State, hand: Hand, command: cmd.Surrender) -> Refusal | None:
    terms = rules.terms
    if hand.doubled:
        return None if terms.surrender_after_double else rules.refuse("surrender_first", "the hand is doubled")
    if not terms.surrender:  # then the rulebook has no further rules on surrender
        return None
    builder = RefusalBuilder(rules)
    after_split = hand.split and terms.surrender_after_split and (terms.split_aces_draw or not hand.split_aces)
    if len(hand.cards) != 2 or (command.box in state.decided and not after_split):
        text = "surrender is the first decision on a hand" + ("" if after_split else " that was not split")
        clauses = rules.cite("surrender_split" if hand.split else "surrender_first")
        builder.add("surrender_first", text, clauses=clauses)
    if state.dealer and state.dealer[0]:
        against, shown = _surrender_term(state.dealer[0][0])
        if not getattr(terms, against):
            builder.add(against, f"the dealer shows {shown}")
    return builder.refusal()


def _surrender_term(up_card: int) -> tuple[str, str]:
    """Returns the term that allows surrender against an up card, and the card in words."""
    if is_ace(up_card):
        return "surrender_against_ace", "an ace"
    if points(up_card) == 10:
        return "surrender_against_ten", "a ten"
    return "surrender_against_other", "neither an ace nor a ten"


def do_surrender(context: RoundContext, command: cmd.Surrender) -> None:
    """Ends the hand. Its wagers are settled now, or with the dealer's hand where a blackjack takes them whole."""
    state, hand = context.state, context.state.turn
    assert hand is not None
    doubled = ("surrender_after_double",) if hand.doubled else ()
    clauses = context.cite[(*doubled, "surrender_half")]
    first = hand.box not in state.decided
    context.emit(ev.HandSurrendered(clauses, hand.box, hand.number))
    if first:
        notify_wagers(context, Moment.STAND, hand.box)
    waits = context.terms.surrender_lost_to_blackjack
    if not waits:
        settle_surrender(context, hand, context.stakes_on(hand))
    context.close(hand, "surrender", clauses)
    if not waits:
        context.clear(hand, clauses)
    if all(other.closed for other in state.hands[hand.box]):
        notify_wagers(context, Moment.BOX_DONE, hand.box)


def own_stakes(state: State, hand: Hand, player: str) -> Mapping[int, int]:
    """Returns the player's open wagers on a hand by spot: the main wager, and what doubling has added to it."""
    stakes: dict[int, int] = {}
    for wager in state.wagers:
        if (
            wager.hand == hand.number
            and wager.result is None
            and wager.player == player
            and wager.kind in ("main", "double")
        ):
            stakes[wager.spot] = stakes.get(wager.spot, 0) + wager.amount
    return stakes


def least_double(rules: BlackjackRules, state: State, stake: int) -> int:
    """Returns the minimum that doubling may add to a stake."""
    terms = rules.terms
    if terms.double_amount is DoubleAmount.EXACTLY_THE_WAGER:
        return stake
    if terms.double_amount is DoubleAmount.FROM_THE_MINIMUM_UP_TO_THE_WAGER:
        return min(state.minimum, stake)
    return min(terms.increment or (0 if rules.any_amount else terms.chip_unit) or 1, stake)


def check_double(rules: BlackjackRules, state: State, command: cmd.DoubleDown) -> Refusal | None:
    """Validates a double: on cards and for an amount that the rulebook allows."""
    return check_decision(rules, state, command, _double_barred)


#: The refusal of a double by the cards.
_NOT_DOUBLED = {
    DoubleOn.WITHOUT_ACE: "a hand with an ace may not be doubled",
    DoubleOn.HARD: "only a hard hand may be doubled",
    DoubleOn.HARD_8_TO_11: "only a hard 8, 9, 10 or 11 may be doubled",
    DoubleOn.HARD_9_TO_11: "only a hard 9, 10 or 11 may be doubled",
    DoubleOn.HARD_10_OR_11: "only a hard 10 or 11 may be doubled",
    DoubleOn.HARD_11: "only a hard 11 may be doubled",
    DoubleOn.NEVER: "no hand may be doubled",
}


def _double_barred(rules: BlackjackRules, state: State, hand: Hand, command: cmd.DoubleDown) -> Refusal | None:
    builder = RefusalBuilder(rules)
    if not hand.doubled:
        _object_to_double(rules, hand, builder)
    elif not may_redouble(rules.terms, hand):
        times = rules.terms.redoubles + 1
        text = f"a hand may be doubled {times} times" if times > 1 else "the hand is doubled already"
        builder.add("redoubles", text, "double_closed")
    builder.join(check_added(rules, state, hand, (command.player, command.amounts)))
    return builder.refusal()


def _object_to_double(rules: BlackjackRules, hand: Hand, builder: RefusalBuilder) -> None:
    """Objects to the first double of a hand by its cards, and by the split that it comes from."""
    terms = rules.terms
    double_on = doubles_on(terms, hand)
    if len(hand.cards) != 2 and not terms.double_any_cards:
        text = "only the first two cards may be doubled"
        ground = "double_after_split" if hand.split and terms.double_after_split else "double_two_cards"
        builder.add("double_two_cards", text, clauses=rules.cite(ground))
    elif not may_double_cards(double_on, hand):
        builder.add("double_on" if double_on is terms.double_on else "double_split_on", _NOT_DOUBLED[double_on])
    if hand.split_aces and not terms.split_aces_double:
        clauses = rules.cite("split_aces_closed", "split_aces", "double_split_aces")
        text = "a split ace may not be doubled" if terms.split_aces_draw else "a split ace gets one card only"
        builder.add("split_aces", text, clauses=clauses)
    elif hand.split and not hand.split_aces and not terms.double_after_split:
        builder.add("double_after_split", "a split hand may not be doubled")


def check_added(
    rules: BlackjackRules, state: State, hand: Hand, added_by: tuple[str, tuple[int, ...]]
) -> RefusalBuilder:
    """Returns the objections to adding these amounts to a doubled hand; no amounts mean the full wager."""
    builder = RefusalBuilder(rules)
    player, amounts = added_by
    stakes = own_stakes(state, hand, player)
    added = added_amounts(stakes, amounts)
    if set(added) != set(stakes):
        clauses = rules.cite("spot_double" if rules.terms.spots > 1 else "double_least")
        builder.add("double_amount", "every wager of the hand is doubled or none", clauses=clauses)
        return builder
    for spot, amount in added.items():
        least, most = least_double(rules, state, stakes[spot]), stakes[spot]
        if amount != most and not rules.any_amount:  # the full wager is payable in the chips of the first one
            check_chips(rules, amount, most, builder)
        if not least <= amount <= most:
            span = amount_text(most) if least == most else f"{amount_text(least)} to {amount_text(most)}"
            low = "double_increment" if rules.terms.increment is not None else "double_least"
            clauses = rules.cite(low if amount < least else "double_amount", "spot_double")
            builder.add("double_amount", f"doubling adds {span}, not {amount_text(amount)}", clauses=clauses)
    if sum(added.values()) > state.money[player]:
        builder.add("own_money", f"{player} has {amount_text(state.money[player])}")
    return builder


def added_amounts(stakes: Mapping[int, int], amounts: tuple[int, ...]) -> Mapping[int, int]:
    """Returns the amounts that doubling adds, by spot."""
    if not amounts:
        return dict(stakes)
    return {spot: amount for spot, amount in enumerate(amounts, 1) if amount}


def _double_grounds(hand: Hand) -> tuple[str, ...]:
    """Returns the rules that allow this double."""
    if hand.doubled:
        return ("redoubles",)
    if hand.split:
        return ("split_aces_double",) if hand.split_aces else ("double_after_split", "split_double")
    return ("double_two_cards",) if len(hand.cards) == 2 else ("double_any_cards",)


def double_amount_grounds(terms: BlackjackTerms) -> tuple[str, ...]:
    """Returns the rules on the amount that doubling adds."""
    least = ("double_increment",) if terms.increment is not None else ()
    return ("double_amount", "spot_double", *least)


def do_double(context: RoundContext, command: cmd.DoubleDown) -> None:
    """Adds the stakes and asks the back bettors; the card is dealt after their answers."""
    hand = context.state.turn
    assert hand is not None
    context.emit(ev.HandDoubled(context.cite[(*_double_grounds(hand), "spot_double")], hand.box, hand.number))
    clauses = context.cite[double_amount_grounds(context.terms)]
    for spot, amount in added_amounts(own_stakes(context.state, hand, command.player), command.amounts).items():
        context.emit(ev.WagerAdded(clauses, command.player, hand.box, "double", amount, hand.number, spot))
    ask_back_bettors(context, hand, command.player, "follow_double")


def ask_back_bettors(context: RoundContext, hand: Hand, decider: str, ground: str) -> None:
    """Opens the offer to follow for the other players with a wager on the hand."""
    state = context.state
    waiting = tuple(
        (wager.player, hand.box)
        for wager in context.open_wagers("main", hand.box)
        if wager.hand == hand.number and wager.player != decider and wager.player not in state.absent
    )
    if waiting:
        context.emit(ev.OfferOpened(context.cite[ground], "follow", waiting, hand.number))


def check_split(rules: BlackjackRules, state: State, command: cmd.SplitPair) -> Refusal | None:
    """Validates a split: a pair, within the maximum number of hands."""
    return check_decision(rules, state, command, _split_barred)


def _split_barred(rules: BlackjackRules, state: State, hand: Hand, command: cmd.SplitPair) -> Refusal | None:
    builder = RefusalBuilder(rules)
    terms = rules.terms
    if not is_pair(terms, hand):
        clauses = rules.cite(not_a_pair(rules, hand), "split_defined")
        alike = "rank" if terms.split_same_rank else "value"
        builder.add("split_pair", f"only two cards of the same {alike} may be split", clauses=clauses)
    if not terms.aces_are_split and is_ace(hand.cards[0]):
        builder.add("aces_are_split", "aces are not split")
    if hand.split_aces and not terms.resplit_aces:
        builder.add("split_aces_once", "aces are split once only")
    if len(state.hands[command.box]) >= terms.split_hands:
        text = f"a box may have {terms.split_hands} hands at most"
        builder.add("split_hands", text, clauses=rules.cite(hands_limit(rules)))
    if sum(own_stakes(state, hand, command.player).values()) > state.money[command.player]:
        builder.add("own_money", f"{command.player} has {amount_text(state.money[command.player])}", "split_wager")
    return builder.refusal()


def _split_grounds(hand: Hand) -> tuple[str, str]:
    """Returns the ground of a split and that of the wager on the new hand."""
    if hand.split:
        return "split_again", "split_again_wager"
    return ("split_of_aces", "split_aces_wager") if is_ace(hand.cards[0]) else ("split_pair", "split_wager")


def followed_split_ground(state: State, hand: Hand) -> str:
    """Returns the ground of a back bettor's wager on the new hand of a split that was just made."""
    if len(state.hands[hand.box]) > 2:
        return "split_again_wager"
    return "split_aces_wager" if hand.split_aces else "split_wager"


def do_split(context: RoundContext, command: cmd.SplitPair) -> None:
    """Splits the hand with an equal wager on the new hand; the cards are dealt after the back bettors' answers."""
    state = context.state
    hand = state.turn
    assert hand is not None
    stakes = own_stakes(state, hand, command.player)
    new_hand = state.hand_count + 1
    ground, wager_ground = _split_grounds(hand)
    context.emit(ev.PairSplit(context.cite[ground, "split_defined"], hand.box, hand.number, new_hand))
    clauses = context.cite[wager_ground]
    for spot, amount in stakes.items():
        context.emit(ev.WagerAdded(clauses, command.player, hand.box, "main", amount, new_hand, spot))
    notify_wagers(context, Moment.SPLIT, hand.box)
    ask_back_bettors(context, hand, command.player, "follow_split")
