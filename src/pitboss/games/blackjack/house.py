"""Commands of the house: deal, shuffle, cut, dealers, limits, absences, closing."""

from typing import Final

from pitboss.games.blackjack import commands as cmd
from pitboss.games.blackjack import events as ev
from pitboss.games.blackjack.context import RoundContext
from pitboss.games.blackjack.irregularities.voids import leave_to_others
from pitboss.games.blackjack.offers import answer_for
from pitboss.games.blackjack.prizes import may_press
from pitboss.games.blackjack.shoe import cards_by_side, cut_margin, cut_order, shuffle
from pitboss.games.blackjack.state import Stage, State, Wager
from pitboss.law.choices import DealerChange, NewDealerBurn, OwnMaximum, ShoeKind
from pitboss.law.cite import merge_clauses
from pitboss.law.limit_changes import broken_constraints
from pitboss.law.refusal import Refusal
from pitboss.law.refusal_builder import RefusalBuilder
from pitboss.law.resolve import BlackjackRules, Limits
from pitboss.money import amount_text

SIDES = ("a", "b")
#: Bound once: CPython 3.11 looks up the members of an enum slowly.
_DOUBLE: Final = ShoeKind.DOUBLE
#: Settings that the sign at the table shows if they are in force.
_ON_THE_SIGN = ("box_maximum", "player_box_maximum", "increment", "ante", "ante_waiver", "five_card_21")
#: Settings that the opening of the table cites.
_AT_THE_TABLE = ("limits_posted", "boxes_posted", "decks")
_AT_A_DOUBLE_SHOE = ("limits_posted", "boxes_posted", "decks_a", "decks_b", "shoe")


def open_table(context: RoundContext) -> None:
    """Opens the table: inspects, displays, washes and shuffles the cards, and opens betting."""
    rules, terms = context.rules, context.terms
    cards_in = tuple(map(len, cards_by_side(rules)))
    meter = rules.options.get("progressive_initial") or 0
    clauses = context.cite[_AT_A_DOUBLE_SHOE if len(cards_in) > 1 else _AT_THE_TABLE]
    opened = ev.TableOpened(clauses, rules.limits.minimum, rules.limits.maximum, cards_in, meter)
    context.emit(opened)
    _check_cards(context)
    for name in rules.layers:
        context.emit(ev.ProcedureDone(context.cite[f"variant {name}"], "variant_adopted", name))
    for name in _ON_THE_SIGN:
        if getattr(terms, name):
            context.emit(ev.ProcedureDone(context.cite[name], "displayed", name))
    for name, wager in rules.sides.items():
        if wager.offered:
            posted = ("displayed",) if wager.details.get("maximum", 0) is not None else ()
            clauses = wager.cite("offered", "defined", *posted)
            context.emit(ev.ProcedureDone(clauses, "side_wager_offered", name))
    for side in range(len(cards_in)):
        shuffle(context, "start", ("shuffle_at_start",), side)
    if context.cite["place_your_bets"]:
        context.emit(ev.Announced(context.cite["place_your_bets"], "place_your_bets"))


def _check_cards(context: RoundContext) -> None:
    """Emits the prescribed steps before a shuffle: inspect, display to the players, wash."""
    displayed = context.rules.options.get("player_inspection", True)
    steps = ("cards_inspected", "cards_displayed", "cards_washed") if displayed else ("cards_inspected", "cards_washed")
    for name in (*steps, "inspection_on_request"):
        # without a clause the document does not prescribe the step
        if context.cite[name]:
            context.emit(ev.ProcedureDone(context.cite[name, "prepared_cards"], name))


def _between_rounds(rules: BlackjackRules, state: State, ground: str, what: str, *more: str) -> Refusal | None:
    if state.stage == Stage.CLOSED:
        return rules.refuse("closing", "the table is closed")
    if state.stage != Stage.BETTING:
        return rules.refuse(ground, f"{what} only between rounds", "round_ended", *more)
    return None


def check_join(rules: BlackjackRules, state: State, command: cmd.JoinTable) -> Refusal | None:
    """Validates a join: once per player, with a buy-in that is not negative."""
    if command.player in state.money:
        return rules.refuse("own_money", f"{command.player} is at the table already")
    if command.money < 0:
        return rules.refuse("own_money", "the buy-in must not be negative")
    return None


def do_join(context: RoundContext, command: cmd.JoinTable) -> None:
    """Adds the player with the buy-in."""
    context.emit(ev.PlayerJoined((), command.player, command.money))


def check_deal(rules: BlackjackRules, state: State, command: cmd.Deal) -> Refusal | None:
    """Validates a deal: there are main wagers, no cut is pending, and the side matches the shoe."""
    early = _between_rounds(rules, state, "no_more_bets", "a round is dealt")
    if early is not None:
        return early
    builder = RefusalBuilder(rules)
    for bet in state.bets:
        if bet.kind == "main":
            break
    else:
        builder.add("main_wager", "there is no wager to deal for", "first_cards")
    if state.cut_offer:
        builder.add("cut_offered", f"{state.cut_offer[0]} is asked to cut the cards")
    if rules.terms.shoe is _DOUBLE:
        if command.side not in SIDES:
            text = "a double shoe needs from=a or from=b for the determinant card"
            builder.add("double_shoe", text, clauses=rules.cite("red_side"))
    elif command.side:
        text = f"the cards are dealt from one shoe, which has no side {command.side}: deal without naming a side"
        builder.add("single_shoe", text)
    return builder.refusal()


def do_deal(context: RoundContext, command: cmd.Deal) -> None:
    """Closes betting; the stages of the round do the rest."""
    side = SIDES.index(command.side) if command.side else 0
    context.emit(ev.BetsClosed(context.frequent.no_more_bets, side))


def check_shuffle(rules: BlackjackRules, state: State, command: cmd.OrderShuffle) -> Refusal | None:
    """Validates a shuffle: only between rounds."""
    showing = ("cut_card_during",) if any(shoe.cut_card_out for shoe in state.shoes) else ()
    return _between_rounds(rules, state, "shuffle_ordered", "the cards are shuffled", *showing)


def do_shuffle(context: RoundContext, command: cmd.OrderShuffle) -> None:
    """Shuffles all cards, or both sides of a double shoe."""
    grounds = {"doubt": "shuffle_doubtful", "exposed": "shuffle_exposed"}
    ground = grounds.get(command.reason, "" if context.state.round else "shuffle_requested")
    name = ground if ground and context.cite[ground] else "shuffle_ordered"
    for side in range(len(context.state.shoes)):
        shuffle(context, "ordered", (name,), side)


def check_new_cards(rules: BlackjackRules, state: State, command: cmd.ReplaceCards) -> Refusal | None:
    """Validates new cards: only between rounds."""
    return _between_rounds(rules, state, "new_cards", "the cards are replaced", "new_cards_between_shoes")


def do_new_cards(context: RoundContext, command: cmd.ReplaceCards) -> None:
    """Replaces the cards; inspects and shuffles the new ones."""
    between_shoes = not any(shoe.drawn for shoe in context.state.shoes) and bool(
        context.cite["new_cards_between_shoes"]
    )
    ground = "new_cards_between_shoes" if between_shoes else "new_cards"
    context.emit(ev.ProcedureDone(context.cite[ground], "cards_replaced"))
    _check_cards(context)
    for side in range(len(context.state.shoes)):
        shuffle(context, "new_cards", ("new_cards_shuffled",), side)


def check_offer_cut(rules: BlackjackRules, state: State, command: cmd.OfferCut) -> Refusal | None:
    """Validates the offer of a cut: after a shuffle and before a card is dealt."""
    if _in_a_round(state):
        return rules.refuse("cut_offered", "the cards are cut only between rounds", "recut", "round_ended")
    early = _between_rounds(rules, state, "cut_offered", "the cards are cut")
    if early is not None:
        return early
    if any(shoe.drawn for shoe in state.shoes):
        return rules.refuse("cut_offered", "cards have been dealt since the shuffle", "recut")
    if state.cut_offer:
        return rules.refuse("cut_offered", f"{state.cut_offer[0]} is asked already")
    return None


def do_offer_cut(context: RoundContext, command: cmd.OfferCut) -> None:
    """Offers the cut to the players in order; without players the house cuts."""
    state = context.state
    players, grounds = cut_order(context.rules, state)
    if players:
        context.emit(ev.CutOffered(context.cite[grounds], players))
    else:
        _house_cuts(context)


def _house_cuts(context: RoundContext) -> None:
    depth = cut_margin(context.rules, context.state.shoe.cards_in)
    names = ("cut_by_house", "cut_made", "cut_margin", "cut_card_behind")
    context.emit(ev.CardsCut(context.cite[names], cmd.HOUSE, depth))


def _check_cutter(rules: BlackjackRules, state: State, player: str, builder: RefusalBuilder) -> None:
    if not state.cut_offer:
        builder.add("cut_offered", "no cut is offered")
    elif state.cut_offer[0] != player:
        order, grounds = cut_order(rules, state)
        passed_on = bool(order) and state.cut_offer[0] != order[0]
        clauses = rules.cite("cut_declined") if passed_on else rules.cite(*grounds[:-1]) or rules.cite(*grounds)
        if rules.terms.cutter_seated and player not in state.seats.values():
            clauses = merge_clauses(clauses, rules.cite("cutter_seated"))
        builder.add("cut_offered", f"{state.cut_offer[0]} is asked to cut the cards", clauses=clauses)


def check_cut(rules: BlackjackRules, state: State, command: cmd.CutCards) -> Refusal | None:
    """Validates a cut: by the player in order, not too close to an end."""
    builder = RefusalBuilder(rules)
    _check_cutter(rules, state, command.player, builder)
    cards = state.shoe.cards_in
    margin = cut_margin(rules, cards)
    if not margin <= command.depth <= cards - margin:
        builder.add("cut_margin", f"the cut is made between {margin} and {cards - margin} cards in")
    return builder.refusal()


def do_cut(context: RoundContext, command: cmd.CutCards) -> None:
    """Cuts the cards: those in front of the cut go to the back."""
    order, designated = cut_order(context.rules, context.state)
    by = designated[:-1] if command.player == order[0] else ("cut_declined",)
    names = ("cut_made", "cut_margin", "cut_card_behind", *by)
    context.emit(ev.CardsCut(context.cite[names], command.player, command.depth))


def check_decline_cut(rules: BlackjackRules, state: State, command: cmd.DeclineCut) -> Refusal | None:
    """Validates that the cut is offered to this player."""
    builder = RefusalBuilder(rules)
    _check_cutter(rules, state, command.player, builder)
    return builder.refusal()


def do_decline_cut(context: RoundContext, command: cmd.DeclineCut) -> None:
    """Passes the cut to the next player, and after the last to the house."""
    context.emit(ev.CutDeclined(context.cite["cut_declined"], command.player))
    if not context.state.cut_offer:
        _house_cuts(context)


def check_dealer(rules: BlackjackRules, state: State, command: cmd.ChangeDealer) -> Refusal | None:
    """Validates a change of dealer: between rounds, or at any time where the rulebook allows it."""
    if rules.terms.dealer_changes is DealerChange.ANY_TIME and state.stage != Stage.CLOSED:
        return None
    return _between_rounds(rules, state, "dealer_changes", "a new dealer comes")


def do_dealer(context: RoundContext, command: cmd.ChangeDealer) -> None:
    """Changes the dealer; schedules a burn where the rulebook prescribes it."""
    clauses = context.cite["burn_new_dealer"]
    context.emit(ev.ProcedureDone(context.cite["burn_new_dealer", "dealer_defined"], "new_dealer"))
    burn, shoe = context.terms.burn_new_dealer, context.state.shoe
    if burn is NewDealerBurn.NONE or (burn is NewDealerBurn.ONE and shoe.burns_due):
        return
    context.emit(ev.BurnsDue(clauses, context.state.side, shoe.burns_due + 1))


def check_closing(rules: BlackjackRules, state: State, command: cmd.AnnounceClosing) -> Refusal | None:
    """Validates the notice of closing: between rounds, of at least one round."""
    if command.rounds < 1:
        return rules.refuse("closing", "notice is given of one round or more")
    return _between_rounds(rules, state, "closing", "notice of closing is given")


def do_closing(context: RoundContext, command: cmd.AnnounceClosing) -> None:
    """Starts the countdown of rounds."""
    context.emit(ev.ClosingAnnounced(context.cite["closing"], command.rounds))


def check_limits(rules: BlackjackRules, state: State, command: cmd.ChangeLimits) -> Refusal | None:
    """Validates new limits: between rounds, before wagers are placed; or a maximum of one player on one box."""
    early = _between_rounds(rules, state, "limit_change", "limits are changed")
    if early is not None:
        return early
    builder = RefusalBuilder(rules)
    if not 0 < command.minimum <= command.maximum:
        builder.add("limit_change", "the minimum must be positive and not above the maximum")
    if command.box:
        _check_own_maximum(rules, state, command, builder)
        return builder.refusal()
    if any(bet.kind == "main" for bet in state.bets):
        builder.add("limit_change", "wagers are placed under the current limits")
    elif command.maximum != state.maximum and not rules.terms.maximum_may_change:
        builder.add(
            "maximum_may_change", f"only the minimum may be changed; the maximum is {amount_text(state.maximum)}"
        )
    for constraint in broken_constraints(rules, Limits(command.minimum, command.maximum)):
        clauses = merge_clauses(constraint.clauses, rules.cite("limit_change"))
        builder.add("limit_change", constraint.says, clauses=clauses)
    return builder.refusal()


def _check_own_maximum(rules: BlackjackRules, state: State, command: cmd.ChangeLimits, builder: RefusalBuilder) -> None:
    permitted = rules.terms.own_maximum
    if permitted is OwnMaximum.NONE:
        builder.add("own_maximum", "the rulebook has no individual maximum for a player on a box", "limit_change")
    elif permitted is OwnMaximum.BELOW and command.maximum > state.maximum:
        builder.add("own_maximum", "an individual maximum may not be above the posted one")
    elif permitted is OwnMaximum.ABOVE_AND_ALONE and command.maximum <= state.maximum:
        builder.add("own_maximum", "an individual maximum must be above the posted one")
    others = [bet for bet in state.bets if bet.box == command.box and bet.player != command.player_on_box]
    if others and permitted is OwnMaximum.ABOVE_AND_ALONE:
        builder.add("box_reserved", f"{others[0].player} has a wager on box {command.box}")
    if not 1 <= command.box <= rules.terms.boxes:
        builder.add("boxes", f"there is no box {command.box}")


def do_limits(context: RoundContext, command: cmd.ChangeLimits) -> None:
    """Posts the new limits."""
    clauses = context.cite["own_maximum", "box_reserved"] if command.box else context.cite["limit_change"]
    event = ev.LimitsChanged(clauses, command.minimum, command.maximum, command.box, command.player_on_box)
    context.emit(event)


def check_absent(rules: BlackjackRules, state: State, command: cmd.MarkAbsent) -> Refusal | None:
    """Validates an absence: a player at the table, once per round."""
    if command.who not in state.money:
        return rules.refuse("absence", f"{command.who} is not at the table")
    if command.who in state.absent:
        return rules.refuse("absence", f"{command.who} is marked as absent already")
    return None


def do_absent(context: RoundContext, command: cmd.MarkAbsent) -> None:
    """Marks the player as absent and gives the default answer to the open offer; the house plays the hands."""
    context.emit(ev.PlayerAbsent(context.cite["absence"], command.who))
    offer = context.state.offer
    if offer is not None:
        for player, box in list(offer.waiting):
            if player == command.who and context.state.offer is offer:
                answer_for(context, player, box)


def check_timeout(rules: BlackjackRules, state: State, command: cmd.CallTimeout) -> Refusal | None:
    """Validates a timeout: the table waits for a decision on the box, in turn or in an open offer."""
    if state.offer is not None:
        waiting = [box for _, box in state.offer.waiting]
    else:
        waiting = [state.turn_box] if state.turn_box and state.stage == Stage.PLAY else []
    if command.box in waiting:
        return None
    boxes = ", ".join(str(box) for box in dict.fromkeys(waiting))
    text = f"no decision on box {command.box} is awaited"
    text += f", only on box {boxes}" if boxes else ""
    return rules.refuse("absence", text)


def do_timeout(context: RoundContext, command: cmd.CallTimeout) -> None:
    """Times out the hand in turn, which the house then plays; in an offer, gives the default answer on the box."""
    state, offer = context.state, context.state.offer
    if offer is None:
        clauses = context.cite["absence"]
        context.emit(ev.HandTimedOut(clauses, state.turn_box, state.turn_hand))
        return
    players = [player for player, box in offer.waiting if box == command.box]
    if offer.kind == "prize":
        players = [player for player in players if may_press(state, player, command.box)]
    for player in players:
        answer_for(context, player, command.box)


def check_breach(rules: BlackjackRules, state: State, command: cmd.VoidPlayer | cmd.ExcludePlayer) -> Refusal | None:
    """Validates a sanction: the rulebook provides for it, and the player is at the table."""
    ground = "void_player" if isinstance(command, cmd.VoidPlayer) else "exclude_player"
    if not rules.cite(ground):
        live = isinstance(command, cmd.VoidPlayer) and _in_a_round(state)
        return rules.refuse(ground, "the rulebook does not provide for it", *(("wager_stays",) if live else ()))
    if command.who not in state.money:
        return rules.refuse(ground, f"{command.who} is not at the table")
    if isinstance(command, cmd.VoidPlayer) and not _wagers_of(state, command.who):
        return rules.refuse(ground, f"{command.who} has no wager on the table")
    return None


def _wagers_of(state: State, player: str) -> list[Wager]:
    """Returns a player's wagers of the round, also settled ones; between rounds, the placed bets."""
    wagers = state.wagers if _in_a_round(state) else state.bets
    return [wager for wager in wagers if wager.player == player]


def _in_a_round(state: State) -> bool:
    return state.stage not in (Stage.BETTING, Stage.CLOSED)


def do_void_player(context: RoundContext, command: cmd.VoidPlayer) -> None:
    """Voids all wagers of the player; other bettors on the box play on."""
    state = context.state
    clauses = context.cite["void_player"]
    for box in sorted({bet.box for bet in state.bets if bet.player == command.who}):
        context.emit(ev.BetsTakenBack(clauses, command.who, box))
    wagers = _wagers_of(state, command.who) if _in_a_round(state) else []
    for wager in wagers:
        context.void(wager, "breach", clauses)
    for box in dict.fromkeys(wager.box for wager in wagers):
        if box in state.deciders:
            leave_to_others(context, box, clauses)


def do_exclude(context: RoundContext, command: cmd.ExcludePlayer) -> None:
    """Excludes the player: bets before the deal go back, hands in play are played as for an absent player."""
    state = context.state
    clauses = context.cite["exclude_player"]
    for box in sorted({bet.box for bet in state.bets if bet.player == command.who}):
        context.emit(ev.BetsTakenBack(clauses, command.who, box))
    for box in [box for box, player in state.seats.items() if player == command.who]:
        context.emit(ev.SeatLeft(clauses, command.who, box))
    context.emit(ev.PlayerExcluded(clauses, command.who))
    if not _in_a_round(state):
        return
    for box, decider in list(state.deciders.items()):
        others = [wager.player for wager in context.open_wagers("main", box) if wager.player != command.who]
        if decider == command.who and others:
            context.emit(ev.DeciderChanged(clauses, box, others[0]))
    if command.who not in state.absent:
        do_absent(context, cmd.MarkAbsent(who=command.who))
