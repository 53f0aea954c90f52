"""Handlers for settlement: collect the losers, pay the winners, adjust results, report the display."""

from collections.abc import Iterator

from pitboss.atoms.wheel import net_of
from pitboss.games.roulette import commands as cmd
from pitboss.games.roulette import events as ev
from pitboss.games.roulette.betting import check_position, take_up
from pitboss.games.roulette.context import SpinContext, is_winner, position_of
from pitboss.games.roulette.layout import NUMBERS, Position, RouletteRules, layout_of
from pitboss.games.roulette.state import RouletteWager, Stage, State
from pitboss.law.refusal import Refusal
from pitboss.law.refusal_builder import RefusalBuilder
from pitboss.law.roulette_terms import ROULETTE_GROUNDS
from pitboss.money import amount_text, net_text


def settle(context: SpinContext) -> None:
    """Collect the losers, then pay the winners."""
    _collect(context)
    for wager in list(context.state.wagers):
        _pay(context, wager)
    end_when_settled(context)


def end_when_settled(context: SpinContext) -> None:
    """End the round if every wager is settled, and return the winners' stakes."""
    state = context.state
    if state.stage != Stage.SETTLING or any(wager.result is None for wager in state.wagers):
        return
    for wager in list(state.wagers):
        take_up(context, wager, "winners_paid")
    results = [wager.result or 0 for wager in state.settled]
    lost, won = min(results, default=0) < 0, max(results, default=0) > 0
    if context.rules.terms.chipping_machine and lost:
        context.emit(ev.ChipsSorted(context.cite["chipping_machine"]))
    names: tuple[str, ...] = ("losers_collected",) if lost else ()
    names += ("winners_paid",) if won else ()
    context.emit(ev.RoundEnded(context.cite[names or ("round",)]))


def any_losers(rules: RouletteRules, state: State) -> bool:
    """Returns whether a losing wager is not collected yet."""
    return any(_losers(rules, state))


def _losers(rules: RouletteRules, state: State) -> Iterator[RouletteWager]:
    return (wager for wager in state.wagers if not is_winner(rules, state, wager))


def _not_settling(rules: RouletteRules, state: State, kind: str) -> Refusal | None:
    """Refuse a settlement without the number of a valid spin."""
    if state.stage == Stage.SETTLING:
        return None
    if not state.voided:
        return rules.refuse(kind, "there is no winning number to settle by")
    objections = RefusalBuilder(rules)
    clauses = rules.irregularities[state.void_reason].clauses
    objections.add("void_spin", "the spin is void and settles nothing", clauses=clauses)
    return objections.refusal()


# --- collecting --------------------------------------------------------------------------------------------------


def check_collect(rules: RouletteRules, state: State, command: cmd.CollectLosers) -> Refusal | None:
    """Validate a collection: it needs a number."""
    return _not_settling(rules, state, "losers_collected")


def do_collect(context: SpinContext, command: cmd.CollectLosers) -> None:
    """Collect every losing wager."""
    _collect(context, "losers_collected")


def _collect(context: SpinContext, *more: str) -> None:
    for wager in list(_losers(context.rules, context.state)):
        names = (*_by_zero(context.state), f"{wager.kind}_loses", *more)
        net = _net(context, wager)
        context.emit(ev.WagerCollected(context.cite[names], wager.player, wager.kind, wager.place, net))
    end_when_settled(context)


def _by_zero(state: State) -> tuple[str, ...]:
    return ("on_zero",) if state.number == 0 else ()


def _net(context: SpinContext, wager: RouletteWager) -> int:
    return _net_at(context.rules, context.state.number, wager.amount, position_of(context.rules, wager))


def _net_at(rules: RouletteRules, number: int, stake: int, position: Position) -> int:
    """Returns what a stake on a position wins or loses on a number, in cents."""
    odds = rules.terms.odds(position.kind)
    return net_of(position.mask, number, stake, odds.pays, odds.to)


# --- paying ------------------------------------------------------------------------------------------------------


def check_pay(rules: RouletteRules, state: State, command: cmd.PayWinners) -> Refusal | None:
    """Validate a payment: a winner, once, after the losers are collected."""
    early = _not_settling(rules, state, "winners_paid")
    if early is not None:
        return early
    objections = RefusalBuilder(rules)
    if any_losers(rules, state):
        objections.add(
            "losers_collected",
            "losing wagers are collected before winners are paid",
            allowed=("collect",),
        )
    if command.who:
        position = check_position(rules, command.kind, command.place, objections)
        if position is not None:
            _check_due(rules, state, command.who, position, objections)
    return objections.refusal()


def _check_due(rules: RouletteRules, state: State, who: str, position: Position, objections: RefusalBuilder) -> None:
    wager = state.wager_on(who, position.kind, position.place)
    if wager is None:
        objections.add("winners_paid", f"{who} has no wager on {position}")
    elif not is_winner(rules, state, wager):
        objections.add("winners_paid", f"{position} has not won")
    elif wager.result is not None:
        objections.add("winners_paid", f"{who} has already been paid for {position}")


def do_pay(context: SpinContext, command: cmd.PayWinners) -> None:
    """Pay one winner, or all that are unpaid."""
    target = context.layout.find(command.kind, command.place) if command.who else None
    for wager in list(context.state.wagers):
        matches = target is None or (wager.player, wager.kind, wager.place) == (command.who, target.kind, target.place)
        if wager.result is None and matches:
            _pay(context, wager, "winners_paid")
    end_when_settled(context)


def _pay(context: SpinContext, wager: RouletteWager, *more: str) -> None:
    own = f"{wager.kind}_{wager.place.replace('-', '_')}_wins"
    wins = own if own in ROULETTE_GROUNDS else f"{wager.kind}_wins"  # streets with zero have their own rules
    clauses = context.cite[(wins, f"odds_{wager.kind}", *_by_zero(context.state), *more)]
    context.emit(ev.WagerPaid(clauses, wager.player, wager.kind, wager.place, _net(context, wager)))


# --- adjustments, and the number display ----------------------------------------------------------


def check_adjust(rules: RouletteRules, state: State, command: cmd.AdjustWager) -> Refusal | None:
    """Validate an adjustment: a settled wager, a better result of another position, and a reason."""
    objections = RefusalBuilder(rules)
    position = check_position(rules, command.kind, command.place, objections)
    other = check_position(rules, command.as_kind, command.as_place, objections) if command.as_kind else None
    if position is None or objections:
        return objections.refusal()
    wager = state.result_of(command.who, position.kind, position.place)
    if wager is None or wager.result is None:
        objections.add("adjustment", f"{command.who} has no settled wager on {position}")
    else:
        net = command.net if other is None else _net_at(rules, state.number, wager.amount, other)
        _check_result(rules, state, wager, net, objections)
    if not command.reason:
        objections.add("adjustment", "a reason is required")
    return objections.refusal()


def _check_result(
    rules: RouletteRules, state: State, wager: RouletteWager, net: int, objections: RefusalBuilder
) -> None:
    assert wager.result is not None
    better = {result: how for result, how in _other_results(rules, state, wager).items() if result > wager.result}
    if net in better:
        return
    allowed = tuple(f"{net_text(result)} ({how})" for result, how in sorted(better.items()))
    if net <= wager.result:
        text = f"{net_text(net)} is not better for {wager.player} than {net_text(wager.result)}"
    else:
        staked = f"a stake of {amount_text(wager.amount)}"
        text = f"{net_text(net)} is not a result of {staked} at any position on number {state.number}"
    objections.add("adjustment", text, allowed=allowed or ("none: it is already the best result on the layout",))


def _other_results(rules: RouletteRules, state: State, wager: RouletteWager) -> dict[int, str]:
    """Returns each result that the stake may be given: that of a winning position, or the stake returned."""
    results = {0: "the stake returned"}
    for position in layout_of(rules):
        if state.number in position.numbers:
            results.setdefault(_net_at(rules, state.number, wager.amount, position), str(position))
    return results


def do_adjust(context: SpinContext, command: cmd.AdjustWager) -> None:
    """Pay the difference. The reason records the position, if one was named."""
    rules, state = context.rules, context.state
    position = layout_of(rules).find(command.kind, command.place)
    assert position is not None
    wager = state.result_of(command.who, position.kind, position.place)
    assert wager is not None
    other = layout_of(rules).find(command.as_kind, command.as_place) if command.as_kind else None
    net = command.net if other is None else _net_at(rules, state.number, wager.amount, other)
    reason = command.reason if other is None else f"as {other}: {command.reason}"
    more = net - (wager.result or 0)
    clauses = context.cite["adjustment"]
    context.emit(ev.WagerAdjusted(clauses, wager.player, wager.kind, wager.place, more, reason))


def check_display(rules: RouletteRules, state: State, command: cmd.ReportDisplay) -> Refusal | None:
    """Validate a report: the table has a display, and the number is on the wheel."""
    objections = RefusalBuilder(rules)
    if not rules.terms.number_display:
        objections.add("number_display", "the table has no number display")
    if command.number not in NUMBERS:
        objections.add("number_display", f"the display cannot show {command.number}", allowed=("0 to 36",))
    return objections.refusal()


def do_display(context: SpinContext, command: cmd.ReportDisplay) -> None:
    """Record the displayed number; it is not binding."""
    context.emit(ev.NumberDisplayed(context.cite["display_not_binding"], command.number))
