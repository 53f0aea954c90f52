"""Output of rulebooks and clauses, as JSON and tables."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from pitboss.cli.code_references import code_places
from pitboss.cli.rules_screen import heading, law, new_console, table
from pitboss.law import Rulebook
from pitboss.law.cite import without_number
from pitboss.law.clause_ledger import ClauseUse, Part, clause_uses, index_by_clause
from pitboss.law.load import Clause
from pitboss.notation.cases import read_cases

#: JSON keys of the parts of a rulebook.
KEYS: dict[Part, str] = {
    "option": "options",
    "constraint": "constraints",
    "warning": "warnings",
    "setting": "settings",
    "ground": "grounds",
    "variant": "variants",
    "wager": "wagers",
    "irregularity": "irregularities",
}


def list_data(books: Sequence[Rulebook]) -> list[dict[str, Any]]:
    """Returns a summary of each rulebook."""
    return [
        msgspec.to_builtins(book.about)
        | {
            "clauses": len(book.clauses),
            "options": len(book.options),
            "variants": list(book.layers),
            "wagers": list(book.wagers),
            "irregularities": list(book.irregularities),
        }
        for book in books
    ]


def show_list(books: Sequence[Rulebook]) -> None:
    """Print a line for each rulebook."""
    rows = [
        (book.id, book.about.title, book.about.game, str(len(book.clauses)), str(len(book.options))) for book in books
    ]
    new_console().print(table(("rulebook", "title", "game", "clauses", "options"), rows))


def book_data(book: Rulebook) -> dict[str, Any]:
    """Returns a rulebook with everything it sets."""
    data: dict[str, Any] = msgspec.to_builtins(book.about) | {"clauses": len(book.clauses)}
    for part, key in KEYS.items():
        data[key] = [use_data(use) for use in clause_uses(book) if use.part == part]
    return data


def use_data(use: ClauseUse) -> dict[str, Any]:
    """Returns one setting, without its names in the code."""
    data: dict[str, Any] = msgspec.to_builtins(use)
    del data["names"]
    return data


def show_book(book: Rulebook) -> None:
    """Print a rulebook."""
    console = new_console()
    about = book.about
    console.print(Text(f"{book.id}: {about.title}", style="bold"))
    console.print(
        " · ".join(filter(None, (about.game, about.authority, about.version, f"{len(book.clauses)} clauses")))
    )
    found = list(clause_uses(book))
    _part(
        console,
        "Options: what the operator chooses",
        ("option", "legal values", "default", "clause", "what it is"),
        [(use.name, use.value, use.default, law(use.clauses, use.policy), use.says) for use in _of(found, "option")],
    )
    _part(
        console,
        "Constraints: what one choice demands of another",
        ("says", "clause"),
        [(use.says, law(use.clauses, use.policy)) for use in _of(found, "constraint")],
        whole=0,
    )
    _part(
        console,
        "Warnings: what is allowed although the document can be read against it",
        ("says", "clause"),
        [(use.says, law(use.clauses, use.policy)) for use in _of(found, "warning")],
        whole=0,
    )
    _rules(console, found, "")
    for variant in _of(found, "variant"):
        heading(console, f"Variant {variant.name}: {variant.says}, {variant.value} ({law(variant.clauses, '')})")
        _rules(console, found, variant.name)
    _part(
        console,
        "Side wagers",
        ("wager", "value", "clause or policy"),
        [(use.name, use.value, law(use.clauses, use.policy)) for use in _of(found, "wager")],
    )
    _part(
        console,
        "Irregularities",
        ("irregularity", "remedy", "clause or policy"),
        [(use.name, use.value, law(use.clauses, use.policy)) for use in _of(found, "irregularity")],
    )


def found_data(found: Mapping[str, Sequence[Clause]]) -> list[dict[str, str]]:
    """Returns the matching clauses with their summaries and readings."""
    return [
        {
            "rulebook": name,
            "clause": clause.id,
            "kind": clause.kind,
            "summary": clause.summary,
            "reading_text": clause.reading_text,
        }
        for name, clauses in found.items()
        for clause in clauses
    ]


def show_found(found: Mapping[str, Sequence[Clause]]) -> None:
    """Print a line for each matching clause."""
    rows = [
        (row["rulebook"], row["clause"], row["kind"], f"{row['summary']} {row['reading_text']}".strip())
        for row in found_data(found)
    ]
    if rows:
        new_console().print(table(("rulebook", "clause", "kind", "in our words"), rows, whole=3))


def _of(found: Sequence[ClauseUse], part: Part, variant: str | None = None) -> list[ClauseUse]:
    return [use for use in found if use.part == part and (variant is None or use.variant == variant)]


def _rules(console: Console, found: Sequence[ClauseUse], variant: str) -> None:
    inside = f" of {variant}" if variant else ""
    _part(
        console,
        f"Settings{inside}: what the game is played by",
        ("setting", "value", "clause or policy"),
        [(use.name, use.value, law(use.clauses, use.policy)) for use in _of(found, "setting", variant)],
    )
    _part(
        console,
        f"Grounds{inside}: what refusals and events rest on",
        ("ground", "what it governs", "clause or policy"),
        [(use.name, use.says, law(use.clauses, use.policy)) for use in _of(found, "ground", variant)],
    )


def _part(console: Console, title: str, heads: Sequence[str], rows: Sequence[Sequence[str]], *, whole: int = 1) -> None:
    if rows:
        heading(console, title)
        console.print(table(heads, rows, whole=whole))


def rests_on(book: Rulebook, asked: str, found: Sequence[Clause]) -> dict[str, Any]:
    """Returns the clauses, what they set, the code that uses it, and their cases."""
    cited = dict.fromkeys(without_number(clause.id) for clause in found)
    everything = index_by_clause(book)
    setting = list(dict.fromkeys(use for name in cited for use in everything[name]))
    places: dict[str, tuple[str, ...]] = {}
    for use in setting:
        game = book.layers[use.variant].game(book.about) if use.variant else book.about.game
        places |= code_places(use.names, game)
    cases = [case for case in read_cases(book.id) if any(name in case.file.clauses for name in cited)]
    return {
        "rulebook": book.id,
        "asked": asked,
        "clauses": [
            {"clause": clause.id, **{key: value for key, value in msgspec.to_builtins(clause).items() if key != "id"}}
            for clause in found
        ],
        "sets": [use_data(use) for use in setting],
        "code": [{"name": name, "places": list(where)} for name, where in places.items() if where],
        "cases": [{"file": case.name, "title": case.title, "clauses": list(case.file.clauses)} for case in cases],
    }


def show_clauses(about: dict[str, Any]) -> None:
    """Print a clause with its settings, code and cases."""
    console = new_console()
    for clause in about["clauses"]:
        console.print(Text.assemble((f"{about['rulebook']} {clause['clause']}", "bold"), f"  {clause['kind']}"))
        for note in clause_notes(clause):
            console.print(Padding(note, (0, 0, 0, 2), expand=False))
    sets = [
        (f"{use['file']}: {use['path']}", use["value"] or use["says"], law(use["clauses"], use["policy"]))
        for use in about["sets"]
    ]
    _part(console, "Sets", ("where", "what", "resting on"), sets)
    code = [(item["name"], ", ".join(item["places"])) for item in about["code"]]
    _part(console, "Code that names what it sets", ("name", "places"), code)
    _part(console, "Cases that name it", ("case", "shows"), [(case["file"], case["title"]) for case in about["cases"]])
    empty = [name for name, rows in (("sets nothing by name", sets), ("no case names it", about["cases"])) if not rows]
    if empty:
        console.print()
        console.print(f"({', '.join(empty)})")


def clause_notes(clause: dict[str, Any]) -> list[str]:
    """Returns the ledger's summary, reason and reading of a clause."""
    notes = [clause["summary"]]
    if clause["reason"]:
        notes.append(f"reason: {clause['reason']}")
    if clause["reading"] or clause["reading_text"]:
        notes.append(f"reading {clause['reading']}: {clause['reading_text']}")
    return notes
