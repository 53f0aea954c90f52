"""The law to read: rulebooks, their clauses in our words, values, cases, and the form of an operator's choices."""

from functools import lru_cache
from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, Depends, Path, Query, Response

from pitboss.client.wire_law import (
    Book,
    BookInfo,
    CaseInfo,
    Choice,
    Choices,
    ClauseInfo,
    ClausePage,
    Demand,
    Form,
    Lawful,
    Value,
)
from pitboss.law import Limits, Refusal, Rulebook, TableRules, load_rulebook, resolve, rulebook_ids
from pitboss.law.cite import covers, without_number
from pitboss.law.ledger import Use, find_clauses, near_clauses, search_clauses, uses
from pitboss.law.load import Clause
from pitboss.law.options import Option, value_text
from pitboss.notation.cases import Case, by_clause, read_cases
from pitboss.notation.header import parse_limits
from pitboss.notation.pit import PitError, print_pit
from pitboss.server.api import answer, describes, reads
from pitboss.server.api import text as plain_text
from pitboss.server.desk import passer_by
from pitboss.server.errors import Fault, refused

router = APIRouter(prefix="/api/rulebooks", tags=["rules"], dependencies=[Depends(passer_by)])


BookId = Annotated[str, Path(description="The id of a rulebook, as the list has it")]


def book_of(rulebook: str) -> Rulebook:
    """The rulebook of that name, or the error that says which there are."""
    if rulebook not in rulebook_ids():
        raise Fault(404, f"there is no rulebook '{rulebook}'", allowed=tuple(rulebook_ids()))
    return load_rulebook(rulebook)


def rules_of(rulebook: str, choices: dict[str, str], limits: str) -> TableRules[Any]:
    """The rules of a table that is thought of, or the error that names what forbids it."""
    book = book_of(rulebook)
    try:
        posted = parse_limits(0, limits) if limits else Limits()
        rules = resolve(book, choices, posted)
    except PitError as error:
        raise Fault(422, error.message, rulebook=rulebook) from None
    except ValueError as error:
        unknown = any(name not in book.options for name in choices)
        raise Fault(422, str(error), rulebook=rulebook, allowed=tuple(book.options) if unknown else ()) from None
    if isinstance(rules, Refusal):
        raise refused(rules)
    return rules


@lru_cache(maxsize=16)
def _cases(rulebook: str) -> tuple[Case, ...]:
    return read_cases(rulebook)


@lru_cache(maxsize=16)
def _named(rulebook: str) -> dict[str, tuple[str, ...]]:
    return by_clause(_cases(rulebook))


def _info(book: Rulebook) -> BookInfo:
    about: dict[str, Any] = msgspec.to_builtins(book.about)
    return BookInfo(
        **about,
        clauses=len(book.clauses),
        options=len(book.options),
        variants=tuple(book.layers),
        wagers=tuple(book.wagers),
        irregularities=tuple(book.irregularities),
    )


def _value(use: Use) -> Value:
    return Value(**{name: getattr(use, name) for name in Value.__struct_fields__})


def _clause(book: Rulebook, clause: Clause) -> ClauseInfo:
    reading = f"{clause.reading}: {clause.reading_text}" if clause.reading else clause.reading_text
    cases = _named(book.id).get(without_number(clause.id), ())
    return ClauseInfo(
        clause=clause.id, kind=clause.kind, summary=clause.summary, reason=clause.reason, reading=reading, cases=cases
    )


def _choice(name: str, option: Option) -> Choice:
    return Choice(
        name=name,
        type=option.type,
        help=option.help,
        clauses=option.clauses,
        policy=option.policy,
        default=value_text(option, option.default_value),
        allowed=option.range_text,
        minimum="" if option.min is None else str(option.min),
        maximum="" if option.max is None else str(option.max),
        values=tuple(str(value).lower() if option.type == "bool" else str(value) for value in option.values),
    )


@router.get("", **describes(tuple[BookInfo, ...]))
async def rulebooks() -> Response:
    """The rulebooks there are."""
    return answer([_info(load_rulebook(name)) for name in rulebook_ids()])


@router.get("/{rulebook}", **describes(Book, 404))
async def rulebook_page(rulebook: BookId) -> Response:
    """One rulebook with its values, side wagers and irregularities, each with its clauses."""
    book = book_of(rulebook)
    return answer(Book(_info(book), tuple(_value(use) for use in uses(book))))


@router.get("/{rulebook}/form", **describes(Form, 404))
async def form(rulebook: BookId) -> Response:
    """What an operator may choose, within which ranges and on which clauses."""
    book = book_of(rulebook)
    choices = tuple(_choice(name, option) for name, option in book.options.items())
    demands, alike = (
        tuple(Demand(rule.says, rule.clauses) for rule in rules) for rules in (book.constraints, book.alike)
    )
    return answer(Form(book.id, book.about.game, choices, demands, alike))


@router.post("/{rulebook}/check", **describes(Lawful, 404, 409, body=Choices(limits="10-500")))
async def check(rulebook: BookId, asked: Annotated[Choices, reads(Choices)]) -> Response:
    """Whether a table of these choices is lawful; the refusal names the clause."""
    rules = rules_of(rulebook, asked.choices, asked.limits)
    options = load_rulebook(rulebook).options
    chosen = {name: value_text(options[name], value) for name, value in rules.options.items() if name in options}
    return answer(Lawful(rulebook, chosen))


@router.get("/{rulebook}/clauses", **describes(tuple[ClauseInfo, ...], 404))
async def clauses(
    rulebook: BookId, search: Annotated[str, Query(max_length=100, description="Words that must be found")] = ""
) -> Response:
    """Every clause in our own words, or those in whose name or words all of the searched words are found."""
    book = book_of(rulebook)
    return answer([_clause(book, clause) for clause in search_clauses(book, search)])


@router.get("/{rulebook}/clauses/{clause}", **describes(ClausePage, 404))
async def clause_page(
    rulebook: BookId, clause: Annotated[str, Path(description="A clause as the document numbers it")]
) -> Response:
    """One clause with its parts, what they set and the cases that show them."""
    book = book_of(rulebook)
    found = find_clauses(book, clause)
    if not found:
        raise Fault(404, f"{book.id} has no clause '{clause}'", rulebook=book.id, allowed=near_clauses(book, clause))
    cited = {without_number(item.id) for item in found}
    setting = tuple(
        _value(use) for use in uses(book) if any(covers(name, named) for name in cited for named in use.clauses)
    )
    return answer(ClausePage(book.id, tuple(_clause(book, item) for item in found), setting))


@router.get("/{rulebook}/cases", **describes(tuple[CaseInfo, ...], 404))
async def cases(rulebook: BookId) -> Response:
    """The cases of a rulebook."""
    book = book_of(rulebook)
    return answer([CaseInfo(case.name, case.title, tuple(case.file.clauses)) for case in _cases(book.id)])


@router.get("/{rulebook}/cases/{name:path}", **describes(None, 404, plain="The case as a .pit file"))
async def case_text(
    rulebook: BookId, name: Annotated[str, Path(description="A case as the list names it")]
) -> Response:
    """One case as it is written."""
    book = book_of(rulebook)
    found = next((case for case in _cases(book.id) if case.name == name), None)
    if found is None:
        raise Fault(404, f"{book.id} has no case '{name}'", rulebook=book.id)
    return plain_text(print_pit(found.file))
