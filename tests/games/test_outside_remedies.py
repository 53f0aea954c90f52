"""A remedy from outside the package, in a module beside its rulebook: checked, played, replayed, described."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from pitboss import Limits, Refusal, Table
from pitboss.cli import build as command_line
from pitboss.games.blackjack import commands as cmd
from pitboss.games.blackjack.irregularities.base import REMEDIES
from pitboss.games.blackjack.irregularities.modules import CODE, known_remedies
from pitboss.law import add_rulebooks, remove_rulebooks
from pitboss.law.errors import LawError
from pitboss.notation.check import check_rulebook
from pitboss.notation.replay import replay
from pitboss.pit import parse_pit
from pitboss.search_path import CODE_VARIABLE
from tests.outside import copy_rulebook, replace_text

BOOK = "remedy-house"
CODE_BESIDE = '''\
"""Remedies of the house."""

from pitboss.games.blackjack.irregularities.base import named_hands, refuse, remedy


def _one_hand(rules, state, report):
    hands = named_hands(state, report)
    return None if len(hands) == 1 and not hands[0].closed else refuse(rules, report, "name an open hand in play")


@remedy("stands_as_it_is", _one_hand, target="BOX|BOX.HAND|round", by_dealer=True)
def stands_as_it_is(context, report):
    """Lets the named hand stand as it is."""
    context.close(named_hands(context.state, report)[0], "stood", report.clauses)
'''
ENTRY = 'card_held_up = { remedy = "stands_as_it_is", clause = "9.9" }\n'
CLAUSE = """
[[clause]]
id = "9.9"
kind = "irregularity"
summary = "A hand whose card was held up to the light stands."
applies = "HandClosed"
forbids = "ReportIrregularity and kind == 'card_held_up'"
"""
CASE = f"""title: A card held up to the light
rulebook: {BOOK}
clauses: 9.9
limits: 10-1000
cards: Ts 9h 5d  2c 5c Td
---
ann: bet 1 10
house: deal
! house: irregularity card_held_up 2 @ 9.9
house: irregularity card_held_up 1
? cited only 9.9 in hand_closed
? total 1 15
"""


@pytest.fixture
def book(tmp_path: Path) -> Iterator[Path]:
    path = copy_rulebook(tmp_path, BOOK)
    (path / "remedies.py").write_text(CODE_BESIDE, encoding="utf-8")
    replace_text(path / "rules.toml", ("[irregularities]\n", f"[irregularities]\n{ENTRY}"))
    with (path / "clauses.toml").open("a", encoding="utf-8") as file:
        file.write(CLAUSE)
    add_rulebooks(tmp_path)
    yield path
    remove_rulebooks(tmp_path)
    CODE.import_module.cache_clear()


def test_a_case_of_the_kind_is_replayed(book: Path) -> None:
    assert replay(parse_pit(CASE), check_citations=True).failures == ()


def test_a_live_table_takes_the_report(book: Path) -> None:
    table = Table.open(BOOK, {}, Limits(1_000, 100_000), seed=7)
    assert not isinstance(table, Refusal)
    table.join("ann", 50_000)
    table.do(cmd.PlaceBet(player="ann", box=1, amounts=(1_000,)))
    table.do(cmd.Deal())
    assert not isinstance(table.do(cmd.ReportIrregularity(kind="card_held_up", details=("1",))), Refusal)
    assert "irregularity card_held_up 1" in table.log_pit()


def test_the_check_knows_the_remedy_and_suggests_it(book: Path) -> None:
    found = [str(each) for each in check_rulebook(book).findings if "card_held_up" in str(each)]
    assert found == ["warning: rules.toml: irregularities.card_held_up: no passing case reports it"]
    replace_text(book / "rules.toml", ("stands_as_it_is", "stand_as_it_is"))
    found = [str(each) for each in check_rulebook(book).findings if "card_held_up" in str(each)]
    assert "unknown remedy 'stand_as_it_is'; did you mean stands_as_it_is?" in found[0]


def test_the_remedies_of_a_rulebook_are_listed(book: Path) -> None:
    listed = CliRunner().invoke(command_line(), ["rules", "remedies", BOOK])
    assert "stands_as_it_is\n  Lets the named hand stand as it is." in listed.output
    assert "stands_as_it_is" not in CliRunner().invoke(command_line(), ["rules", "remedies"]).output
    unknown = CliRunner().invoke(command_line(), ["rules", "remedies", "chess"])
    assert unknown.exit_code == 2
    assert "there is no game 'chess'" in unknown.output


def test_a_remedy_belongs_to_its_rulebook_alone(book: Path) -> None:
    assert "stands_as_it_is" in known_remedies(BOOK)
    assert "stands_as_it_is" not in REMEDIES
    assert "stands_as_it_is" not in known_remedies("mbs-blackjack")


def test_code_beside_a_rulebook_is_not_run_where_it_is_forbidden(book: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(CODE_VARIABLE, "no")
    with pytest.raises(LawError, match=r"remedies.py: code beside a rulebook is not run here"):
        Table.open(BOOK, {}, Limits(1_000, 100_000), seed=7)
