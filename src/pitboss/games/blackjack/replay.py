"""Replays a blackjack file."""

from collections.abc import Iterator, Sequence

from pitboss.games.blackjack import act as carry_out
from pitboss.games.blackjack import commands as cmd
from pitboss.games.blackjack import events as ev
from pitboss.games.blackjack import legal_actions, open_state, refusal_of, release_payment
from pitboss.games.blackjack.chance import DealWaits, UnknownOutcome
from pitboss.games.blackjack.expectations import TableWitness, expectation
from pitboss.games.blackjack.grammar import read_command
from pitboss.games.blackjack.irregularities import check_report_words
from pitboss.games.blackjack.listed_chance import listed_shoe
from pitboss.games.header import DEFAULT_PURSE, read_players
from pitboss.law import Refusal
from pitboss.law.resolve import BlackjackRules
from pitboss.pit import Act, Does, MustBeRefused, PitFile


def people(file: PitFile) -> Iterator[str]:
    """Yields the name of every actor in the file."""
    for line in file.lines:
        if isinstance(line, Does | MustBeRefused) and line.act.actor != cmd.HOUSE:
            yield line.act.actor


class BlackjackPlay:
    """Replay of a file: a table that deals the cards which the file lists."""

    def __init__(self, file: PitFile, rules: BlackjackRules) -> None:
        self.rules = rules
        self.chance = listed_shoe(file, rules)
        self.state, self.opening = open_state(rules, self.chance)
        self.witness = TableWitness(rules, self.state)
        self.witness.saw(self.opening)
        purses = read_players(file)
        for name in dict.fromkeys((*purses, *people(file))):
            joins = cmd.JoinTable(player=name, money=purses.get(name, DEFAULT_PURSE))
            carry_out(rules, self.state, joins, self.chance)

    def read(self, act: Act) -> cmd.Command:
        """Parses a line of play."""
        if act.table:
            raise ValueError(f"'{act.table}': only a tournament has several tables")
        command = read_command(act)
        check_report_words(self.rules, command)
        return command

    def does(self, command: cmd.Command) -> Sequence[ev.Event] | Refusal:
        """Executes a command; returns its events, or the refusal."""
        try:
            events = carry_out(self.rules, self.state, command, self.chance)
        except DealWaits as waits:
            events = waits.events
        except UnknownOutcome as error:
            raise ValueError(str(error)) from None
        if not isinstance(events, Refusal):
            self.witness.saw(events)
        return events

    def release_payment(self) -> Sequence[ev.Event]:
        """Pays what waited for an attestation; returns the events of that, none where nothing waited."""
        if self.state.held is None:
            return ()
        try:
            events = release_payment(self.rules, self.state, self.chance)
        except UnknownOutcome as error:
            raise ValueError(str(error)) from None
        self.witness.saw(events)
        return events

    def refusal(self, command: cmd.Command) -> Refusal | None:
        """Returns the refusal of a command; None if it is legal."""
        return refusal_of(self.rules, self.state, command)

    def expects(self, words: Sequence[str]) -> tuple[str, str]:
        """Evaluates an expectation; returns the expected and the actual value."""
        return expectation(self.witness, words, legal_actions(self.rules, self.state))
