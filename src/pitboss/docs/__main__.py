"""``python -m pitboss.docs``: write the generated docs, or check that they agree with the sources."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from pitboss.docs import drift, pages, write

#: The docs/ of the checkout that this file lies in.
DOCS = Path(__file__).parents[3] / "docs"


def main(arguments: Sequence[str] | None = None) -> int:
    """Exits 1 from a check that finds drift, and 0 otherwise."""
    parser = argparse.ArgumentParser(prog="python -m pitboss.docs", description="Write the generated docs.")
    parser.add_argument("--check", action="store_true", help="write nothing; name the files that drifted and exit 1")
    parser.add_argument("--folder", type=Path, default=DOCS, help="where the docs lie (default: docs/ of the checkout)")
    given = parser.parse_args(arguments)
    if not given.check:
        for name in write(given.folder, pages()):
            print(f"wrote {given.folder / name}")
        return 0
    changed = drift(given.folder, pages())
    for name in changed:
        print(f"{given.folder / name}: not what the sources say; run `make docs`", file=sys.stderr)
    return 1 if changed else 0


if __name__ == "__main__":
    sys.exit(main())
