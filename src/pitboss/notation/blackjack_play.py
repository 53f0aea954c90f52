"""A blackjack file being played."""

from collections.abc import Iterator, Sequence

from pitboss.blackjack import act as carry_out
from pitboss.blackjack import commands as cmd
from pitboss.blackjack import events as ev
from pitboss.blackjack import legal_actions, open_state, refusal_of
from pitboss.blackjack.chance import UnknownOutcome
from pitboss.blackjack.shoe import decks_by_side
from pitboss.law import Refusal
from pitboss.law.resolve import BlackjackRules
from pitboss.law.ways import ShoeKind
from pitboss.notation.expect import Witness, expectation
from pitboss.notation.header import DEFAULT_PURSE, check_counts, check_used, listed_chance, read_players
from pitboss.notation.pit import Act, Does, MustBeRefused, PitFile
from pitboss.notation.words import read_command


def people(file: PitFile) -> Iterator[str]:
    """Everybody who does anything in the file."""
    for line in file.lines:
        if isinstance(line, Does | MustBeRefused) and line.act.actor != cmd.HOUSE:
            yield line.act.actor


class BlackjackPlay:
    """A table on the cards that the file lists."""

    def __init__(self, file: PitFile, rules: BlackjackRules) -> None:
        self.rules = rules
        terms = rules.terms
        self.chance = listed_chance(file, double=terms.shoe is ShoeKind.DOUBLE)
        check_used(file, double=terms.shoe is ShoeKind.DOUBLE)
        if terms.shoe is not ShoeKind.CONTINUOUS:  # where used cards come back
            check_counts(file, decks_by_side(rules))
        self.state, self.opening = open_state(rules, self.chance)
        self.witness = Witness(rules, self.state)
        self.witness.saw(self.opening)
        purses = read_players(file)
        for name in dict.fromkeys((*purses, *people(file))):
            joins = cmd.JoinTable(player=name, money=purses.get(name, DEFAULT_PURSE))
            carry_out(rules, self.state, joins, self.chance)

    def _command(self, act: Act) -> cmd.Command:
        if act.table:
            raise ValueError(f"'{act.table}': only a tournament has several tables")
        return read_command(act)

    def does(self, act: Act) -> Sequence[ev.Event] | Refusal:
        """Carries a line out."""
        try:
            events = carry_out(self.rules, self.state, self._command(act), self.chance)
        except UnknownOutcome as error:
            raise ValueError(str(error)) from None
        if not isinstance(events, Refusal):
            self.witness.saw(events)
        return events

    def refusal(self, act: Act) -> Refusal | None:
        """What forbids a line."""
        return refusal_of(self.rules, self.state, self._command(act))

    def expects(self, words: Sequence[str]) -> tuple[str, str]:
        """Against what the table shows."""
        return expectation(self.witness, words, legal_actions(self.rules, self.state))
