"""The report as a printable HTML page: one file with inline images."""

import io
from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final

import matplotlib as mpl
from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup
from matplotlib.figure import Figure
from msgspec import Struct
from msgspec.structs import replace

from pitboss.analyse.edge import Edge
from pitboss.analyse.report import MOST_ERRORS, TableReport
from pitboss.analyse.report_awards import TopAward, greatest_chance, greatest_payment
from pitboss.analyse.report_returns import LEVELS, SIGN_OFF, WagerReturn, assumptions, methods, verdict, wager_returns
from pitboss.analyse.shoe import VALUE_NAMES
from pitboss.analyse.wagers_table import WagerTable
from pitboss.law.cite import clause_list
from pitboss.money import amount_text
from pitboss.strategy.chart import UPS

_LETTERS: Final = {
    "stand": "S",
    "hit": "H",
    "double": "D",
    "split": "P",
    "surrender": "R",
    "blackjack": "B",
    "even money": "B",
}
_TITLES: Final = {
    "hard": "Hard totals",
    "soft": "Soft totals",
    "pair": "Pairs",
    "doubled": "Doubled, hard",
    "doubled-soft": "Doubled, soft",
}


class Grid(Struct, frozen=True):
    """A section of the strategy: rows of letters by the dealer's first card."""

    title: str
    rows: tuple[tuple[str, str], ...]


def as_html(sheet: TableReport) -> str:
    """Returns the report as HTML."""
    environment = Environment(
        loader=PackageLoader("pitboss.analyse", "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {
        "clauses": clause_list,
        "words": _words,
        "percent": _percent,
        "count": _count,
        "amount": amount_text,
    }
    return environment.get_template("report.html.j2").render(
        sheet=sheet,
        main=sheet.main,
        codes=_legend(sheet.main),
        grids=_grids(sheet.main),
        ups=UPS,
        pictures=pictures(sheet),
        most_errors=MOST_ERRORS,
        worst=max((row.worst for row in sheet.agreement if not row.why), default=None),
        verdict=verdict(sheet),
        methods=methods(sheet),
        awards=_awards(sheet),
        greatest_payment=amount_text(greatest_payment(sheet.awards)),
        greatest_chance=greatest_chance(sheet.awards),
        kinds=_kinds(sheet),
        returns=_returns(sheet),
        levels=LEVELS,
        assumptions=assumptions(sheet),
        sign_off=SIGN_OFF,
    )


def _words(name: str) -> str:
    return name.replace("_", " ")


def _percent(share: Any, places: int = 4) -> str:
    return f"{100 * float(share):+.{places}f} %"


def _count(number: int) -> str:
    return f"{number:,}" if number else "—"


def _kinds(sheet: TableReport) -> Mapping[str, Sequence[str]]:
    """Returns the positions of roulette by kind; all positions of a kind have the same figures."""
    kinds: dict[str, list[str]] = {}
    if sheet.game == "roulette":
        for name in sheet.wagers:
            kinds.setdefault(name.partition(" ")[0], []).append(name)
    return kinds


def _returns(sheet: TableReport) -> Sequence[WagerReturn]:
    """Returns the returns of all wagers, for roulette one of each kind, named by it."""
    rows = wager_returns(sheet)
    kinds = {names[0]: kind for kind, names in _kinds(sheet).items()}
    return [replace(row, name=kinds[row.name]) for row in rows if row.name in kinds] if kinds else rows


def _awards(sheet: TableReport) -> Sequence[TopAward]:
    """Returns the top awards, for roulette one of each kind, named by it."""
    kinds = {names[0]: kind for kind, names in _kinds(sheet).items()}
    if not kinds:
        return sheet.awards
    return [replace(award, wager=kinds[award.wager]) for award in sheet.awards if award.wager in kinds]


def _legend(main: Edge | None) -> Mapping[str, str]:
    if main is None:
        return {}
    if main.chart is None:
        actions = {hand.action for hand in main.hands}
        return {letter: word for word, letter in _LETTERS.items() if word in actions and word != "even money"}
    used = {code for section in main.chart.sections for row in main.chart.rows(section) for code in row}
    return {code: meaning for code, meaning in main.chart.codes.items() if code in used}


def _grids(main: Edge | None) -> tuple[Grid, ...]:
    """Returns the chart, or for play by composition the first action on any two cards."""
    if main is None:
        return ()
    if main.chart is not None:
        return tuple(
            Grid(_TITLES[section], tuple(zip(labels, main.chart.rows(section), strict=True)))
            for section, labels in main.chart.sections.items()
        )
    first = {(hand.cards, hand.up): _LETTERS[hand.action] for hand in main.hands}
    pairs = dict.fromkeys(hand.cards for hand in main.hands)
    rows = tuple((" ".join(cards), "".join(first.get((cards, up), "·") for up in UPS)) for cards in pairs)
    third = -(-len(rows) // 3)
    return tuple(Grid("First two cards", rows[start : start + third]) for start in range(0, len(rows), third))


# --- charts as images ---------------------------------------------------------------------------------------------


def pictures(sheet: TableReport) -> dict[str, Markup]:
    """Returns each image as SVG, deterministic in the figures."""
    if sheet.main is None:
        return {"Deviation by kind of wager": _deviations(sheet)}
    images = {
        "Net result of a round, in first wagers": _distribution(sheet.main),
        "Expectation by the dealer's first card": _by_up(sheet.main),
        "Expectation of each wager": _wagers(sheet.main, sheet.wagers),
    }
    if not sheet.main.distribution:  # empty with several dealer's hands
        del images["Net result of a round, in first wagers"]
    return images


def _distribution(main: Edge) -> Markup:
    shares = {net: 100 * share for net, share in main.distribution.items() if share >= 5e-6}
    lost = {f"{net:g}" for net in shares if net < 0}
    return _bars({f"{net:g}": share for net, share in shares.items()}, "% of rounds", labels="{:.2f}", red=lost)


def _by_up(main: Edge) -> Markup:
    ups = [name for name in (*VALUE_NAMES[1:], VALUE_NAMES[0]) if name in main.by_up]
    return _bars({up: 100 * main.by_up[up].expectation for up in ups}, "% of the first wager", labels="{:+.2f}")


def _wagers(main: Edge, tables: Mapping[str, WagerTable]) -> Markup:
    worth = {"main": main.expectation} | {_words(name): float(table.expectation) for name, table in tables.items()}
    return _bars({name: 100 * value for name, value in worth.items()}, "% of the stake", labels="{:+.2f}")


def _deviations(sheet: TableReport) -> Markup:
    kinds = {_words(kind): sheet.wagers[names[0]].deviation for kind, names in _kinds(sheet).items()}
    return _bars(kinds, "deviation of a unit staked", labels="{:.2f}")


def _bars(values: Mapping[str, float], unit: str, *, labels: str, red: Collection[str] = ()) -> Markup:
    """Returns a bar chart as SVG, without a date and with stable ids."""
    with mpl.rc_context({"svg.hashsalt": "pitboss", "svg.fonttype": "none", "font.family": "sans-serif"}):
        figure = Figure(figsize=(7.2, 2.9), layout="constrained")
        axes = figure.add_subplot()
        colours = ["#b3423a" if value < 0 or name in red else "#2f6f4f" for name, value in values.items()]
        bars = axes.bar(range(len(values)), list(values.values()), color=colours, width=0.7)
        axes.bar_label(bars, [labels.format(value) for value in values.values()], fontsize=7, padding=2)
        axes.set_xticks(range(len(values)), list(values), fontsize=8, rotation=30 if len(values) > 12 else 0)
        axes.set_ylabel(unit, fontsize=8)
        axes.tick_params(axis="y", labelsize=8)
        axes.axhline(0, color="#444", linewidth=0.8)
        axes.margins(y=0.15)
        axes.spines[["top", "right"]].set_visible(False)
        text = io.StringIO()
        figure.savefig(text, format="svg", metadata={"Date": None, "Creator": None})
    svg = text.getvalue()
    return Markup(svg[svg.index("<svg") :])
