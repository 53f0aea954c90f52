"""A tournament file being played."""

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from pitboss.blackjack import legal_actions
from pitboss.blackjack.chance import Chance
from pitboss.law import Refusal, TableRules
from pitboss.law.ways import ShoeKind
from pitboss.notation.expect import Witness as TableWitness
from pitboss.notation.expect import expectation as expectation_at_table
from pitboss.notation.header import check_counts, listed_chance
from pitboss.notation.pit import Act, Blank, Header, Line, PitError, PitFile
from pitboss.notation.tournament_expect import LOOKERS, Witness
from pitboss.notation.tournament_words import read_command
from pitboss.tournament import CardAwaited, act, open_tournament, refusal_of, tournament_rules
from pitboss.tournament import events as ev

_CHANCE = ("cards", "reshuffle")


def for_table(file: PitFile, number: int) -> PitFile:
    """The file as one table sees it: only its own cards, on the lines where they stand."""
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
    """No header that a tournament has no use for."""
    for number, line in enumerate(file.lines, 1):
        if isinstance(line, Header):
            base, dot, suffix = line.key.partition(".")
            if base in ("spins", "prizes", "players"):
                raise PitError(number, f"header '{base}': a tournament has no use for it")
            if dot and not suffix.startswith("t"):
                raise PitError(number, f"header '{line.key}': a tournament has {base} and {base}.t2, {base}.t3 …")


class TournamentPlay:
    """A tournament on the cards that the file lists for each of its tables."""

    def __init__(self, file: PitFile, law: TableRules[Any]) -> None:
        check_headers(file)
        rules = tournament_rules(law)
        if isinstance(rules, Refusal):
            raise ValueError(str(rules))
        self.rules = rules
        self.file = file
        self._chances: dict[int, Chance] = {}
        self._at_tables: dict[int, TableWitness] = {}
        if rules.table.terms.shoe is not ShoeKind.CONTINUOUS:  # where used cards come back
            for number in self._numbers():
                check_counts(for_table(file, number), (rules.table.terms.decks,))
        self.state, self.opening = open_tournament(rules)
        self.witness = Witness(rules, self.state, self.opening)

    def _numbers(self) -> set[int]:
        keys = (line.key.partition(".")[2] for line in self.file.lines if isinstance(line, Header))
        return {1, *(int(suffix[1:]) for suffix in keys if suffix)}

    def chance(self, number: int) -> Chance:
        """What the file lists for a table."""
        if number not in self._chances:
            self._chances[number] = listed_chance(for_table(self.file, number), double=False)
        return self._chances[number]

    def does(self, act_line: Act) -> Sequence[ev.Event] | Refusal:
        """Carries a line out."""
        command = read_command(act_line, self.state)
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
            # a new session is seen from its first table
            self.witness.in_view = touched[0]
        for number, table in self.state.tables.items():
            at_table = self._at_tables.get(number)
            if at_table is None:
                at_table = self._at_tables[number] = TableWitness(self.rules.table, table.play)
            at_table.state = table.play
            at_table.saw([event.event for event in events if isinstance(event, ev.AtTable) and event.table == number])

    def refusal(self, act_line: Act) -> Refusal | None:
        """What forbids a line."""
        return refusal_of(self.rules, self.state, read_command(act_line, self.state))

    def expects(self, words: Sequence[str]) -> tuple[str, str]:
        """Against what the tournament, or the table in view, shows."""
        if words[0] == "not" and len(words) > 1:
            expected, got = self.expects(words[1:])
            wanted = f"{words[1]} {expected}"
            return wanted, wanted if expected != got else got
        looker = LOOKERS.get(words[0])
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
