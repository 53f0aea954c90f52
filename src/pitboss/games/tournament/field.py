"""Whether a number of players can enter a tournament and play it to the end."""

from typing import Any

from msgspec.structs import replace

from pitboss.games.tournament import commands as cmd
from pitboss.games.tournament.bots import entries
from pitboss.games.tournament.decide import act, open_tournament, refusal_of
from pitboss.games.tournament.finish import stopped_by, ways_to_finish, with_ways
from pitboss.games.tournament.rules import TournamentRules
from pitboss.law.refusal import Refusal


def field_refusal(rules: TournamentRules, players: int) -> Refusal | None:
    """Returns the refusal of the entries, the start or a later session; None where so many players can finish."""
    state, _ = open_tournament(rules)
    for command in entries(f"p{number}" for number in range(1, players + 1)):
        done = act(rules, state, command, _no_cards)
        if isinstance(done, Refusal):
            return done
    return refusal_of(rules, state, cmd.StartSession()) or stopped_by(rules, players)


def complaint(rules: TournamentRules, players: int) -> str:
    """Returns why so many players cannot finish, with the settings that would work; empty if they can."""
    refusal = field_refusal(rules, players)
    if refusal is None:
        return ""
    return with_ways(f"{players} players: {replace(refusal, allowed=())}", ways_to_finish(rules, players))


def _no_cards(table: int) -> Any:
    raise AssertionError(f"table {table} has no cards during the entries")
