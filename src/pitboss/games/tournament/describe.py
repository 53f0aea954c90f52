"""Sentences for the events of a tournament."""

from collections.abc import Callable
from typing import Any, Final

from pitboss.games.describe import tell
from pitboss.games.tournament import events as ev
from pitboss.games.tournament.finish import with_ways
from pitboss.games.wording import in_words, names, ordinal
from pitboss.money import amount_text


def _allocated(event: ev.PlayersAllocated) -> str:
    tables = (
        f"table {number}: {', '.join(f'box {box} {player}' for box, player in boxes)}" for number, boxes in event.tables
    )
    return f"seats are allocated; {'; '.join(tables)}"


def _doubted(event: ev.FinishDoubted) -> str:
    return f"warning: {with_ways(event.message, event.allowed)}"


def _began(event: ev.SessionBegan) -> str:
    what = "a play-off" if event.playoff else "a session"
    length = f"{event.count} {event.unit if event.count > 1 else event.unit.removesuffix('s')}"
    return f"{what} of {length} begins at table {event.table}: {names(event.players)}, {amount_text(event.stack)} each"


def _counted(event: ev.RoundCounted) -> str:
    return f"table {event.table}: the round counts; {names(event.able)} can bet again"


def _tallied(event: ev.ChipsTallied) -> str:
    counted = ", ".join(f"{player} {amount_text(chips)}" for player, chips in event.chips)
    return f"table {event.table}: the chips are counted: {counted}"


#: Sentences of steps whose names alone do not describe them.
_STEPS: Final = {
    "in_force": "these rules are in force",
    "division_prevails": "the rules of tournaments prevail over those of blackjack",
    "general_limits_off": "the general rules on limits do not apply",
    "equal_chance": "every player has an equal chance",
    "director": "the tournament has a responsible director",
    "director_present": "attested: the director is present",
    "entry_form": "the form of entry is set",
    "entry_fee": "the entry fee is set",
    "chips": "the number of starting chips is set",
    "chip_issue": "it is set whether chips are given or sold",
    "limits_set": "the table limits are set",
    "min_players": "the minimum number of players is set",
    "max_players": "the maximum number of players is set",
    "session": "the length of a session is set",
    "playoff": "the length of a play-off is set",
    "prizes": "the prizes are set",
    "advance": "the number of players who advance is set",
    "advance_notified": "attested: applicants are informed in writing how many advance",
    "name_given": "a name is given for the record",
    "shuffle_method": "the cards are shuffled as at blackjack",
    "limits_shown": "the limits are to be shown at the table",
    "writing_allowed": "it is set whether players may write",
    "time_to_bet": "the time to bet is limited",
    "refund_disqualified": "a disqualified player gets no refund of the fee",
}


def _procedure(event: ev.ProcedureDone) -> str:
    where = f"table {event.table}: " if event.table else ""
    return where + _STEPS.get(event.name, in_words(event.name)) + (f": {event.detail}" if event.detail else "")


def _at_table(event: ev.AtTable) -> str:
    text = tell(event.event)
    return f"table {event.table}: {text}" if text else ""


TOURNAMENT_SENTENCES: dict[type, Callable[[Any], str]] = {
    ev.AtTable: _at_table,
    ev.ProcedureDone: _procedure,
    ev.TournamentOpened: lambda event: f"entries are open; the operator adds {amount_text(event.contribution)}",
    ev.ApplicantNotified: lambda event: f"attested: {event.player} is informed of the conditions in writing",
    ev.EntryAccepted: lambda event: f"{event.player} enters for {amount_text(event.fee)}",
    ev.EntryRefused: lambda event: f"the application of {event.player} is refused",
    ev.EntryWithdrawn: lambda event: f"{event.player} withdraws",
    ev.FeeRefunded: lambda event: f"{event.player} gets {amount_text(event.amount)} back",
    ev.TournamentCancelled: lambda event: "the tournament is not held",
    ev.SeatChosen: lambda event: f"{event.player} will sit at table {event.table}, box {event.box}",
    ev.StartMoved: lambda event: f"the next session starts {event.minutes} minutes later",
    ev.DirectorNoted: lambda event: f"the director {'is present' if event.present else 'leaves'}",
    ev.WritingPermitted: lambda event: f"writing implements are {'allowed' if event.allowed else 'not allowed'}",
    ev.FinishDoubted: _doubted,
    ev.AlternateCalled: lambda event: f"{event.player} advances as an alternate in place of {event.instead_of}",
    ev.PlayersAllocated: _allocated,
    ev.SessionBegan: _began,
    ev.ChipsIssued: lambda event: (
        f"{event.player} {'buys' if event.bought else 'is given'} chips of {amount_text(event.amount)}"
    ),
    ev.MarkerPlaced: lambda event: f"table {event.table}: {event.player} bets first",
    ev.ShoeNumbered: lambda event: f"table {event.table}: shoe {event.number} is in play",
    ev.PlayerLate: lambda event: f"{event.player} is late and may wager the minimum",
    ev.WagerCorrected: lambda event: (
        f"the wager of {event.player} counts for {amount_text(event.stands)}, not {amount_text(event.asked)}"
    ),
    ev.TableVacated: lambda event: f"table {event.table}: {'no player is present' if event.vacant else 'play goes on'}",
    ev.PlayerEliminated: lambda event: f"{event.player} has no chips left and is eliminated",
    ev.PlayerShort: lambda event: f"{event.player} holds {amount_text(event.chips)} and cannot bet any more",
    ev.PlayerDisqualified: lambda event: f"{event.player} is disqualified ({in_words(event.reason)})",
    ev.RoundCounted: _counted,
    ev.StillIn: lambda event: f"table {event.table}: {names(event.able)} can bet",
    ev.TimeCalled: lambda event: f"table {event.table}: time is up",
    ev.SessionEnded: lambda event: f"table {event.table}: the session has ended",
    ev.ChipsTallied: _tallied,
    ev.ChipsReissued: lambda event: f"{names(event.players)} get fresh chips of {amount_text(event.amount)}",
    ev.ChipsReturned: lambda event: f"{event.player} hands in {amount_text(event.amount)}",
    ev.ChipsKept: lambda event: f"{event.player} keeps {amount_text(event.amount)}",
    ev.ChipsRedeemed: lambda event: f"{event.player} redeems {amount_text(event.amount)}",
    ev.PlayoffDue: lambda event: f"table {event.table}: {names(event.players)} are tied and play off",
    ev.QualifierTold: lambda event: f"{event.player} advances",
    ev.QualifiersFixed: lambda event: (
        f"{names(event.players)} {'advances' if len(event.players) == 1 else 'advance'} to the next session"
    ),
    ev.PlaceTaken: lambda event: f"{event.player} is {ordinal(event.place)}",
    ev.PrizePaid: lambda event: f"{event.player} wins {amount_text(event.amount)}",
    ev.TournamentEnded: lambda event: (
        f"the tournament is over; {amount_text(event.left)} is left" if event.left else "the tournament is over"
    ),
}
