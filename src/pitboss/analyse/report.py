"""The report that a test laboratory asks for: a table's rules with their clauses, and everything that they are worth.

The same rules, strategy and code make the same report to the letter. How a simulation agrees with it is told by
whoever has simulated (``Agreement``), and so is a date, if there is to be one.
"""

import hashlib
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.metadata import version
from importlib.resources import files
from importlib.resources.abc import Traversable
from math import inf
from typing import Any, Final

import msgspec
from msgspec import Struct

from pitboss.analyse import roulette
from pitboss.analyse.edge import TOTAL, Edge, edge
from pitboss.analyse.wagers import exact
from pitboss.analyse.wagers_table import WagerTable
from pitboss.kernel.strategy import Chart
from pitboss.law.cite import Clauses, without_number
from pitboss.law.ledger import plain
from pitboss.law.load import Rulebook, load_rulebook
from pitboss.law.options import value_text
from pitboss.law.refs import rulebooks_folder
from pitboss.law.resolve import TableRules
from pitboss.money import amount_text

#: So many standard errors at most lie between an exact figure and a simulated one.
MOST_ERRORS: Final = 4
#: The parts of the program that the figures come of.
CODE: Final = ("analyse", "atoms", "blackjack", "cards.py", "kernel", "law", "money.py", "roulette")


class Choice(Struct, frozen=True):
    """What the operator chose where the law leaves a choice."""

    name: str
    value: str
    allowed: str
    says: str
    clauses: Clauses


class Setting(Struct, frozen=True):
    """What a rule is at this table, on which clauses, and what those say in our own words."""

    name: str
    value: str
    clauses: Clauses
    policy: str
    summaries: tuple[str, ...]


class Agreement(Struct, frozen=True):
    """A figure beside what the simulator found; ``why`` where it has found nothing."""

    name: str
    exact: float
    simulated: float = 0.0
    standard_error: float = 0.0
    rounds: int = 0
    why: str = ""

    @property
    def waits(self) -> bool:
        """Whether it is to be simulated, and was not yet."""
        return not self.rounds and not self.why

    @property
    def z(self) -> float:
        """Standard errors between the two, 0 where nothing was simulated; what cannot vary may not differ."""
        apart = self.simulated - self.exact
        if not self.rounds:
            return 0.0
        if not self.standard_error:
            return 0.0 if abs(apart) < 1e-12 else inf
        return apart / self.standard_error

    @property
    def agrees(self) -> bool:
        """Whether the two are as near as chance would have it."""
        return abs(self.z) <= MOST_ERRORS


class Stamp(Struct, frozen=True):
    """Which program and which law: the version, and hashes of the code, of the document's data and of the table."""

    version: str
    code: str
    law: str
    table: str


class Sheet(Struct, frozen=True, kw_only=True):
    """Everything."""

    rulebook: str
    title: str
    authority: str
    document: str
    game: str
    variants: tuple[str, ...]
    limits: tuple[str, str]
    choices: tuple[Choice, ...]
    settings: tuple[Setting, ...]
    #: The main game of blackjack; roulette has none.
    main: Edge | None
    wagers: dict[str, WagerTable]
    stamp: Stamp
    seed: int | None = None
    agreement: tuple[Agreement, ...] = ()
    date: str = ""


def sheet(rules: TableRules[Any], *, strategy: str | Chart = TOTAL) -> Sheet:
    """The report of a table of blackjack or roulette, without a simulation and without a date."""
    book = load_rulebook(rules.rulebook)
    main: Edge | None = None
    if book.about.game == "blackjack":
        main = edge(rules, strategy=strategy)
        wagers = exact(rules, strategy=strategy)
    elif book.about.game == "roulette":
        wagers = roulette.exact(rules)
    else:
        raise ValueError(f"{book.id} is a rulebook of {book.about.game}: there are reports of blackjack and roulette")
    return Sheet(
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
        wagers=wagers,
        stamp=_stamp(rules),
    )


def _choices(book: Rulebook, rules: TableRules[Any]) -> Iterable[Choice]:
    for name, option in book.options.items():
        value = value_text(option, rules.options[name])
        yield Choice(name, value, option.range_text, option.help, option.clauses)


def _settings(book: Rulebook, rules: TableRules[Any]) -> Iterable[Setting]:
    """Every setting of which the document speaks, or of which it was decided why it does not."""
    said = _summaries(book)
    sources = dict(book.rules)
    for layer in rules.layers:
        sources |= book.layers[layer].rules
    for name in rules.terms.__struct_fields__:
        clauses, policy = rules.cite(name), rules.policies.get(name, "")
        if not clauses and not policy:
            continue
        value = getattr(rules.terms, name)
        option = book.options.get(sources[name].option) if name in sources else None
        text = value_text(option, value) if option is not None and option.type == "amount" else plain(value)
        found = tuple(dict.fromkeys(said[clause] for clause in clauses if clause in said))
        yield Setting(name, text, clauses, policy, found)


def _summaries(book: Rulebook) -> Mapping[str, str]:
    said: dict[str, list[str]] = {}
    for clause in book.clauses:
        said.setdefault(without_number(clause.id), []).append(clause.summary)
    return {clause: " ".join(dict.fromkeys(texts)) for clause, texts in said.items()}


# --- which program and which law ----------------------------------------------------------------------------------


def _stamp(rules: TableRules[Any]) -> Stamp:
    table = rules.rulebook, rules.terms, rules.limits, rules.options, rules.sides, rules.layers
    encoded = msgspec.json.encode(table, order="deterministic", enc_hook=str)
    return Stamp(
        version=version("pitboss"),
        code=_hash_of_code(),
        law=_hash_below([rulebooks_folder() / rules.rulebook], ".toml"),
        table=hashlib.sha256(encoded).hexdigest(),
    )


@cache
def _hash_of_code() -> str:
    """Of the parts of the program that the figures come of, as they were when they were first asked for."""
    return _hash_below([files("pitboss") / part for part in CODE], ".py")


def _hash_below(places: Iterable[Traversable], ending: str) -> str:
    """Of all files of a kind in these folders and below them, with their names."""
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
