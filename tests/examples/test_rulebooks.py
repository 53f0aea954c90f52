"""The rulebooks of examples/rulebooks: no findings, every clause proven, and figures as those of the same shorthand."""

from pathlib import Path

import pytest

from pitboss.analyse.edge import edge
from pitboss.law import Refusal, load_rulebook, resolve
from pitboss.law.laboratory import laboratory_rules
from pitboss.notation.check import EXECUTABLE, check_rulebook
from pitboss.search_path import VARIABLE

FOLDER = Path(__file__).parents[2] / "examples" / "rulebooks"
#: Each rulebook in the trade's abbreviations.
SHORTHAND = {
    "nevada-strip": "6D H17 DAS RSA LS",
    "downtown-single-deck": "1D H17 NDAS",
    "macau": "6D S17 DAS ESNA OBBO ENHC",
    "british-club": "6D S17 DAS D9 NRS ENHC",
}
#: A rulebook whose bonuses are its own: only its data and cases are tested.
BONUSES = "spanish-bonus"


@pytest.fixture(autouse=True)
def _rulebooks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, str(FOLDER))


def test_every_rulebook_is_tested() -> None:
    assert {folder.name for folder in FOLDER.iterdir() if folder.is_dir()} == {*SHORTHAND, BONUSES}


@pytest.mark.parametrize("name", [*SHORTHAND, BONUSES])
def test_a_rulebook_has_no_findings_and_a_case_for_every_clause(name: str) -> None:
    assert check_rulebook(FOLDER / name).findings == ()
    book = load_rulebook(name)
    assert len(book.clauses) >= 20
    assert {clause.kind for clause in book.clauses} <= set(EXECUTABLE)
    assert book.about.cloth
    assert (FOLDER / name / "README.md").is_file()


@pytest.mark.parametrize("name", SHORTHAND)
def test_a_rulebook_has_the_edge_of_its_shorthand(name: str) -> None:
    rules = resolve(load_rulebook(name), {})
    assert not isinstance(rules, Refusal), rules
    assert edge(rules).expectation == pytest.approx(edge(laboratory_rules(SHORTHAND[name])).expectation, abs=1e-12)
