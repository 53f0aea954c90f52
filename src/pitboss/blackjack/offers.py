"""Questions to several people: insurance and even money, follow or keep, a card drawn in error."""

from collections.abc import Mapping

from pitboss.blackjack import commands as cmd
from pitboss.blackjack import events as ev
from pitboss.blackjack.dealing import Dealing
from pitboss.blackjack.decisions import check_added, own_stakes
from pitboss.blackjack.sides import look
from pitboss.blackjack.state import Hand, Stage, State, Wager
from pitboss.blackjack.wagers import Moment
from pitboss.law.cite import together
from pitboss.law.objections import Objections
from pitboss.law.refusal import Refusal
from pitboss.law.resolve import BlackjackRules
from pitboss.law.ways import CardRefusal, EvenMoney, InsuranceCap, InsuranceWindow, SplitFollow
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
    """The player's original wagers on the box, by spot, as far as one of their hands is still live."""
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
    """The most that a stake may be insured for."""
    unit = rules.terms.chip_unit
    if rules.terms.insurance_cap is InsuranceCap.HALF_TO_NEXT_CHIP and unit is not None:
        return -(-stake // (2 * unit)) * unit
    return stake // 2


def check_insure(rules: BlackjackRules, state: State, command: cmd.Insure) -> Refusal | None:
    """Against an ace, while it may be made, for what the rulebook allows."""
    why = Objections(rules)
    _check_insurable(rules, state, command, why)
    given = {spot: amount for spot, amount in enumerate(command.amounts, 1) if amount}
    if why and not given:
        return why.refusal()
    stakes = initial_stakes(state, command)
    if why and not stakes:
        return why.refusal()
    terms = rules.terms
    if not given or set(given) - set(stakes):
        why.add("insurance_cap", "insurance lies on a spot with a wager", "spot_insurance")
        return why.refusal()
    for spot, amount in given.items():
        most = insurance_cap(rules, stakes[spot])
        if amount > most:
            why.add("insurance_cap", f"insurance is {amount_text(most)} at most", "spot_insurance")
        payment = terms.insurance_odds.on(amount)
        if terms.insurance_unit is not None and payment % terms.insurance_unit:
            unit = amount_text(terms.insurance_unit)
            why.add("insurance_unit", f"a win of {amount_text(payment)} could not be paid in chips of {unit}")
        if terms.chip_unit is not None and amount % terms.chip_unit:
            why.add("chip_unit", f"the smallest chip is {amount_text(terms.chip_unit)}", "insurance_cap")
    if sum(given.values()) > state.money[command.player]:
        why.add("own_money", f"{command.player} has {amount_text(state.money[command.player])}", "insurance")
    return why.refusal()


def insured_spots(state: State, command: cmd.PlayerCommand) -> set[int]:
    """The spots of the box that the player has insured; insurance that went back with a misdeal counts no more."""
    return {wager.spot for wager in _insurance(state, command)}


def _check_insurable(rules: BlackjackRules, state: State, command: cmd.Insure, why: Objections) -> None:
    if not state.dealer or not state.dealer[0] or state.stage < Stage.DEAL:
        why.add("insurance", "no hand is in play", "insurance_closed")
        return
    if not state.shows_ace:
        why.add("insurance", "the dealer does not show an ace", "insurance_offered", "spot_insurance")
    blackjack = command.box in state.hands and state.hands[command.box][0].blackjack
    if not initial_stakes(state, command):
        settled = ("insurance_closed", "even_money") if blackjack else ("insurance_closed",)
        why.add("insurance", f"{command.player} has no live wager on box {command.box}", *settled)
    if blackjack and not rules.terms.insurance_for_blackjack:
        why.add("insurance_for_blackjack", "a blackjack may not be insured here")
    if why:
        return
    given = {spot for spot, amount in enumerate(command.amounts, 1) if amount}
    if given & insured_spots(state, command):
        why.add("confirmed_wager_stays", "it is insured already")
    late = rules.terms.insurance_window is InsuranceWindow.UNTIL_DISCLOSURE and (
        not rules.terms.card_reader or state.reader_failed or state.stage == Stage.OFFERS
    )
    in_play = state.stage in (Stage.OFFERS, Stage.PLAY) and (state.offer is None or state.offer.kind == "insurance")
    if not _asked(state, "insurance", command) and not (late and in_play):
        why.add("insurance_closed", "insurance may no longer be made", "spot_insurance")
        if "missed_insurance" in rules.irregularities:  # which lets it be made late where it was not offered
            why.clauses.extend(rules.irregularities["missed_insurance"].clauses)


def do_insure(dealing: Dealing, command: cmd.Insure) -> None:
    """The insurance lies on the line; where the casino consolidates, a blackjack insured for half is paid at once."""
    state = dealing.state
    hand = state.hands[command.box][0]
    clauses = dealing.cite["insurance", "insurance_cap", "insurance_unit", "each_insures", "spot_insurance"]
    if state.stage == Stage.PLAY and "missed_insurance" in dealing.rules.irregularities:
        clauses = together(clauses, dealing.rules.irregularities["missed_insurance"].clauses)
    for spot, amount in enumerate(command.amounts, 1):
        if amount:
            event = ev.WagerAdded(clauses, command.player, command.box, "insurance", amount, hand.number, spot)
            dealing.emit(event)
    if dealing.terms.consolidated_payout and hand.blackjack:
        _consolidate(dealing, command, hand)
    dealing.emit(ev.OfferAnswered(clauses, command.player, command.box, "insure"))


def _consolidate(dealing: Dealing, command: cmd.Insure, hand: Hand) -> None:
    clauses = dealing.cite["consolidated_payout"]
    for wager in dealing.stakes_on(hand):
        for insurance in list(dealing.open_wagers("insurance", hand.box)):
            if insurance.spot == wager.spot and insurance.amount * 2 == wager.amount:
                dealing.pay(wager, dealing.terms.even_odds, "consolidated", clauses)
                dealing.settle(insurance, 0, "consolidated", clauses)
    if not dealing.stakes_on(hand):
        dealing.close(hand, "consolidated", clauses)


def check_even(rules: BlackjackRules, state: State, command: cmd.TakeEvenMoney) -> Refusal | None:
    """For a blackjack against an ace, while the offer is open."""
    why = Objections(rules)
    way = rules.terms.even_money
    if way is EvenMoney.NONE:
        return rules.refuse("even_money", "even money is not offered")
    if not state.shows_ace:
        why.add("even_money", "the dealer does not show an ace", "blackjack_paid")
    elif not _open_mains(state, command) or not state.hands[command.box][0].blackjack:
        why.add("even_money", f"{command.player} has no open blackjack on box {command.box}")
    elif state.offer is None or state.offer.kind != "insurance":
        why.add("even_money", "even money may no longer be taken", "insurance_closed", "blackjack_paid")
    elif (command.player, command.box) not in state.offer.waiting and not _insurance(state, command):
        why.add("even_money", f"{command.player} is not asked about box {command.box}")
    elif not _even_mains(rules, state, command):
        why.add("even_money", "it is insured, and even money stands in place of insurance", "confirmed_wager_stays")
    return why.refusal()


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
    """The wagers that even money settles; where it stands in place of insurance, those that are not insured."""
    mains = _open_mains(state, command)
    if rules.terms.even_money is not EvenMoney.INSTEAD_OF_INSURANCE:
        return mains
    insured = insured_spots(state, command)
    return [wager for wager in mains if wager.spot not in insured]


def do_even(dealing: Dealing, command: cmd.TakeEvenMoney) -> None:
    """The blackjack is paid 1 to 1, whatever the dealer makes."""
    state = dealing.state
    hand = state.hands[command.box][0]
    clauses = dealing.cite["even_money", "each_even_money"]
    for wager in _even_mains(dealing.rules, state, command):
        dealing.pay(wager, dealing.terms.even_odds, "even_money", clauses)
    if dealing.terms.even_money is EvenMoney.RETURNS_INSURANCE:
        for wager in _insurance(state, command):
            dealing.void(wager, "even_money", clauses)
    if not dealing.stakes_on(hand):
        dealing.clear(hand, dealing.cite["even_money_cards", "even_money"])
    dealing.emit(ev.OfferAnswered(clauses, command.player, command.box, "even"))


def check_pass(rules: BlackjackRules, state: State, command: cmd.Pass) -> Refusal | None:
    """Whoever is asked may pass."""
    if _asked(state, "insurance", command):
        return None
    return rules.refuse("insurance_offered", f"{command.player} is not asked about insurance on box {command.box}")


def do_pass(dealing: Dealing, command: cmd.Pass) -> None:
    """Neither of the two."""
    dealing.emit(ev.OfferAnswered(dealing.cite["insurance"], command.player, command.box, "pass"))


# --- back bettors ------------------------------------------------------------------------------------------------


def check_follow(rules: BlackjackRules, state: State, command: cmd.Follow) -> Refusal | None:
    """A back bettor who is asked adds what the rulebook allows."""
    why = Objections(rules)
    if not _asked(state, "follow", command):
        grounds = ("who_decides", "follow_split", "follow_double")
        why.add("follow_only", f"{command.player} is not asked to follow on box {command.box}", *grounds)
        return why.refusal()
    hand = _followed_hand(state)
    stake = own_stakes(state, hand, command.player)[1]
    if hand.doubled:
        amounts = () if command.amount is None else (command.amount,)
        why.join(check_added(rules, state, hand, (command.player, amounts)))
        if why:
            why.clauses.extend(rules.cite("follow_double"))
    elif command.amount not in (None, stake):
        why.add("split_wager", f"the wager on the second hand is {amount_text(stake)}", "follow_split")
    elif stake > state.money[command.player]:
        text = f"{command.player} has {amount_text(state.money[command.player])}"
        why.add("own_money", text, "split_wager", "follow_split")
    return why.refusal()


def _followed_hand(state: State) -> Hand:
    assert state.offer is not None
    box = state.turn_box
    return state.hand_of(box, state.offer.hand)


def _hand_beside(state: State, hand: Hand) -> Hand:
    hands = state.hands[hand.box]
    return hands[hands.index(hand) + 1]


def do_follow(dealing: Dealing, command: cmd.Follow) -> None:
    """His added wager lies on the doubled hand, or on the second of the split."""
    state = dealing.state
    hand = _followed_hand(state)
    stake = own_stakes(state, hand, command.player)[1]
    ground = "follow_double" if hand.doubled else "follow_split"
    kind, place = ("double", hand) if hand.doubled else ("main", _hand_beside(state, hand))
    amount = stake if command.amount is None else command.amount
    event = ev.WagerAdded(dealing.cite[ground], command.player, command.box, kind, amount, place.number)
    dealing.emit(event)
    dealing.emit(ev.OfferAnswered(dealing.cite[ground], command.player, command.box, "follow"))


def check_keep(rules: BlackjackRules, state: State, command: cmd.Keep) -> Refusal | None:
    """A back bettor who is asked keeps his wager as it is; which hand of a split, only where he may choose."""
    if not _asked(state, "follow", command):
        grounds = ("who_decides", "follow_split", "follow_double")
        return rules.refuse("follow_only", f"{command.player} is not asked on box {command.box}", *grounds)
    doubled = _followed_hand(state).doubled
    if command.hand is not None and (doubled or command.hand not in (1, 2)):
        return rules.refuse("follow_split", "a wager is kept on hand 1 or 2 of the two just formed")
    if command.hand == 2 and rules.terms.split_follow is SplitFollow.FIRST_HAND:
        return rules.refuse("split_follow", "a wager that does not cover both stays on the first hand", "follow_split")
    return None


def do_keep(dealing: Dealing, command: cmd.Keep) -> None:
    """His wager stays single."""
    state = dealing.state
    hand = _followed_hand(state)
    clauses = dealing.cite["follow_double" if hand.doubled else "follow_split", "split_follow"]
    if command.hand == 2:
        for wager in dealing.open_wagers("main", command.box):
            if wager.hand == hand.number and wager.player == command.player:
                dealing.emit(ev.WagerMoved(clauses, wager.number, _hand_beside(state, hand).number))
    dealing.emit(ev.OfferAnswered(clauses, command.player, command.box, "keep"))


# --- a card drawn in error ---------------------------------------------------------------------------------------


def check_accept(rules: BlackjackRules, state: State, command: cmd.AcceptCard | cmd.RefuseCard) -> Refusal | None:
    """The box that is asked takes the card or leaves it."""
    if _asked(state, "exposed", command):
        return None
    why = Objections(rules)
    clauses = rules.irregularities["drawn_exposed"].clauses if "drawn_exposed" in rules.irregularities else ()
    clauses = together(clauses, rules.cite("who_decides"))
    why.add("turn", f"{command.player} is not asked about a card on box {command.box}", clauses=clauses)
    return why.refusal()


def do_accept(dealing: Dealing, command: cmd.AcceptCard) -> None:
    """It is dealt as though it were drawn."""
    hand = dealing.state.turn
    assert hand is not None
    clauses = dealing.rules.irregularities["drawn_exposed"].clauses
    dealing.emit(ev.OfferAnswered(clauses, command.player, command.box, "accept"))
    dealing.deal_to(hand, clauses, announced=True)
    look(dealing, Moment.CARD, hand.box)


def do_refuse(dealing: Dealing, command: cmd.RefuseCard) -> None:
    """The box gets no more cards in this round."""
    refuse_card(dealing, command.player, command.box)


def refuse_card(dealing: Dealing, player: str, box: int) -> None:
    """Closes the hand that was asked, or every open hand of the box, as it stands."""
    state = dealing.state
    clauses = dealing.rules.irregularities["drawn_exposed"].clauses
    first = box not in state.decided
    hands = [hand for hand in state.hands[box] if not hand.closed]
    if dealing.terms.card_refusal is CardRefusal.HAND:
        hands = hands[:1]
    dealing.emit(ev.CardRefused(clauses, box))
    if first:
        look(dealing, Moment.STAND, box)
    for hand in hands:
        dealing.close(hand, "refused", clauses)
    if all(hand.closed for hand in state.hands[box]):
        look(dealing, Moment.BOX_DONE, box)
    dealing.emit(ev.OfferAnswered(clauses, player, box, "refuse"))


# --- closing an offer --------------------------------------------------------------------------------------------


def check_close(rules: BlackjackRules, state: State, command: cmd.CloseOffer) -> Refusal | None:
    """There is an offer that the house may end."""
    if state.offer is None or state.offer.kind == "prize":
        return rules.refuse("turn", "no offer is open that the house may end")
    return None


def do_close(dealing: Dealing, command: cmd.CloseOffer) -> None:
    """Whoever has not answered has passed, keeps, or refuses."""
    state, offer = dealing.state, dealing.state.offer
    assert offer is not None
    for player, box in list(offer.waiting):
        answer_for(dealing, player, box)
    if offer.kind == "exposed":
        # the boxes that would have been asked next have not answered either
        for box in state.boxes:
            if any(not hand.closed for hand in state.hands[box]):
                refuse_card(dealing, state.callers[box], box)


def answer_for(dealing: Dealing, player: str, box: int) -> None:
    """What somebody who does not answer is taken to have said."""
    offer = dealing.state.offer
    assert offer is not None
    if offer.kind == "insurance":
        dealing.emit(ev.OfferAnswered(dealing.cite["insurance_closed"], player, box, "pass"))
    elif offer.kind == "follow":
        do_keep(dealing, cmd.Keep(player=player, box=box))
    elif offer.kind == "exposed":
        refuse_card(dealing, player, box)
    elif offer.kind == "prize":
        dealing.emit(ev.PressDeclined(dealing.cite["prize_nominee"], box, player))
