"""Commands that only live tournaments have: players come and go, and a dealer enters cards and prizes."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from pitboss.games.blackjack.entered_shoe import ImpossibleCard
from pitboss.games.commands import (
    CloseReveals,
    CommitContribution,
    Contribute,
    LeaveTable,
    MixBeacon,
    RevealContribution,
)
from pitboss.games.live.contributions import REVEALS
from pitboss.games.live.events import PurseFilled, PurseTaken
from pitboss.games.live.seeds import commit_contribution, end_contribution
from pitboss.games.live.table import Done, Handler
from pitboss.games.tournament import CardAwaited, act, resume
from pitboss.games.tournament import commands as cmd
from pitboss.law.refusal import Refusal

if TYPE_CHECKING:
    from pitboss.games.tournament.live import TournamentTables


def join(tables: "TournamentTables", command: cmd.JoinTable) -> Done:
    """Adds money to the purse of a player, apart from tournament chips."""
    tables.present.add(command.player)
    return tables.record([PurseFilled((), command.player, command.money)])


def leave(tables: "TournamentTables", command: LeaveTable) -> Done:
    """Cashes out the purse of a player."""
    held = tables.purse.get(command.player, 0)
    if not held:
        return Refusal("own_money", f"{command.player} has no money here beside the chips", (), tables.rulebook)
    tables.present.discard(command.player)
    return tables.record([PurseTaken((), command.player, held)])


def contribute(tables: "TournamentTables", command: Contribute) -> Done:
    """Adds a word to the seeds of the player's table whose outcomes have not begun."""
    table = tables.state.table_of(command.player)
    if table is None or not table.unit or not tables.cards.fair:
        text = f"{command.player} sits at no table whose cards come from a seed"
        return Refusal("seed", text, (), tables.rulebook)
    tables.present.add(command.player)
    added = tables.seeds.contribute(tables.cards.shoe(table.number), command, tables.present, tables.rulebook)
    return added if isinstance(added, Refusal) else tables.record(list(added))


def enter_outcome(tables: "TournamentTables", command: cmd.EnterCard | cmd.EnterPrize) -> Done:
    """Enters a card of a physical shoe or a prize of a display, and resumes the round."""
    number = command.table or next(iter(tables.pending), 0)
    awaited = tables.pending.get(number)
    if awaited is None or number not in tables.cards.readers or awaited.kind != command.verb:
        return Refusal("card_awaited", f"no {command.verb} is awaited at table {number}", (), tables.rulebook)
    try:
        tables.cards.reader(number).enter(command.card if isinstance(command, cmd.EnterCard) else command.cents)
    except ImpossibleCard as error:
        return Refusal("strange_card", str(error), (), tables.rulebook)
    return tables.record(_resumed(tables, number))


def commit(tables: "TournamentTables", command: CommitContribution) -> Done:
    """Commits to a contribution to a seed of the player's table."""
    table = tables.state.table_of(command.player)
    if table is None or not table.running or not tables.cards.fair:
        text = f"{command.player} sits at no table whose cards come from a seed"
        return Refusal("seed", text, (), tables.rulebook)
    players = table.boxes.values()
    done = commit_contribution(tables.cards.shoe(table.number), command, players, tables.rulebook)
    return done if isinstance(done, Refusal) else tables.record(done)


def reveal(tables: "TournamentTables", command: RevealContribution | MixBeacon | CloseReveals) -> Done:
    """Reveals a contribution, mixes in a beacon, or leaves out what is missing; the last one resumes the round."""
    number = tables.cards.table_of_seed(command.seed)
    if number is None:
        return Refusal("seed", f"no contribution to {command.seed} is awaited", (), tables.rulebook)
    shoe = tables.cards.shoe(number)
    done = end_contribution(shoe, command, tables.rulebook)
    if isinstance(done, Refusal):
        return done
    awaited = tables.pending.get(number)
    if awaited is None or awaited.kind != REVEALS or shoe.contributions.waiting():
        return tables.record(done)
    return tables.record([*done, *_resumed(tables, number)])


def _resumed(tables: "TournamentTables", number: int) -> list[Any]:
    """Resumes the round that waited for an outcome; returns its events, up to the next unknown outcome."""
    del tables.pending[number]
    again = tables.again.pop(number, None)
    try:
        if again is not None:
            command_again = cmd.PlayAtTable(command=again, table=number)
            done = act(tables.rules, tables.state, command_again, tables.cards.chance)
            assert not isinstance(done, Refusal), done
        else:
            done = resume(tables.rules, tables.state, number, tables.cards.chance)
        return list(done)
    except CardAwaited as unknown:
        return tables.wait(unknown, again)


HANDLERS: Final[Mapping[type, Handler]] = {
    cmd.JoinTable: join,
    LeaveTable: leave,
    Contribute: contribute,
    CommitContribution: commit,
    RevealContribution: reveal,
    MixBeacon: reveal,
    CloseReveals: reveal,
    cmd.EnterCard: enter_outcome,
    cmd.EnterPrize: enter_outcome,
}
