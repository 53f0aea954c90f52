"""Commands that only live tables of roulette have: players come and go, and a dealer enters the numbers of a wheel."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from pitboss.games.commands import (
    CloseReveals,
    CommitContribution,
    Contribute,
    DeclareReady,
    LeaveTable,
    MixBeacon,
    RevealContribution,
)
from pitboss.games.live.events import PlayerReady, PurseFilled, PurseTaken
from pitboss.games.live.seeds import commit_contribution, end_contribution
from pitboss.games.live.table import Done, Handler
from pitboss.games.roulette import act
from pitboss.games.roulette import commands as cmd
from pitboss.games.roulette.state import Stage
from pitboss.law.refusal import Refusal

if TYPE_CHECKING:
    from pitboss.games.roulette.live import RouletteTable


def join(table: "RouletteTable", command: cmd.JoinTable) -> Done:
    """Joins the table, or adds to the purse of a player who is at it."""
    if command.player not in table.state.money:
        return table.carry_out(command)
    return table.record_live(PurseFilled((), command.player, command.money))


def leave(table: "RouletteTable", command: LeaveTable) -> Done:
    """Withdraws the player's wagers, returns their colour chips and cashes out."""
    player, state = command.player, table.state
    if player not in table.present and not state.money.get(player):  # an adjustment may pay a player who has left
        return table.rules.refuse("wager_in_chips", f"{player} is not at the table")
    playing = any(wager.player == player for wager in (*state.wagers, *state.settled))
    if playing and state.stage != Stage.BETTING:
        return table.rules.refuse("wager_stays", f"{player} has wagers that are not decided", "bets_closed")
    own = [wager for wager in state.wagers if wager.player == player]
    steps: list[cmd.Command] = [cmd.WithdrawWager(player=player, kind=wager.kind, place=wager.place) for wager in own]
    colours = [name for name, colour in state.colours.items() if colour.player == player]
    steps += [cmd.GiveChips(who=player, colour=colour, value=0) for colour in colours]
    events: list[Any] = []
    for step in steps:
        done = act(table.rules, state, step, table.chance)
        assert not isinstance(done, Refusal), done
        events += done
    gone = PurseTaken((), player, state.money[player])
    table.apply_live(gone)
    return table.record([*events, gone])


def contribute(table: "RouletteTable", command: Contribute) -> Done:
    """Adds the words of a player to the seed of a later number."""
    if table.fair is None:
        return Refusal("seed", "the numbers of this table are not drawn from seeds", (), table.rulebook)
    added = table.seeds.contribute(table.fair, command, table.present, table.rulebook)
    return added if isinstance(added, Refusal) else table.record(list(added))


def commit(table: "RouletteTable", command: CommitContribution) -> Done:
    """Records the hash of a contribution that the player reveals later."""
    if table.fair is None:
        return Refusal("seed", "the numbers of this table are not drawn from seeds", (), table.rulebook)
    done = commit_contribution(table.fair, command, table.present, table.rulebook)
    return done if isinstance(done, Refusal) else table.record(list(done))


def reveal(table: "RouletteTable", command: RevealContribution | MixBeacon | CloseReveals) -> Done:
    """Reveals a contribution, mixes in a beacon, or ends the wait for reveals."""
    if table.fair is None:
        return Refusal("seed", "the numbers of this table are not drawn from seeds", (), table.rulebook)
    done = end_contribution(table.fair, command, table.rulebook)
    return done if isinstance(done, Refusal) else table.record(list(done))


def ready(table: "RouletteTable", command: DeclareReady) -> Done:
    """Records that a player with a wager is ready for the spin."""
    return table.ready_refusal(command.player) or table.record_live(PlayerReady((), command.player))


def enter_number(table: "RouletteTable", command: cmd.EnterNumber) -> Done:
    """Enters the winning number of a physical wheel."""
    if table.reader is None:
        return Refusal("number_awaited", "no number is awaited", (), table.rulebook, ("spin",))
    table.reader.entered = command.number
    done = table.carry_out(command.spin())
    table.reader.entered = None
    return done


HANDLERS: Final[Mapping[type, Handler]] = {
    cmd.JoinTable: join,
    LeaveTable: leave,
    Contribute: contribute,
    CommitContribution: commit,
    RevealContribution: reveal,
    MixBeacon: reveal,
    CloseReveals: reveal,
    DeclareReady: ready,
    cmd.EnterNumber: enter_number,
}
