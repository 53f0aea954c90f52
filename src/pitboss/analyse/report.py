"""The report for a test laboratory: a table's rules with their clauses, and the figures of its wagers.

The output is deterministic in the rules, the strategy and the code. The caller supplies simulated figures
(``Agreement``) and an optional date.
"""

import hashlib
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.metadata import version
from importlib.resources import files
from importlib.resources.abc import Traversable
from math import inf
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from pitboss.analyse import roulette
from pitboss.analyse.edge import TOTAL, Edge, edge
from pitboss.analyse.joint import JointMoment, joint_moments
from pitboss.analyse.report_awards import TopAward, top_awards
from pitboss.analyse.report_costs import RuleCost, option_costs, shorthand_costs
from pitboss.analyse.stakes import mean_stake
from pitboss.analyse.wagers import exact
from pitboss.analyse.wagers_table import WagerTable
from pitboss.display import rows_html
from pitboss.extras import DISTRIBUTION
from pitboss.law.cite import Clauses, without_number
from pitboss.law.clause_ledger import format_value
from pitboss.law.laboratory import LABORATORY, parse_shorthand, played_terms
from pitboss.law.load import Rulebook, load_rulebook
from pitboss.law.options import value_text
from pitboss.law.paths import find_rulebook
from pitboss.law.resolve import TableRules, hash_rules
from pitboss.money import amount_text
from pitboss.strategy.chart import Chart

#: The maximum difference between an exact and a simulated figure, in standard errors.
MOST_ERRORS: Final = 4
#: The packages and modules that compute the figures.
CODE: Final = ("analyse", "atoms", "cards.py", "compiled", "games", "law", "money.py", "simulate", "strategy")


class OperatorChoice(Struct, frozen=True):
    """The value of an option that the law leaves to the operator."""

    name: str
    value: str
    allowed: str
    says: str
    clauses: Clauses


class RuleSetting(Struct, frozen=True):
    """The value of a rule at this table, its clauses, and summaries of those clauses."""

    name: str
    value: str
    clauses: Clauses
    policy: str
    summaries: tuple[str, ...]


class FigureCheck(Struct, frozen=True):
    """Another figure of a wager beside its simulated value; ``why`` gives the reason if there is none."""

    measure: str
    exact: float
    simulated: float = 0.0
    standard_error: float = 0.0
    why: str = ""
    #: For a rare result the standard normal value with the tail probability of its count.
    tail_z: float | None = None

    @property
    def z(self) -> float:
        """The difference in standard errors; 0 without a simulation."""
        if self.tail_z is not None:
            return self.tail_z
        return 0.0 if self.why else _in_errors(self.simulated - self.exact, self.standard_error)

    @property
    def agrees(self) -> bool:
        """Whether the difference is within ``MOST_ERRORS`` standard errors."""
        return abs(self.z) <= MOST_ERRORS


class MeanStake(Struct, frozen=True):
    """The mean stake of simulated rounds in first wagers, with an upper bound of its standard error."""

    mean: float
    standard_error: float


class Agreement(Struct, frozen=True):
    """An exact expectation beside a simulated one; ``why`` gives the reason if there is no simulated one."""

    name: str
    exact: float
    simulated: float = 0.0
    standard_error: float = 0.0
    rounds: int = 0
    why: str = ""
    #: The deviation and the other figures of the wager, from the same rounds.
    checks: tuple[FigureCheck, ...] = ()
    #: The mean stake of these rounds where it is not computed.
    mean_stake: MeanStake | None = None

    @property
    def waits(self) -> bool:
        """Whether the figure is still to be simulated."""
        return not self.rounds and not self.why

    @property
    def z(self) -> float:
        """The difference in standard errors; 0 without a simulation. A constant result may not differ."""
        return _in_errors(self.simulated - self.exact, self.standard_error) if self.rounds else 0.0

    @property
    def worst(self) -> float:
        """The largest difference of all figures of the wager, in standard errors."""
        return max(abs(self.z), *(abs(check.z) for check in self.checks), 0.0)

    @property
    def agrees(self) -> bool:
        """Whether the differences of all figures are within ``MOST_ERRORS`` standard errors."""
        return self.worst <= MOST_ERRORS


def _in_errors(difference: float, standard_error: float) -> float:
    if not standard_error:
        return 0.0 if abs(difference) < 1e-12 else inf
    return difference / standard_error


class Stamp(Struct, frozen=True):
    """Provenance: the version, and hashes of the code, of the rulebook's data and of the table."""

    version: str
    code: str
    law: str
    table: str


class TableReport(Struct, frozen=True, kw_only=True):
    """The whole report."""

    rulebook: str
    title: str
    authority: str
    document: str
    game: str
    variants: tuple[str, ...]
    limits: tuple[str, str]
    choices: tuple[OperatorChoice, ...]
    settings: tuple[RuleSetting, ...]
    #: The main game of blackjack; None for roulette.
    main: Edge | None
    #: The mean stake of a round of the main game in first wagers; None if it is not computed.
    mean_stake: float | None = None
    wagers: dict[str, WagerTable]
    awards: tuple[TopAward, ...]
    #: The covariances of each two wagers at a table of cards.
    joint: tuple[JointMoment, ...] = ()
    #: What each choice of the operator costs; empty until ``with_costs`` has priced them.
    costs: tuple[RuleCost, ...] = ()
    stamp: Stamp
    seed: int | None = None
    agreement: tuple[Agreement, ...] = ()
    date: str = ""

    def _repr_html_(self) -> str:
        main = self.main._repr_html_() if self.main is not None else ""
        rows = [(name, f"{table.expectation:+.4%}") for name, table in self.wagers.items()]
        return rows_html(self.title, [(one.name, one.value) for one in self.choices]) + main + rows_html("wagers", rows)


def sheet(rules: TableRules[Any], *, strategy: str | Chart = TOTAL) -> TableReport:
    """Returns the report of a blackjack or roulette table, without simulated figures and date."""
    if rules.rulebook == LABORATORY:
        return _laboratory_sheet(rules, strategy)
    book = load_rulebook(rules.rulebook)
    main: Edge | None = None
    if book.about.game == "blackjack":
        main = edge(rules, strategy=strategy)
        wagers = exact(rules, strategy=strategy)
    elif book.about.game == "roulette":
        wagers = roulette.exact(rules)
    else:
        raise ValueError(f"{book.id} is a rulebook of {book.about.game}: reports exist for blackjack and roulette")
    return TableReport(
        rulebook=book.id,
        title=rules.title,
        authority=book.about.authority,
        document=book.about.version,
        game=book.about.game,
        variants=tuple(book.layers[name].variant.title for name in rules.layers),
        limits=(amount_text(rules.limits.minimum), amount_text(rules.limits.maximum)),
        choices=tuple(_choices(book, rules)),
        settings=tuple(_settings(book, rules)),
        main=main,
        mean_stake=mean_stake(rules, main) if main is not None else None,
        wagers=wagers,
        awards=tuple(top_awards(rules, main, wagers)),
        joint=joint_moments(rules, main, wagers) if main is not None else (),
        stamp=_stamp(rules),
    )


def with_costs(found: TableReport, rules: TableRules[Any]) -> TableReport:
    """Returns the report with the price of every alternative that changes the main game."""
    if found.main is None:
        return found
    if rules.rulebook == LABORATORY:
        return replace(found, costs=tuple(shorthand_costs(rules)))
    return replace(found, costs=tuple(option_costs(load_rulebook(rules.rulebook), rules)))


def _laboratory_sheet(rules: TableRules[Any], strategy: str | Chart) -> TableReport:
    """Returns the report of shorthand rules: they have no document, and no setting has a clause."""
    words, terms = parse_shorthand(rules.options["rules"]), played_terms(rules)
    main, wagers = edge(rules, strategy=strategy), exact(rules, strategy=strategy)
    return TableReport(
        rulebook=rules.rulebook,
        title=rules.title,
        authority="none: these rules are not law",
        document="",
        game="blackjack",
        variants=(),
        limits=(amount_text(rules.limits.minimum), amount_text(rules.limits.maximum)),
        choices=tuple(OperatorChoice(word.subject, word.meaning, "", "", ()) for word in words),
        settings=tuple(RuleSetting(name, format_value(value), (), "", ()) for name, value in terms.items()),
        main=main,
        mean_stake=mean_stake(rules, main),
        wagers=wagers,
        awards=tuple(top_awards(rules, main, wagers)),
        joint=joint_moments(rules, main, wagers),
        stamp=_stamp(rules),
    )


def _choices(book: Rulebook, rules: TableRules[Any]) -> Iterable[OperatorChoice]:
    for name, option in book.options.items():
        value = value_text(option, rules.options[name])
        yield OperatorChoice(name, value, option.range_text, option.help, option.clauses)


def _settings(book: Rulebook, rules: TableRules[Any]) -> Iterable[RuleSetting]:
    """Iterates over the settings that have a clause or a documented policy."""
    summaries = _summaries(book)
    sources = dict(book.rules)
    for layer in rules.layers:
        sources |= book.layers[layer].rules
    for name in rules.terms.__struct_fields__:
        clauses, policy = rules.cite(name), rules.policies.get(name, "")
        if not clauses and not policy:
            continue
        value = getattr(rules.terms, name)
        option = book.options.get(sources[name].option) if name in sources else None
        text = (
            value_text(option, value)
            if option is not None and option.type.startswith("amount")
            else format_value(value)
        )
        texts = tuple(dict.fromkeys(summaries[clause] for clause in clauses if clause in summaries))
        yield RuleSetting(name, text, clauses, policy, texts)


def _summaries(book: Rulebook) -> Mapping[str, str]:
    summaries: dict[str, list[str]] = {}
    for clause in book.clauses:
        summaries.setdefault(without_number(clause.id), []).append(clause.summary)
    return {clause: " ".join(dict.fromkeys(texts)) for clause, texts in summaries.items()}


# --- provenance --------------------------------------------------------------------------------------------------


def _stamp(rules: TableRules[Any]) -> Stamp:
    return Stamp(
        version=version(DISTRIBUTION),
        code=_hash_of_code(),
        law=_hash_of_law(rules.rulebook),
        table=hash_rules(rules),
    )


def _hash_of_law(rulebook: str) -> str:
    """Returns the hash of a rulebook's data, or of the code that reads shorthand rules."""
    if rulebook == LABORATORY:
        return _hash_below([files("pitboss") / "law" / "laboratory.py"], ".py")
    return _hash_below([find_rulebook(rulebook)], ".toml")


@cache
def _hash_of_code() -> str:
    """Returns the hash of the code that computes the figures, cached at the first call."""
    return _hash_below([files("pitboss") / part for part in CODE], ".py")


def _hash_below(places: Iterable[Traversable], ending: str) -> str:
    """Returns the hash of the names and contents of all files with this extension in and below these folders."""
    digest = hashlib.sha256()
    for place in places:
        for name, file in sorted(_files(place, place.name), key=lambda item: item[0]):
            if name.endswith(ending):
                digest.update(name.encode() + b"\0" + file.read_bytes() + b"\0")
    return digest.hexdigest()


def _files(place: Traversable, path: str) -> Iterable[tuple[str, Traversable]]:
    if place.is_file():
        yield path, place
        return
    for entry in place.iterdir():
        yield from _files(entry, f"{path}/{entry.name}")
