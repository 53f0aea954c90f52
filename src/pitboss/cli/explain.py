"""``why``: the clauses that something rests on, with our summary of each."""

from collections.abc import Iterable, Iterator, Sequence

from pitboss.blackjack import events as ev
from pitboss.law import Refusal, Rulebook, load_rulebook, rulebook_ids
from pitboss.law.cite import clause_list, covers, without_number
from pitboss.law.load import Clause
from pitboss.table.view import tell_seen


def explain_clause(book: Rulebook, named: str) -> Iterator[str]:
    """What the ledger says of a clause and its parts."""
    other, colon, rest = named.partition(":")
    if colon and other in rulebook_ids():
        book, named = load_rulebook(other), rest.strip()
    found = [clause for clause in book.clauses if covers(named, clause.id)]
    if not found:
        yield f"{book.id} has no clause {named}; 'why' alone tells what the last events rest on"
    for clause in found:
        yield from _summary(clause)


def explain_events(book: Rulebook, events: Sequence[ev.Event]) -> Iterator[str]:
    """Each event with its clauses, then every clause once."""
    for event in events:
        words = tell_seen(event)
        if words:
            yield f"{words}  [{clause_list(event.clauses) or 'no clause: so the table works'}]"
    yield from _summaries(book, [clause for event in events for clause in event.clauses])


def explain_refusal(book: Rulebook, refusal: Refusal) -> Iterator[str]:
    """Why it was refused, and what each of its clauses says."""
    yield f"refused: {refusal}"
    yield from _summaries(book, refusal.clauses)


def explain_clauses(book: Rulebook, clauses: Iterable[str]) -> Iterator[str]:
    """What each of these clauses says, once; another rulebook's clause has that one's name before it."""
    for named in dict.fromkeys(clauses):
        other, colon, rest = named.partition(":")
        if colon and other in rulebook_ids():
            yield f"  {other}"
            yield from _summaries(load_rulebook(other), [rest.strip()])
        else:
            yield from _summaries(book, [named])


def _summaries(book: Rulebook, clauses: Iterable[str]) -> Iterator[str]:
    for named in dict.fromkeys(clauses):
        exact = [clause for clause in book.clauses if named in (clause.id, without_number(clause.id))]
        for clause in exact or [clause for clause in book.clauses if covers(named, clause.id)]:
            yield from _summary(clause)


def _summary(clause: Clause) -> Iterator[str]:
    yield f"  {without_number(clause.id)}: {clause.summary}"
    if clause.reading_text:
        yield f"      as read here: {clause.reading_text}"
