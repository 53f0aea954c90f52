"""Replays a tournament file."""

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from pitboss.games.blackjack import legal_actions
from pitboss.games.blackjack.chance import Chance
from pitboss.games.blackjack.expectations import TableWitness
from pitboss.games.blackjack.expectations import expectation as expectation_at_table
from pitboss.games.blackjack.listed_chance import check_counts, listed_chance
from pitboss.games.tournament import CardAwaited, TournamentRules, act, open_tournament, refusal_of, tournament_rules
from pitboss.games.tournament import commands as cmd
from pitboss.games.tournament import events as ev
from pitboss.games.tournament.expectations import EXPECTATIONS, TournamentWitness
from pitboss.games.tournament.grammar import check_reason, read_command
from pitboss.law import Refusal, TableRules
from pitboss.law.choices import ShoeKind
from pitboss.pit import Act, Blank, Header, Line, PitError, PitFile

_CHANCE = ("cards", "reshuffle")


def for_table(file: PitFile, number: int) -> PitFile:
    """Returns the file with the card headers of one table only. Line numbers do not change."""
    lines: list[Line] = []
    for line in file.lines:
        if isinstance(line, Header) and line.key.partition(".")[0] in _CHANCE:
            base, _, suffix = line.key.partition(".")
            mine = suffix == f"t{number}" or (not suffix and number == 1)
            lines.append(replace(line, key=base) if mine else Blank())
        else:
            lines.append(line)
    return PitFile(tuple(lines))


def check_headers(file: PitFile) -> None:
    """Raises PitError for a header that a tournament does not use."""
    for number, line in enumerate(file.lines, 1):
        if isinstance(line, Header):
            base, dot, suffix = line.key.partition(".")
            if base in ("spins", "prizes", "players"):
                raise PitError(number, f"header '{base}': a tournament has no use for it")
            if dot and not suffix.startswith("t"):
                raise PitError(number, f"header '{line.key}': a tournament has {base} and {base}.t2, {base}.t3 …")


class ListedTables:
    """The cards that a file lists for each table of a tournament."""

    def __init__(self, file: PitFile, rules: TournamentRules) -> None:
        check_headers(file)
        self._file = file
        self._chances: dict[int, Chance] = {}
        if rules.table.terms.shoe is not ShoeKind.CONTINUOUS:  # a continuous shoe deals used cards again
            keys = (line.key.partition(".")[2] for line in file.lines if isinstance(line, Header))
            for number in {1, *(int(suffix[1:]) for suffix in keys if suffix)}:
                terms = rules.table.terms
                check_counts(for_table(file, number), (terms.decks,), terms.ranks_removed)

    def __call__(self, number: int) -> Chance:
        """Returns the listed cards of a table."""
        if number not in self._chances:
            self._chances[number] = listed_chance(for_table(self._file, number), double=False)
        return self._chances[number]


def listed_tables(file: PitFile, law: TableRules[Any]) -> ListedTables:
    """Returns the listed cards of the tables of a tournament. Raises PitError for a header that it cannot use."""
    return ListedTables(file, _rules(law))


def _rules(law: TableRules[Any]) -> TournamentRules:
    rules = tournament_rules(law)
    if isinstance(rules, Refusal):
        raise ValueError(str(rules))
    return rules


class TournamentPlay:
    """Replay of a file: a tournament whose tables deal the cards which the file lists for each."""

    def __init__(self, file: PitFile, law: TableRules[Any]) -> None:
        self.rules = rules = _rules(law)
        self.chance = ListedTables(file, rules)
        self._at_tables: dict[int, TableWitness] = {}
        self.state, self.opening = open_tournament(rules)
        self.witness = TournamentWitness(rules, self.state, self.opening)

    def read(self, act: Act) -> cmd.Command:
        """Parses a line of play."""
        command = read_command(act, self.state)
        check_reason(self.rules, command)
        return command

    def does(self, command: cmd.Command) -> Sequence[ev.Event] | Refusal:
        """Executes a command; returns its events, or the refusal."""
        if isinstance(command, cmd.StartSession):
            command = cmd.StartSession(confirmed=True)  # in a file the house acts as the director
        try:
            events = act(self.rules, self.state, command, self.chance)
        except CardAwaited as error:
            raise ValueError(str(error)) from None
        if not isinstance(events, Refusal):
            self._saw(events)
        return events

    def _saw(self, events: Sequence[ev.Event]) -> None:
        self.witness.events = events
        touched = [event.table for event in events if isinstance(event, ev.AtTable | ev.SessionEnded | ev.ChipsTallied)]
        if touched:
            # a new session is viewed from its first table
            self.witness.in_view = touched[0]
        for number, table in self.state.tables.items():
            at_table = self._at_tables.get(number)
            if at_table is None:
                at_table = self._at_tables[number] = TableWitness(self.rules.table, table.play)
            at_table.state = table.play
            at_table.saw([event.event for event in events if isinstance(event, ev.AtTable) and event.table == number])

    def release_payment(self) -> Sequence[ev.Event]:
        """Returns no events: no payment waits for an attestation."""
        return ()

    def refusal(self, command: cmd.Command) -> Refusal | None:
        """Returns the refusal of a command; None if it is legal."""
        return refusal_of(self.rules, self.state, command)

    def expects(self, words: Sequence[str]) -> tuple[str, str]:
        """Evaluates an expectation of the tournament or of the table in view; returns expected and actual value."""
        looker = EXPECTATIONS.get(words[0])
        if looker is not None:
            return looker(self.witness, words)
        return self._at_table(list(words))

    def _at_table(self, words: list[str]) -> tuple[str, str]:
        table = self.witness.table
        if len(words) > 1 and self.state.known(words[1]):
            table = self.state.table_of(words[1]) or table
            if words[0] == "wager" and len(words) == 4 and table is not None:
                words.insert(2, str(table.box_of(words[1])))
        if table is None or table.number not in self._at_tables:
            raise ValueError(f"'? {' '.join(words)}' is asked of a table, and no session has begun")
        at_table = self._at_tables[table.number]
        return expectation_at_table(at_table, words, legal_actions(self.rules.table, table.play))
