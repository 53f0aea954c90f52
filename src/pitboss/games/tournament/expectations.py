"""Evaluates the expectations of a tournament file against the tournament."""

from collections.abc import Callable, Sequence

from pitboss.games.blackjack.expectations import PHASES
from pitboss.games.blackjack.plan import phase
from pitboss.games.tournament import State, TournamentRules
from pitboss.games.tournament import events as ev
from pitboss.games.tournament.ranking import above_line
from pitboss.games.tournament.results import order_at, places, playoff_due
from pitboss.games.tournament.state import TournamentTable
from pitboss.money import amount_text, parse_amount


class TournamentWitness:
    """Records what the expectations query: the state, the last events, and the table in view."""

    def __init__(self, rules: TournamentRules, state: State, opening: Sequence[ev.Event]) -> None:
        self.rules = rules
        self.state = state
        self.events = opening
        self.in_view = 1

    @property
    def table(self) -> TournamentTable | None:
        """Returns the table of the last command."""
        tables = self.state.tables
        return tables.get(self.in_view) or next(iter(tables.values()), None)


Looker = Callable[[TournamentWitness, Sequence[str]], tuple[str, str]]


def _count(words: Sequence[str], least: int, most: int, shape: str) -> None:
    if not least <= len(words) <= most:
        raise ValueError(f"expected '? {shape}', got '? {' '.join(words)}'")


def _known(witness: TournamentWitness, player: str) -> str:
    if not witness.state.known(player):
        raise ValueError(f"nobody of the name '{player}' has to do with the tournament")
    return player


def _amount_of(name: str, held: Callable[[State, str], int]) -> Looker:
    def look(witness: TournamentWitness, words: Sequence[str]) -> tuple[str, str]:
        _count(words, 3, 3, f"{name} PLAYER AMOUNT")
        player = _known(witness, words[1])
        there = amount_text(held(witness.state, player))
        return f"{player} {amount_text(parse_amount(words[2]))}", f"{player} {there}"

    return look


def _is(name: str, true: Callable[[TournamentWitness, str], bool]) -> Looker:
    def look(witness: TournamentWitness, words: Sequence[str]) -> tuple[str, str]:
        _count(words, 2, 2, f"{name} PLAYER")
        player = _known(witness, words[1])
        return player, player if true(witness, player) else f"{player} not"

    return look


def _marker(witness: TournamentWitness, words: Sequence[str]) -> tuple[str, str]:
    _count(words, 2, 2, "marker PLAYER")
    player = _known(witness, words[1])
    table = witness.state.table_of(player) or witness.table
    return player, table.boxes.get(table.marker, "nobody") if table else "nobody"


def _order(witness: TournamentWitness, words: Sequence[str]) -> tuple[str, str]:
    if len(words) < 2:
        raise ValueError("expected '? order PLAYER…' or '? order none'")
    names = [] if list(words[1:]) == ["none"] else [_known(witness, name) for name in words[1:]]
    table = (witness.state.table_of(names[0]) if names else None) or witness.table
    return " ".join(names) or "none", " ".join(table.order() if table and table.running else ()) or "none"


def _session(witness: TournamentWitness, words: Sequence[str]) -> tuple[str, str]:
    _count(words, 2, 2, "session ended")
    if words[1] != "ended":
        raise ValueError(f"expected '? session ended', got '? session {words[1]}'")
    table = witness.table
    return "ended", "ended" if table and table.ended_by else "in progress" if table else "none"


def _phase(witness: TournamentWitness, words: Sequence[str]) -> tuple[str, str]:
    """Compares the phase of the table in view; it is ``closed`` after the end of the session."""
    _count(words, 2, 2, "phase PHASE")
    if words[1] not in PHASES:
        raise ValueError(f"'{words[1]}' is not a phase: expected one of {', '.join(PHASES)}")
    table = witness.table
    return words[1], phase(table.play) if table and table.running else "closed"


def _advances(witness: TournamentWitness, player: str) -> bool:
    state = witness.state
    if state.phase in ("session", "between") and not state.final:
        table = state.table_of(player)
        return table is not None and player in above_line(order_at(state, table), witness.rules.terms.advance)
    return False


def _playoff(witness: TournamentWitness, words: Sequence[str]) -> tuple[str, str]:
    if len(words) < 2:
        raise ValueError("expected '? playoff PLAYER…' or '? playoff none'")
    names = [] if list(words[1:]) == ["none"] else [_known(witness, name) for name in words[1:]]
    due = []
    for table in witness.state.tables.values():
        waits = table.reissued and table.running and table.untouched
        players = table.players if waits else playoff_due(witness.rules, witness.state, table)
        if players:
            due.append(" ".join(sorted(players)))
    wanted = " ".join(sorted(names)) or "none"
    return wanted, wanted if wanted in due else ", ".join(due) or "none"


def _place(witness: TournamentWitness, words: Sequence[str]) -> tuple[str, str]:
    _count(words, 3, 3, "place PLAYER NUMBER")
    if not words[2].isdigit():
        raise ValueError(f"'{words[2]}' is not a place")
    player = _known(witness, words[1])
    return f"{player} {words[2]}", f"{player} {places(witness.rules, witness.state).get(player, 'has none')}"


def _pool(witness: TournamentWitness, words: Sequence[str]) -> tuple[str, str]:
    _count(words, 2, 2, "pool AMOUNT")
    return amount_text(parse_amount(words[1])), amount_text(witness.state.pool)


#: Expectations of the tournament itself; all others are evaluated at a table.
EXPECTATIONS: dict[str, Looker] = {
    "marker": _marker,
    "order": _order,
    "chips": _amount_of("chips", State.chips),
    "money": _amount_of("money", State.chips),
    "out": _is("out", lambda witness, player: witness.state.out(player)),
    "disqualified": _is("disqualified", lambda witness, player: player in witness.state.disqualified),
    "session": _session,
    "phase": _phase,
    "advances": _is("advances", _advances),
    "playoff": _playoff,
    "place": _place,
    "prize": _amount_of("prize", lambda state, player: state.prizes.get(player, 0)),
    "refund": _amount_of("refund", lambda state, player: state.refunds.get(player, 0)),
    "pool": _pool,
}
