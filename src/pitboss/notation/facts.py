"""The facts of a replay: on what each citation rests, and why the clauses next to it do not apply."""

from collections.abc import Iterator
from typing import Final

from pitboss.games.commands import Attest
from pitboss.games.registry import find_game
from pitboss.law import load_rulebook
from pitboss.law.cite import Clauses, without_number
from pitboss.law.conditions import ClauseConditions, Condition, Facts, conditions_of
from pitboss.notation.replay import Outcome, RefusedLine, Step

#: How many neighbours of the deciding clause are named.
_MOST: Final = 3


class Grounds:
    """What the citations of one event or refusal rest on, by clause, and the neighbours that do not apply."""

    def __init__(self, facts: dict[str, str] | None = None, neighbours: dict[str, str] | None = None) -> None:
        self.facts = facts or {}
        self.neighbours = neighbours or {}

    def lines(self) -> Iterator[str]:
        """Yields each fact, then one line about the neighbours."""
        for clause, fact in self.facts.items():
            yield f"        {clause}: {fact}"
        if self.neighbours:
            text = "; ".join(f"{clause} ({unmet})" for clause, unmet in self.neighbours.items())
            yield f"        does not apply: {text}"


class GroundsReader:
    """Follows a replay and gives the grounds of each event and refusal, in order."""

    def __init__(self, outcome: Outcome) -> None:
        game = find_game(outcome.game) if outcome.game else None
        facts = game.citation_facts if game is not None else None
        self._tracker = facts(outcome.rules) if facts is not None and outcome.rules is not None else None
        self._conditions: ClauseConditions | None = None
        self._summaries: dict[str, str] = {}
        if outcome.rules is not None:
            self._conditions = conditions_of(outcome.rules)
            book = load_rulebook(outcome.rules.rulebook)
            self._summaries = {without_number(clause.id): clause.summary for clause in reversed(book.clauses)}

    def of_step(self, step: Step) -> list[Grounds]:
        """Returns the grounds of each event of a line, and applies the events."""
        found = []
        for event in step.events:
            if self._tracker is None or not self._tracker.follows(event):
                found.append(Grounds())
                continue
            found.append(self._grounds(event.clauses, self._tracker.facts(event)))
            self._tracker.apply(event)
        return found

    def of_refusal(self, refused: RefusedLine) -> Grounds:
        """Returns the grounds of a refused line."""
        if self._tracker is None or refused.act.verb == Attest.verb or refused.refusal.kind == "duty":
            return Grounds()
        facts = self._tracker.refused(refused.act)
        return self._grounds(refused.refusal.clauses, facts) if facts is not None else Grounds()

    def _grounds(self, clauses: Clauses, facts: Facts) -> Grounds:
        conditions = self._conditions
        if not conditions:
            return Grounds()
        said = ((clause, conditions.fact_of(clause, facts)) for clause in clauses)
        neighbours = {
            clause: unmet or self._summaries.get(clause, "")
            for clause, unmet in _neighbours(conditions, clauses, facts).items()
        }
        return Grounds({clause: fact for clause, fact in said if fact}, neighbours)


def _neighbours(conditions: ClauseConditions, clauses: Clauses, facts: Facts) -> dict[str, str]:
    """Returns the clauses beside the deciding one that speak of such an event and do not apply, with what they need."""
    if not clauses:
        return {}
    table = conditions.forbids if facts.refused else conditions.applies
    family = _family(clauses[0])
    found: dict[str, str] = {}
    for clause, parts in table.items():
        near = clause not in clauses and _family(clause) == family
        about = near and any(facts.type_name in part.names for part in parts)
        if about and not any(part.holds(facts) for part in parts):
            found[clause] = next(filter(None, (_unmet(part, facts) for part in parts)), "")
        if len(found) == _MOST:
            break
    return found


def _family(clause: str) -> str:
    """Returns what the clauses beside one have in common: the clause that holds them, or their section."""
    return clause.rpartition("(")[0] if clause.endswith(")") else clause.rpartition(".")[0]


def _unmet(condition: Condition, facts: Facts) -> str:
    """Returns the first fact that a condition would need, in words; empty where it has none."""
    for name in condition.names:
        if facts.words.get(name) and facts[name] is False:
            return f"not so that {facts.say(name)}"
    return ""
