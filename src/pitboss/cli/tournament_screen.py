"""Output of a tournament run and of a tournament simulation."""

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from pitboss.cli.rules_screen import heading, new_console, table
from pitboss.cli.tournament_simulation import SimulationPlan, TournamentTally, chance, share
from pitboss.games.blackjack import events as happened
from pitboss.games.describe import tell
from pitboss.games.tournament import State
from pitboss.games.tournament import events as ev
from pitboss.games.wording import ordinal
from pitboss.law.cite import clause_list
from pitboss.money import amount_text, net_text
from pitboss.notation.replay import Outcome

#: Events that are printed, besides the results of rounds.
_PRINTED = (
    ev.EntryRefused,
    ev.EntryWithdrawn,
    ev.FeeRefunded,
    ev.TournamentCancelled,
    ev.StartMoved,
    ev.FinishDoubted,
    ev.AlternateCalled,
    ev.PlayersAllocated,
    ev.SessionBegan,
    ev.PlayerLate,
    ev.WagerCorrected,
    ev.PlayerEliminated,
    ev.PlayerShort,
    ev.PlayerDisqualified,
    ev.TimeCalled,
    ev.SessionEnded,
    ev.ChipsTallied,
    ev.ChipsReissued,
    ev.PlayoffDue,
    ev.QualifiersFixed,
)


class _Rounds:
    """Accumulates the results of the round in progress at each table."""

    def __init__(self) -> None:
        self.nets: dict[int, dict[str, int]] = {}
        self.played: dict[int, int] = {}

    def apply(self, event: ev.AtTable) -> None:
        """Apply an event of a table."""
        inner = event.event
        if isinstance(inner, happened.RoundBegan):
            self.nets[event.table] = dict.fromkeys(inner.callers, 0)
        elif isinstance(inner, happened.WagerSettled):
            nets = self.nets[event.table]
            nets[inner.player] += inner.net

    def over(self, number: int) -> "_Round":
        """Returns the round that ended at a table."""
        self.played[number] = self.played.get(number, 0) + 1
        return _Round(number, self.played[number], self.nets.get(number, {}))


class _Round(Struct, frozen=True):
    """The result of a round for each of its players."""

    table: int
    round: int
    nets: dict[str, int]


def _events(outcome: Outcome) -> list[Any]:
    return [event for step in outcome.steps for event in step.events]


def _story(outcome: Outcome) -> Iterator[Any]:
    """Yield the rounds and the printed events in order."""
    rounds = _Rounds()
    for event in _events(outcome):
        if isinstance(event, ev.AtTable):
            rounds.apply(event)
        elif isinstance(event, ev.RoundCounted):
            yield rounds.over(event.table)
        elif type(event) in _PRINTED:
            if isinstance(event, ev.SessionBegan):
                rounds.played[event.table] = 0
            yield event


def _story_line(item: Any) -> str:
    if not isinstance(item, _Round):
        gap = "\n" if isinstance(item, ev.SessionBegan) else ""
        return f"{gap}  {tell(item)}  [{clause_list(item.clauses)}]"
    nets = ", ".join(f"{player} {net_text(net)}" for player, net in item.nets.items())
    return f"  table {item.table}, round {item.round}: {nets}"


def _entered(outcome: Outcome) -> list[str]:
    """Returns every accepted player, also those who withdrew."""
    return list(dict.fromkeys(event.player for event in _events(outcome) if isinstance(event, ev.EntryAccepted)))


def _ranked(state: State) -> list[tuple[int, str, str]]:
    """Returns place, player and prize, the winner first."""
    ranked = sorted(state.places.items(), key=lambda item: item[1])
    return [(place, player, amount_text(state.prizes.get(player, 0))) for player, place in ranked]


def show_run(outcome: Outcome) -> None:
    """Print entries, rounds, eliminations, places and prizes."""
    console = new_console()
    state, entered = outcome.state, _entered(outcome)
    assert isinstance(state, State)
    console.print(f"{len(entered)} entered: {', '.join(entered)}; the pool is {amount_text(state.pool)}")
    for item in _story(outcome):
        console.print(_story_line(item), soft_wrap=True)
    if state.places:
        heading(console, "Places and prizes")
        rows = [(ordinal(place), player, prize) for place, player, prize in _ranked(state)]
        console.print(table(("place", "player", "prize"), rows))
    else:
        console.print(f"\nNo place is decided: the tournament is at '{state.phase}'.")


def run_data(outcome: Outcome) -> dict[str, Any]:
    """Returns the run as JSON data, with the first failure; amounts are dollars as text."""
    state = outcome.state
    assert isinstance(state, State)
    failure = outcome.failures[0] if outcome.failures else None
    return {
        "passed": outcome.passed,
        "failure": failure and {"line": failure.line, "expected": failure.expected, "got": failure.got},
        "phase": state.phase,
        "entered": _entered(outcome),
        "disqualified": state.disqualified,
        "refunds": {player: amount_text(amount) for player, amount in state.refunds.items()},
        "pool": amount_text(state.pool),
        "story": [_story_data(item) for item in _story(outcome)],
        "places": [{"place": place, "player": player, "prize": prize} for place, player, prize in _ranked(state)],
    }


def _story_data(item: Any) -> dict[str, Any]:
    if isinstance(item, _Round):
        nets = {player: net_text(net) for player, net in item.nets.items()}
        return {"table": item.table, "round": item.round, "nets": nets}
    return {"event": type(item).__name__, "text": tell(item), "clauses": list(item.clauses)}


def result_data(plan: SimulationPlan, tally: TournamentTally, *, stopped: bool) -> dict[str, Any]:
    """Returns the simulation's result as JSON data."""
    styles = {}
    for name in plan.styles:
        mine = tally.styles.get(name)
        if mine is None:
            continue
        won, win, final = share(mine.wins, tally.tournaments), chance(mine.wins, mine), chance(mine.finals, mine)
        styles[name] = {
            "entered": mine.entered,
            "finals": mine.finals.count,
            "wins": mine.wins.count,
            "share_of_tournaments": won.value,
            "share_error": won.error,
            "win_chance": win.value,
            "win_chance_error": win.error,
            "final_chance": final.value,
            "final_chance_error": final.error,
            "prizes": amount_text(mine.prizes),
        }
    return {
        "players": plan.players,
        "seed": plan.seed,
        "options": dict(plan.options),
        "engine": plan.engine,
        "tournaments": tally.tournaments,
        "rounds": tally.rounds,
        "playoffs": tally.playoffs,
        "stopped": stopped,
        "styles": styles,
    }


def show_result(plan: SimulationPlan, tally: TournamentTally, *, stopped: bool) -> None:
    """Print how often each style wins."""
    console = new_console()
    data = result_data(plan, tally, stopped=stopped)
    if stopped:
        console.print("interrupted: the results so far")
    console.print(
        f"{tally.tournaments} tournaments of {plan.players} players, {tally.rounds} rounds, "
        f"{tally.playoffs} play-offs, seed {plan.seed}"
    )
    rows = [
        (
            name,
            str(style["entered"]),
            str(style["wins"]),
            _share(style["share_of_tournaments"], style["share_error"]),
            _share(style["win_chance"], style["win_chance_error"]),
            _share(style["final_chance"], style["final_chance_error"]),
        )
        for name, style in data["styles"].items()
    ]
    heads = ("strategy", "entered", "wins", "of the tournaments", "chance of a player to win", "to play in the final")
    console.print(table(heads, rows))
    console.print(f"An equal chance would be {1 / plan.players:.2%}; ± is one standard error.")


def _share(value: float, error: float) -> str:
    return f"{value:.2%} ± {error:.2%}"
