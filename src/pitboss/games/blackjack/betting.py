"""Bets on a box: what may be placed between rounds, and what placing and withdrawing it does."""

from math import lcm
from typing import Final

from pitboss.games.blackjack import commands as cmd
from pitboss.games.blackjack import events as ev
from pitboss.games.blackjack.amounts import in_chips, not_in_chips, rounds_payments, would_do
from pitboss.games.blackjack.context import NO_CLAUSES, RoundContext
from pitboss.games.blackjack.grounds import Grounds, bettors, is_shared
from pitboss.games.blackjack.side_bets import ante_waived, check_sides, side_clauses
from pitboss.games.blackjack.state import OWN_KINDS, Stage, State, Wager
from pitboss.law.choices import LateEntry, LimitBreach, OwnMaximum
from pitboss.law.cite import Clauses
from pitboss.law.refusal import Refusal
from pitboss.law.refusal_builder import RefusalBuilder
from pitboss.law.resolve import BlackjackRules
from pitboss.money import Odds, amount_text

#: The rules that a main wager cites on a player's further box.
_FURTHER_BOX = ("further_box", "minimum_on_each_box")
#: What an ante cites: that it is due, and its amount.
_ANTE = ("ante_due", "ante_displayed")

#: Members that every round compares with, bound once: CPython 3.11 looks up the members of an enum slowly.
_REFUSED: Final = LimitBreach.REFUSED
_FREE: Final = LateEntry.FREE


def check_bet(rules: BlackjackRules, state: State, bet: cmd.PlaceBet) -> Refusal | None:
    """Validates a bet on a box."""
    if state.stage != Stage.BETTING:
        return _too_late(rules, state, bet)
    builder = RefusalBuilder(rules)
    if bet.player in state.excluded:
        builder.add("exclude_player", f"{bet.player} is excluded from the game")
    if not 1 <= bet.box <= rules.terms.boxes:
        builder.add("boxes", f"there is no box {bet.box}: the table has boxes 1 to {rules.terms.boxes}")
    mains = spot_amounts(rules, bet.amounts)
    if mains is None:
        clauses = rules.cite(_spots_ground(rules, bet.amounts))
        builder.add("spot_wagers", _spots_text(rules), clauses=clauses)
        return builder.refusal()
    played = in_play(rules, state, bet, mains)
    staked = sum(played)
    if any(mains):
        _check_main(rules, state, bet, mains, builder)
        _check_beside_others(rules, state, bet, staked, builder)
    if bet.sides or rules.terms.ante is not None:
        check_sides(rules, state, bet, played, builder)
    _check_money(state, bet, staked, builder)
    return builder.build() if builder.kind else None


def _too_late(rules: BlackjackRules, state: State, bet: cmd.PlaceBet) -> Refusal | None:
    if state.stage == Stage.CLOSED:
        return rules.refuse("closing", "the table is closed")
    builder = RefusalBuilder(rules)
    own = [wager for wager in state.wagers if wager.player == bet.player and wager.box == bet.box]
    staked = sum(wager.amount for wager in own if wager.open and wager.kind == "main" and wager.original)
    lowered = sum(bet.amounts) < staked and not bet.sides
    if not lowered:
        new = ("main_wager",) if not staked and (any(bet.amounts) or not bet.sides) else ()
        builder.add("bets_closed", "no more bets: the round has begun", *new)
    for name, _ in bet.sides:
        if name in rules.sides:
            builder.add("bets_closed", "the round has begun", clauses=rules.sides[name].cite("before_cards"))
    if any(wager.open for wager in own):
        ground = "wager_stays" if lowered else "wager_raised"
        builder.add(ground, "a wager may not be changed until it is decided")
        if any(wager.open and _confirmed(wager) for wager in own):
            builder.add("confirmed_wager_stays", "a confirmed wager stays until it is decided")
    elif any(wager.kind == "main" for wager in own) and is_shared(state, bet.box) and _took_even_money(state, bet.box):
        builder.add("bets_closed", "who was paid early does not come back before the round ends", "each_even_money")
    return builder.refusal()


def _took_even_money(state: State, box: int) -> bool:
    """Returns whether a wager on the box that is settled was paid at even money: for a blackjack against an ace."""
    return state.shows_ace and state.hands[box][0].blackjack


def _confirmed(wager: Wager) -> bool:
    """Returns whether the wager is optional: insurance, a double, a side wager, or the second wager of a split."""
    return wager.kind != "main" or not wager.original


def _check_money(state: State, bet: cmd.PlaceBet, staked: int, builder: RefusalBuilder) -> None:
    held = state.money[bet.player]
    for _, amount in bet.sides:
        staked += amount
    for placed in state.bets:
        if placed.player == bet.player and placed.box == bet.box:
            held += placed.amount
    if staked > held:
        builder.add("own_money", f"{bet.player} has {amount_text(held)} and not {amount_text(staked)}")


def spot_amounts(rules: BlackjackRules, amounts: tuple[int, ...]) -> tuple[int, ...] | None:
    """Returns one amount for each spot; None if the table does not have or allow these spots."""
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


def _spots_ground(rules: BlackjackRules, amounts: tuple[int, ...]) -> str:
    """Returns the rule that wagers on spots break: their number, or the order in which spots are taken."""
    placed = sum(1 for amount in amounts if amount)
    if rules.terms.spots == 1:
        return "no_spots"
    if 1 < placed < rules.terms.spots_needed:
        return "spots_needed"
    return "spots_order" if rules.terms.spots_needed <= placed <= rules.terms.spots else "spots_number"


def _spots_text(rules: BlackjackRules) -> str:
    if rules.terms.spots == 1:
        return "the table takes one main wager on a box"
    spots, needed = rules.terms.spots, rules.terms.spots_needed
    return f"wagers are placed in order on at least spots 1 to {needed} and on at most {spots} spots"


def own_maximum(state: State, player: str, box: int) -> int:
    """Returns the maximum main wager of this player on this box."""
    if box not in state.own_maximum:
        return state.maximum
    holder, maximum = state.own_maximum[box]
    return maximum if holder == player else state.maximum


def in_play(rules: BlackjackRules, state: State, bet: cmd.PlaceBet, mains: tuple[int, ...]) -> tuple[int, ...]:
    """Returns the main wagers in play: capped at the maximum if the rulebook caps instead of refusing."""
    if rules.terms.limit_breach is _REFUSED:
        return mains
    most = own_maximum(state, bet.player, bet.box)
    return tuple([min(amount, most) for amount in mains]) if max(mains) > most else mains


def _check_main(
    rules: BlackjackRules, state: State, bet: cmd.PlaceBet, mains: tuple[int, ...], builder: RefusalBuilder
) -> None:
    terms = rules.terms
    refused = terms.limit_breach is _REFUSED
    limit = own_maximum(state, bet.player, bet.box)
    for amount in mains:
        if not amount:
            continue
        if refused and not state.minimum <= amount <= limit:
            range_text = f"{amount_text(state.minimum)} to {amount_text(limit)}"
            more = () if limit == state.maximum else ("own_maximum",)
            builder.add("limits", f"a wager of {amount_text(amount)} is outside the limits {range_text}", *more)
            if amount < state.minimum and _has_another_box(state, bet):
                builder.add("minimum_on_each_box", "each box needs at least the minimum")
        step = terms.increment or rules.limits.step
        if refused and step is not None and amount % step:
            clauses = rules.cite("increment" if terms.increment else "limits")
            builder.add("limits", f"wagers go in steps of {amount_text(step)}", clauses=clauses)
        if amount > 0 and not rules.any_amount:
            _check_step(rules, amount, (state.minimum, limit), builder)
    holder = state.own_maximum.get(bet.box)
    if holder is not None and holder[0] != bet.player and terms.own_maximum is OwnMaximum.ABOVE_AND_ALONE:
        builder.add("box_reserved", f"box {bet.box} is reserved for {holder[0]}, who has an individual maximum on it")
    _check_late_entry(rules, state, bet, mains, builder)


def main_step(rules: BlackjackRules) -> int:
    """Returns the step of main wagers in cents: whole chips, and every payment in whole cents. Cached in the rules."""
    step: int | None = rules.memo.get("main_step")
    if step is None:
        step = lcm(rules.terms.chip_unit or 1, *(odds.whole_step for odds, _ in _paid_on_main(rules)))
        rules.memo["main_step"] = step
    return step


def least_wager(rules: BlackjackRules, minimum: int) -> int:
    """Returns the smallest valid main wager that is not below the minimum."""
    step = main_step(rules)
    return -(-minimum // step) * step


def _paid_on_main(rules: BlackjackRules) -> list[tuple[Odds, str]]:
    """Returns the odds that a main wager may be paid at, and the half that a surrender costs, each with its rule."""
    if rounds_payments(rules):
        return []
    terms = rules.terms
    paid = [(terms.blackjack_odds, "blackjack_odds"), (terms.even_odds, "even_odds")]
    if terms.suited_blackjack_odds is not None:
        paid.append((terms.suited_blackjack_odds, "suited_blackjack_odds"))
    if terms.five_card_21:
        paid.append((terms.five_card_21_odds, "five_card_21_odds"))
    paid += [(odds, "bonus_21") for odds in terms.bonus_21.values()]
    if terms.surrender:
        paid.append((Odds(1, 2), "surrender_half"))
    return paid


def _check_step(rules: BlackjackRules, amount: int, limits: tuple[int, int], builder: RefusalBuilder) -> None:
    """Objects to a main wager that is not in whole chips, or whose payment would be a fraction of a cent."""
    step = main_step(rules)
    if amount % step == 0:
        return
    problems = [] if in_chips(rules, amount) else [("chip_unit", not_in_chips(rules, amount), rules.cite("chip_unit"))]
    for odds, rule in _paid_on_main(rules):
        if not odds.is_whole(amount):
            what = "halved" if rule == "surrender_half" else f"paid at {odds}"
            text = f"{amount_text(amount)} {what} would come to a fraction of a cent"
            problems.append(("whole_cents", text, rules.cite(rule)))
    for number, (kind, text, clauses) in enumerate(problems, 1):
        advice = f": {would_do(amount, step, *limits)}" if number == len(problems) else ""
        builder.add(kind, f"{text}{advice}", clauses=clauses)


def _has_another_box(state: State, bet: cmd.PlaceBet) -> bool:
    return any(placed.kind == "main" and placed.player == bet.player and placed.box != bet.box for placed in state.bets)


def _check_beside_others(
    rules: BlackjackRules, state: State, bet: cmd.PlaceBet, own: int, builder: RefusalBuilder
) -> None:
    """Validates the bet against the player's other boxes and the other bettors on this box."""
    terms = rules.terms
    if terms.player_box_maximum is not None and own > terms.player_box_maximum:
        most = amount_text(terms.player_box_maximum)
        builder.add("player_box_maximum", f"one player's wagers on a box may not pass {most}")
    boxes, on_box, box_total = {bet.box}, set(), own
    for placed in state.bets:
        if placed.kind != "main":
            continue
        if placed.player == bet.player:
            boxes.add(placed.box)
        elif placed.box == bet.box:
            on_box.add(placed.player)
            box_total += placed.amount
    if len(on_box) >= terms.players_per_box:
        builder.add("players_per_box", f"at most {terms.players_per_box} may wager on a box", "box_shared")
    if len(boxes) > terms.boxes_per_player:
        builder.add("boxes_per_player", f"a player may wager on {terms.boxes_per_player} of the boxes at most")
    reserved = bet.box in state.own_maximum  # for one player, whatever the others wager
    if on_box and terms.table_maximum_per_box and terms.spots == 1 and not reserved:
        limit = own_maximum(state, bet.player, bet.box)
        if box_total > limit:
            builder.add("table_maximum_per_box", f"all wagers on a box together may not pass {amount_text(limit)}")
    if terms.box_maximum is not None and box_total > terms.box_maximum:
        builder.add("box_maximum", f"all wagers on a box together may not pass {amount_text(terms.box_maximum)}")


def _comes_late(rules: BlackjackRules, state: State, player: str) -> bool:
    """Returns whether the late-entry rule applies: the player has not wagered on every round of this shoe."""
    return rules.terms.late_entry is not _FREE and state.shoe_rounds > 0 and player not in state.shoe_players


def _check_late_entry(
    rules: BlackjackRules, state: State, bet: cmd.PlaceBet, mains: tuple[int, ...], builder: RefusalBuilder
) -> None:
    if not _comes_late(rules, state, bet.player):
        return
    late_entry = rules.terms.late_entry
    who = f"{bet.player} has not wagered on every round of this shoe and"
    clauses = rules.cite(*_late_grounds(state, bet.player))
    if late_entry is LateEntry.BARRED:
        builder.add("late_entry", f"{who} waits for the next shuffle", clauses=clauses)
    minimum_only = late_entry in (LateEntry.MINIMUM_ONLY, LateEntry.MINIMUM_AND_FIRST_BOX)
    if minimum_only and any(amount not in (0, state.minimum) for amount in mains):
        text = f"{who} is held to the minimum of {amount_text(state.minimum)}"
        builder.add("late_entry", text, clauses=clauses)
    if late_entry in (LateEntry.FIRST_BOX_ONLY, LateEntry.MINIMUM_AND_FIRST_BOX) and bet.box != 1:
        builder.add("late_entry", f"{who} is held to box 1", clauses=clauses)


def _late_grounds(state: State, player: str) -> Grounds:
    """Returns the rules that hold the player: not on the first round of the shoe, or a later round left out."""
    late = ("late_first_round",) if player not in state.shoe_first else ()
    return (*late, "late_left_out") if player in state.shoe_missed else late


def _main_grounds(rules: BlackjackRules, state: State, bet: cmd.PlaceBet, spot: tuple[int, int], first: int) -> Grounds:
    """Returns the rules that a main wager cites: shared box, further box, spots, waived ante, late entry, limits.

    ``spot`` is the amount placed on the spot and the amount in play, ``first`` the amount in play on the first spot.
    """
    terms, (amount, played) = rules.terms, spot
    names = ["main_wager" if terms.spots == 1 else "spot_wagers"]
    for placed in state.bets:
        if placed.kind == "main" and (placed.box == bet.box) != (placed.player == bet.player):
            names += ("box_shared",) if placed.box == bet.box else _FURTHER_BOX
    if terms.ante_waiver is not None and ante_waived(rules, bet.amounts):
        names.append("ante_waiver")
    if _comes_late(rules, state, bet.player):
        names += _late_grounds(state, bet.player)
    if played != amount:
        names.append("capped")
    if played > state.maximum:
        names.append("own_maximum")
    if played < state.minimum:
        names.append("below_minimum_plays")
    if played != first:
        names.append("spots_unequal")
    return tuple(names)


def do_bet(context: RoundContext, bet: cmd.PlaceBet) -> None:
    """Places the wagers and replaces the player's earlier bet on the box."""
    state, rules = context.state, context.rules
    if state.bets and any(placed.player == bet.player and placed.box == bet.box for placed in state.bets):
        context.emit(ev.BetsTakenBack(context.cite["betting_open"], bet.player, bet.box))
    mains = spot_amounts(rules, bet.amounts) or ()
    if any(mains) and not bet.unseated and bet.box not in state.seats:
        context.emit(ev.SeatTaken(seat_clauses(context, bet.player, bet.box), bet.player, bet.box))
    in_effect = in_play(rules, state, bet, mains)
    for spot, (amount, played) in enumerate(zip(mains, in_effect, strict=True), 1):
        if amount:
            clauses = (
                context.cite[_main_grounds(rules, state, bet, (amount, played), in_effect[0])]
                if context.frequent.first_wager is None
                or state.bets
                or not state.minimum <= played == amount <= state.maximum
                else context.frequent.first_wager
            )
            context.emit(ev.BetPlaced(clauses, bet.player, bet.box, "main", played, spot))
    for name, amount in bet.sides:
        if amount:
            clauses = rules.cite(*_ANTE) if name in OWN_KINDS else side_clauses(context, bet, name)
            context.emit(ev.BetPlaced(clauses, bet.player, bet.box, name, amount))


def seat_clauses(context: RoundContext, player: str, box: int) -> Clauses:
    """Returns the clauses of a seat: it matters where other players have a wager on the box."""
    others = bettors(context.state.bets, box) - {player}
    return context.cite["decides_seated"] if others else NO_CLAUSES


def check_withdraw(rules: BlackjackRules, state: State, command: cmd.Withdraw) -> Refusal | None:
    """Validates a withdrawal: only between rounds."""
    if state.stage == Stage.BETTING:
        if any(bet.player == command.player and bet.box == command.box for bet in state.bets):
            return None
        return rules.refuse("betting_open", f"{command.player} has no wager on box {command.box}")
    builder = RefusalBuilder(rules)
    builder.add("wager_stays", "no wager may be taken back once bets are closed")
    own = [wager for wager in state.wagers if wager.player == command.player and wager.box == command.box]
    if any(_confirmed(wager) for wager in own):
        builder.add("confirmed_wager_stays", "a confirmed wager stays until it is decided")
    if any(wager.result is not None and wager.result < 0 for wager in own):
        builder.add("lost_wager_stays", "a losing wager is the dealer's to collect")
    return builder.refusal()


def do_withdraw(context: RoundContext, command: cmd.Withdraw) -> None:
    """Returns the player's wagers on the box."""
    context.emit(ev.BetsTakenBack(context.cite["betting_open"], command.player, command.box))
