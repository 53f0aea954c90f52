"""The facts of a replay: on what each citation rests, and why the clauses next to it do not apply."""

from collections.abc import Iterator
from typing import Final

from pitboss.games.commands import Attest
from pitboss.games.registry import find_game
from pitboss.law import Rulebook, load_rulebook
from pitboss.law.cite import Clauses, PolicyClauses, policy_rules, without_number
from pitboss.law.conditions import ClauseConditions, Facts, conditions_of
from pitboss.notation.replay import Outcome, RefusedLine, Step

#: How many neighbours of the deciding clause are named.
_MOST: Final = 3


class Grounds:
    """What one event or refusal rests on: facts by clause, neighbours that do not apply, or policies by rule."""

    def __init__(
        self,
        facts: dict[str, str] | None = None,
        neighbours: dict[str, str] | None = None,
        policies: dict[str, dict[str, str]] | None = None,
    ) -> None:
        self.facts = facts or {}
        self.neighbours = neighbours or {}
        #: Of an event without a clause: each rule that a policy settles, with its text and the reading it follows.
        self.policies = policies or {}

    def lines(self) -> Iterator[str]:
        """Yields each fact, then one line about the neighbours."""
        for clause, fact in self.facts.items():
            yield f"        {clause}: {fact}"
        if self.neighbours:
            text = "; ".join(f"{clause} ({unmet})" for clause, unmet in self.neighbours.items())
            yield f"        does not apply: {text}"
        for rule, policy in self.policies.items():
            reading = f" (as read here: {policy['reading']})" if policy["reading"] else ""
            yield f"        policy {rule}: {policy['text']}{reading}"


class GroundsReader:
    """Follows a replay and gives the grounds of each event and refusal, in order."""

    def __init__(self, outcome: Outcome) -> None:
        game = find_game(outcome.game) if outcome.game else None
        facts = game.citation_facts if game is not None else None
        self._tracker = facts(outcome.rules) if facts is not None and outcome.rules is not None else None
        self._conditions: ClauseConditions | None = None
        self._summaries: dict[str, str] = {}
        self._policies: dict[str, str] = {}
        self._book: Rulebook | None = None
        if outcome.rules is not None:
            self._conditions = conditions_of(outcome.rules)
            self._policies = outcome.rules.policies
            self._book = book = load_rulebook(outcome.rules.rulebook)
            self._summaries = {without_number(clause.id): clause.summary for clause in reversed(book.clauses)}

    def of_step(self, step: Step) -> list[Grounds]:
        """Returns the grounds of each event of a line, and applies the events."""
        found = []
        for event in step.events:
            if self._tracker is None or not self._tracker.follows(event):
                found.append(Grounds(policies=self._policies_of(event.clauses)))
                continue
            found.append(self._grounds(event.clauses, self._tracker.facts(event)))
            self._tracker.apply(event)
        return found

    def of_refusal(self, refused: RefusedLine) -> Grounds:
        """Returns the grounds of a refused line."""
        if self._tracker is None or refused.act.verb == Attest.verb or refused.refusal.kind == "duty":
            return Grounds()
        refusal, facts = refused.refusal, self._tracker.refused(refused.act)
        clauses = refusal.clauses or PolicyClauses.of(refusal.kind)
        return self._grounds(clauses, facts) if facts is not None else Grounds()

    def _grounds(self, clauses: Clauses, facts: Facts) -> Grounds:
        conditions = self._conditions
        policies = self._policies_of(clauses)
        if not conditions or policies:
            return Grounds(policies=policies)
        said = ((clause, conditions.fact_of(clause, facts)) for clause in clauses)
        neighbours = {
            clause: unmet or self._summaries.get(clause, "")
            for clause, unmet in _neighbours(conditions, clauses, facts).items()
        }
        return Grounds({clause: fact for clause, fact in said if fact}, neighbours)

    def _policies_of(self, clauses: Clauses) -> dict[str, dict[str, str]]:
        """Returns the policies on which an event or refusal without a clause rests, by the name of the rule."""
        rules = self._book.rules if self._book is not None else {}
        return {
            name: {"text": self._policies[name], "reading": self._reading(rules[name].read_with)}
            for name in policy_rules(clauses)
            if name in self._policies and name in rules
        }

    def _reading(self, clause: str) -> str:
        ledger = self._book.clauses if self._book is not None else ()
        return next((row.reading_text for row in ledger if row.id == clause), "")


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
            found[clause] = next(filter(None, (part.say_unmet(facts) for part in parts)), "")
        if len(found) == _MOST:
            break
    return found


def _family(clause: str) -> str:
    """Returns what the clauses beside one have in common: the clause that holds them, or their section."""
    return clause.rpartition("(")[0] if clause.endswith(")") else clause.rpartition(".")[0]
