"""Expectations about citations: ``? cited CLAUSE``, ``? cited only CLAUSE…``, each with ``in EVENT`` at its end."""

import re
from collections.abc import Iterable, Sequence
from typing import Any

from pitboss.games.events import event_name
from pitboss.games.registry import event_names, is_decisive
from pitboss.law import Rulebook, TableRules
from pitboss.law.cite import Clauses, any_covered, clause_list, covers
from pitboss.law.layers import base_applied_by
from pitboss.law.load import has_clause

#: ``wager_paid``, or ``wager_paid.2`` for the second of them.
_EVENT = re.compile(r"([a-z][a-z_]*)(?:\.([1-9]\d?))?")


def read_clauses(book: Rulebook, words: Sequence[str]) -> Clauses:
    """Splits words into clauses; a definition has several words. Raises ValueError for one that the rulebook lacks."""
    found: list[str] = []
    rest = list(words)
    while rest:
        sizes = range(len(rest), 0, -1)
        size = next((size for size in sizes if has_clause(book, " ".join(rest[:size]))), 0)
        if not size:
            raise ValueError(f"{book.id} has no clause {' '.join(rest)}")
        found.append(own_clause(book, " ".join(rest[:size])))
        del rest[:size]
    return tuple(found)


def own_clause(book: Rulebook, clause: str) -> str:
    """Returns a clause as the table cites it, without the name of its own rulebook."""
    return clause.removeprefix(f"{book.id}:")


def evaluate_cited(
    book: Rulebook, rules: TableRules[Any], game: str, events: Sequence[Any], words: Sequence[str]
) -> tuple[str, str]:
    """Returns the expected and the actual value of ``cited …``; equal where it holds. Raises ValueError.

    ``cited X`` reads all events of the last executed line, ``cited only X Y`` those that decide or settle something.
    """
    words, shown = _select_events(game, events, words[1:])
    only = bool(words) and words[0] == "only"
    words = words[1:] if only else words
    if not words:
        raise ValueError("expected '? cited CLAUSE' or '? cited only CLAUSE…'; 'in EVENT' at the end selects one event")
    if not only:
        named = own_clause(book, " ".join(words))
        if not has_clause(book, named):
            raise ValueError(f"{book.id} has no clause {named}")
        clauses = _cited_by(rules, shown)
        return named, named if any_covered(named, clauses) else clause_list(clauses) or "no clause"
    wanted = read_clauses(book, words)
    found = _cited_by(rules, [event for event in shown if is_decisive(event)] or shown)
    met = all(any_covered(named, found) for named in wanted)
    exact = met and all(any(covers(named, clause) for named in wanted) for clause in found)
    expected = f"only {clause_list(wanted)}"
    return expected, expected if exact else clause_list(found) or "no clause"


def _select_events(game: str, events: Sequence[Any], words: Sequence[str]) -> tuple[Sequence[str], Sequence[Any]]:
    """Returns the words without ``in EVENT``, and the events that they mean. Raises ValueError where there is none."""
    if len(words) < 2 or words[-2] != "in":
        return words, events
    named = _EVENT.fullmatch(words[-1])
    if named is None or named[1] not in event_names(game):
        raise ValueError(f"'{words[-1]}' is not an event of {game}: expected a name such as {_sample(events)}")
    found = [event for event in events if event_name(event) == named[1]]
    if named[2]:
        found = found[int(named[2]) - 1 : int(named[2])]
    if not found:
        raise ValueError(f"the last line has no event {words[-1]}: it has {_sample(events)}")
    return words[:-2], found


def _sample(events: Iterable[Any]) -> str:
    return ", ".join(dict.fromkeys(event_name(event) for event in events)) or "none"


def _cited_by(rules: TableRules[Any], events: Iterable[Any]) -> Clauses:
    """Returns the clauses of the events, and the clause that applies the rulebook of the underlying game."""
    clauses = tuple(dict.fromkeys(clause for event in events for clause in event.clauses))
    return (*clauses, *base_applied_by(rules, clauses))
