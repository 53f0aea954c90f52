"""``python -m pitboss.docs``: write the generated docs, or check that they are up to date."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from pitboss.docs import drift, pages, write

#: The docs/ folder of this checkout.
DOCS = Path(__file__).parents[3] / "docs"


def main(arguments: Sequence[str] | None = None) -> int:
    """Write or check the docs. Returns 1 if a check finds drift, else 0."""
    parser = argparse.ArgumentParser(prog="python -m pitboss.docs", description="Write the generated docs.")
    parser.add_argument("--check", action="store_true", help="write nothing; list the files that drifted and exit 1")
    parser.add_argument("--folder", type=Path, default=DOCS, help="the docs folder (default: docs/ of the checkout)")
    given = parser.parse_args(arguments)
    if not given.check:
        for name in write(given.folder, pages()):
            print(f"wrote {given.folder / name}")
        return 0
    changed = drift(given.folder, pages())
    for name in changed:
        print(f"{given.folder / name}: out of date; run `make docs`", file=sys.stderr)
    return 1 if changed else 0


if __name__ == "__main__":
    sys.exit(main())
