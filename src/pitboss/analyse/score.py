"""The exact score of a policy: its expectation, and where it loses against the best play."""

from collections.abc import Callable

from msgspec import Struct

from pitboss.analyse.edge import COMPOSITION, edge
from pitboss.display import rows_html
from pitboss.law.resolve import BlackjackRules
from pitboss.law.rules_check import require_rules
from pitboss.law.terms import BlackjackTerms
from pitboss.strategy.chart import CODES, SECTIONS, UPS, Chart, StrategyError, check_chart

#: A policy as a function: section, row and up card of a cell to a code, such as ``("hard", "16", "10") -> "H"``.
CellPolicy = Callable[[str, str, str], str]


class HandRegret(Struct, frozen=True):
    """Two cards against an up card: their probability, both first actions, and the loss per unit of the first wager."""

    cards: tuple[str, str]
    up: str
    probability: float
    action: str
    best: str
    #: The expectation that the policy loses in rounds that begin so, later decisions included.
    regret: float

    @property
    def mistake(self) -> str:
        """What costs: the first action, or later decisions where that is the best."""
        return (
            f"{self.action} instead of {self.best}"
            if self.action != self.best
            else f"{self.action}, then later decisions"
        )

    @property
    def share(self) -> float:
        """The loss per round: the regret times the probability."""
        return self.probability * self.regret


class Score(Struct, frozen=True):
    """The score of a policy per unit of the first wager."""

    policy: str
    expectation: float
    #: The expectation of the best play by the cards of each hand.
    best: float
    #: How the expectation is known, as `Edge` says.
    source: str
    #: Every first hand, those that cost most in a round first.
    hands: tuple[HandRegret, ...]

    @property
    def regret(self) -> float:
        """The loss per round against the best play: the sum of the shares of all hands."""
        return self.best - self.expectation

    def _repr_html_(self) -> str:
        title = f"{self.policy}: {self.expectation:+.4%}, {self.regret:.4%} below the best play"
        rows = [
            (" ".join(one.cards), one.up, one.mistake, f"{one.regret:.4%}", f"{one.share:.5%}")
            for one in self.hands[:20]
        ]
        return rows_html(title, rows, ("cards", "up card", "mistake", "regret", "loss per round"))


def score(policy: Chart | CellPolicy, rules: BlackjackRules) -> Score:
    """Returns the exact score of a chart, or of a function that gives the code of each cell.

    Raises StrategyError for a move that the table forbids, and NotAnalysable and TypeError as ``edge`` does.
    """
    require_rules(rules, BlackjackTerms)
    if not isinstance(policy, Chart) and not callable(policy):
        raise TypeError(f"{policy!r} is not a policy: write a Chart, or a function of section, row and up card")
    chart = policy if isinstance(policy, Chart) else chart_of(policy)
    check_chart(chart, rules)
    played, best = edge(rules, strategy=chart), edge(rules, strategy=COMPOSITION)
    found = [
        HandRegret(own.cards, own.up, own.probability, own.action, top.action, top.expectation - own.expectation)
        for own, top in zip(played.hands, best.hands, strict=True)
    ]
    hands = tuple(sorted(found, key=lambda one: -one.share))
    return Score(chart.name, played.expectation, best.expectation, played.expectation_source, hands)


def chart_of(policy: CellPolicy, name: str = "policy") -> Chart:
    """Returns the chart of a function that gives the code of each cell. Raises StrategyError for what is no code."""

    def code(section: str, label: str, up: str) -> str:
        found = policy(section, label, up)
        if found not in CODES:
            known = ", ".join(f"{code} ({meaning})" for code, meaning in CODES.items())
            raise StrategyError(f"{name}: {section} {label} against {up}: {found!r} is not a code: write {known}")
        return found

    rows = {
        section: tuple("".join(code(section, label, up) for up in UPS) for label in labels)
        for section, labels in SECTIONS.items()
    }
    return Chart(name, rows["hard"], rows["soft"], rows["pair"])
