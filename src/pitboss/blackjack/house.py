"""What the house does: deal, shuffle, cut, dealers, limits, absences, closing."""

from pitboss.blackjack import commands as cmd
from pitboss.blackjack import events as ev
from pitboss.blackjack.dealing import Dealing
from pitboss.blackjack.irregularities.voids import leave_to_others
from pitboss.blackjack.offers import answer_for
from pitboss.blackjack.shoe import cut_margin, cut_order, decks_by_side, shuffle
from pitboss.blackjack.state import Stage, State, Wager
from pitboss.cards import DECK_SIZE
from pitboss.law.cite import together
from pitboss.law.objections import Objections
from pitboss.law.posted import broken_by
from pitboss.law.refusal import Refusal
from pitboss.law.resolve import BlackjackRules, Limits
from pitboss.law.ways import DealerChange, NewDealerBurn, OwnMaximum, ShoeKind
from pitboss.money import amount_text

SIDES = ("a", "b")
#: Settings that the sign at the table shows where they are in force.
_ON_THE_SIGN = ("box_maximum", "player_box_maximum", "increment", "ante", "ante_waiver", "five_card_21")
#: What the table is, and how many may wager where.
_AT_THE_TABLE = ("limits", "boxes", "decks", "decks_a", "decks_b", "players_per_box", "boxes_per_player")


def open_table(dealing: Dealing) -> None:
    """The cards are checked, shown, mixed and shuffled, and betting opens."""
    rules, terms = dealing.rules, dealing.terms
    cards_in = tuple(decks * DECK_SIZE for decks in decks_by_side(rules))
    meter = rules.options.get("progressive_initial") or 0
    opened = ev.TableOpened(dealing.cite[_AT_THE_TABLE], rules.limits.minimum, rules.limits.maximum, cards_in, meter)
    dealing.emit(opened)
    _check_cards(dealing)
    for name in rules.layers:
        dealing.emit(ev.ProcedureDone(dealing.cite[f"variant {name}"], "variant_adopted", name))
    for name in _ON_THE_SIGN:
        if getattr(terms, name):
            dealing.emit(ev.ProcedureDone(dealing.cite[name], "displayed", name))
    for name, wager in rules.sides.items():
        if wager.offered:
            dealing.emit(ev.ProcedureDone(wager.cite("offered", "displayed"), "side_wager_offered", name))
    for side in range(len(cards_in)):
        shuffle(dealing, "start", ("shuffle_at_start",), side)
    if dealing.cite["place_your_bets"]:
        dealing.emit(ev.Announced(dealing.cite["place_your_bets"], "place_your_bets"))


def _check_cards(dealing: Dealing) -> None:
    """The cards are inspected, shown where the players may see them, and mixed."""
    shown = dealing.rules.options.get("player_inspection", True)
    steps = ("cards_inspected", "cards_displayed", "cards_washed") if shown else ("cards_inspected", "cards_washed")
    for name in (*steps, "inspection_on_request"):
        # a document that does not prescribe a step does not have it
        if dealing.cite[name]:
            dealing.emit(ev.ProcedureDone(dealing.cite[name, "prepared_cards"], name))


def _between_rounds(rules: BlackjackRules, state: State, ground: str, what: str, *more: str) -> Refusal | None:
    if state.stage == Stage.CLOSED:
        return rules.refuse("closing", "the table is closed")
    if state.stage != Stage.BETTING:
        return rules.refuse(ground, f"{what} only between rounds", "round_ended", *more)
    return None


def check_join(rules: BlackjackRules, state: State, command: cmd.JoinTable) -> Refusal | None:
    """Everybody joins once, with money or none."""
    if command.player in state.money:
        return rules.refuse("own_money", f"{command.player} is at the table already")
    if command.money < 0:
        return rules.refuse("own_money", "nobody brings less than nothing")
    return None


def do_join(dealing: Dealing, command: cmd.JoinTable) -> None:
    """Somebody comes with so much money."""
    dealing.emit(ev.PlayerJoined((), command.player, command.money))


def check_deal(rules: BlackjackRules, state: State, command: cmd.Deal) -> Refusal | None:
    """There are wagers to deal for."""
    early = _between_rounds(rules, state, "no_more_bets", "a round is dealt")
    if early is not None:
        return early
    why = Objections(rules)
    for bet in state.bets:
        if bet.kind == "main":
            break
    else:
        why.add("main_wager", "nobody has wagered", "first_cards")
    if state.cut_offer:
        why.add("cut_offered", f"{state.cut_offer[0]} is asked to cut the cards")
    if rules.terms.shoe is ShoeKind.DOUBLE:
        if command.side not in SIDES:
            why.add("double_shoe", "a double shoe needs from=a or from=b for the determinant card")
    elif command.side:
        why.add("double_shoe", "there is no double shoe at this table")
    return why.refusal()


def do_deal(dealing: Dealing, command: cmd.Deal) -> None:
    """No more bets; the plan of the round does the rest."""
    side = SIDES.index(command.side) if command.side else 0
    dealing.emit(ev.BetsClosed(dealing.cite["no_more_bets"], side))


def check_shuffle(rules: BlackjackRules, state: State, command: cmd.OrderShuffle) -> Refusal | None:
    """Between rounds."""
    return _between_rounds(rules, state, "shuffle_ordered", "the cards are shuffled", "cut_card_during")


def do_shuffle(dealing: Dealing, command: cmd.OrderShuffle) -> None:
    """All cards, or both sides of a double shoe."""
    for side in range(len(dealing.state.shoes)):
        shuffle(dealing, "ordered", ("shuffle_ordered",), side)


def check_new_cards(rules: BlackjackRules, state: State, command: cmd.ReplaceCards) -> Refusal | None:
    """Between rounds."""
    return _between_rounds(rules, state, "new_cards", "the cards are replaced")


def do_new_cards(dealing: Dealing, command: cmd.ReplaceCards) -> None:
    """New cards are checked, shuffled and cut."""
    clauses = dealing.cite["new_cards", "prepared_cards"]
    dealing.emit(ev.ProcedureDone(clauses, "cards_replaced"))
    _check_cards(dealing)
    for side in range(len(dealing.state.shoes)):
        shuffle(dealing, "new_cards", ("new_cards",), side)


def check_offer_cut(rules: BlackjackRules, state: State, command: cmd.OfferCut) -> Refusal | None:
    """After a shuffle and before a card is dealt."""
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


def do_offer_cut(dealing: Dealing, command: cmd.OfferCut) -> None:
    """The cards are offered; a second time it is a recut, by whom the casino chose."""
    state = dealing.state
    players, grounds = cut_order(dealing.rules, state)
    if players:
        dealing.emit(ev.CutOffered(dealing.cite[grounds], players))
    else:
        _house_cuts(dealing)


def _house_cuts(dealing: Dealing) -> None:
    depth = cut_margin(dealing.rules, dealing.state.shoe.cards_in)
    dealing.emit(ev.CardsCut(dealing.cite["cut_declined", "cut_made"], cmd.HOUSE, depth))


def _asked_to_cut(rules: BlackjackRules, state: State, player: str, why: Objections) -> None:
    if not state.cut_offer:
        why.add("cut_offered", "nobody is asked to cut the cards")
    elif state.cut_offer[0] != player:
        _, grounds = cut_order(rules, state)
        why.add("cut_offered", f"{state.cut_offer[0]} is asked to cut the cards", *grounds, "cut_declined")


def check_cut(rules: BlackjackRules, state: State, command: cmd.CutCards) -> Refusal | None:
    """Whoever is asked, not too near to an end."""
    why = Objections(rules)
    _asked_to_cut(rules, state, command.player, why)
    cards = state.shoe.cards_in
    margin = cut_margin(rules, cards)
    if not margin <= command.depth <= cards - margin:
        why.add("cut_margin", f"the cut is made between {margin} and {cards - margin} cards in")
    return why.refusal()


def do_cut(dealing: Dealing, command: cmd.CutCards) -> None:
    """What lies in front of the cut goes to the back."""
    dealing.emit(ev.CardsCut(dealing.cite["cut_made", "cut_card_behind"], command.player, command.depth))


def check_decline_cut(rules: BlackjackRules, state: State, command: cmd.DeclineCut) -> Refusal | None:
    """Whoever is asked."""
    why = Objections(rules)
    _asked_to_cut(rules, state, command.player, why)
    return why.refusal()


def do_decline_cut(dealing: Dealing, command: cmd.DeclineCut) -> None:
    """The cut passes on, in the end to the house."""
    dealing.emit(ev.CutDeclined(dealing.cite["cut_declined"], command.player))
    if not dealing.state.cut_offer:
        _house_cuts(dealing)


def check_dealer(rules: BlackjackRules, state: State, command: cmd.ChangeDealer) -> Refusal | None:
    """Between rounds, or at any time where the rulebook sets none."""
    if rules.terms.dealer_changes is DealerChange.ANY_TIME and state.stage != Stage.CLOSED:
        return None
    return _between_rounds(rules, state, "dealer_changes", "a new dealer comes")


def do_dealer(dealing: Dealing, command: cmd.ChangeDealer) -> None:
    """Where the rulebook says so, the new dealer burns a card before dealing one."""
    clauses = dealing.cite["burn_new_dealer"]
    dealing.emit(ev.ProcedureDone(clauses, "new_dealer"))
    way, shoe = dealing.terms.burn_new_dealer, dealing.state.shoe
    if way is NewDealerBurn.NONE or (way is NewDealerBurn.ONE and shoe.burns_due):
        return
    dealing.emit(ev.BurnsDue(clauses, dealing.state.side, shoe.burns_due + 1))


def check_closing(rules: BlackjackRules, state: State, command: cmd.AnnounceClosing) -> Refusal | None:
    """Between rounds, of one or more rounds."""
    if command.rounds < 1:
        return rules.refuse("closing", "notice is given of one round or more")
    return _between_rounds(rules, state, "closing", "notice of closing is given")


def do_closing(dealing: Dealing, command: cmd.AnnounceClosing) -> None:
    """The countdown begins."""
    dealing.emit(ev.ClosingAnnounced(dealing.cite["closing"], command.rounds))


def check_limits(rules: BlackjackRules, state: State, command: cmd.ChangeLimits) -> Refusal | None:
    """Between rounds, before wagers lie; one box may get a higher maximum for one player."""
    early = _between_rounds(rules, state, "limit_change", "limits are changed")
    if early is not None:
        return early
    why = Objections(rules)
    if not 0 < command.minimum <= command.maximum:
        why.add("limits", "the minimum is above nothing and not above the maximum")
    if command.box:
        _check_own_maximum(rules, state, command, why)
        return why.refusal()
    if any(bet.kind == "main" for bet in state.bets):
        why.add("limit_change", "wagers lie under the present limits")
    elif command.maximum != state.maximum and not rules.terms.maximum_may_change:
        why.add("maximum_may_change", f"only the minimum may be changed; the maximum is {amount_text(state.maximum)}")
    for demand in broken_by(rules, Limits(command.minimum, command.maximum)):
        why.add("limit_change", demand.says, clauses=together(demand.clauses, rules.cite("limit_change")))
    return why.refusal()


def _check_own_maximum(rules: BlackjackRules, state: State, command: cmd.ChangeLimits, why: Objections) -> None:
    way = rules.terms.own_maximum
    if way is OwnMaximum.NONE:
        why.add("own_maximum", "a maximum for one player on one box is not provided for", "limit_change")
    elif way is OwnMaximum.BELOW and command.maximum > state.maximum:
        why.add("own_maximum", "a maximum of one's own is not above the posted one")
    elif way is OwnMaximum.ABOVE_AND_ALONE and command.maximum <= state.maximum:
        why.add("own_maximum", "a maximum of one's own is above the posted one")
    others = [bet for bet in state.bets if bet.box == command.box and bet.player != command.player_on_box]
    if others and way is OwnMaximum.ABOVE_AND_ALONE:
        why.add("box_reserved", f"{others[0].player} has a wager on box {command.box}")
    if not 1 <= command.box <= rules.terms.boxes:
        why.add("boxes", f"there is no box {command.box}")


def do_limits(dealing: Dealing, command: cmd.ChangeLimits) -> None:
    """Other limits are posted."""
    clauses = dealing.cite["own_maximum", "box_reserved"] if command.box else dealing.cite["limit_change"]
    event = ev.LimitsChanged(clauses, command.minimum, command.maximum, command.box, command.player_on_box)
    dealing.emit(event)


def check_absent(rules: BlackjackRules, state: State, command: cmd.MarkAbsent) -> Refusal | None:
    """Anybody at the table, once a round."""
    if command.who not in state.money:
        return rules.refuse("absence", f"{command.who} is not at the table")
    if command.who in state.absent:
        return rules.refuse("absence", f"{command.who} is marked as absent already")
    return None


def do_absent(dealing: Dealing, command: cmd.MarkAbsent) -> None:
    """Passes every offer that is open, and the house plays the hands."""
    dealing.emit(ev.PlayerAbsent(dealing.cite["absence", "absent_player"], command.who))
    offer = dealing.state.offer
    if offer is not None:
        for player, box in list(offer.waiting):
            if player == command.who and dealing.state.offer is offer:
                answer_for(dealing, player, box)


def check_breach(rules: BlackjackRules, state: State, command: cmd.VoidPlayer | cmd.ExcludePlayer) -> Refusal | None:
    """Only where the rulebook lets the house act on a breach."""
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
    """What a player has wagered for this round, also what is settled; between rounds, what lies there."""
    wagers = state.wagers if _in_a_round(state) else state.bets
    return [wager for wager in wagers if wager.player == player]


def _in_a_round(state: State) -> bool:
    return state.stage not in (Stage.BETTING, Stage.CLOSED)


def do_void_player(dealing: Dealing, command: cmd.VoidPlayer) -> None:
    """All of the player's wagers are returned whatever became of them; a box that is left to others goes on."""
    state = dealing.state
    clauses = dealing.cite["void_player"]
    for box in sorted({bet.box for bet in state.bets if bet.player == command.who}):
        dealing.emit(ev.BetsTakenBack(clauses, command.who, box))
    hers = _wagers_of(state, command.who) if _in_a_round(state) else []
    for wager in hers:
        dealing.void(wager, "breach", clauses)
    for box in dict.fromkeys(wager.box for wager in hers):
        if box in state.callers:
            leave_to_others(dealing, box, clauses)


def do_exclude(dealing: Dealing, command: cmd.ExcludePlayer) -> None:
    """Takes no further part: wagers before the deal go back, hands in play are played as for an absent player."""
    state = dealing.state
    clauses = dealing.cite["exclude_player"]
    for box in sorted({bet.box for bet in state.bets if bet.player == command.who}):
        dealing.emit(ev.BetsTakenBack(clauses, command.who, box))
    for box in [box for box, player in state.seats.items() if player == command.who]:
        dealing.emit(ev.SeatLeft(clauses, command.who, box))
    dealing.emit(ev.PlayerExcluded(clauses, command.who))
    if not _in_a_round(state):
        return
    for box, caller in list(state.callers.items()):
        others = [wager.player for wager in dealing.open_wagers("main", box) if wager.player != command.who]
        if caller == command.who and others:
            dealing.emit(ev.DeciderChanged(together(clauses, dealing.cite["who_decides"]), box, others[0]))
    if command.who not in state.absent:
        do_absent(dealing, cmd.MarkAbsent(who=command.who))
