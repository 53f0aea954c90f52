"""Write the folder of a new rulebook, begun as a copy of another one."""

import json
import re
from collections.abc import Iterator
from importlib.resources.abc import Traversable
from pathlib import Path

from pitboss.cli.options import BadUsage
from pitboss.law import Rulebook, load_rulebook
from pitboss.law.check_files import CLAUSES_FILE
from pitboss.law.paths import LABORATORY, RULEBOOK_NAME, RULES_FILE, find_rulebook, rulebook_paths
from pitboss.law.schema import FILES, file_schema

_ABOUT = re.compile(r"^\[rulebook\]\n(?:(?!\[).*\n)*", re.M)
_LEADING_COMMENTS = re.compile(r"\A(?:#.*\n|\s*\n)*")

#: The colour of the table on the page, until the house chooses one.
CLOTH = "#2c4450"

README = """\
# {title}

House rules, begun as a copy of `{original}`. Change each value, clause and case to what your document says.

| file | what is in it |
|---|---|
| `rules.toml` | the values, options and grounds of the game, each with its clause |
| `clauses.toml` | every clause of your document in your own words |
| `variants/` | rules that replace others while an option is chosen, if there are any |
| `cases/` | short games that prove the clauses, as `.pit` files |
| `schema/` | JSON Schemas of the data files, for your editor |

Run these in the folder that holds this one:

```sh
pitboss rules check {name}
pitboss rules {name} --rulebooks .
pitboss rules coverage {name} --missing --rulebooks .
pitboss play {name} --rulebooks .
pitboss edge {name} --rulebooks .
pitboss serve --rulebooks .
```
"""


def write_rulebook(name: str, original: str, to: Path) -> Path:
    """Writes the folder of a new rulebook and returns it. Raises BadUsage if the name or the folder is taken."""
    if not RULEBOOK_NAME.fullmatch(name) or name == LABORATORY:
        raise BadUsage(f"'{name}' is not a name: write lower-case letters, digits and hyphens, like my-house")
    if name in rulebook_paths():
        raise BadUsage(f"there is a rulebook '{name}' already: {rulebook_paths()[name]}")
    folder = to / name
    if folder.exists():
        raise BadUsage(f"{folder} exists already")
    book, source = load_rulebook(original), find_rulebook(original)
    for path, text in _files(source, ""):
        _write(folder / path, _adapted(path, text, name, book))
    for kind in FILES:
        schema = json.dumps(file_schema(kind), indent=2, ensure_ascii=False)
        _write(folder / "schema" / f"{kind}.json", f"{schema}\n")
    _write(folder / "README.md", README.format(title=_title(name), original=original, name=name))
    return folder


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8", newline="\n")


def _files(folder: Traversable, below: str) -> Iterator[tuple[str, str]]:
    """Yields the path and the text of the data files and cases of a rulebook."""
    for entry in sorted(folder.iterdir(), key=lambda item: item.name):
        path = f"{below}{entry.name}"
        if entry.is_dir() and path.split("/", maxsplit=1)[0] in ("cases", "variants"):
            yield from _files(entry, f"{path}/")
        elif path in (RULES_FILE, CLAUSES_FILE) or (below and path.endswith((".toml", ".pit"))):
            yield path, entry.read_text(encoding="utf-8")


def _adapted(path: str, text: str, name: str, book: Rulebook) -> str:
    """Returns a file of the original for the new rulebook: with its name, its head and its schema."""
    if path.endswith(".pit"):
        return re.sub(rf"^rulebook:\s*{re.escape(book.id)}\s*$", f"rulebook: {name}", text, count=1, flags=re.M)
    if path == CLAUSES_FILE:
        head = "#:schema ./schema/clauses.json\n"
        head += f"# The clauses of {name}, in our own words; begun as those of {book.id}.\n\n"
        return head + _LEADING_COMMENTS.sub("", text, count=1)
    if path != RULES_FILE:
        return f"#:schema ../schema/variant.json\n{text}"
    head = f"#:schema ./schema/rules.json\n# The rules of {name}: values, options and grounds, each with its clause.\n"
    head += "# Where the document is silent, a policy says what is done and why.\n\n"
    return head + _ABOUT.sub(lambda _: _about(name, book), _LEADING_COMMENTS.sub("", text, count=1), count=1)


def _about(name: str, book: Rulebook) -> str:
    entries = {
        "id": name,
        "title": f"{_title(name)}: rules of {book.about.game}",
        "name": _title(name),
        "document": "House rules",
        "game": book.about.game,
        "authority": _title(name),
        "version": f"draft, from {book.id}",
        "cloth": CLOTH,
        "base": book.about.base,
    }
    lines = [f"{key} = {json.dumps(value)}\n" for key, value in entries.items() if value]
    return "".join(["[rulebook]\n", *lines, "\n"])


def _title(name: str) -> str:
    return name.replace("-", " ").capitalize()
