"""Wagers on the layout, and the chips they are made of."""

from pitboss.law.objections import Objections
from pitboss.law.refusal import Refusal
from pitboss.law.ways import WinnersTakenUp
from pitboss.money import amount_text
from pitboss.roulette import commands as cmd
from pitboss.roulette import events as ev
from pitboss.roulette.layout import COURTESY_LINE, Area, Position, RouletteRules, layout_of, listed
from pitboss.roulette.playing import Playing, is_winner, position_of
from pitboss.roulette.state import Stage, State, Wager


def check_join(rules: RouletteRules, state: State, command: cmd.JoinTable) -> Refusal | None:
    """Everybody comes once, with money or none."""
    if command.player in state.money:
        return rules.refuse("general_rules", f"{command.player} is at the table already")
    if command.money < 0:
        return rules.refuse("general_rules", "nobody brings less than nothing")
    return None


def do_join(playing: Playing, command: cmd.JoinTable) -> None:
    """The player is there."""
    playing.emit(ev.PlayerJoined(playing.cite["general_rules"], command.player, command.money))


# --- chips -------------------------------------------------------------------------------------------------------


def check_chips(rules: RouletteRules, state: State, command: cmd.GiveChips) -> Refusal | None:
    """A colour is one player's, and its value stays while any of its chips lie on the layout."""
    why = Objections(rules)
    if command.who not in state.money:
        why.add("own_chips", f"{command.who} is not at the table")
    given = state.colours.get(command.colour)
    if given is not None and given.player != command.who:
        why.add("own_chips", f"the {command.colour} chips are {given.player}'s")
    elif given is None and not command.value:
        why.add("own_chips", f"{command.who} has no {command.colour} chips")
    if command.value < 0:
        why.add("chip_values", "no chip is worth less than nothing")
    out = any(wager.colour == command.colour for wager in state.wagers)
    if given is not None and out and command.value != given.value:
        text = f"{command.colour} chips are out, and each of them stays worth {amount_text(given.value)}"
        why.add("chip_values", text, "chip_marks")
    return why.refusal()


def do_chips(playing: Playing, command: cmd.GiveChips) -> None:
    """The display rack shows whose the colour is and what it is worth."""
    clauses = playing.cite["chip_values", "chip_marks"]
    if command.value:
        playing.emit(ev.ChipsGiven(clauses, command.who, command.colour, command.value))
    else:
        playing.emit(ev.ChipsTakenIn(clauses, command.who, command.colour))


# --- placing -----------------------------------------------------------------------------------------------------


def check_position(rules: RouletteRules, kind: str, place: str, why: Objections) -> Position | None:
    """The position meant, or an objection that says which are near it."""
    layout = layout_of(rules)
    found = layout.find(kind, place)
    if found is not None:
        return found
    asked = f"{kind} {place}".rstrip()
    near = tuple(map(str, layout.near(kind, place)))
    if kind == COURTESY_LINE:
        why.add("courtesy_line", "no wager may lie on the courtesy line")
    elif kind != "neighbour":
        why.add(kind, f"the layout has no {asked}", "positions", allowed=near)
    elif not rules.terms.neighbour:
        why.add("neighbour", "the layout has no areas for neighbour wagers", allowed=near)
    else:
        more = ("on_zero",) if 0 in listed(place) else ()
        why.add("neighbour_group", f"the layout has no {asked}", *more, allowed=near)
    return None


def check_wager(rules: RouletteRules, state: State, command: cmd.PlaceWager) -> Refusal | None:
    """Whether this wager may lie there: now, in that place, in those chips, of that amount."""
    why = Objections(rules)
    position = check_position(rules, command.kind, command.place, why)
    lying = state.lying(command.player, position.kind, position.place) if position is not None else None
    if state.stage != Stage.BETTING:
        text = "no more bets: no wager is made, and none that is declared is taken"
        why.add("bets_closed", text, "no_more_bets", "oral_wager")
        if lying is not None:
            _check_touched(rules, state, lying, why)
    amount = _check_chips_of(state, command, why)
    if amount is not None:
        if command.kind != COURTESY_LINE:  # which is no kind of wager, and has no limits
            _check_amount(rules, state, position or command.kind, amount, why)
        held = state.money[command.player] + (lying.amount if lying is not None else 0)
        if amount > held:
            text = f"{command.player} has chips for {amount_text(held)} and not for {amount_text(amount)}"
            why.add("wager_in_chips", text, "oral_wager")
    return why.refusal()


def _check_chips_of(state: State, command: cmd.PlaceWager, why: Objections) -> int | None:
    """What the chips are worth; None where they are not the player's."""
    if not command.colour:
        return command.amount
    colour = state.colours.get(command.colour)
    if colour is None or colour.player != command.player:
        own = tuple(name for name, chips in state.colours.items() if chips.player == command.player)
        text = f"the {command.colour} chips are not {command.player}'s"
        why.add("own_chips", text, "wager_in_chips", allowed=(*own, "value chips"))
        return None
    return colour.value * command.count


def _check_amount(rules: RouletteRules, state: State, where: Position | str, amount: int, why: Objections) -> None:
    """Within the posted limits of every wager, or of its kind, which is all that is known of no position."""
    kind = where.kind if isinstance(where, Position) else where
    own = rules.terms.maximum(kind)
    most = state.maximum if own is None else own
    step = rules.limits.step
    if not state.minimum <= amount <= most:
        text = f"{amount_text(amount)} on {where} is outside the limits"
        lawful = f"{amount_text(state.minimum)} to {amount_text(most)}"
        why.add("limits", text, f"maximum_{kind}", allowed=(f"{where} {lawful}",))
    if step is not None and amount % step:
        why.add("limits", f"wagers go in steps of {amount_text(step)}")


def do_wager(playing: Playing, command: cmd.PlaceWager) -> None:
    """The chips lie on the position, in place of those that the player had there."""
    state, cite = playing.state, playing.cite
    position = playing.layout.find(command.kind, command.place)
    assert position is not None
    lying = state.lying(command.player, position.kind, position.place)
    if lying is not None:
        _take_back(playing, lying)
    amount, names = command.amount, ["positions", position.kind, "wager_in_chips"]
    names += ["position_answered_for", "betting_open"]
    if position.kind == "neighbour":
        names[0] = "neighbour_group"
    if command.colour:
        amount = state.colours[command.colour].value * command.count
        names += ["own_chips", "chip_marks"]
    clauses = cite[tuple(names)]
    chips = (command.colour, command.count) if command.colour else ("", 0)
    playing.emit(ev.WagerPlaced(clauses, command.player, position.kind, position.place, amount, *chips))


# --- withdrawing -------------------------------------------------------------------------------------------------


def check_withdraw(rules: RouletteRules, state: State, command: cmd.WithdrawWager) -> Refusal | None:
    """Until the call, and then as the area in which the wager lies is paid; a losing wager never."""
    why = Objections(rules)
    position = check_position(rules, command.kind, command.place, why)
    if position is None:
        return why.refusal()
    lying = state.lying(command.player, position.kind, position.place)
    if lying is not None:
        if state.stage != Stage.BETTING:
            _check_touched(rules, state, lying, why)
        return why.refusal()
    settled = state.result_of(command.player, position.kind, position.place)
    own = tuple(f"{wager.kind} {wager.place}".rstrip() for wager in state.wagers if wager.player == command.player)
    if settled is not None and (settled.result or 0) < 0:
        why.add("losing_wager", f"the wager on {position} has lost, and the dealer has collected it", allowed=own)
    else:
        why.add("betting_open", f"{command.player} has no wager on {position}", allowed=own)
    if state.stage != Stage.BETTING:
        why.add("wager_stays", "no wager is taken back after the call")
    return why.refusal()


def _check_touched(rules: RouletteRules, state: State, wager: Wager, why: Objections) -> None:
    """Whether the owner may touch a wager after the call."""
    position = position_of(rules, wager)
    if state.stage == Stage.RUNNING:
        why.add("wager_stays", "no wager is touched after the call", "no_more_bets")
    elif not is_winner(rules, state, wager):
        why.add("losing_wager", f"the wager on {position} has lost and is the dealer's to collect", "wager_stays")
    elif wager.result is None:
        why.add("wager_stays", f"the wager on {position} is not paid yet", "winners_taken_up")
    elif not _may_be_taken_up(rules, state, position):
        text = f"not all winning wagers of the same area ({position.area}) are paid yet"
        why.add("wager_stays", text, "winners_taken_up")


def _may_be_taken_up(rules: RouletteRules, state: State, position: Position) -> bool:
    """Whether a paid wager on the position may go already."""
    at_once = rules.terms.winners_taken_up is WinnersTakenUp.OUTSIDE_WHEN_PAID_INSIDE_WHEN_AREA_PAID
    if at_once and position.area is Area.OUTSIDE:
        return True
    return not any(
        wager.result is None
        for wager in state.wagers
        if position_of(rules, wager).area is position.area and is_winner(rules, state, wager)
    )


def do_withdraw(playing: Playing, command: cmd.WithdrawWager) -> None:
    """The chips go back to the player."""
    position = playing.layout.find(command.kind, command.place)
    assert position is not None
    lying = playing.state.lying(command.player, position.kind, position.place)
    assert lying is not None
    if lying.result is None:
        _take_back(playing, lying)
    else:
        take_up(playing, lying)


def _take_back(playing: Playing, wager: Wager) -> None:
    clauses = playing.cite["betting_open", "wager_stays"]
    playing.emit(ev.WagerWithdrawn(clauses, wager.player, wager.kind, wager.place, wager.amount))


def take_up(playing: Playing, wager: Wager) -> None:
    """The stake of a paid wager goes back."""
    clauses = playing.cite["winners_taken_up"]
    playing.emit(ev.WagerTakenUp(clauses, wager.player, wager.kind, wager.place, wager.amount))
