"""Rounds at random with irregularities, each settled twice: by the engine and by the reference."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random

from pitboss.games.blackjack import act, legal_actions, open_state
from pitboss.games.blackjack import commands as cmd
from pitboss.games.blackjack.chance import UnknownOutcome
from pitboss.games.blackjack.grammar import command_words
from pitboss.games.blackjack.state import Stage
from pitboss.law import Refusal
from pitboss.law.choices import ShoeKind
from pitboss.money import net_text
from tests.properties.tables import Asking, Table, any_table
from tests.reference.documents import document
from tests.reference.facts import Reader, Round, Wager
from tests.reference.ledger import TableLedger
from tests.reference.settlement import Unsettled, wager_result

_EAGER = {"split": 8, "double": 3, "hit": 3, "insure": 2, "follow": 2, "press": 2, "surrender": 0.5}


@dataclass
class Disagreement:
    """A round that engine and reference settle differently."""

    table: Table
    commands: tuple[cmd.Command, ...]
    #: What the reference expects, as expectations of the notation, each with what the engine did.
    differences: tuple[str, ...]

    def as_pit(self) -> str:
        """Returns the round as a ``.pit`` file that fails where engine and reference differ."""
        lines = ["title: Engine and reference disagree", *self.table.header(), *self.table.chance.header(), "---"]
        return "\n".join([*lines, *map(command_words, self.commands), *self.differences, ""])


@dataclass
class Session:
    """A table in play, with the reference beside it."""

    table: Table
    commands: list[cmd.Command] = field(default_factory=list)
    rounds: int = 0

    def __post_init__(self) -> None:
        table = self.table
        self.reader = Reader(
            voids_lost_hands=table.book.id == "nz-blackjack", returns_low_wagers=table.book.id == "canberra-blackjack"
        )
        self.ledger = TableLedger(document(table.book.id, table.rules.options))
        self.state, events = open_state(table.rules, table.chance)
        self.reader.read(events)
        for player, money in table.purses.items():
            joined = act(table.rules, self.state, cmd.JoinTable(player=player, money=money), table.chance)
            assert not isinstance(joined, Refusal)
            self.reader.read(joined)

    def ask(self, command: cmd.Command) -> Disagreement | None:
        """Gives a command to the table; returns a disagreement about a round that it ends."""
        events = act(self.table.rules, self.state, command, self.table.chance)
        if isinstance(events, Refusal):
            return None
        self.commands.append(command)
        self.reader.command(command)
        for event in events:
            if type(event).__name__ == "RoundMisdealt":
                self._value_decided()
            self.reader.read((event,))
            if self.reader.finished is not None:
                found = self._compare(self.reader.finished)
                self.reader.finished = None
                self.rounds += 1
                if found:
                    return Disagreement(self.table, tuple(self.commands), found)
        return None

    def _value_decided(self) -> None:
        """Values the side wagers that were settled before their hand is dealt again."""
        facts = self.reader.round
        for wager in facts.wagers:
            if wager.settled and not wager.void:
                wager.decided = _result_so_far(self.ledger, facts, wager)

    def _compare(self, facts: Round) -> tuple[str, ...]:
        try:
            expected = self.ledger.settle(facts)
        except Unsettled as error:
            return (f"# {error}",)
        return tuple(
            _expectation(facts, wager, expected[number])
            for number, wager in enumerate(facts.wagers)
            if wager.claim != expected[number]
        )


def _expectation(facts: Round, wager: Wager, reference: int | None) -> str:
    """Returns what the reference expects of a wager as a line of the notation."""
    engine, expected = ("open" if net is None else net_text(net) for net in (wager.claim, reference))
    hands = facts.hands.get(wager.box, [])
    place = next((place for place, hand in enumerate(hands, 1) if hand.number == wager.hand), 1)
    box = f"{wager.box}.{place}" if len(hands) > 1 and wager.kind in ("main", "double") else str(wager.box)
    kind = wager.kind if wager.spot == 1 else f"{wager.kind}:{wager.spot}"
    return f"? wager {wager.player} {box} {kind} {expected}  # the engine settles it at {engine}"


def _result_so_far(ledger: TableLedger, facts: Round, wager: Wager) -> int | None:
    """Returns what a wager would be settled at by the cards so far; None where they do not decide it."""
    try:
        return wager_result(ledger.document, facts, wager)
    except (Unsettled, IndexError, StopIteration):
        return None


def random_session(name: str, seed: int, rounds: int) -> Iterator[Disagreement | None]:
    """Plays rounds at a random lawful table; yields None for each agreed round, and the first disagreement."""
    dice = Random(seed)
    session = Session(any_table(name, dice))
    try:
        for _ in range(rounds):
            before = session.rounds
            for command in _round(session, dice):
                found = session.ask(command)
                if found is not None:
                    yield found
                    return
            yield from [None] * (session.rounds - before)
            if session.state.stage == Stage.CLOSED:
                return
    except UnknownOutcome:
        return


def _round(session: Session, dice: Random) -> Iterator[cmd.Command]:
    """Yields commands for one round: bets, the deal, decisions, and now and then an irregularity."""
    rules, state = session.table.rules, session.state
    asking = Asking(rules, state, dice)
    for _ in range(dice.randint(1, 6)):
        yield asking.bet()
    if dice.random() < 0.1:
        yield asking.house()
    for _ in range(2):
        if state.stage == Stage.BETTING:
            if dice.random() < 0.1:
                yield asking.irregularity()
            yield cmd.Deal(side=dice.choice("ab") if rules.terms.shoe is ShoeKind.DOUBLE else "")
    for _ in range(60):
        if state.stage in (Stage.BETTING, Stage.CLOSED):
            return
        if dice.random() < 0.08:
            yield dice.choice((asking.anything, asking.irregularity, asking.house))()
            continue
        found = list(legal_actions(rules, state))
        if not found:
            yield cmd.HousePress(box=state.presses[0]) if state.presses else cmd.CloseOffer()
            continue
        yield dice.choices(found, [_EAGER.get(command.verb, 1) for command in found])[0]
