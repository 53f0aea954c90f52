"""Whether so many players can play a tournament to its end, found out before a card is dealt.

How many go on from a table is fixed, whoever they are: so the sessions can be gone through without being played.
"""

from collections.abc import Iterable
from typing import Any

from pitboss.law import Refusal
from pitboss.law.cite import clause_list
from pitboss.tournament import TournamentRules, act, apply, open_tournament, refusal_of
from pitboss.tournament import commands as cmd
from pitboss.tournament import events as ev
from pitboss.tournament.bots import entries
from pitboss.tournament.seating import allocate
from pitboss.tournament.sessions import most_at_a_table


def complaint(rules: TournamentRules, players: int, numbers: Iterable[int]) -> str:
    """Why so many cannot play to the end, and which of these numbers nearest to it could; nothing where they can."""
    why = _stopped_by(rules, players)
    if not why:
        return ""
    near = sorted(numbers, key=lambda number: abs(number - players))
    could = next((number for number in near if not _stopped_by(rules, number)), None)
    instead = "no other number could either" if could is None else f"{could} could play to the end"
    return f"{players} players: {why}; {instead}"


def _stopped_by(rules: TournamentRules, players: int) -> str:
    """What forbids one of the sessions that so many would play, with its clause; nothing where all can be held."""
    state, _ = open_tournament(rules)
    for command in entries(f"p{number}" for number in range(1, players + 1)):
        done = act(rules, state, command, _no_cards)
        if isinstance(done, Refusal):
            return str(done)
    while (refusal := refusal_of(rules, state, cmd.StartSession())) is None:
        tables = allocate(state.in_play, {}, most_at_a_table(rules))
        if len(tables) == 1:
            return ""
        going = tuple(name for boxes in tables.values() for name in list(boxes.values())[: rules.terms.advance])
        if len(going) == len(state.in_play):
            law = clause_list(rules.cite("advance"))
            return f"all would go on from every session, and none be the final ({rules.law.rulebook} {law})"
        seats = tuple((number, tuple(boxes.items())) for number, boxes in tables.items())
        apply(state, ev.PlayersAllocated((), seats))
        apply(state, ev.QualifiersFixed((), going))
    return f"in session {state.session + 1}, {refusal}" if state.session else str(refusal)


def _no_cards(table: int) -> Any:
    raise AssertionError(f"nobody plays at table {table} while people enter")
