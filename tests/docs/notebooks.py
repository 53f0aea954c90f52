"""Runs notebooks without Jupyter: ``python -m tests.docs.notebooks`` stores the outputs of the gallery in its files."""

import ast
import io
import json
from collections.abc import Iterator
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

GALLERY = Path(__file__).parents[2] / "examples" / "notebooks"
#: Characters of a value as text.
MOST_TEXT = 1_000
#: The representations of a value that a notebook shows, by the method that returns each.
FORMATS = {"_repr_html_": "text/html", "_repr_svg_": "image/svg+xml"}


def run_notebook(notebook: dict[str, Any]) -> Iterator[list[dict[str, Any]]]:
    """Executes the code cells in order; yields the outputs of each. An error of a cell is raised."""
    names: dict[str, Any] = {"__name__": "__main__"}
    for number, cell in enumerate(cell for cell in notebook["cells"] if cell["cell_type"] == "code"):
        printed = io.StringIO()
        with redirect_stdout(printed):
            value = _execute("".join(cell["source"]), names, f"cell {number + 1}")
        outputs: list[dict[str, Any]] = []
        if printed.getvalue():
            outputs.append({"output_type": "stream", "name": "stdout", "text": _lines(printed.getvalue())})
        if value is not None:
            shown = {kind: getattr(value, method)() for method, kind in FORMATS.items() if hasattr(value, method)}
            data = {kind: _lines(text) for kind, text in {"text/plain": _plain(repr(value)), **shown}.items() if text}
            result = {"output_type": "execute_result", "execution_count": number + 1, "metadata": {}, "data": data}
            outputs.append(result)
        yield outputs


def _execute(source: str, names: dict[str, Any], where: str) -> Any:
    """Executes a cell; returns the value of its last line if that is an expression."""
    tree = ast.parse(source, where)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, where, "exec"), names)
    if not isinstance(last, ast.Expr) or source.rstrip().endswith(";"):
        return None
    return eval(compile(ast.Expression(last.value), where, "eval"), names)


def _plain(text: str) -> str:
    """Returns the text that is shown where the other representations are not; a long one is cut."""
    return text if len(text) <= MOST_TEXT else f"{text[:MOST_TEXT]}…"


def _lines(text: str) -> list[str]:
    return text.splitlines(keepends=True)


def main() -> None:
    """Runs the gallery and stores what its cells show."""
    for path in sorted(GALLERY.glob("*.ipynb")):
        notebook = json.loads(path.read_text(encoding="utf-8"))
        cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
        for number, (cell, outputs) in enumerate(zip(cells, run_notebook(notebook), strict=True), 1):
            cell["outputs"], cell["execution_count"] = outputs, number
        path.write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        print(path.name)


if __name__ == "__main__":
    main()
