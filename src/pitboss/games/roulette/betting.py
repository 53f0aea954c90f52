"""Handlers for joining, buying chips, and placing and withdrawing wagers."""

from pitboss.games.roulette import commands as cmd
from pitboss.games.roulette import events as ev
from pitboss.games.roulette.context import SpinContext, is_winner, position_of
from pitboss.games.roulette.layout import COURTESY_LINE, Area, Position, RouletteRules, layout_of
from pitboss.games.roulette.state import RouletteWager, Stage, State
from pitboss.law.choices import WinnersTakenUp
from pitboss.law.refusal import Refusal
from pitboss.law.refusal_builder import RefusalBuilder
from pitboss.money import amount_text


def check_join(rules: RouletteRules, state: State, command: cmd.JoinTable) -> Refusal | None:
    """Validate a join: once per player, and not with negative money."""
    if command.player in state.money:
        return rules.refuse("general_rules", f"{command.player} is already at the table")
    if command.money < 0:
        return rules.refuse("general_rules", "the buy-in must not be negative")
    return None


def do_join(context: SpinContext, command: cmd.JoinTable) -> None:
    """Record the player and the buy-in."""
    context.emit(ev.PlayerJoined(context.cite["general_rules"], command.player, command.money))


# --- chips -------------------------------------------------------------------------------------------------------


def check_chips(rules: RouletteRules, state: State, command: cmd.GiveChips) -> Refusal | None:
    """Validate a change of colour chips.

    A colour belongs to one player. Its value is fixed while any of its chips are on the layout.
    """
    objections = RefusalBuilder(rules)
    if command.who not in state.money:
        objections.add("chip_values", f"{command.who} is not at the table")
    given = state.colours.get(command.colour)
    if given is not None and given.player != command.who:
        objections.add("chip_values", f"the {command.colour} chips are {given.player}'s")
    elif given is None and not command.value:
        objections.add("chip_values", f"{command.who} has no {command.colour} chips")
    if command.value < 0:
        objections.add("chip_values", "a chip's value must not be negative")
    out = any(wager.colour == command.colour for wager in state.wagers)
    if given is not None and out and command.value != given.value:
        text = f"{command.colour} chips are out, and each of them stays worth {amount_text(given.value)}"
        objections.add("chip_values", text)
    return objections.refusal()


def do_chips(context: SpinContext, command: cmd.GiveChips) -> None:
    """Record the owner and value of a colour on the display rack, or take the colour in."""
    if command.value:
        clauses = context.cite["chip_values", "chip_marks"]
        context.emit(ev.ChipsGiven(clauses, command.who, command.colour, command.value))
    else:
        context.emit(ev.ChipsTakenIn(context.cite["chip_values"], command.who, command.colour))


# --- placing -----------------------------------------------------------------------------------------------------


def check_position(rules: RouletteRules, kind: str, place: str, objections: RefusalBuilder) -> Position | None:
    """Look up a position. Returns None and adds an objection that lists nearby positions if there is none."""
    layout = layout_of(rules)
    position = layout.find(kind, place)
    if position is not None:
        return position
    asked = f"{kind} {place}".rstrip()
    near = tuple(map(str, layout.near(kind, place)))
    if kind == COURTESY_LINE:
        objections.add("courtesy_line", "wagers are not accepted on the courtesy line")
    elif kind != "neighbour":
        objections.add(kind, f"the layout has no {asked}", allowed=near)
    elif not rules.terms.neighbour:
        objections.add("neighbour", "the layout has no areas for neighbour wagers", allowed=near)
    else:
        objections.add("neighbour_group", f"the layout has no {asked}", allowed=near)
    return None


def check_wager(rules: RouletteRules, state: State, command: cmd.PlaceWager) -> Refusal | None:
    """Validate a wager: the stage, the position, the chips and the amount."""
    objections = RefusalBuilder(rules)
    position = check_position(rules, command.kind, command.place, objections)
    existing = state.wager_on(command.player, position.kind, position.place) if position is not None else None
    if state.stage != Stage.BETTING:
        objections.add("bets_closed", "no more bets: wagers are not accepted")
        if existing is not None:
            _check_touched(rules, state, existing, objections)
    amount = _check_chips_of(state, command, objections)
    if amount is not None:
        if command.kind != COURTESY_LINE:  # the courtesy line takes no wagers and has no limits
            _check_amount(rules, state, position or command.kind, amount, objections)
        held = state.money[command.player] + (existing.amount if existing is not None else 0)
        if amount > held:
            text = f"{command.player} has chips for {amount_text(held)}, which does not cover {amount_text(amount)}"
            objections.add("wager_in_chips", text, "oral_wager")
    return objections.refusal()


def _check_chips_of(state: State, command: cmd.PlaceWager, objections: RefusalBuilder) -> int | None:
    """Returns the value of the chips in cents, or None if they belong to another player."""
    if not command.colour:
        return command.amount
    colour = state.colours.get(command.colour)
    if colour is None or colour.player != command.player:
        own = tuple(name for name, chips in state.colours.items() if chips.player == command.player)
        text = f"the {command.colour} chips are not {command.player}'s"
        objections.add("own_chips", text, allowed=(*own, "value chips"))
        return None
    return colour.value * command.count


def _check_amount(
    rules: RouletteRules, state: State, where: Position | str, amount: int, objections: RefusalBuilder
) -> None:
    """Validate the amount against the posted limits and the maximum of the kind of wager.

    ``where`` is only the kind if the position is unknown.
    """
    kind = where.kind if isinstance(where, Position) else where
    own = rules.terms.maximum(kind)
    most = state.maximum if own is None else own
    step = rules.limits.step
    if not state.minimum <= amount <= most:
        text = f"{amount_text(amount)} on {where} is outside the limits"
        lawful = f"{amount_text(state.minimum)} to {amount_text(most)}"
        objections.add("limits", text, f"maximum_{kind}", allowed=(f"{where} {lawful}",))
    if step is not None and amount % step:
        objections.add("limits", f"wagers go in steps of {amount_text(step)}")


def do_wager(context: SpinContext, command: cmd.PlaceWager) -> None:
    """Place the wager. It replaces the player's wager on the same position."""
    state, cite = context.state, context.cite
    position = context.layout.find(command.kind, command.place)
    assert position is not None
    existing = state.wager_on(command.player, position.kind, position.place)
    if existing is not None:
        _take_back(context, existing)
    amount = command.amount
    names: tuple[str, ...] = (position.kind,)
    if command.colour:
        amount = state.colours[command.colour].value * command.count
        names = (position.kind, "own_chips", "chip_marks")
    clauses = cite[names]
    chips = (command.colour, command.count) if command.colour else ("", 0)
    context.emit(ev.WagerPlaced(clauses, command.player, position.kind, position.place, amount, *chips))


# --- withdrawing -------------------------------------------------------------------------------------------------


def check_withdraw(rules: RouletteRules, state: State, command: cmd.WithdrawWager) -> Refusal | None:
    """Validate a withdrawal: before the call, or after it as the wager's area is paid. A losing wager stays."""
    objections = RefusalBuilder(rules)
    position = check_position(rules, command.kind, command.place, objections)
    if position is None:
        return objections.refusal()
    existing = state.wager_on(command.player, position.kind, position.place)
    if existing is not None:
        if state.stage != Stage.BETTING:
            _check_touched(rules, state, existing, objections)
        return objections.refusal()
    settled = state.result_of(command.player, position.kind, position.place)
    own = tuple(f"{wager.kind} {wager.place}".rstrip() for wager in state.wagers if wager.player == command.player)
    if settled is not None and (settled.result or 0) < 0:
        objections.add(
            "losing_wager", f"the wager on {position} has lost, and the dealer has collected it", allowed=own
        )
    else:
        objections.add("wager_in_chips", f"{command.player} has no wager on {position}", allowed=own)
    return objections.refusal()


def _check_touched(rules: RouletteRules, state: State, wager: RouletteWager, objections: RefusalBuilder) -> None:
    """Validate that the owner may touch a wager after the call."""
    position = position_of(rules, wager)
    if state.stage == Stage.RUNNING:
        objections.add("wager_stays", "no wager is touched after the call")
    elif not is_winner(rules, state, wager):
        more = ("wager_stays",) if _winners_unpaid(rules, state, position.area) else ()
        text = f"the wager on {position} has lost and is the dealer's to collect"
        objections.add("losing_wager", text, *more)
    elif wager.result is None:
        objections.add("wager_stays", f"the wager on {position} is not paid yet")
    elif not _may_be_taken_up(rules, state, position):
        text = f"not all winning wagers of the same area ({position.area}) are paid yet"
        objections.add("wager_stays", text)


def _may_be_taken_up(rules: RouletteRules, state: State, position: Position) -> bool:
    """Returns whether a paid wager on the position may be taken up before the round ends."""
    outside_when_paid = rules.terms.winners_taken_up is WinnersTakenUp.OUTSIDE_WHEN_PAID_INSIDE_WHEN_AREA_PAID
    if outside_when_paid and position.area is Area.OUTSIDE:
        return True
    return not _winners_unpaid(rules, state, position.area)


def _winners_unpaid(rules: RouletteRules, state: State, area: Area) -> bool:
    """Returns whether a winning wager of the area is not paid yet."""
    return any(
        wager.result is None
        for wager in state.wagers
        if position_of(rules, wager).area is area and is_winner(rules, state, wager)
    )


def do_withdraw(context: SpinContext, command: cmd.WithdrawWager) -> None:
    """Return the chips to the player."""
    position = context.layout.find(command.kind, command.place)
    assert position is not None
    existing = context.state.wager_on(command.player, position.kind, position.place)
    assert existing is not None
    if existing.result is None:
        _take_back(context, existing)
    else:
        take_up(context, existing, "outside_taken_up" if position.area is Area.OUTSIDE else "area_paid")


def _take_back(context: SpinContext, wager: RouletteWager) -> None:
    clauses = context.cite["betting_open"]
    context.emit(ev.WagerWithdrawn(clauses, wager.player, wager.kind, wager.place, wager.amount))


def take_up(context: SpinContext, wager: RouletteWager, ground: str) -> None:
    """Return the stake of a paid wager, on the rule that lets it go."""
    context.emit(ev.WagerTakenUp(context.cite[ground], wager.player, wager.kind, wager.place, wager.amount))
