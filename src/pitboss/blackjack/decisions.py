"""A player's turn: hit, stand, double, split, surrender."""

from collections.abc import Callable, Mapping
from typing import TypeVar

from msgspec.structs import replace

from pitboss.atoms.hand import is_ace
from pitboss.atoms.match import same_points
from pitboss.blackjack import commands as cmd
from pitboss.blackjack import events as ev
from pitboss.blackjack.dealing import Dealing
from pitboss.blackjack.plan import stand
from pitboss.blackjack.sides import look
from pitboss.blackjack.state import Hand, Offer, Stage, State
from pitboss.blackjack.wagers import Moment
from pitboss.law.cite import Clauses, together
from pitboss.law.objections import Objections
from pitboss.law.refusal import Refusal
from pitboss.law.resolve import BlackjackRules
from pitboss.law.ways import DoubleAmount, DoubleOn
from pitboss.money import amount_text

#: Why nothing else may be decided while a question is open.
_OFFER_GROUNDS = {
    "insurance": "insurance_offered",
    "exposed": "turn",
    "follow": "follow_split",
    "prize": "prize_press",
}
#: Why a back bettor does neither of these alone.
_FOLLOWED: Mapping[type[cmd.PlayerCommand], tuple[str, ...]] = {
    cmd.DoubleDown: ("follow_only", "follow_double"),
    cmd.SplitPair: ("follow_only", "follow_split"),
}

_Command = TypeVar("_Command", bound=cmd.PlayerCommand)

#: What bars a decision on a hand, whoever's turn it is.
_Bars = Callable[[BlackjackRules, State, Hand, _Command], Refusal | None]


def _check(rules: BlackjackRules, state: State, command: _Command, bars: _Bars[_Command]) -> Refusal | None:
    """What forbids a decision: that it is not this player's now, and whatever bars it on the hand."""
    box = command.box
    if (
        state.turn_box == box
        and state.stage == Stage.PLAY
        and state.offer is None
        and state.callers[box] == command.player
    ):
        return bars(rules, state, state.hand_of(box, state.turn_hand), command)
    return _not_now(rules, state, command, bars)


def _not_now(rules: BlackjackRules, state: State, command: _Command, bars: _Bars[_Command]) -> Refusal:
    why = Objections(rules)
    box = command.box
    if box in state.refused and all(hand.closed for hand in state.hands[box]):
        clauses = rules.irregularities["drawn_exposed"].clauses
        why.add("card_refused", f"box {box} refused a card and gets no more", clauses=clauses)
    if state.offer is not None:
        _question_open(rules, state, state.offer, why)
    elif state.stage != Stage.PLAY:
        closed_by = _closed_grounds(rules, state, command) if state.callers.get(box) == command.player else ()
        why.add("turn", "no hand is to be decided now", *closed_by)
        return why.the_refusal()
    if box not in state.callers:
        why.add("turn", f"box {box} is not in play", "main_wager")
        return why.the_refusal()
    caller = state.callers[box]
    if caller != command.player:
        why.add("who_decides", f"{caller} decides for box {box}", "decisions", *_FOLLOWED.get(type(command), ()))
        why.clauses.extend(_side_wager_alone(rules, state, command))
    if state.offer is not None:
        why.clauses.extend(rules.cite("turn", *_closed_grounds(rules, state, command)))
    elif state.turn_box != box:
        why.add("turn", _turn_text(state.turn_box), *_closed_grounds(rules, state, command))
    barred = None if caller != command.player else _bars_on_the_next(rules, state, command, bars)
    if barred is not None:
        why.add(barred.kind, barred.message, clauses=barred.clauses)
    return why.the_refusal()


def _side_wager_alone(rules: BlackjackRules, state: State, command: cmd.PlayerCommand) -> Clauses:
    """What lets a player have a side wager on the box without a main wager, and so without a decision."""
    own = {wager.kind for wager in state.wagers if wager.player == command.player and wager.box == command.box}
    if "main" in own:
        return ()
    return together(*(rules.sides[kind].cite("placed") for kind in sorted(own & rules.sides.keys())))


def _question_open(rules: BlackjackRules, state: State, offer: Offer, why: Objections) -> None:
    """Nothing else is decided while a question is open."""
    hand = state.turn
    doubled = offer.kind == "follow" and hand is not None and hand.doubled
    ground = "follow_double" if doubled else _OFFER_GROUNDS[offer.kind]
    why.add(ground, f"the question of {offer.kind} is open", "turn")
    if offer.kind == "insurance":
        why.clauses.extend(rules.cite("insurance_closed"))
    if offer.kind == "exposed":
        why.clauses.extend(rules.irregularities["drawn_exposed"].clauses)


def _turn_text(box: int) -> str:
    return f"box {box} is to be decided" if box else "no hand is to be decided"


def passed_on(refusal: Refusal, before: int, now: int) -> Refusal:
    """The refusal of a decision out of turn after the turn has passed between two other boxes, and nothing else."""
    return replace(refusal, message=refusal.message.replace(_turn_text(before), _turn_text(now)))


def _bars_on_the_next(rules: BlackjackRules, state: State, command: _Command, bars: _Bars[_Command]) -> Refusal | None:
    """What bars a decision on the first hand of the box that is still to be played, where there is one."""
    for hand in state.hands[command.box]:
        if not hand.closed:
            return bars(rules, state, hand, command)
    return None


def _closed_grounds(rules: BlackjackRules, state: State, command: cmd.PlayerCommand) -> tuple[str, ...]:
    """What closed the hands of a box that asks for more."""
    hands = state.hands[command.box]
    if not hands:
        return ()
    split_aces = doubled = at_21 = False
    bust = surrendered = True
    longest = 0
    for hand in hands:
        split_aces |= hand.split_aces
        doubled |= hand.doubled
        at_21 |= hand.total == 21
        bust &= hand.bust
        surrendered &= hand.surrendered
        longest = max(longest, len(hand.cards))
    grounds = _grounds_of_the_hands(rules, state, command)
    if split_aces:
        grounds.append("split_aces")
        if isinstance(command, cmd.SplitPair):
            grounds.append("split_aces_once")
        elif isinstance(command, cmd.DoubleDown):
            grounds.append("double_after_split")
    if doubled:
        grounds.append("double_one_card")
    if at_21:
        grounds += ["no_draw_on_21", "blackjack_paid"] if hands[0].blackjack else ["no_draw_on_21", "win_21"]
        if isinstance(command, cmd.DoubleDown):
            grounds.append("double_blackjack")
    if bust:
        grounds.append("bust")
        if isinstance(command, cmd.Hit):
            grounds.append("draw")
    if surrendered:
        grounds.append("surrender_half")
    if rules.terms.hand_limit and longest >= rules.terms.hand_limit:
        grounds += ["hand_limit", "win_five_cards"]
    return tuple(grounds)


def _grounds_of_the_hands(rules: BlackjackRules, state: State, command: cmd.PlayerCommand) -> list[str]:
    """What bars a decision on every hand of the box, open or closed."""
    hands = state.hands[command.box]
    if isinstance(command, cmd.Surrender) and (len(hands) > 1 or hands[0].blackjack or command.box in state.decided):
        return ["surrender_first"]
    if isinstance(command, cmd.DoubleDown) and all(len(hand.cards) > 2 for hand in hands):
        return ["double_two_cards"]
    if isinstance(command, cmd.SplitPair):
        pair = [] if any(_is_pair(hand) for hand in hands) else ["split_pair"]
        return [*pair, "split_hands"] if len(hands) >= rules.terms.split_hands else pair
    return []


def _illegal(why: Objections) -> Refusal | None:
    """A decision in turn that is not among those allowed rests on what may be decided, too."""
    if why:
        why.clauses.extend(why.rules.cite("decisions"))
    return why.refusal()


def check_hit(rules: BlackjackRules, state: State, command: cmd.Hit) -> Refusal | None:
    """Below 21, unless it is a split ace."""
    return _check(rules, state, command, _hit_barred)


def _hit_barred(rules: BlackjackRules, state: State, hand: Hand, command: cmd.Hit) -> Refusal | None:
    return rules.refuse("split_aces", "a split ace gets one card only", "decisions") if hand.split_aces else None


def do_hit(dealing: Dealing, command: cmd.Hit) -> None:
    """One card; the plan of the round deals it."""
    hand = dealing.state.turn
    assert hand is not None
    names = ("draw", "draw_below_12") if dealing.terms.draw_below_12 and hand.total < 12 else ("draw",)
    dealing.emit(ev.CardCalled(dealing.cite[names], hand.box, hand.number))


def check_stand(rules: BlackjackRules, state: State, command: cmd.Stand) -> Refusal | None:
    """Any total, or 12 and more."""
    return _check(rules, state, command, _stand_barred)


def _stand_barred(rules: BlackjackRules, state: State, hand: Hand, command: cmd.Stand) -> Refusal | None:
    if rules.terms.draw_below_12 and hand.total < 12:
        split = ("split_completed", "decisions") if hand.split else ("decisions",)
        return rules.refuse("draw_below_12", f"a hand of {hand.total} must draw", *split)
    return None


def do_stand(dealing: Dealing, command: cmd.Stand) -> None:
    """No more cards."""
    hand = dealing.state.turn
    assert hand is not None
    stand(dealing, hand, "stand", dealing.cite["stand"])


def check_surrender(rules: BlackjackRules, state: State, command: cmd.Surrender) -> Refusal | None:
    """The first decision on an unsplit hand, where it is offered."""
    refusal = _check(rules, state, command, _surrender_barred)
    if rules.terms.surrender:
        return refusal
    why = Objections(rules)
    why.add("surrender", "surrender is not offered", "decisions")
    if refusal is not None:
        why.add(refusal.kind, refusal.message, clauses=refusal.clauses)
    return why.the_refusal()


def _surrender_barred(rules: BlackjackRules, state: State, hand: Hand, command: cmd.Surrender) -> Refusal | None:
    if not rules.terms.surrender:  # and so no rule says when
        return None
    why = Objections(rules)
    if command.box in state.decided or len(hand.cards) != 2:
        why.add("surrender_first", "surrender is the first decision on a hand that was not split")
    if state.shows_ace and not rules.terms.surrender_against_ace:
        why.add("surrender_against_ace", "the dealer shows an ace")
    return _illegal(why)


def do_surrender(dealing: Dealing, command: cmd.Surrender) -> None:
    """Half of every wager on the hand is lost, for good."""
    hand = dealing.state.turn
    assert hand is not None
    clauses = dealing.cite["surrender", "surrender_half"]
    dealing.emit(ev.HandSurrendered(clauses, hand.box, hand.number))
    look(dealing, Moment.STAND, hand.box)
    for wager in dealing.stakes_on(hand):
        dealing.settle(wager, wager.amount // 2 - wager.amount, "surrendered", clauses)
    dealing.close(hand, "surrender", clauses)
    dealing.clear(hand, clauses)
    look(dealing, Moment.BOX_DONE, hand.box)


def own_stakes(state: State, hand: Hand, player: str) -> Mapping[int, int]:
    """The player's open main wagers on a hand, by spot."""
    return {
        wager.spot: wager.amount
        for wager in state.wagers
        if wager.result is None and wager.kind == "main" and wager.hand == hand.number and wager.player == player
    }


def least_double(rules: BlackjackRules, state: State, stake: int) -> int:
    """The least that doubling may add to a stake."""
    terms = rules.terms
    if terms.double_amount is DoubleAmount.EXACTLY_THE_WAGER:
        return stake
    if terms.double_amount is DoubleAmount.FROM_THE_MINIMUM_UP_TO_THE_WAGER:
        return min(state.minimum, stake)
    return min(terms.increment or terms.chip_unit or 1, stake)


def check_double(rules: BlackjackRules, state: State, command: cmd.DoubleDown) -> Refusal | None:
    """On the first two cards, for an amount that the rulebook allows."""
    return _check(rules, state, command, _double_barred)


def _double_barred(rules: BlackjackRules, state: State, hand: Hand, command: cmd.DoubleDown) -> Refusal | None:
    why = Objections(rules)
    terms = rules.terms
    if len(hand.cards) != 2:
        why.add("double_two_cards", "only the first two cards may be doubled")
    elif terms.double_on is DoubleOn.WITHOUT_ACE and any(map(is_ace, hand.cards)):
        why.add("double_on", "a hand with an ace may not be doubled")
    if hand.split_aces:
        why.add("split_aces", "a split ace gets one card only", "double_after_split")
    elif hand.split and not terms.double_after_split:
        why.add("double_after_split", "a split hand may not be doubled")
    why.join(check_added(rules, state, hand, (command.player, command.amounts)))
    return _illegal(why)


def check_added(rules: BlackjackRules, state: State, hand: Hand, added_by: tuple[str, tuple[int, ...]]) -> Objections:
    """What forbids a player to add these amounts to a doubled hand; none given means the full wager."""
    why = Objections(rules)
    player, amounts = added_by
    stakes = own_stakes(state, hand, player)
    added = added_amounts(stakes, amounts)
    if set(added) != set(stakes):
        why.add("double_amount", "every wager of the hand is doubled or none", "spot_double")
        return why
    for spot, amount in added.items():
        least, most = least_double(rules, state, stakes[spot]), stakes[spot]
        if not least <= amount <= most:
            span = amount_text(most) if least == most else f"{amount_text(least)} to {amount_text(most)}"
            why.add("double_amount", f"doubling adds {span}, not {amount_text(amount)}", "spot_double")
            if rules.terms.increment is not None and amount < rules.terms.increment:
                why.add("increment", f"the least step is {amount_text(rules.terms.increment)}")
        if rules.terms.chip_unit is not None and amount % rules.terms.chip_unit:
            why.add("chip_unit", f"the smallest chip is {amount_text(rules.terms.chip_unit)}")
    if sum(added.values()) > state.money[player]:
        why.add("own_money", f"{player} has {amount_text(state.money[player])}", "double_amount")
    return why


def added_amounts(stakes: Mapping[int, int], amounts: tuple[int, ...]) -> Mapping[int, int]:
    """What doubling adds, by spot."""
    if not amounts:
        return dict(stakes)
    return {spot: amount for spot, amount in enumerate(amounts, 1) if amount}


def do_double(dealing: Dealing, command: cmd.DoubleDown) -> None:
    """The added stakes, then the question to the back bettors; the card comes after their answers."""
    hand = dealing.state.turn
    assert hand is not None
    names = ("double_amount", "double_two_cards", "spot_double")
    clauses = dealing.cite[(*names, "double_after_split") if hand.split else names]
    dealing.emit(ev.HandDoubled(clauses, hand.box, hand.number))
    for spot, amount in added_amounts(own_stakes(dealing.state, hand, command.player), command.amounts).items():
        dealing.emit(ev.WagerAdded(clauses, command.player, hand.box, "double", amount, hand.number, spot))
    ask_back_bettors(dealing, hand, command.player, "follow_double")


def ask_back_bettors(dealing: Dealing, hand: Hand, caller: str, ground: str) -> None:
    """Asks the others with a wager on the hand whether they follow."""
    state = dealing.state
    asked = tuple(
        (wager.player, hand.box)
        for wager in dealing.open_wagers("main", hand.box)
        if wager.hand == hand.number and wager.player != caller and wager.player not in state.absent
    )
    if asked:
        dealing.emit(ev.OfferOpened(dealing.cite[ground], "follow", asked, hand.number))


def check_split(rules: BlackjackRules, state: State, command: cmd.SplitPair) -> Refusal | None:
    """A pair by points, within the number of hands."""
    return _check(rules, state, command, _split_barred)


def _is_pair(hand: Hand) -> bool:
    return len(hand.cards) == 2 and same_points(hand.cards[0], hand.cards[1])


def _split_barred(rules: BlackjackRules, state: State, hand: Hand, command: cmd.SplitPair) -> Refusal | None:
    why = Objections(rules)
    terms = rules.terms
    if not _is_pair(hand):
        why.add("split_pair", "only two cards of the same value may be split")
    if hand.split_aces and not terms.resplit_aces:
        why.add("split_aces_once", "aces are split once only")
    if len(state.hands[command.box]) >= terms.split_hands:
        why.add("split_hands", f"a box may have {terms.split_hands} hands at most")
    if sum(own_stakes(state, hand, command.player).values()) > state.money[command.player]:
        why.add("own_money", f"{command.player} has {amount_text(state.money[command.player])}", "split_wager")
    return _illegal(why)


def do_split(dealing: Dealing, command: cmd.SplitPair) -> None:
    """Two hands, an equal wager on the second; the cards come after the back bettors' answers."""
    state = dealing.state
    hand = state.turn
    assert hand is not None
    stakes = own_stakes(state, hand, command.player)
    new_hand = state.hand_count + 1
    names = ("split_pair", "split_hands") if hand.split else ("split_pair",)
    if is_ace(hand.cards[0]):
        names = (*names, "split_aces")
    dealing.emit(ev.PairSplit(dealing.cite[names], hand.box, hand.number, new_hand))
    clauses = dealing.cite["split_wager", "spot_split"]
    for spot, amount in stakes.items():
        dealing.emit(ev.WagerAdded(clauses, command.player, hand.box, "main", amount, new_hand, spot))
    look(dealing, Moment.SPLIT, hand.box)
    ask_back_bettors(dealing, hand, command.player, "follow_split")
