"""Styles of simulated players: how one bets, by name, amount or Python function, and the chart that one plays by."""

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Final

from msgspec import Struct

from pitboss.cli.options import BadUsage, chart_in
from pitboss.games.blackjack.bots import decide_hand
from pitboss.games.tournament.bots import STYLES, Decide, Style
from pitboss.games.tournament.state import TournamentTable
from pitboss.law.resolve import BlackjackRules
from pitboss.money import parse_amount
from pitboss.strategy.chart import Chart, built_in, choose

#: Between the bets of a style and its chart.
CHART_MARK: Final = "@"


class PlayerStyle(Struct, frozen=True):
    """How a player bets and decides on hands."""

    bet: Style
    decide: Decide = decide_hand
    #: What compiled tournaments bet: a built-in style, or an amount in cents; None for a Python function.
    compiled: Style | int | None = None


def player_style(text: str, rules: BlackjackRules) -> PlayerStyle:
    """Parses a style such as ``flat``, ``styles.py:bold`` or ``flat@basic.txt``, whose hands are played by a chart."""
    bets, mark, chart = text.partition(CHART_MARK)
    decide = _by_chart(_chart(chart, rules)) if mark else decide_hand
    compiled = STYLES[bets] if bets in STYLES else None if ":" in bets else _amount(bets)
    return PlayerStyle(bet_style(bets), decide, compiled)


def _chart(name: str, rules: BlackjackRules) -> Chart:
    """Returns the chart of a file, or one of the package's by its name."""
    if Path(name).is_file():
        return chart_in(Path(name), rules)
    try:
        return built_in(name, rules)
    except ValueError as error:
        raise BadUsage(str(error)) from None


def _by_chart(chart: Chart) -> Decide:
    return lambda rules, play: choose(chart, rules, play)


def bet_style(text: str) -> Style:
    """Parses how a player bets: a style, an amount, or a function of a Python file."""
    if text in STYLES:
        return STYLES[text]
    file, colon, name = text.rpartition(":")
    if colon:
        return _function(file, name)
    amount = _amount(text)
    return lambda table, player: amount


def _amount(text: str) -> int:
    try:
        return parse_amount(text)
    except ValueError:
        names = ", ".join(STYLES)
        raise BadUsage(f"'{text}' is not a style: expected {names}, an amount or file.py:function") from None


def _function(file: str, name: str) -> Style:
    spec = spec_from_file_location(Path(file).stem, file)
    if spec is None or spec.loader is None:
        raise BadUsage(f"{file} is not a Python file")
    module = module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except OSError as error:
        raise BadUsage(f"{file}: {error.strerror}") from None
    found = getattr(module, name, None)
    if not callable(found):
        raise BadUsage(f"{file} has no function '{name}'")

    def bet(table: TournamentTable, player: str) -> int:
        amount = found(table, player)
        if type(amount) is not int:
            raise BadUsage(f"{file}:{name} returned {amount!r}: return the wager in whole cents")
        return amount

    return bet
