"""Validates the number of players of a simulated tournament."""

from collections.abc import Iterable
from typing import Any

from pitboss.games.tournament import TournamentRules, act, open_tournament, refusal_of
from pitboss.games.tournament import commands as cmd
from pitboss.games.tournament.bots import entries
from pitboss.games.tournament.finish import stopped_by
from pitboss.law import Refusal


def complaint(rules: TournamentRules, players: int, numbers: Iterable[int]) -> str:
    """Returns why so many players cannot finish, with the nearest number that can; empty if they can."""
    reason = _stopped_by(rules, players)
    if not reason:
        return ""
    near = sorted(numbers, key=lambda number: abs(number - players))
    could = next((number for number in near if not _stopped_by(rules, number)), None)
    instead = "no other number could either" if could is None else f"{could} could play to the end"
    return f"{players} players: {reason}; {instead}"


def _stopped_by(rules: TournamentRules, players: int) -> str:
    """Returns the refusal of the entries or of a session, or an empty string."""
    state, _ = open_tournament(rules)
    for command in entries(f"p{number}" for number in range(1, players + 1)):
        done = act(rules, state, command, _no_cards)
        if isinstance(done, Refusal):
            return str(done)
    refusal = refusal_of(rules, state, cmd.StartSession()) or stopped_by(rules, players)
    return str(refusal) if refusal is not None else ""


def _no_cards(table: int) -> Any:
    raise AssertionError(f"table {table} has no cards during the entries")
