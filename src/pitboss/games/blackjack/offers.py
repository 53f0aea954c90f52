"""Answers to open offers: insurance and even money, follow or keep, a card drawn in error."""

from collections.abc import Mapping

from pitboss.games.blackjack import commands as cmd
from pitboss.games.blackjack import events as ev
from pitboss.games.blackjack.amounts import check_chips
from pitboss.games.blackjack.context import RoundContext
from pitboss.games.blackjack.decisions import check_added, double_amount_grounds, followed_split_ground, own_stakes
from pitboss.games.blackjack.grounds import is_shared
from pitboss.games.blackjack.pending_irregularities import OFFERED_TO_THE_PLAYERS, clauses_of_remedy
from pitboss.games.blackjack.sides import notify_wagers
from pitboss.games.blackjack.state import Hand, Stage, State, Wager, ace_or_ten
from pitboss.games.blackjack.wagers import Moment
from pitboss.law.choices import CardRefusal, EvenMoney, InsuranceCap, InsuranceWindow, SplitFollow
from pitboss.law.cite import merge_clauses
from pitboss.law.refusal import Refusal
from pitboss.law.refusal_builder import RefusalBuilder
from pitboss.law.resolve import BlackjackRules
from pitboss.money import amount_text


def _asked(state: State, kind: str, command: cmd.PlayerCommand) -> bool:
    offer = state.offer
    return offer is not None and offer.kind == kind and (command.player, command.box) in offer.waiting


def _open_mains(state: State, command: cmd.PlayerCommand) -> list[Wager]:
    return [
        wager
        for wager in state.wagers
        if wager.result is None
        and wager.kind == "main"
        and wager.player == command.player
        and wager.box == command.box
        and wager.hand
    ]


def initial_stakes(state: State, command: cmd.PlayerCommand) -> Mapping[int, int]:
    """Returns the player's original wagers on the box by spot, if one of their hands is still live."""
    mains = _open_mains(state, command)
    live = {wager.spot for wager in mains if not state.hand_of(wager.box, wager.hand).bust}
    return {
        wager.spot: wager.amount
        for wager in state.wagers
        if wager.kind == "main"
        and wager.original
        and wager.player == command.player
        and wager.box == command.box
        and wager.spot in live
    }


# --- insurance ---------------------------------------------------------------------------------------------------


def insurance_cap(rules: BlackjackRules, stake: int) -> int:
    """Returns the maximum insurance of a stake."""
    unit = rules.terms.chip_unit
    if rules.terms.insurance_cap is InsuranceCap.HALF_TO_NEXT_CHIP and unit is not None:
        return -(-stake // (2 * unit)) * unit
    return stake // 2


def check_insure(rules: BlackjackRules, state: State, command: cmd.Insure) -> Refusal | None:
    """Validates insurance: against an ace, within the window, for an amount that the rulebook allows."""
    builder = RefusalBuilder(rules)
    _check_insurable(rules, state, command, builder)
    given = {spot: amount for spot, amount in enumerate(command.amounts, 1) if amount}
    if builder and not given:
        return builder.refusal()
    stakes = initial_stakes(state, command)
    if builder and not stakes:
        return builder.refusal()
    terms = rules.terms
    if not given or set(given) - set(stakes):
        builder.add("insurance", "insurance needs a wager on the same spot", "spot_insurance")
        return builder.refusal()
    for spot, amount in given.items():
        most = insurance_cap(rules, stakes[spot])
        if amount > most:
            builder.add("insurance_cap", f"insurance is {amount_text(most)} at most", "spot_insurance")
        payment = terms.insurance_odds.on(amount)
        if terms.insurance_unit is not None and payment % terms.insurance_unit:
            unit = amount_text(terms.insurance_unit)
            builder.add("insurance_unit", f"a win of {amount_text(payment)} could not be paid in chips of {unit}")
        if not rules.any_amount:
            check_chips(rules, amount, most, builder)
            if not terms.insurance_odds.is_whole(amount):
                text = f"{amount_text(amount)} paid at {terms.insurance_odds} would come to a fraction of a cent"
                builder.add("whole_cents", text, clauses=rules.cite("insurance_odds"))
    if sum(given.values()) > state.money[command.player]:
        builder.add("own_money", f"{command.player} has {amount_text(state.money[command.player])}")
    return builder.refusal()


def insured_spots(state: State, command: cmd.PlayerCommand) -> set[int]:
    """Returns the spots of the box with open insurance of the player."""
    return {wager.spot for wager in _insurance(state, command)}


def _check_insurable(rules: BlackjackRules, state: State, command: cmd.Insure, builder: RefusalBuilder) -> None:
    if not state.dealer or not state.dealer[0] or state.stage < Stage.DEAL:
        builder.add("insurance", "no hand is in play")
        return
    if not state.shows_ace:
        builder.add("insurance", "the dealer does not show an ace", "spot_insurance")
    blackjack = command.box in state.hands and state.hands[command.box][0].blackjack
    if blackjack and not rules.terms.insurance_for_blackjack:
        builder.add("insurance_for_blackjack", "a blackjack may not be insured here")
    elif not initial_stakes(state, command):
        taken = blackjack and state.shows_ace and rules.terms.even_money is not EvenMoney.NONE
        settled = ("even_money",) if taken else ()
        builder.add("insurance", f"{command.player} has no live wager on box {command.box}", *settled)
    if builder:
        return
    given = {spot for spot, amount in enumerate(command.amounts, 1) if amount}
    if given & insured_spots(state, command):
        builder.add("insured_once", "it is insured already")
        if state.offer is not None and state.offer.kind == "insurance":
            return
    read = rules.terms.card_reader and rules.terms.peek_under_ace and not state.reader_failed
    late = rules.terms.insurance_window is InsuranceWindow.UNTIL_DISCLOSURE and (
        not read or state.stage == Stage.OFFERS
    )
    in_play = state.stage in (Stage.OFFERS, Stage.PLAY) and (state.offer is None or state.offer.kind == "insurance")
    if not _asked(state, "insurance", command) and not (late and in_play):
        builder.add("insurance_closed", "insurance may no longer be made", clauses=rules.cite("insurance_window"))


def do_insure(context: RoundContext, command: cmd.Insure) -> None:
    """Adds the insurance; with consolidated payout, pays a blackjack insured for half immediately."""
    state = context.state
    hand = state.hands[command.box][0]
    names: tuple[str, ...] = ("insurance", "insurance_cap", "insurance_unit", "insurance_defined", "spot_insurance")
    if is_shared(state, command.box):
        names = (*names, "each_insures")
    clauses = context.cite[names]
    if state.stage == Stage.PLAY and state.offer is not None:  # offered late
        clauses = merge_clauses(state.offer.clauses, clauses)
    for spot, amount in enumerate(command.amounts, 1):
        if amount:
            event = ev.WagerAdded(clauses, command.player, command.box, "insurance", amount, hand.number, spot)
            context.emit(event)
    if context.terms.consolidated_payout and hand.blackjack:
        _consolidate(context, command, hand)
    context.emit(ev.OfferAnswered(context.cite["insurance"], command.player, command.box, "insure"))


def _consolidate(context: RoundContext, command: cmd.Insure, hand: Hand) -> None:
    clauses = context.cite["consolidated_payout"]
    for wager in context.stakes_on(hand):
        for insurance in list(context.open_wagers("insurance", hand.box)):
            if insurance.spot == wager.spot and insurance.amount * 2 == wager.amount:
                context.pay(wager, context.terms.even_odds, "consolidated", clauses)
                context.settle(insurance, 0, "consolidated", clauses)
    if not context.stakes_on(hand):
        context.close(hand, "consolidated", clauses)


def check_even(rules: BlackjackRules, state: State, command: cmd.TakeEvenMoney) -> Refusal | None:
    """Validates even money: for a blackjack against an ace, while the offer is open."""
    builder = RefusalBuilder(rules)
    even_money = rules.terms.even_money
    if even_money is EvenMoney.NONE:
        return rules.refuse("even_money", "even money is not offered")
    if not state.shows_ace:
        builder.add("even_money", "the dealer does not show an ace", *_other_up_card(state, command))
    elif not _open_mains(state, command) or not state.hands[command.box][0].blackjack:
        builder.add("even_money", f"{command.player} has no open blackjack on box {command.box}")
    elif state.offer is None or state.offer.kind != "insurance":
        builder.add("even_money", "even money may no longer be taken", "blackjack_held")
    elif (command.player, command.box) not in state.offer.waiting and not _insurance(state, command):
        builder.add("even_money", f"{command.player} is not asked about box {command.box}")
    elif not _even_mains(rules, state, command):
        builder.add("even_money", "it is insured, and even money stands in place of insurance", "confirmed_wager_stays")
    return builder.refusal()


def _other_up_card(state: State, command: cmd.PlayerCommand) -> tuple[str, ...]:
    """Returns the rule of a blackjack that waits against a ten; against a lower card it is paid already."""
    hands = state.hands.get(command.box)
    if not hands or not hands[0].blackjack or not state.dealer[0]:
        return ()
    return ("blackjack_held",) if ace_or_ten(state.dealer[0][0]) else ()


def _insurance(state: State, command: cmd.PlayerCommand) -> list[Wager]:
    return [
        wager
        for wager in state.wagers
        if wager.kind == "insurance"
        and wager.result is None
        and wager.player == command.player
        and wager.box == command.box
    ]


def _even_mains(rules: BlackjackRules, state: State, command: cmd.PlayerCommand) -> list[Wager]:
    """Returns the wagers that even money settles; only uninsured ones if it replaces insurance."""
    mains = _open_mains(state, command)
    if rules.terms.even_money is not EvenMoney.INSTEAD_OF_INSURANCE:
        return mains
    insured = insured_spots(state, command)
    return [wager for wager in mains if wager.spot not in insured]


def do_even(context: RoundContext, command: cmd.TakeEvenMoney) -> None:
    """Pays the blackjack 1 to 1, independent of the dealer's hand."""
    state = context.state
    hand = state.hands[command.box][0]
    shared = is_shared(state, command.box)
    clauses = context.cite[("even_money", "each_even_money") if shared else ("even_money",)]
    for wager in _even_mains(context.rules, state, command):
        context.pay(wager, context.terms.even_odds, "even_money", clauses)
    if context.terms.even_money is EvenMoney.RETURNS_INSURANCE:
        for wager in _insurance(state, command):
            context.void(wager, "even_money", context.cite["even_money_insured"])
    if not context.stakes_on(hand):
        context.clear(hand, context.cite["even_money_cards"])
    context.emit(ev.OfferAnswered(clauses, command.player, command.box, "even"))


def check_pass(rules: BlackjackRules, state: State, command: cmd.Pass) -> Refusal | None:
    """Validates a pass: the offer waits for this player."""
    if _asked(state, "insurance", command):
        return None
    return rules.refuse("insurance_offered", f"{command.player} is not asked about insurance on box {command.box}")


def do_pass(context: RoundContext, command: cmd.Pass) -> None:
    """Declines insurance and even money."""
    context.emit(ev.OfferAnswered(context.cite["insurance"], command.player, command.box, "pass"))


# --- back bettors ------------------------------------------------------------------------------------------------


def check_follow(rules: BlackjackRules, state: State, command: cmd.Follow) -> Refusal | None:
    """Validates a follow: the offer waits for this back bettor, and the rulebook allows the amount."""
    builder = RefusalBuilder(rules)
    if not _asked(state, "follow", command):
        builder.add("follow_only", f"{command.player} is not asked to follow on box {command.box}")
        return builder.refusal()
    hand = _followed_hand(state)
    stake = own_stakes(state, hand, command.player)[1]
    if hand.doubled:
        amounts = () if command.amount is None else (command.amount,)
        builder.join(check_added(rules, state, hand, (command.player, amounts)))
        if builder:
            builder.clauses.extend(rules.cite("follow_double"))
    elif command.amount not in (None, stake):
        builder.add("split_wager", f"the wager on the second hand is {amount_text(stake)}", "follow_split")
    elif stake > state.money[command.player]:
        text = f"{command.player} has {amount_text(state.money[command.player])}"
        builder.add("own_money", text, "split_wager", "follow_split")
    return builder.refusal()


def _followed_hand(state: State) -> Hand:
    assert state.offer is not None
    box = state.turn_box
    return state.hand_of(box, state.offer.hand)


def _hand_beside(state: State, hand: Hand) -> Hand:
    hands = state.hands[hand.box]
    return hands[hands.index(hand) + 1]


def do_follow(context: RoundContext, command: cmd.Follow) -> None:
    """Adds the back bettor's wager on the doubled hand, or on the second hand of the split."""
    state = context.state
    hand = _followed_hand(state)
    stake = own_stakes(state, hand, command.player)[1]
    ground = "follow_double" if hand.doubled else "follow_split"
    kind, place = ("double", hand) if hand.doubled else ("main", _hand_beside(state, hand))
    amount = stake if command.amount is None else command.amount
    of_amount = double_amount_grounds(context.terms) if hand.doubled else (followed_split_ground(state, hand),)
    event = ev.WagerAdded(context.cite[(ground, *of_amount)], command.player, command.box, kind, amount, place.number)
    context.emit(event)
    context.emit(ev.OfferAnswered(context.cite[ground], command.player, command.box, "follow"))


def check_keep(rules: BlackjackRules, state: State, command: cmd.Keep) -> Refusal | None:
    """Validates a keep: the offer waits for this back bettor; a choice of hand only where the rulebook allows it."""
    if not _asked(state, "follow", command):
        return rules.refuse("follow_only", f"{command.player} is not asked on box {command.box}")
    doubled = _followed_hand(state).doubled
    if command.hand is not None and (doubled or command.hand not in (1, 2)):
        ground = "follow_double" if doubled else "follow_split"
        return rules.refuse(ground, "a wager is kept on hand 1 or 2 of the two just formed")
    if command.hand == 2 and rules.terms.split_follow is SplitFollow.FIRST_HAND:
        return rules.refuse("split_follow", "a wager that does not cover both stays on the first hand", "follow_split")
    return None


def do_keep(context: RoundContext, command: cmd.Keep) -> None:
    """Keeps the back bettor's wager single; moves it to the second hand if that was chosen."""
    state = context.state
    hand = _followed_hand(state)
    clauses = context.cite[("follow_double",) if hand.doubled else ("follow_split", "split_follow")]
    if command.hand == 2:
        for wager in context.open_wagers("main", command.box):
            if wager.hand == hand.number and wager.player == command.player:
                context.emit(ev.WagerMoved(clauses, wager.number, _hand_beside(state, hand).number))
    context.emit(ev.OfferAnswered(clauses, command.player, command.box, "keep"))


# --- a card drawn in error ---------------------------------------------------------------------------------------


def check_accept(rules: BlackjackRules, state: State, command: cmd.AcceptCard | cmd.RefuseCard) -> Refusal | None:
    """Validates an answer to an exposed card: the offer waits for this player."""
    if _asked(state, "exposed", command):
        return None
    builder = RefusalBuilder(rules)
    clauses = clauses_of_remedy(rules, OFFERED_TO_THE_PLAYERS) or rules.cite("turn")
    builder.add("turn", f"{command.player} is not asked about a card on box {command.box}", clauses=clauses)
    return builder.refusal()


def do_accept(context: RoundContext, command: cmd.AcceptCard) -> None:
    """Deals the exposed card to the hand in turn."""
    hand = context.state.turn
    assert hand is not None
    clauses = context.state.exposed_clauses
    context.emit(ev.OfferAnswered(clauses, command.player, command.box, "accept"))
    context.deal_to(hand, clauses, announced=True)
    notify_wagers(context, Moment.CARD, hand.box)


def do_refuse(context: RoundContext, command: cmd.RefuseCard) -> None:
    """Refuses the exposed card."""
    refuse_card(context, command.player, command.box)


def refuse_card(context: RoundContext, player: str, box: int) -> None:
    """Closes the hand in question, or every open hand of the box: no more cards in this round."""
    state = context.state
    clauses = context.state.exposed_clauses
    first = box not in state.decided
    hands = [hand for hand in state.hands[box] if not hand.closed]
    if context.terms.card_refusal is CardRefusal.HAND:
        hands = hands[:1]
    context.emit(ev.CardRefused(clauses, box))
    if first:
        notify_wagers(context, Moment.STAND, box)
    for hand in hands:
        context.close(hand, "refused", clauses)
    if all(hand.closed for hand in state.hands[box]):
        notify_wagers(context, Moment.BOX_DONE, box)
    context.emit(ev.OfferAnswered(clauses, player, box, "refuse"))


# --- closing an offer --------------------------------------------------------------------------------------------


def check_close(rules: BlackjackRules, state: State, command: cmd.CloseOffer) -> Refusal | None:
    """Validates that an offer is open which the house may close."""
    if state.offer is None or state.offer.kind == "prize":
        return rules.refuse("turn", "no offer is open that the house may end")
    return None


def do_close(context: RoundContext, command: cmd.CloseOffer) -> None:
    """Closes the offer with the default answer of each player who has not answered."""
    state, offer = context.state, context.state.offer
    assert offer is not None
    for player, box in list(offer.waiting):
        answer_for(context, player, box)
    if offer.kind == "exposed":
        # the offer would have gone to these boxes next, so they get the default answer, too
        for box in state.boxes:
            if any(not hand.closed for hand in state.hands[box]):
                refuse_card(context, state.deciders[box], box)


def answer_for(context: RoundContext, player: str, box: int) -> None:
    """Gives the default answer for a player: pass, keep, refuse or decline."""
    offer = context.state.offer
    assert offer is not None
    if offer.kind == "insurance":
        context.emit(ev.OfferAnswered(context.cite["insurance_closed"], player, box, "pass"))
    elif offer.kind == "follow":
        do_keep(context, cmd.Keep(player=player, box=box))
    elif offer.kind == "exposed":
        refuse_card(context, player, box)
    elif offer.kind == "prize":
        context.emit(ev.PressDeclined(context.cite["prize_nominee"], box, player))
