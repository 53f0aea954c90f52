"""State changes by event: the only place where the state of a tournament changes, except its tables' engine."""

from collections.abc import Callable, Iterable
from typing import Any

from pitboss.games.blackjack import State as Play
from pitboss.games.blackjack import apply as apply_at_table
from pitboss.games.tournament import events as ev
from pitboss.games.tournament.state import Phase, SessionChips, State, TournamentTable

#: Handlers by event type. An event without a handler changes nothing.
CHANGES: dict[type, Callable[[State, Any], None]] = {}


def evolve(state: State, event: ev.Event) -> State:
    """Returns the state after the event, as a copy."""
    after = state.copy()
    apply(after, event)
    return after


def apply(state: State, event: ev.Event) -> None:
    """Apply the event in place, to values that copies of the state do not share."""
    change = CHANGES.get(type(event))
    if change is not None:
        change(state, event)


def fold(events: Iterable[ev.Event]) -> State:
    """Returns the state after these events."""
    state = State()
    for event in events:
        apply(state, event)
    return state


def _on(kind: type) -> Callable[[Callable[[State, Any], None]], Callable[[State, Any], None]]:
    def register(change: Callable[[State, Any], None]) -> Callable[[State, Any], None]:
        CHANGES[kind] = change
        return change

    return register


@_on(ev.AtTable)
def _at_table(state: State, event: ev.AtTable) -> None:
    apply_at_table(state.own(event.table).play, event.event)


# --- entry -------------------------------------------------------------------------------------------------------


@_on(ev.TournamentOpened)
def _opened(state: State, event: ev.TournamentOpened) -> None:
    state.contribution = event.contribution


@_on(ev.EntryAccepted)
def _entry_accepted(state: State, event: ev.EntryAccepted) -> None:
    state.players = [*state.players, event.player]
    state.withdrawn = [name for name in state.withdrawn if name != event.player]
    state.fees = _add(state.fees, event.player, event.fee)
    state.retained = _add(state.retained, event.player, event.retained)


def _add(amounts: dict[str, int], name: str, amount: int) -> dict[str, int]:
    return {**amounts, name: amounts.get(name, 0) + amount}


def _without(seats: dict[str, tuple[int, int]], player: str) -> dict[str, tuple[int, int]]:
    return {name: seat for name, seat in seats.items() if name != player}


@_on(ev.EntryRefused)
def _entry_refused(state: State, event: ev.EntryRefused) -> None:
    state.refused = [*state.refused, event.player]


@_on(ev.EntryWithdrawn)
def _entry_withdrawn(state: State, event: ev.EntryWithdrawn) -> None:
    state.players = [name for name in state.players if name != event.player]
    state.withdrawn = [*state.withdrawn, event.player]
    state.seats = _without(state.seats, event.player)


@_on(ev.FeeRefunded)
def _fee_refunded(state: State, event: ev.FeeRefunded) -> None:
    state.refunds = _add(state.refunds, event.player, event.amount)


@_on(ev.TournamentCancelled)
def _cancelled(state: State, event: ev.TournamentCancelled) -> None:
    state.phase, state.contribution, state.left = Phase.CANCELLED, 0, event.left


@_on(ev.SeatChosen)
def _seat_chosen(state: State, event: ev.SeatChosen) -> None:
    state.seats = {**state.seats, event.player: (event.table, event.box)}


@_on(ev.StartMoved)
def _start_moved(state: State, event: ev.StartMoved) -> None:
    state.delay += event.minutes


@_on(ev.DirectorNoted)
def _director_noted(state: State, event: ev.DirectorNoted) -> None:
    state.director_away = not event.present


@_on(ev.WritingPermitted)
def _writing_permitted(state: State, event: ev.WritingPermitted) -> None:
    state.writing = event.allowed


# --- sessions ----------------------------------------------------------------------------------------------------


@_on(ev.AlternateCalled)
def _alternate_called(state: State, event: ev.AlternateCalled) -> None:
    state.qualified = [event.player if name == event.instead_of else name for name in state.qualified]


@_on(ev.PlayersAllocated)
def _players_allocated(state: State, event: ev.PlayersAllocated) -> None:
    state.own_all()
    tables = {number: TournamentTable(number, dict(boxes)) for number, boxes in event.tables}
    for number, table in tables.items():
        if number in state.tables:
            # the cards stay at the table until they are shuffled for the session
            table.play = state.tables[number].play
    state.set_tables(tables)
    state.phase, state.session = Phase.SESSION, state.session + 1
    state.seats, state.delay = {}, 0
    state.qualified = [player for table in state.tables.values() for player in table.boxes.values()]


@_on(ev.SessionBegan)
def _session_began(state: State, event: ev.SessionBegan) -> None:
    table = state.own(event.table)
    table.play = Play()
    table.players, table.able = list(event.players), list(event.players)
    table.stack, table.unit, table.count = event.stack, event.unit, event.count
    table.playoff, table.reissued = event.playoff, event.reissued
    table.rounds, table.shoe, table.marker = 0, 1, 0
    table.went_out, table.late, table.ended_by, table.announced_playoff = [], [], [], []
    table.vacant = table.time_up = table.tallied = False


@_on(ev.ChipsIssued)
def _chips_issued(state: State, event: ev.ChipsIssued) -> None:
    if event.bought:
        state.bought = _add(state.bought, event.player, event.amount)


@_on(ev.MarkerPlaced)
def _marker_placed(state: State, event: ev.MarkerPlaced) -> None:
    state.own(event.table).marker = event.box


@_on(ev.ShoeNumbered)
def _shoe_numbered(state: State, event: ev.ShoeNumbered) -> None:
    state.own(event.table).shoe = event.number


@_on(ev.PlayerLate)
def _player_late(state: State, event: ev.PlayerLate) -> None:
    table = state.own(event.table)
    table.late = [*table.late, event.player]


@_on(ev.TableVacated)
def _table_vacated(state: State, event: ev.TableVacated) -> None:
    state.own(event.table).vacant = event.vacant


@_on(ev.PlayerDisqualified)
def _player_disqualified(state: State, event: ev.PlayerDisqualified) -> None:
    state.disqualified = {**state.disqualified, event.player: event.reason}
    state.seats = _without(state.seats, event.player)


@_on(ev.RoundCounted)
def _round_counted(state: State, event: ev.RoundCounted) -> None:
    table = state.own(event.table)
    table.rounds += 1
    table.able, table.went_out, table.late = list(event.able), list(event.went_out), []


@_on(ev.StillIn)
def _still_in(state: State, event: ev.StillIn) -> None:
    state.own(event.table).able = list(event.able)


@_on(ev.TimeCalled)
def _time_called(state: State, event: ev.TimeCalled) -> None:
    state.own(event.table).time_up = True


@_on(ev.SessionEnded)
def _session_ended(state: State, event: ev.SessionEnded) -> None:
    state.own(event.table).ended_by = list(event.grounds)


# --- results -----------------------------------------------------------------------------------------------------


@_on(ev.ChipsTallied)
def _chips_tallied(state: State, event: ev.ChipsTallied) -> None:
    table = state.own(event.table)
    table.results = [*table.results, SessionChips(dict(event.chips), event.on_top)]
    table.tallied = True


@_on(ev.ChipsKept)
def _chips_kept(state: State, event: ev.ChipsKept) -> None:
    state.kept = _add(state.kept, event.player, event.amount)


@_on(ev.ChipsRedeemed)
def _chips_redeemed(state: State, event: ev.ChipsRedeemed) -> None:
    state.kept = _add(state.kept, event.player, -event.amount)
    state.redeemed = _add(state.redeemed, event.player, event.amount)


@_on(ev.PlayoffDue)
def _playoff_due(state: State, event: ev.PlayoffDue) -> None:
    state.own(event.table).announced_playoff = list(event.players)


@_on(ev.QualifierTold)
def _qualifier_announced(state: State, event: ev.QualifierTold) -> None:
    found = state.table_of(event.player)
    assert found is not None
    table = state.own(found.number)
    table.announced_qualifiers = [*table.announced_qualifiers, event.player]


@_on(ev.QualifiersFixed)
def _qualifiers_fixed(state: State, event: ev.QualifiersFixed) -> None:
    state.phase, state.qualified = Phase.BETWEEN, list(event.players)


@_on(ev.PlaceTaken)
def _place_taken(state: State, event: ev.PlaceTaken) -> None:
    state.places = {**state.places, event.player: event.place}


@_on(ev.PrizePaid)
def _prize_paid(state: State, event: ev.PrizePaid) -> None:
    state.prizes = _add(state.prizes, event.player, event.amount)


@_on(ev.TournamentEnded)
def _tournament_ended(state: State, event: ev.TournamentEnded) -> None:
    state.phase, state.left = Phase.OVER, event.left
