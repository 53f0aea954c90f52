"""``python -m pitboss.docs``: write the generated docs, or check that they are up to date."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from pitboss.docs import drift, outside_pages, pages, write
from pitboss.law import LawError
from pitboss.search_path import BadSearchPath, extend_environment, restored_environment

#: The docs/ folder of this checkout.
DOCS = Path(__file__).parents[3] / "docs"


def main(arguments: Sequence[str] | None = None) -> int:
    """Write or check the docs. Returns 1 if a check finds drift, else 0."""
    parser = argparse.ArgumentParser(prog="python -m pitboss.docs", description="Write the generated docs.")
    parser.add_argument("--check", action="store_true", help="write nothing; list the files that drifted and exit 1")
    parser.add_argument("--folder", type=Path, default=DOCS, help="the docs folder (default: docs/ of the checkout)")
    parser.add_argument("--rulebooks", type=Path, help="write the pages of the rulebooks in this folder only")
    given = parser.parse_args(arguments)
    with restored_environment():
        try:
            wanted = pages() if given.rulebooks is None else _outside(given.rulebooks, given.folder)
        except (BadSearchPath, LawError) as error:
            parser.error(str(error))
    whole = given.rulebooks is None
    if not given.check:
        for name in write(given.folder, wanted, whole=whole):
            print(f"wrote {given.folder / name}")
        return 0
    changed = drift(given.folder, wanted, whole=whole)
    for name in changed:
        print(f"{given.folder / name}: out of date; run `make docs`", file=sys.stderr)
    return 1 if changed else 0


def _outside(rulebooks: Path, folder: Path) -> dict[str, str]:
    extend_environment([rulebooks], "--rulebooks")
    return outside_pages(rulebooks, folder)


if __name__ == "__main__":
    sys.exit(main())
