"""Which command the words of an actor are, and whether the actor may use it."""

from typing import TYPE_CHECKING, Final

from pitboss.games.commands import CloseReveals, Command, JoinTable, LeaveTable, MixBeacon
from pitboss.games.grammar import bad_words, parse_act
from pitboss.games.live.base import HOUSE, MOST_BROUGHT, STAFF, Actor, Role, is_anonymous
from pitboss.law.refusal import Refusal

if TYPE_CHECKING:
    from pitboss.games.live.table import Table

#: Verbs of players that need no chance.
_OF_PEOPLE: Final = frozenset(("join", "leave", "contribute", "commit", "reveal", "ready"))


def parse_words(table: "Table", actor: Actor, words: str) -> Command | Refusal:
    """Parses the words of an actor into a command that the role may use."""
    line = table.expand(actor, parse_act(actor, words))
    if isinstance(line, str):
        return bad_words(line, table.rulebook)
    if line.table and not table.numbered:
        return bad_words(f"'{line.table}': only a tournament has several tables", table.rulebook)
    if line.actor == HOUSE and line.verb in _OF_PEOPLE:
        return Refusal("role", f"'{line.verb}' is for players, and the house is none", (), table.rulebook)
    refusal = _verb_refusal(table, actor, line.actor, line.verb)
    if refusal is not None:
        return refusal
    try:
        command = table.read(line)
    except ValueError as error:
        return bad_words(str(error), table.rulebook, table.suggestions(line.actor))
    return table.permission(actor, command) or command


def command_refusal(table: "Table", actor: Actor, command: Command) -> Refusal | None:
    """Returns the refusal of a command that this actor may not use; None where they may."""
    player = table.player_of(command)
    if actor.role is Role.PLAYER and player not in ("", actor.name):
        return Refusal("role", f"{actor.name} cannot act for {player}", (), table.rulebook)
    if isinstance(command, JoinTable) and not 0 < command.money <= MOST_BROUGHT:
        return bad_words("expected 'join AMOUNT', in dollars, of more than nothing", table.rulebook)
    if isinstance(command, CloseReveals | MixBeacon) and actor.role is not Role.HOUSE:
        return Refusal("role", f"'{command.verb}' is for the clock of the house alone", (), table.rulebook)
    return _verb_refusal(table, actor, command.actor, table.verb_of(command))


def _verb_refusal(table: "Table", actor: Actor, player: str, verb: str) -> Refusal | None:
    """Returns the refusal of a verb that the role may not use, for itself or for a player of the table.

    At a floor table the staff speaks for the anonymous players, and for nobody else.
    """
    floor, rulebook = table.spec.floor, table.rulebook
    if actor.role in STAFF and player not in ("", HOUSE):
        if not floor:
            text = f"{actor.name} cannot act for {player}: only at a floor table a dealer enters what players say"
            return Refusal("role", text, (), rulebook)
        if not is_anonymous(player):
            text = f"{actor.name} cannot act for {player}, who decides with an account"
            return Refusal("role", text, (), rulebook)
        deals = bool(table.roles.verbs(actor.role))
        return table.roles.refusal(Actor(player, Role.PLAYER) if deals else actor, verb, rulebook)
    if actor.role is Role.PLAYER and floor and is_anonymous(player) and verb != LeaveTable.verb:
        return Refusal("role", f"{player} is the name of an anonymous player", (), rulebook)
    return table.roles.refusal(actor, verb, rulebook)
