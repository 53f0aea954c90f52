"""The page of a rulebook: options, settings, and every clause with its cases."""

from collections.abc import Iterator, Sequence

from pitboss.docs.markdown import cell, code, law, table
from pitboss.law import Rulebook
from pitboss.law.cite import without_number
from pitboss.law.clause_ledger import ClauseUse, Part, clause_uses
from pitboss.law.load import Clause
from pitboss.notation.cases import by_clause, read_cases


def law_page(book: Rulebook, folder: str) -> str:
    """Returns the page of a rulebook; ``folder`` is the path of the rulebook, relative to the page."""
    found = list(clause_uses(book))
    clauses = _clauses(book, f"{folder}/cases")
    return "\n\n".join((*_head(book), *_choices(found), *_rules(found), *_more(found), *_duties(book), *clauses))


def _head(book: Rulebook) -> Iterator[str]:
    about = book.about
    yield f"# {cell(about.title)}"
    facts = {
        "Rulebook": code(book.id),
        "Game": about.game,
        "Authority": cell(about.authority),
        "Version": cell(about.version),
        "Built on": code(about.base),
        "Clauses": str(len(book.clauses)),
    }
    yield "\n".join(f"- {name}: {value}" for name, value in facts.items() if value)


def _choices(found: Sequence[ClauseUse]) -> Iterator[str]:
    yield "## Options"
    yield "What the operator chooses, within the values that the law allows."
    yield options_table(found)
    constraints = [(cell(use.says), cell(use.value), law(use.clauses, use.policy)) for use in _of(found, "constraint")]
    if constraints:
        yield "What one choice demands of another:"
        yield table(("Says", "As data", "Clause"), constraints)
    warnings = [(cell(use.says), cell(use.value), law(use.clauses, use.policy)) for use in _of(found, "warning")]
    if warnings:
        yield "What is allowed with a warning, as the document can be read against it:"
        yield table(("Says", "Unless", "Clause"), warnings)


def options_table(found: Sequence[ClauseUse]) -> str:
    """Returns the table of options."""
    return table(
        ("Option", "Legal values", "Default", "Clause", "What it is"),
        [
            (code(use.name), cell(use.value), code(use.default), law(use.clauses, use.policy), cell(use.says))
            for use in _of(found, "option")
        ],
    )


def _rules(found: Sequence[ClauseUse]) -> Iterator[str]:
    yield "## Settings"
    yield "What the game is played by, and on which clause; a policy says why where the document is silent."
    yield from _rule_tables(found, "")
    for variant in _of(found, "variant"):
        yield f"## Variant: {cell(variant.says)}"
        yield f"{code(variant.name)}, {cell(variant.value)} ({law(variant.clauses, '')}), over the settings above."
        yield from _rule_tables(found, variant.name)


def _rule_tables(found: Sequence[ClauseUse], variant: str) -> Iterator[str]:
    settings = [use for use in _of(found, "setting") if use.variant == variant]
    grounds = [use for use in _of(found, "ground") if use.variant == variant]
    if settings:
        rows = [(code(use.name), cell(use.value), law(use.clauses, use.policy)) for use in settings]
        yield table(("Setting", "Value", "Clause or policy"), rows)
    if grounds:
        yield "What refusals and events rest on:"
        rows = [(code(use.name), cell(use.says), law(use.clauses, use.policy)) for use in grounds]
        yield table(("Ground", "What it governs", "Clause or policy"), rows)


def _more(found: Sequence[ClauseUse]) -> Iterator[str]:
    for part, title, heads in (
        ("wager", "Side wagers", ("Part", "Value", "Clause or policy")),
        ("irregularity", "Irregularities", ("Irregularity", "Remedy", "Clause or policy")),
    ):
        rows = [(code(use.name), cell(use.value), law(use.clauses, use.policy)) for use in found if use.part == part]
        if rows:
            yield f"## {title}"
            yield table(heads, rows)


def _duties(book: Rulebook) -> Iterator[str]:
    if not book.duties:
        return
    yield "## Duties"
    yield "What the law asks of a person. It is recorded as done only when a person of that role attests it."
    rows = []
    for name, duty in book.duties.items():
        moment = ", ".join((*duty.steps, *duty.occasions))
        rows.append(
            (code(name), duty.role, cell(duty.says), cell(moment), cell(", ".join(duty.before)), law(duty.clauses, ""))
        )
    yield table(("Duty", "Role", "What is attested", "Moment", "What waits for it", "Clause"), rows)


def _clauses(book: Rulebook, folder: str) -> Iterator[str]:
    named = by_clause(read_cases(book.id))
    yield "## Clauses"
    yield "Every clause of the document in our own words, with the cases that show it at work."
    for clause in book.clauses:
        yield f"### {cell(clause.id)}"
        yield "\n".join(_clause(clause, named.get(without_number(clause.id), ()), folder))


def _clause(clause: Clause, cases: Sequence[str], folder: str) -> Iterator[str]:
    yield f"*{clause.kind}.* {cell(clause.summary)}"
    if clause.reason:
        yield f"\nReason: {cell(clause.reason)}"
    if clause.reading or clause.reading_text:
        yield f"\nReading {cell(clause.reading)}: {cell(clause.reading_text)}"
    if cases:
        yield f"\nCases: {', '.join(f'[{cell(name)}]({folder}/{name})' for name in cases)}"


def _of(found: Sequence[ClauseUse], part: Part) -> list[ClauseUse]:
    return [use for use in found if use.part == part]
