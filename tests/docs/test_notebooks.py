"""The notebooks of the gallery run from top to bottom, and show what their files show, in the same formats."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.docs.notebooks import GALLERY, run_notebook

NOTEBOOKS = sorted(GALLERY.glob("*.ipynb"))


def formats(outputs: list[dict[str, Any]]) -> list[Any]:
    return [sorted(output.get("data", output["output_type"])) for output in outputs]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: str(path.stem))
def test_a_notebook_runs_and_shows_what_it_stores(path: Path) -> None:
    notebook = json.loads(path.read_text(encoding="utf-8"))
    cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    assert cells
    for cell, outputs in zip(cells, run_notebook(notebook), strict=True):
        assert formats(outputs) == formats(cell["outputs"]), "".join(cell["source"])


def test_the_gallery_is_listed() -> None:
    listed = (GALLERY / "README.md").read_text(encoding="utf-8")
    assert all(path.name in listed for path in NOTEBOOKS)


def test_an_error_in_a_cell_is_raised() -> None:
    cell = {"cell_type": "code", "source": ["1 / 0"], "outputs": []}
    with pytest.raises(ZeroDivisionError):
        list(run_notebook({"cells": [cell]}))
