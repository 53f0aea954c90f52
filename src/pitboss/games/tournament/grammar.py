"""The lines of a tournament: those of its director, derived from the commands, and those of its tables."""

from typing import Any

from msgspec.structs import replace

from pitboss.games.actors import HOUSE
from pitboss.games.blackjack import commands as at_table
from pitboss.games.blackjack.grammar import GRAMMAR as TABLE_GRAMMAR
from pitboss.games.blackjack.irregularities import check_report_words
from pitboss.games.commands import CORRECTIONS, TABLE_COMMANDS
from pitboss.games.grammar import Grammar
from pitboss.games.irregularities import check_kind
from pitboss.games.tournament import commands as cmd
from pitboss.games.tournament.rules import TournamentRules
from pitboss.games.tournament.state import State
from pitboss.games.words import BadWords, check_number, check_truth, check_words, parse_player
from pitboss.pit import Act


class TournamentGrammar(Grammar):
    """Lines of the director, and lines of blackjack at one of the tables."""

    def commands_of_file(self, *, house: bool) -> dict[str, list[Any]]:
        """Returns the commands of a file by verb, those at the tables included."""
        return TABLE_GRAMMAR.commands_of_file(house=house) | super().commands_of_file(house=house)

    def read(self, act: Act, *, live: bool = False) -> cmd.Command:
        """Parses a line that names its box. Raises BadWords for an invalid line."""
        if self.has_verb(act, live=live):
            return super().read(act, live=live)
        table = int(act.table[1:]) if act.table else 0
        if act.actor == HOUSE and act.verb == at_table.Deal.verb and act.words:
            if act.words[0] != "without" or len(act.words) < 2:
                raise BadWords(f"expected 'deal [without PLAYER …]', got 'deal {' '.join(act.words)}'")
            without = tuple(parse_player(word) for word in act.words[1:])
            return cmd.PlayAtTable(command=at_table.Deal(), table=table, without=without)
        accepted = act.verb == at_table.PlaceBet.verb and act.words[-1:] == ("accepted",)
        inner = Act(act.actor, act.verb, act.words[:-1] if accepted else act.words)
        return cmd.PlayAtTable(command=TABLE_GRAMMAR.read(inner), table=table, accepted=accepted)

    def words(self, command: Any) -> str:
        """Returns the words of a command without its actor."""
        if not isinstance(command, cmd.PlayAtTable):
            return super().words(command)
        more = (
            *(["accepted"] if command.accepted else []),
            *(("without", *command.without) if command.without else ()),
        )
        return " ".join((TABLE_GRAMMAR.words(command.command), *more))

    def check(self, command: Any) -> None:
        """Validates a command. Raises TypeError or ValueError, with what to write, if a log could not hold it."""
        if not isinstance(command, cmd.PlayAtTable):
            super().check(command)
            return
        if type(command.command) is at_table.JoinTable:
            raise TypeError("a player enters a tournament and joins no table of it: write AcceptEntry(player=…)")
        TABLE_GRAMMAR.check(command.command)
        check_number("table", command.table)
        check_truth("accepted", command.accepted)
        check_words("without", command.without)
        if self._parsed_back(command) != replace(command, command=self._inner(command)):
            raise ValueError(f"{command!r} has fields that do not go together: '{self.line(command)}' means another")

    @staticmethod
    def _inner(command: cmd.PlayAtTable) -> Any:
        """Returns the command at the table as its line parses: without the empty spots at the end."""
        line = TABLE_GRAMMAR.words(command.command).split()
        return TABLE_GRAMMAR.read(Act(command.actor, line[0], tuple(line[1:])), live=True)


GRAMMAR = TournamentGrammar((*vars(cmd).values(), *TABLE_COMMANDS, *CORRECTIONS), "pitboss.games.tournament.commands")
command_words = GRAMMAR.line
HOUSE_VERBS = GRAMMAR.house_verbs
#: Verbs whose last word is an amount: a single word after them is the amount, not a box.
_AMOUNT_VERBS = ("bet", "insure")


def read_command(act: Act, state: State) -> cmd.Command:
    """Parses a line of a file, in which a player need not name the box. Raises BadWords for an invalid line."""
    return GRAMMAR.read(with_own_box(act, state))


def read_line(act: Act, state: State) -> cmd.Command:
    """Parses a line at a table; players enter for themselves. Raises BadWords for an invalid line."""
    if act.actor != HOUSE and act.verb == cmd.AcceptEntry.verb:
        if act.words:
            raise BadWords("expected 'enter': everybody enters for himself")
        return cmd.AcceptEntry(player=act.actor)
    return GRAMMAR.read(act if GRAMMAR.has_verb(act, live=True) else with_own_box(act, state), live=True)


def check_reason(rules: TournamentRules, command: cmd.Command) -> None:
    """Raises BadWords for a reason or an irregularity that no rulebook has, or with words that its remedy lacks."""
    if isinstance(command, cmd.Disqualify):
        expected = f"expected 'disqualify PLAYER REASON', got '{command.reason}': the reason is"
        check_kind(command.reason, rules.law.irregularities, expected)
    elif isinstance(command, cmd.PlayAtTable):
        check_report_words(rules.table, command.command)


def with_own_box(act: Act, state: State) -> Act:
    """Returns a player's line with the box first: the player's own box if none is named."""
    if act.actor == HOUSE or act.verb in ("cut", "decline", *GRAMMAR.player_verbs):
        return act
    at = state.table_of(act.actor)
    own = at.box_of(act.actor) if at is not None else 1  # the rules refuse a player without a box: any number will do
    plain = [word for word in act.words if "=" not in word and word not in ("unseated", "accepted")]
    named = len(plain) > 1 if act.verb in _AMOUNT_VERBS else bool(plain)
    if act.verb == "double" and len(plain) == 1:
        # a single word is the own box if it equals it, otherwise an amount
        named = plain[0] == str(own)
    return act if named else replace(act, words=(str(own), *act.words))
