"""Writes the golden files again: the counts of histories, and the story of every table in this folder.

``make golden`` runs it. Read what it changed before you keep it: each change is a change of the rules or of the words.
"""

import json
from pathlib import Path

import msgspec

from pitboss.notation.run import run_file
from tests.counts.tree import COUNTS, count, name_of, shoes

FOLDER = Path(__file__).parent


def story_file(table: Path) -> Path:
    """Where the story of a table is kept."""
    return table.with_suffix(".txt")


def story(table: Path) -> str:
    """The story of a table, event by event with its clauses."""
    result = run_file(table)
    assert result.passed, result.complaint
    return "".join(f"{line}\n" for line in result.story)


def tables() -> list[Path]:
    """The tables whose stories are kept."""
    return sorted(FOLDER.glob("*.pit"))


def main() -> None:
    """Counts and stories."""
    counts = {name_of(shoe): msgspec.to_builtins(count(shoe)) for shoe in shoes()}
    lines = [f"  {json.dumps(name)}: {json.dumps(counted)}" for name, counted in counts.items()]
    COUNTS.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
    for table in tables():
        story_file(table).write_text(story(table), encoding="utf-8")


if __name__ == "__main__":
    main()
