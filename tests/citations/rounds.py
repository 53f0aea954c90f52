"""Random rounds with irregularities at lawful tables, with every citation checked against the facts."""

from random import Random

from pitboss.games.blackjack import act, legal_actions, open_state
from pitboss.games.blackjack import commands as cmd
from pitboss.games.blackjack.chance import UnknownOutcome
from pitboss.games.blackjack.conditions import BlackjackFactTracker
from pitboss.games.blackjack.state import Stage
from pitboss.law import Refusal
from pitboss.law.choices import ShoeKind
from pitboss.law.conditions import CitationChecker, CitationError
from tests.properties.tables import Asking, any_table

#: Decisions that exercise more clauses are chosen more often.
_EAGER = {"split": 5, "double": 3, "insure": 3, "follow": 2, "hit": 2}


class _OutOfCards(Exception):
    """The shoe of the test has no further card."""


class CheckedTable:
    """A table that plays at random and collects the citations which the facts contradict."""

    def __init__(self, book: str, seed: int) -> None:
        self.dice = Random(f"{book} {seed}")
        table = any_table(book, self.dice)
        self.rules, self.chance = table.rules, table.chance
        self.checker = CitationChecker(self.rules, BlackjackFactTracker(self.rules), complete=True)
        self.errors: dict[str, str] = {}
        self.header = str(table)
        self.state, opening = open_state(self.rules, self.chance)
        self._add(self.checker.events(opening), "open")
        for player, money in table.purses.items():
            self.ask(cmd.JoinTable(player=player, money=money))

    def _add(self, errors: list[CitationError], command: object) -> None:
        for error in errors:
            self.errors.setdefault(str(error), f"{command}\n{self.header}")

    def ask(self, command: cmd.Command) -> None:
        """Carries out a command, or has it refused, and checks what is cited."""
        try:
            events = act(self.rules, self.state, command, self.chance)
        except UnknownOutcome:
            raise _OutOfCards from None
        if isinstance(events, Refusal):
            self._add(self.checker.refusal(command, events.clauses), command)
        else:
            self._add(self.checker.events(events), command)

    def rounds(self, number: int) -> int:
        """Plays up to so many rounds; returns how many were dealt."""
        before = self.state.round
        try:
            for _ in range(number):
                self._round()
                if self.state.stage == Stage.CLOSED:
                    break
        except _OutOfCards:
            pass
        return self.state.round - before

    def _round(self) -> None:
        dice, asking = self.dice, Asking(self.rules, self.state, self.dice)
        for _ in range(dice.randint(1, 6)):
            self.ask(asking.bet())
        if dice.random() < 0.15:
            self.ask(dice.choice((asking.house, asking.irregularity))())
        double = self.rules.terms.shoe is ShoeKind.DOUBLE
        for _ in range(2):  # where the cutting card comes first, the first deal only shuffles
            if self.state.stage == Stage.BETTING:
                self.ask(cmd.Deal(side=dice.choice("ab") if double else ""))
        for _ in range(80):
            if self.state.stage in (Stage.BETTING, Stage.CLOSED):
                return
            self.ask(self._decision(asking))

    def _decision(self, asking: Asking) -> cmd.Command:
        dice = self.dice
        if dice.random() < 0.06:
            return dice.choice((asking.anything, asking.irregularity, asking.house))()
        found = list(legal_actions(self.rules, self.state))
        if not found:
            return cmd.HousePress(box=self.state.presses[0]) if self.state.presses else cmd.CloseOffer()
        return dice.choices(found, [_EAGER.get(command.verb, 1) for command in found])[0]


def check_rounds(book: str, seed: int, rounds: int) -> dict[str, str]:
    """Plays at least so many rounds at tables of a rulebook; returns the errors, each with one occasion."""
    errors: dict[str, str] = {}
    played = 0
    while played < rounds:
        table = CheckedTable(book, seed)
        played += max(1, table.rounds(8))
        errors = {**table.errors, **errors}
        seed += 1_000_003
    return errors
