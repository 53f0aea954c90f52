"""Counts the clauses that events cite: per event on average, and each list of clauses by type of event.

python -m tests.citations.measure                      the averages over all cases
python -m tests.citations.measure nz-blackjack FOLDER  every list of clauses of one rulebook, over these files too
"""

import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from pitboss.notation.replay import replay
from pitboss.notation.run import find_files
from pitboss.pit import PitError, parse_pit

RULEBOOKS = Path(__file__).parents[2] / "src" / "pitboss" / "rulebooks"


def citing_events(paths: Iterable[Path]) -> Iterator[tuple[str, Any]]:
    """Yields every event that cites a clause, with its rulebook."""
    for path in find_files(paths):
        try:
            file = parse_pit(path.read_text(encoding="utf-8-sig"))
            outcome = replay(file)
        except PitError:
            continue
        for step in outcome.steps:
            for event in step.events:
                if event.clauses:
                    yield file.header("rulebook"), event


def main(arguments: list[str]) -> None:
    """Prints the averages, and the lists of one rulebook if it is named."""
    names = [name for name in arguments if (RULEBOOKS / name).is_dir()]
    paths = [RULEBOOKS, *(Path(name) for name in arguments if name not in names)]
    events: Counter[str] = Counter()
    clauses: Counter[str] = Counter()
    lists: Counter[tuple[str, str]] = Counter()
    for book, event in citing_events(paths):
        events[book] += 1
        clauses[book] += len(event.clauses)
        if book in names:
            reason = next((str(getattr(event, name)) for name in _REASONS if hasattr(event, name)), "")
            lists[f"{type(event).__name__} {reason}", "  ".join(event.clauses)] += 1
    for (kind, cited), times in sorted(lists.items()):
        print(f"{times:6} {kind:34} {cited}")
    for book in sorted(events):
        print(f"{book:20} {clauses[book] / events[book]:.2f} clauses on {events[book]} events")
    print(f"{'all':20} {sum(clauses.values()) / sum(events.values()):.2f} clauses on {sum(events.values())} events")


#: The fields that say why an event happened, first match.
_REASONS = ("outcome", "reason", "why", "procedure", "kind", "what", "answer", "equipment")

if __name__ == "__main__":
    main(sys.argv[1:])
