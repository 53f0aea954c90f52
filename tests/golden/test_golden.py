"""Golden transcripts: every table here is described as before; ``make golden`` rewrites them."""

from pathlib import Path

import pytest

from tests.golden.remake import FOLDER, story, story_file, tables


@pytest.mark.parametrize("table", tables(), ids=lambda table: table.stem)
def test_the_story_of_a_table(table: Path) -> None:
    assert story(table) == story_file(table).read_text(encoding="utf-8")


def test_every_story_has_its_table() -> None:
    assert {table.stem for table in tables()} == {text.stem for text in FOLDER.glob("*.txt")}
    assert len(tables()) >= 12
