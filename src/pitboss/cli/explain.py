"""The ``why`` command of the terminal: clauses with their summaries."""

from collections.abc import Iterable, Iterator, Sequence

from pitboss.games.blackjack import events as ev
from pitboss.games.live.visible_events import describe_visible
from pitboss.law import Refusal, Rulebook, load_rulebook, rulebook_ids
from pitboss.law.cite import clause_list, covers, without_number
from pitboss.law.load import Clause


def explain_clause(book: Rulebook, named: str) -> Iterator[str]:
    """Yield the ledger's summary of a clause and its parts."""
    of, name, prefix = _resolve_clause(book, named)
    found = [clause for clause in of.clauses if covers(name, clause.id)]
    if not found:
        yield f"{of.id} has no clause {name}; 'why' alone explains the last events"
    for clause in found:
        yield from _summary(clause, prefix)


def explain_events(book: Rulebook, events: Sequence[ev.Event]) -> Iterator[str]:
    """Yield each event with its clauses, then the summary of each clause once."""
    for event in events:
        words = describe_visible(event)
        if words:
            yield f"{words}  [{clause_list(event.clauses) or 'no clause'}]"
    yield from explain_clauses(book, [clause for event in events for clause in event.clauses])


def explain_refusal(book: Rulebook, refusal: Refusal) -> Iterator[str]:
    """Yield the refusal and the summary of each of its clauses."""
    yield f"refused: {refusal}"
    yield from explain_clauses(book, refusal.clauses)


def explain_clauses(book: Rulebook, clauses: Iterable[str]) -> Iterator[str]:
    """Yield the summary of each of these clauses once."""
    for named in dict.fromkeys(clauses):
        of, name, prefix = _resolve_clause(book, named)
        exact = [clause for clause in of.clauses if name in (clause.id, without_number(clause.id))]
        for clause in exact or [clause for clause in of.clauses if covers(name, clause.id)]:
            yield from _summary(clause, prefix)


def _resolve_clause(book: Rulebook, named: str) -> tuple[Rulebook, str, str]:
    """Returns the rulebook and clause, and a prefix if it is another rulebook."""
    other, colon, rest = named.partition(":")
    if colon and other in rulebook_ids():
        return load_rulebook(other), rest.strip(), f"{other} "
    return book, named, ""


def _summary(clause: Clause, prefix: str) -> Iterator[str]:
    yield f"  {prefix}{without_number(clause.id)}: {clause.summary}"
    if clause.reading_text:
        yield f"      as read here: {clause.reading_text}"
