"""Tables that the law does not allow: the file that opens one cannot be read, and the complaint names the clause."""

import tomllib
from pathlib import Path

import pytest
from typer.testing import CliRunner

from pitboss.cli import build
from pitboss.law import Refusal, Rulebook, load_rulebook, resolve
from pitboss.law.cite import Clauses

ROWS = [
    (rulebook, row)
    for rulebook, rows in tomllib.loads((Path(__file__).parent / "options.toml").read_text(encoding="utf-8")).items()
    for row in rows
]


@pytest.mark.parametrize(("rulebook", "row"), ROWS, ids=[f"{rulebook}: {row['options']}" for rulebook, row in ROWS])
def test_an_unlawful_table_is_not_opened(rulebook: str, row: dict[str, str], tmp_path: Path) -> None:
    file = tmp_path / "table.pit"
    limits = f"limits: {row['limits']}\n" if "limits" in row else ""
    file.write_text(f"rulebook: {rulebook}\n{limits}options: {row['options']}\n---\n", encoding="utf-8")
    result = CliRunner().invoke(build(), ["replay", str(file)])
    assert result.exit_code == 2, result.output
    complaint = result.output.splitlines()[0]
    assert complaint.startswith(f"{file}:{3 if limits else 2}: "), complaint
    assert row["words"] in complaint
    if "clause" in row:
        assert f"({rulebook} " in complaint
        assert row["clause"] in complaint


@pytest.mark.parametrize("rulebook", ["nz-blackjack", "mbs-blackjack", "canberra-blackjack", "tribal-blackjack"])
def test_every_option_has_a_value_that_cannot_be_chosen(rulebook: str) -> None:
    """Nonsense for each option of the rulebook: an error that names the option, or a refusal on its clause."""
    book = load_rulebook(rulebook)
    for name, option in book.options.items():
        for text in ("nonsense", "-1", "1.234", "99999999999999999999", "²", "true;false", "٣"):
            said, clauses = _complaint(book, name, text)
            assert name in said, f"{name}={text}: {said}"
            assert text in said, f"{name}={text}: {said}"
            assert clauses in ((), option.clauses)


def _complaint(book: Rulebook, name: str, text: str) -> tuple[str, Clauses]:
    try:
        refusal = resolve(book, {name: text})
    except ValueError as error:
        return str(error), ()
    assert isinstance(refusal, Refusal), f"{name}={text} was accepted"
    return str(refusal), refusal.clauses
