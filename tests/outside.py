"""A rulebook outside the package: a copy of a built-in one under another name, with changed values."""

import shutil
from pathlib import Path

from pitboss.law.paths import find_rulebook

#: Blackjack pays 6 to 5: every exact figure and every blackjack tells it from its original.
SIX_TO_FIVE = ('blackjack_odds = { value = "3:2"', 'blackjack_odds = { value = "6:5"')
#: The house's own title.
TITLE = ('title = "Marina Bay Sands: Blackjack Game Rules"', 'title = "My House: Blackjack"')


def copy_rulebook(folder: Path, name: str, *changes: tuple[str, str], original: str = "mbs-blackjack") -> Path:
    """Copies a rulebook into a folder under another name; each change replaces a text of its ``rules.toml``."""
    path = folder / name
    shutil.copytree(str(find_rulebook(original)), path)
    for case in path.glob("cases/*.pit"):
        replace_text(case, (f"rulebook: {original}\n", f"rulebook: {name}\n"))
    replace_text(path / "rules.toml", (f'id = "{original}"', f'id = "{name}"'), *changes)
    return path


def replace_text(file: Path, *changes: tuple[str, str]) -> None:
    """Replaces texts that must be in a file."""
    text = file.read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text, f"{file.name}: {old}"
        text = text.replace(old, new)
    file.write_text(text, encoding="utf-8")
