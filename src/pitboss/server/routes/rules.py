"""Rulebooks: clauses, values, cases, and the form for an operator's choices."""

from functools import lru_cache
from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, Depends, Path, Query, Response

from pitboss.client.wire_law import (
    CaseInfo,
    ClauseInfo,
    ClausePage,
    OptionField,
    ResolvedChoices,
    RulebookPage,
    RulebookSummary,
    RulebookValue,
    RuleNote,
    TableChoices,
    TableForm,
)
from pitboss.law import Rulebook, load_rulebook, rulebook_ids
from pitboss.law.cite import covers, without_number
from pitboss.law.clause_ledger import ClauseUse, clause_uses, find_clauses, near_clauses, search_clauses
from pitboss.law.load import Clause
from pitboss.law.options import Option, value_text
from pitboss.notation.cases import Case, by_clause, read_cases
from pitboss.pit import print_pit
from pitboss.server.api import json_body, json_response, route_schema, text_response
from pitboss.server.dependencies import limit_by_address
from pitboss.server.errors import ApiError
from pitboss.server.rulebooks import get_rulebook, opening_notes, resolve_rules

router = APIRouter(prefix="/api/rulebooks", tags=["rules"], dependencies=[Depends(limit_by_address)])


BookId = Annotated[str, Path(description="Id of a rulebook")]


@lru_cache(maxsize=16)
def _cases(rulebook: str) -> tuple[Case, ...]:
    return read_cases(rulebook)


@lru_cache(maxsize=16)
def _cases_by_clause(rulebook: str) -> dict[str, tuple[str, ...]]:
    return by_clause(_cases(rulebook))


def _info(book: Rulebook) -> RulebookSummary:
    about: dict[str, Any] = msgspec.to_builtins(book.about)
    return RulebookSummary(
        **(about | {"name": book.name, "document": book.document}),
        clauses=len(book.clauses),
        options=len(book.options),
        variants=tuple(book.layers),
        wagers=tuple(book.wagers),
        irregularities=tuple(book.irregularities),
    )


def _value(use: ClauseUse) -> RulebookValue:
    return RulebookValue(**{name: getattr(use, name) for name in RulebookValue.__struct_fields__})


def _clause(book: Rulebook, clause: Clause) -> ClauseInfo:
    reading = f"{clause.reading}: {clause.reading_text}" if clause.reading else clause.reading_text
    cases = _cases_by_clause(book.id).get(without_number(clause.id), ())
    return ClauseInfo(
        clause=clause.id, kind=clause.kind, summary=clause.summary, reason=clause.reason, reading=reading, cases=cases
    )


def _choice(name: str, option: Option) -> OptionField:
    return OptionField(
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


@router.get("", **route_schema(tuple[RulebookSummary, ...]))
async def rulebooks() -> Response:
    """Returns a summary of every rulebook."""
    return json_response([_info(load_rulebook(name)) for name in rulebook_ids()])


@router.get("/{rulebook}", **route_schema(RulebookPage, 404))
async def rulebook_page(rulebook: BookId) -> Response:
    """Returns a rulebook with its values, side wagers and irregularities, each with its clauses."""
    book = get_rulebook(rulebook)
    return json_response(RulebookPage(_info(book), tuple(_value(use) for use in clause_uses(book))))


@router.get("/{rulebook}/form", **route_schema(TableForm, 404))
async def form(rulebook: BookId) -> Response:
    """Returns the options an operator may choose, with ranges and clauses."""
    book = get_rulebook(rulebook)
    choices = tuple(_choice(name, option) for name, option in book.options.items())
    demands, alike = (
        tuple(RuleNote(rule.says, rule.clauses) for rule in rules) for rules in (book.constraints, book.alike)
    )
    return json_response(TableForm(book.id, book.about.game, choices, demands, alike))


@router.post("/{rulebook}/check", **route_schema(ResolvedChoices, 404, 409, body=TableChoices(limits="10-500")))
async def check(rulebook: BookId, body: Annotated[TableChoices, json_body(TableChoices)]) -> Response:
    """Validates the choices for a table; a refusal names the clause."""
    rules = resolve_rules(rulebook, body.choices, body.limits)
    options = load_rulebook(rulebook).options
    chosen = {name: value_text(options[name], value) for name, value in rules.options.items() if name in options}
    return json_response(ResolvedChoices(rulebook, chosen, opening_notes(rules)))


@router.get("/{rulebook}/clauses", **route_schema(tuple[ClauseInfo, ...], 404))
async def clauses(
    rulebook: BookId, search: Annotated[str, Query(max_length=100, description="Words that a clause must contain")] = ""
) -> Response:
    """Returns every clause in our own words, or those that contain all words of ``search``."""
    book = get_rulebook(rulebook)
    return json_response([_clause(book, clause) for clause in search_clauses(book, search)])


@router.get("/{rulebook}/clauses/{clause}", **route_schema(ClausePage, 404))
async def clause_page(
    rulebook: BookId, clause: Annotated[str, Path(description="Number of a clause in the document")]
) -> Response:
    """Returns a clause with its parts, the values they set and the cases that prove them."""
    book = get_rulebook(rulebook)
    matches = find_clauses(book, clause)
    if not matches:
        raise ApiError(404, f"{book.id} has no clause '{clause}'", rulebook=book.id, allowed=near_clauses(book, clause))
    cited = {without_number(item.id) for item in matches}
    setting = tuple(
        _value(use) for use in clause_uses(book) if any(covers(name, named) for name in cited for named in use.clauses)
    )
    return json_response(ClausePage(book.id, tuple(_clause(book, item) for item in matches), setting))


@router.get("/{rulebook}/cases", **route_schema(tuple[CaseInfo, ...], 404))
async def cases(rulebook: BookId) -> Response:
    """Returns the cases of a rulebook."""
    book = get_rulebook(rulebook)
    return json_response([CaseInfo(case.name, case.title, tuple(case.file.clauses)) for case in _cases(book.id)])


@router.get("/{rulebook}/cases/{name:path}", **route_schema(None, 404, plain="The case as a .pit file"))
async def case_text(rulebook: BookId, name: Annotated[str, Path(description="Name of a case")]) -> Response:
    """Returns a case as a .pit file."""
    book = get_rulebook(rulebook)
    match = next((case for case in _cases(book.id) if case.name == name), None)
    if match is None:
        raise ApiError(404, f"{book.id} has no case '{name}'", rulebook=book.id)
    return text_response(print_pit(match.file))
