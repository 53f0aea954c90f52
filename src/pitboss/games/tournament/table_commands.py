"""Commands that only live tournaments have: players come and go, and a dealer enters cards and prizes."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from pitboss.games.blackjack.entered_shoe import ImpossibleCard
from pitboss.games.commands import Contribute, LeaveTable
from pitboss.games.live.events import PurseFilled, PurseTaken
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
    awaited, reader = tables.pending.get(number), tables.cards.readers.get(number)
    if awaited is None or reader is None or awaited.kind != command.verb:
        return Refusal("card_awaited", f"no {command.verb} is awaited at table {number}", (), tables.rulebook)
    try:
        reader.enter(command.card if isinstance(command, cmd.EnterCard) else command.cents)
    except ImpossibleCard as error:
        return Refusal("strange_card", str(error), (), tables.rulebook)
    del tables.pending[number]
    again = tables.again.pop(number, None)
    try:
        if again is not None:
            command_again = cmd.PlayAtTable(command=again, table=number)
            done = act(tables.rules, tables.state, command_again, tables.cards.chance)
            assert not isinstance(done, Refusal), done
        else:
            done = resume(tables.rules, tables.state, number, tables.cards.chance)
        events: list[Any] = list(done)
    except CardAwaited as unknown:
        events = tables.wait(unknown, again)
    return tables.record(events)


HANDLERS: Final[Mapping[type, Handler]] = {
    cmd.JoinTable: join,
    LeaveTable: leave,
    Contribute: contribute,
    cmd.EnterCard: enter_outcome,
    cmd.EnterPrize: enter_outcome,
}
