"""Tournament chips: each session's rounds settled by the blackjack document, and the chips of each player counted."""

from dataclasses import dataclass, field
from random import Random

from pitboss.games.tournament import act
from pitboss.games.tournament import commands as cmd
from pitboss.games.tournament import events as ev
from pitboss.law import Refusal, load_rulebook, resolve
from tests.games.tournament.driver import NAMES, TournamentDriver, rules_with
from tests.properties.tables import Asking
from tests.reference.documents import document
from tests.reference.facts import Reader
from tests.reference.settlement import results


@dataclass
class CountedTable:
    """A table with the reference's own count of chips."""

    reader: Reader
    chips: dict[str, int] = field(default_factory=dict)


class CountedTournament:
    """A random tournament whose chips are counted twice."""

    def __init__(self, seed: int) -> None:
        self.dice = Random(seed)
        chips, session = self.dice.choice(("50", "200", "1000")), self.dice.choice(("rounds:4", "rounds:8", "shoes:1"))
        rules = rules_with(chips=chips, session=session, playoff="rounds:2", advance=self.dice.choice("23"))
        self.driver = TournamentDriver(rules, NAMES[: self.dice.choice((4, 7, 12))], seed)
        self.tables: dict[int, CountedTable] = {}
        self.rounds = 0
        base = resolve(load_rulebook("nz-blackjack"), {}, rules.law.limits)
        assert not isinstance(base, Refusal)
        self.document = document("nz-blackjack", base.options)

    def play(self, rounds: int) -> str:
        """Plays about so many rounds; returns the first disagreement, or an empty text."""
        for command in self.driver.commands():
            for asked in (command, *self._irregularity()):
                events = act(self.driver.rules, self.driver.state, asked, self.driver.chance)
                if isinstance(events, Refusal):
                    if asked is command:
                        return ""
                    continue
                found = self._read(asked, events)
                if found:
                    return found
            if self.rounds >= rounds:
                return ""
        return ""

    def _irregularity(self) -> tuple[cmd.Command, ...]:
        tables = [table for table in self.driver.state.tables.values() if table.running and table.play.hands]
        if not tables or self.dice.random() > 0.05:
            return ()
        table = self.dice.choice(tables)
        report = Asking(self.driver.rules.table, table.play, self.dice).irregularity()
        return (cmd.PlayAtTable(command=report, table=table.number),)

    def _read(self, command: cmd.Command, events: list[ev.Event]) -> str:
        if isinstance(command, cmd.PlayAtTable) and command.table in self.tables:
            self.tables[command.table].reader.command(command.command)
        for event in events:
            if isinstance(event, ev.SessionBegan):
                reader = Reader(voids_lost_hands=True, returns_low_wagers=False)
                self.tables[event.table] = CountedTable(reader, dict.fromkeys(event.players, event.stack))
            elif isinstance(event, ev.PlayerDisqualified):
                for wager in (wager for table in self.tables.values() for wager in table.reader.round.wagers):
                    # a wager that was lost before stays lost: only what is still on the layout goes back
                    wager.void = wager.void or (wager.player == event.player and wager.claim is None)
            elif isinstance(event, ev.AtTable):
                found = self._at_table(event)
                if found:
                    return found
        return ""

    def _at_table(self, event: ev.AtTable) -> str:
        counted = self.tables[event.table]
        counted.reader.read((event.event,))
        facts, counted.reader.finished = counted.reader.finished, None
        if facts is None:
            return ""
        self.rounds += 1
        for number, net in results(self.document, facts).items():
            wager = facts.wagers[number]
            counted.chips[wager.player] += net or 0
            if wager.claim != net:
                return f"t{event.table} {wager}: reference {net}\n{facts}"
        held = self.driver.state.tables[event.table].play.money
        if all(held.get(player, chips) == chips for player, chips in counted.chips.items()):
            return ""
        return f"t{event.table}: engine {held}, reference {counted.chips}\n{facts}"
