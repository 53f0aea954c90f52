"""Settlement: losing wagers are collected, then winning ones are paid; and what the house may soften."""

from collections.abc import Iterator

from pitboss.atoms.wheel import net_of
from pitboss.law.objections import Objections
from pitboss.law.refusal import Refusal
from pitboss.law.roulette_terms import ROULETTE_GROUNDS
from pitboss.money import net_text
from pitboss.roulette import commands as cmd
from pitboss.roulette import events as ev
from pitboss.roulette.betting import check_position, take_up
from pitboss.roulette.layout import NUMBERS, Position, RouletteRules, layout_of
from pitboss.roulette.playing import Playing, is_winner, position_of
from pitboss.roulette.state import Stage, State, Wager


def settle(playing: Playing) -> None:
    """Everything at once, in the order of the law."""
    do_collect(playing, cmd.CollectLosers())
    do_pay(playing, cmd.PayWinners())


def end_when_settled(playing: Playing) -> None:
    """When nothing is left to collect or to pay, the winners have their stakes and the layout is empty."""
    state = playing.state
    if state.stage != Stage.SETTLING or any(wager.result is None for wager in state.wagers):
        return
    for wager in list(state.wagers):
        take_up(playing, wager)
    if playing.rules.terms.chipping_machine and any((wager.result or 0) < 0 for wager in state.settled):
        playing.emit(ev.ChipsSorted(playing.cite["chipping_machine"]))
    playing.emit(ev.RoundEnded(playing.cite["betting_open"]))


def _losers(rules: RouletteRules, state: State) -> Iterator[Wager]:
    return (wager for wager in state.wagers if not is_winner(rules, state, wager))


def _not_settling(rules: RouletteRules, state: State, kind: str) -> Refusal | None:
    """There is something to settle only when a valid spin has its number."""
    if state.stage == Stage.SETTLING:
        return None
    more = ("void_spin",) if state.voided else ()
    text = "the spin is void and settles nothing" if state.voided else "there is no number by which to settle"
    return rules.refuse(kind, text, *more)


# --- collecting --------------------------------------------------------------------------------------------------


def check_collect(rules: RouletteRules, state: State, command: cmd.CollectLosers) -> Refusal | None:
    """When the number is there."""
    return _not_settling(rules, state, "losers_collected")


def do_collect(playing: Playing, command: cmd.CollectLosers) -> None:
    """Every losing wager goes to the house."""
    for wager in list(_losers(playing.rules, playing.state)):
        names = ("losers_collected", "settled_by_position", f"{wager.kind}_loses", *_by_zero(playing.state))
        net = _net(playing, wager)
        playing.emit(ev.WagerCollected(playing.cite[names], wager.player, wager.kind, wager.place, net))
    end_when_settled(playing)


def _by_zero(state: State) -> tuple[str, ...]:
    return ("on_zero",) if state.number == 0 else ()


def _net(playing: Playing, wager: Wager) -> int:
    odds, mask = playing.rules.terms.odds(wager.kind), position_of(playing.rules, wager).mask
    return net_of(mask, playing.state.number, wager.amount, odds.pays, odds.to)


# --- paying ------------------------------------------------------------------------------------------------------


def check_pay(rules: RouletteRules, state: State, command: cmd.PayWinners) -> Refusal | None:
    """A winner, once, and after the losers are collected."""
    early = _not_settling(rules, state, "winners_paid")
    if early is not None:
        return early
    why = Objections(rules)
    if any(_losers(rules, state)):
        why.add("losers_collected", "first all losing wagers are collected", "winners_paid", allowed=("collect",))
    if command.who:
        position = check_position(rules, command.kind, command.place, why)
        if position is not None:
            _check_due(rules, state, command.who, position, why)
    return why.refusal()


def _check_due(rules: RouletteRules, state: State, who: str, position: Position, why: Objections) -> None:
    wager = state.lying(who, position.kind, position.place)
    if wager is None:
        why.add("winners_paid", f"{who} has no wager on {position}")
    elif not is_winner(rules, state, wager):
        why.add("winners_paid", f"{position} has not won")
    elif wager.result is not None:
        why.add("winners_paid", f"{who} is paid for {position} already")


def do_pay(playing: Playing, command: cmd.PayWinners) -> None:
    """One winner, or all that are left."""
    meant = playing.layout.find(command.kind, command.place) if command.who else None
    for wager in list(playing.state.wagers):
        one = meant is None or (wager.player, wager.kind, wager.place) == (command.who, meant.kind, meant.place)
        if wager.result is None and one:
            _pay(playing, wager)
    end_when_settled(playing)


def _pay(playing: Playing, wager: Wager) -> None:
    own = f"{wager.kind}_{wager.place.replace('-', '_')}_wins"
    special = (own,) if own in ROULETTE_GROUNDS else ()  # the streets with zero have rules of their own
    names = ("winners_paid", "settled_by_position", f"{wager.kind}_wins", *special, f"odds_{wager.kind}")
    clauses = playing.cite[names + _by_zero(playing.state)]
    playing.emit(ev.WagerPaid(clauses, wager.player, wager.kind, wager.place, _net(playing, wager)))


# --- what the house may soften, and what settles nothing ----------------------------------------------------------


def check_adjust(rules: RouletteRules, state: State, command: cmd.AdjustWager) -> Refusal | None:
    """Only a wager that is settled, only for the better, and with a reason."""
    why = Objections(rules)
    position = check_position(rules, command.kind, command.place, why)
    if position is None:
        return why.refusal()
    wager = state.result_of(command.who, position.kind, position.place)
    if wager is None or wager.result is None:
        why.add("adjustment", f"{command.who} has no settled wager on {position}")
    elif command.net <= wager.result:
        better = f"more than {net_text(wager.result)}"
        text = f"{net_text(command.net)} is no better for {command.who} than {net_text(wager.result)}"
        why.add("adjustment", text, allowed=(better,))
    if not command.reason:
        why.add("adjustment", "the reason is recorded")
    return why.refusal()


def do_adjust(playing: Playing, command: cmd.AdjustWager) -> None:
    """The player gets the difference."""
    position = layout_of(playing.rules).find(command.kind, command.place)
    assert position is not None
    wager = playing.state.result_of(command.who, position.kind, position.place)
    assert wager is not None
    more = command.net - (wager.result or 0)
    clauses = playing.cite["adjustment"]
    playing.emit(ev.WagerAdjusted(clauses, wager.player, wager.kind, wager.place, more, command.reason))


def check_display(rules: RouletteRules, state: State, command: cmd.ReportDisplay) -> Refusal | None:
    """Where there is a display, and of a number that it can show."""
    why = Objections(rules)
    if not rules.terms.number_display:
        why.add("number_display", "the table has no number display")
    if command.number not in NUMBERS:
        why.add("number_display", f"the display shows no {command.number}", allowed=("0 to 36",))
    return why.refusal()


def do_display(playing: Playing, command: cmd.ReportDisplay) -> None:
    """It shows the number, and nothing rests on it."""
    playing.emit(ev.NumberDisplayed(playing.cite["display_not_binding"], command.number))
