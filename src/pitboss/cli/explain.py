"""``why``: the clauses that something rests on, with our summary of each."""

from collections.abc import Iterable, Iterator, Sequence

from pitboss.blackjack import events as ev
from pitboss.law import Refusal, Rulebook, load_rulebook, rulebook_ids
from pitboss.law.cite import clause_list, covers, without_number
from pitboss.law.load import Clause
from pitboss.table.view import tell_seen


def explain_clause(book: Rulebook, named: str) -> Iterator[str]:
    """What the ledger says of a clause and its parts."""
    of, name, prefix = _whose(book, named)
    found = [clause for clause in of.clauses if covers(name, clause.id)]
    if not found:
        yield f"{of.id} has no clause {name}; 'why' alone tells what the last events rest on"
    for clause in found:
        yield from _summary(clause, prefix)


def explain_events(book: Rulebook, events: Sequence[ev.Event]) -> Iterator[str]:
    """Each event with its clauses, then every clause once."""
    for event in events:
        words = tell_seen(event)
        if words:
            yield f"{words}  [{clause_list(event.clauses) or 'no clause: so the table works'}]"
    yield from explain_clauses(book, [clause for event in events for clause in event.clauses])


def explain_refusal(book: Rulebook, refusal: Refusal) -> Iterator[str]:
    """Why it was refused, and what each of its clauses says."""
    yield f"refused: {refusal}"
    yield from explain_clauses(book, refusal.clauses)


def explain_clauses(book: Rulebook, clauses: Iterable[str]) -> Iterator[str]:
    """What each of these clauses says, once."""
    for named in dict.fromkeys(clauses):
        of, name, prefix = _whose(book, named)
        exact = [clause for clause in of.clauses if name in (clause.id, without_number(clause.id))]
        for clause in exact or [clause for clause in of.clauses if covers(name, clause.id)]:
            yield from _summary(clause, prefix)


def _whose(book: Rulebook, named: str) -> tuple[Rulebook, str, str]:
    """The rulebook that is meant, its clause, and the prefix by which a clause of another one is told."""
    other, colon, rest = named.partition(":")
    if colon and other in rulebook_ids():
        return load_rulebook(other), rest.strip(), f"{other} "
    return book, named, ""


def _summary(clause: Clause, prefix: str) -> Iterator[str]:
    yield f"  {prefix}{without_number(clause.id)}: {clause.summary}"
    if clause.reading_text:
        yield f"      as read here: {clause.reading_text}"
