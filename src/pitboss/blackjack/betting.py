"""Between rounds: wagers and seats."""

from collections.abc import Sequence

from pitboss.blackjack import commands as cmd
from pitboss.blackjack import events as ev
from pitboss.blackjack.dealing import Dealing
from pitboss.blackjack.state import OWN_KINDS, Stage, State, Wager
from pitboss.blackjack.wagers.base import side_plays
from pitboss.law.objections import Objections
from pitboss.law.refusal import Refusal
from pitboss.law.resolve import BlackjackRules, SideTerms
from pitboss.law.ways import LateEntry, LimitBreach, OwnMaximum, WagerNeeds
from pitboss.money import amount_text

#: The rules on which a main wager rests, on one spot or on several, and those of a player's further box.
_MAIN: tuple[str, ...] = ("main_wager",)
_SPOTS: tuple[str, ...] = ("main_wager", "spot_wagers")
_FURTHER_BOX = ("boxes_per_player", "minimum_on_each_box")
#: The parts of a side wager's law on which it rests as it is placed.
_SIDE_GROUNDS = ("offered", "placed", "amount", "cap")


def check_bet(rules: BlackjackRules, state: State, bet: cmd.PlaceBet) -> Refusal | None:
    """Whether these wagers may lie on the box."""
    if state.stage != Stage.BETTING:
        return _too_late(rules, state, bet)
    why = Objections(rules)
    if bet.player in state.excluded:
        why.add("exclude_player", f"{bet.player} is excluded from the game")
    if not 1 <= bet.box <= rules.terms.boxes:
        why.add("boxes", f"there is no box {bet.box}: the table has boxes 1 to {rules.terms.boxes}")
    mains = spot_amounts(rules, bet.amounts)
    if mains is None:
        why.add("spot_wagers", _spots_text(rules))
        return why.refusal()
    played = in_play(rules, state, bet, mains)
    if any(mains):
        _check_main(rules, state, bet, mains, why)
        _check_beside_others(rules, state, bet, sum(played), why)
    if bet.sides or rules.terms.ante is not None:
        _check_sides(rules, state, bet, played, why)
    _check_money(state, bet, sum(played), why)
    return why.refusal()


def _too_late(rules: BlackjackRules, state: State, bet: cmd.PlaceBet) -> Refusal | None:
    if state.stage == Stage.CLOSED:
        return rules.refuse("closing", "the table is closed")
    why = Objections(rules)
    why.add("bets_closed", "no more bets: the round has begun", "main_wager", "no_more_bets")
    if len(bet.amounts) > 1:
        why.add("bets_closed", "the round has begun", "spot_wagers")
    for name, _ in bet.sides:
        if name in rules.sides:
            why.add("bets_closed", "the round has begun", clauses=rules.sides[name].cite("placed"))
    own = [wager for wager in state.wagers if wager.player == bet.player and wager.box == bet.box]
    if any(wager.open for wager in own):
        why.add("wager_stays", "a wager may not be changed until it is decided")
        if any(wager.open and _confirmed(wager) for wager in own):
            why.add("confirmed_wager_stays", "a confirmed wager stays until it is decided")
    elif any(wager.kind == "main" for wager in own):
        why.add("bets_closed", "who was paid early does not come back before the round ends", "each_even_money")
    return why.refusal()


def _confirmed(wager: Wager) -> bool:
    """An optional wager: insurance, a double, a side wager, or the second wager of a split."""
    return wager.kind != "main" or not wager.original


def _check_money(state: State, bet: cmd.PlaceBet, staked: int, why: Objections) -> None:
    held = state.money[bet.player]
    for _, amount in bet.sides:
        staked += amount
    for lying in state.bets:
        if lying.player == bet.player and lying.box == bet.box:
            held += lying.amount
    if staked > held:
        why.add("own_money", f"{bet.player} has {amount_text(held)} and not {amount_text(staked)}")


def spot_amounts(rules: BlackjackRules, amounts: tuple[int, ...]) -> tuple[int, ...] | None:
    """One amount for each spot; None where they lie on spots that the table does not have or allow."""
    spots, needed = rules.terms.spots, rules.terms.spots_needed
    if len(amounts) == spots == 1:
        return amounts
    if len(amounts) > spots:
        return None
    filled = (*amounts, *(0,) * (spots - len(amounts)))
    placed = sum(1 for amount in filled if amount)
    if placed and (placed < needed or any(not amount for amount in filled[:placed])):
        return None
    return filled


def _spots_text(rules: BlackjackRules) -> str:
    if rules.terms.spots == 1:
        return "the table takes one main wager on a box"
    return f"wagers lie on spots 1 to {rules.terms.spots_needed} at least, in order, and on {rules.terms.spots} at most"


def own_maximum(state: State, player: str, box: int) -> int:
    """The most of a main wager for this player on this box."""
    holder, maximum = state.own_maximum.get(box, ("", 0))
    return maximum if holder == player else state.maximum


def in_play(rules: BlackjackRules, state: State, bet: cmd.PlaceBet, mains: tuple[int, ...]) -> tuple[int, ...]:
    """What of the main wagers is in play: where the rulebook caps, no more than the maximum of each."""
    if rules.terms.limit_breach is LimitBreach.REFUSED:
        return mains
    most = own_maximum(state, bet.player, bet.box)
    return tuple(min(amount, most) for amount in mains)


def _check_main(
    rules: BlackjackRules, state: State, bet: cmd.PlaceBet, mains: tuple[int, ...], why: Objections
) -> None:
    terms = rules.terms
    limit = own_maximum(state, bet.player, bet.box)
    for amount in mains:
        if not amount:
            continue
        if terms.limit_breach is LimitBreach.REFUSED and not state.minimum <= amount <= limit:
            range_text = f"{amount_text(state.minimum)} to {amount_text(limit)}"
            more = () if limit == state.maximum else ("own_maximum",)
            why.add("limits", f"a wager of {amount_text(amount)} is outside the limits {range_text}", *more)
            if amount < state.minimum:
                why.add("minimum_on_each_box", "at least the minimum lies on each box")
        step = terms.increment or rules.limits.step
        if terms.limit_breach is LimitBreach.REFUSED and step is not None and amount % step:
            why.add("limits", f"wagers go in steps of {amount_text(step)}", "increment")
        if terms.chip_unit is not None and amount % terms.chip_unit:
            why.add("chip_unit", f"the smallest chip is {amount_text(terms.chip_unit)}")
    holder = state.own_maximum.get(bet.box)
    if holder is not None and holder[0] != bet.player and terms.own_maximum is OwnMaximum.ABOVE_AND_ALONE:
        why.add("box_reserved", f"box {bet.box} has a maximum for {holder[0]} and nobody else plays on it")
    _check_late_entry(rules, state, bet, mains, why)


def _check_beside_others(rules: BlackjackRules, state: State, bet: cmd.PlaceBet, own: int, why: Objections) -> None:
    """The player's other boxes, and the others on this box."""
    terms = rules.terms
    if terms.player_box_maximum is not None and own > terms.player_box_maximum:
        most = amount_text(terms.player_box_maximum)
        why.add("player_box_maximum", f"one player's wagers on a box may not pass {most}")
    boxes, on_box, box_total = {bet.box}, set(), own
    for lying in state.bets:
        if lying.kind != "main":
            continue
        if lying.player == bet.player:
            boxes.add(lying.box)
        elif lying.box == bet.box:
            on_box.add(lying.player)
            box_total += lying.amount
    if len(on_box) >= terms.players_per_box:
        why.add("players_per_box", f"at most {terms.players_per_box} may wager on a box")
    if len(boxes) > terms.boxes_per_player:
        why.add("boxes_per_player", f"a player may wager on {terms.boxes_per_player} of the boxes at most")
    limit = own_maximum(state, bet.player, bet.box)
    if terms.table_maximum_per_box and terms.spots == 1 and on_box and box_total > limit:
        why.add("table_maximum_per_box", f"all wagers on a box together may not pass {amount_text(limit)}")
    if terms.box_maximum is not None and box_total > terms.box_maximum:
        why.add("box_maximum", f"all wagers on a box together may not pass {amount_text(terms.box_maximum)}")


def _comes_late(rules: BlackjackRules, state: State, player: str) -> bool:
    """Whether the table holds a player back who has not wagered on every round of this shoe."""
    if rules.terms.late_entry is LateEntry.FREE:
        return False
    return state.shoe_rounds > 0 and player not in state.shoe_players


def _check_late_entry(
    rules: BlackjackRules, state: State, bet: cmd.PlaceBet, mains: tuple[int, ...], why: Objections
) -> None:
    way = rules.terms.late_entry
    if not _comes_late(rules, state, bet.player):
        return
    who = f"{bet.player} has not wagered on every round of this shoe and"
    if way is LateEntry.BARRED:
        why.add("late_entry", f"{who} waits for the next shuffle")
    minimum_only = way in (LateEntry.MINIMUM_ONLY, LateEntry.MINIMUM_AND_FIRST_BOX)
    if minimum_only and any(amount not in (0, state.minimum) for amount in mains):
        why.add("late_entry", f"{who} is held to the minimum of {amount_text(state.minimum)}")
    if way in (LateEntry.FIRST_BOX_ONLY, LateEntry.MINIMUM_AND_FIRST_BOX) and bet.box != 1:
        why.add("late_entry", f"{who} is held to box 1")


def _check_sides(
    rules: BlackjackRules, state: State, bet: cmd.PlaceBet, mains: tuple[int, ...], why: Objections
) -> None:
    given = dict(bet.sides)
    if len(given) < len(bet.sides):
        why.add("side_wager_offered", "each side wager is named once")
    _check_ante(rules, bet, mains, given.pop("ante", 0), why)
    for name, amount in given.items():
        terms = rules.sides.get(name)
        if terms is None:
            names = ", ".join(side for side, offered in rules.sides.items() if offered.offered) or "none"
            why.add("side_wager_offered", f"there is no side wager '{name}' here; on offer: {names}")
            continue
        if not terms.offered:
            clauses = terms.cite("offered", "not_beside")
            why.add("side_wager_offered", f"{name} is not offered at this table", clauses=clauses)
            continue
        if terms.amount is not None and amount != terms.amount:
            text = f"a wager on {name} is {amount_text(terms.amount)}"
            why.add("side_amount", text, clauses=terms.cite("amount"))
        if amount <= 0:
            why.add("side_amount", f"a wager on {name} needs an amount", clauses=terms.cite("amount"))
        if not _main_wager_there(state, bet, mains, terms.needs):
            text = f"{name} needs a main wager ({terms.needs.replace('_', ' ')})"
            why.add("side_needs_main", text, clauses=terms.cite("placed"))
        _check_cap(terms, mains, amount, why)
        objection = side_plays(rules)[name].check(rules, state, bet, amount)
        if objection is not None:
            why.add(objection.kind, objection.message, clauses=objection.clauses)


def _check_cap(terms: SideTerms, mains: Sequence[int], amount: int, why: Objections) -> None:
    """Not above the main wager it goes with, or the least of several spots, nor above a maximum of its own."""
    main = min((stake for stake in mains if stake), default=0)
    if terms.details.get("capped_by_main") and main and amount > main:
        text = f"a wager on {terms.name} is not above the main wager of {amount_text(main)}"
        why.add("side_above_main", text, clauses=terms.cite("cap"))
    most = terms.details.get("maximum")
    if most is not None and amount > most:
        text = f"the posted maximum of {terms.name} is {amount_text(most)}"
        why.add("side_above_maximum", text, clauses=terms.cite("cap", "amount"))


def _check_ante(rules: BlackjackRules, bet: cmd.PlaceBet, mains: tuple[int, ...], ante: int, why: Objections) -> None:
    terms = rules.terms
    if terms.ante is None:
        if ante:
            why.add("ante_due", "no ante is due at this table", "side_wager_offered")
        return
    due = terms.ante if any(mains) and not _ante_waived(rules, mains) else 0
    if ante != due:
        why.add("ante_due", f"the ante due is {amount_text(due)}", "ante")


def _ante_waived(rules: BlackjackRules, mains: tuple[int, ...]) -> bool:
    return rules.terms.ante_waiver is not None and sum(mains) >= rules.terms.ante_waiver


def _main_wager_there(state: State, bet: cmd.PlaceBet, mains: tuple[int, ...], needs: str) -> bool:
    if any(mains):
        return True
    if needs == WagerNeeds.OWN_MAIN_ON_BOX:
        return False
    lying = [wager for wager in state.bets if wager.kind == "main"]
    on_box = any(wager.box == bet.box and wager.player != bet.player for wager in lying)
    elsewhere = any(wager.box != bet.box and wager.player == bet.player for wager in lying)
    return on_box and (needs == WagerNeeds.ANY_MAIN_ON_BOX or elsewhere)


def _main_grounds(rules: BlackjackRules, state: State, bet: cmd.PlaceBet) -> tuple[str, ...]:
    """The rules that let a main wager lie there: beside others', on a further box, on spots, without an ante, late."""
    names = _MAIN if rules.terms.spots == 1 else _SPOTS
    for lying in state.bets:
        if lying.kind == "main" and (lying.box == bet.box) != (lying.player == bet.player):
            names = (*names, "players_per_box") if lying.box == bet.box else (*names, *_FURTHER_BOX)
    if _ante_waived(rules, bet.amounts):
        names = (*names, "ante_waiver")
    return (*names, "late_entry") if _comes_late(rules, state, bet.player) else names


def do_bet(dealing: Dealing, bet: cmd.PlaceBet) -> None:
    """The wagers lie on the box in place of what the player had there."""
    state, rules = dealing.state, dealing.rules
    if any(lying.player == bet.player and lying.box == bet.box for lying in state.bets):
        dealing.emit(ev.BetsTakenBack(dealing.cite["betting_open"], bet.player, bet.box))
    mains = spot_amounts(rules, bet.amounts) or ()
    if any(mains) and not bet.unseated and bet.box not in state.seats:
        dealing.emit(ev.SeatTaken(dealing.cite["who_decides"], bet.player, bet.box))
    grounds = _main_grounds(rules, state, bet)
    for spot, (amount, played) in enumerate(zip(mains, in_play(rules, state, bet, mains), strict=True), 1):
        if amount:
            names = grounds if played == amount else (*grounds, "limit_breach")
            dealing.emit(ev.BetPlaced(dealing.cite[names], bet.player, bet.box, "main", played, spot))
    for name, amount in bet.sides:
        clauses = rules.cite("ante_due") if name in OWN_KINDS else rules.sides[name].cite(*_SIDE_GROUNDS)
        if amount:
            dealing.emit(ev.BetPlaced(clauses, bet.player, bet.box, name, amount))


def check_withdraw(rules: BlackjackRules, state: State, command: cmd.Withdraw) -> Refusal | None:
    """Wagers may be taken back only between rounds."""
    if state.stage == Stage.BETTING:
        if any(bet.player == command.player and bet.box == command.box for bet in state.bets):
            return None
        return rules.refuse("betting_open", f"{command.player} has no wager on box {command.box}")
    why = Objections(rules)
    why.add("wager_stays", "no wager may be taken back once bets are closed")
    own = [wager for wager in state.wagers if wager.player == command.player and wager.box == command.box]
    if any(_confirmed(wager) for wager in own):
        why.add("confirmed_wager_stays", "a confirmed wager stays until it is decided")
    return why.refusal()


def do_withdraw(dealing: Dealing, command: cmd.Withdraw) -> None:
    """They go back."""
    dealing.emit(ev.BetsTakenBack(dealing.cite["betting_open"], command.player, command.box))


def check_sit(rules: BlackjackRules, state: State, command: cmd.Sit) -> Refusal | None:
    """A seat is taken where nobody sits."""
    if not 1 <= command.box <= rules.terms.boxes:
        return rules.refuse("boxes", f"there is no box {command.box}: the table has boxes 1 to {rules.terms.boxes}")
    if command.player in state.excluded:
        return rules.refuse("exclude_player", f"{command.player} is excluded from the game")
    if command.box in state.seats:
        return rules.refuse("who_decides", f"{state.seats[command.box]} sits at box {command.box}")
    return None


def do_sit(dealing: Dealing, command: cmd.Sit) -> None:
    """The player sits down."""
    dealing.emit(ev.SeatTaken(dealing.cite["who_decides"], command.player, command.box))


def check_leave(rules: BlackjackRules, state: State, command: cmd.Leave) -> Refusal | None:
    """Only whoever sits there gives up the seat."""
    if state.seats.get(command.box) != command.player:
        return rules.refuse("who_decides", f"{command.player} does not sit at box {command.box}")
    return None


def do_leave(dealing: Dealing, command: cmd.Leave) -> None:
    """The seat is free; wagers that lie stay."""
    dealing.emit(ev.SeatLeft(dealing.cite["who_decides"], command.player, command.box))
