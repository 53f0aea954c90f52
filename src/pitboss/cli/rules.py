"""``pitboss rules``: the rulebooks, one of them, one clause with its proof, two side by side, and what has a case."""

import json
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

from pitboss.cli import WordLeftOut, examples, new_command
from pitboss.cli.call import AsJson, leave

if TYPE_CHECKING:
    from pitboss.law import Rulebook

EXAMPLES = """\b
Examples:
  pitboss rules                                        the rulebooks there are
  pitboss rules nz-blackjack                           what it leaves open and what it sets
  pitboss rules nz-blackjack 12.6                      one clause: what it sets, its code and its cases
  pitboss rules nz-blackjack '1.0 "Ante"'              a definition; 1.0 Ante does as well
  pitboss rules tribal-blackjack '(k)(5)'              brackets want quotation marks in a shell
  pitboss rules search insurance blackjack             the clauses that speak of it, in every rulebook
  pitboss rules diff nz-blackjack canberra-blackjack   where two rulebooks differ; --cost: what that costs
  pitboss rules coverage nz-blackjack --missing        which clauses have no passing case
"""


class RulesGroup(WordLeftOut):
    """`pitboss rules nz-blackjack` is `pitboss rules show nz-blackjack`."""

    left_out = "show"


command = new_command(cls=RulesGroup, epilog=EXAMPLES, subcommand_metavar="[RULEBOOK [CLAUSE]] | COMMAND [ARGS]...")


@command.callback()
def rules() -> None:
    """Show the rulebooks, one rulebook, or one clause with what rests on it."""


@command.command(epilog=EXAMPLES)
def show(
    rulebook: Annotated[
        str, typer.Argument(help="The rulebook; without one, a list of them.", metavar="RULEBOOK")
    ] = "",
    clause: Annotated[
        list[str] | None, typer.Argument(help="A clause of it, with its parts.", metavar="CLAUSE")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Show the rulebooks, one of them, or a clause.

    The word "show" may be left out.
    """
    from pitboss.cli import rules_show
    from pitboss.law import load_rulebook, rulebook_ids
    from pitboss.law.ledger import find_clauses, near_clauses

    if not rulebook:
        books = [load_rulebook(name) for name in rulebook_ids()]
        _print(rules_show.list_data(books)) if as_json else rules_show.show_list(books)
        return
    book = _load(rulebook)
    if not clause:
        _print(rules_show.book_data(book)) if as_json else rules_show.show_book(book)
        return
    asked = " ".join(clause)
    found = find_clauses(book, asked)
    if not found:
        near = ", ".join(near_clauses(book, asked))
        wordy = any(word.isalpha() and len(word) > 2 for word in asked.split())
        _fail(
            f"{book.id} has no clause '{asked}'"
            + (f"; near it are: {near}" if near else "")
            + (f"; to find words: pitboss rules search {asked}" if wordy else "")
        )
    about = rules_show.rests_on(book, asked, found)
    _print(about) if as_json else rules_show.show_clauses(about)


@command.command(
    epilog=examples(
        "pitboss rules diff nz-blackjack canberra-blackjack --all",
        "pitboss rules diff nz-blackjack nz-blackjack --right blackjack_plus=true --cost",
    )
)
def diff(  # noqa: PLR0917 # every option of a Typer command is an argument
    left: Annotated[str, typer.Argument(help="A rulebook.", metavar="LEFT")],
    right: Annotated[str, typer.Argument(help="The one to compare it with.", metavar="RIGHT")],
    everything: Annotated[bool, typer.Option("--all", help="Also what is the same in both.")] = False,
    cost: Annotated[bool, typer.Option("--cost", help="What each difference costs the player, exactly.")] = False,
    option: Annotated[
        list[str] | None, typer.Option("--option", "-o", help="A choice at both tables.", metavar="NAME=VALUE")
    ] = None,
    of_left: Annotated[
        list[str] | None, typer.Option("--left", help="A choice at the first table only.", metavar="NAME=VALUE")
    ] = None,
    of_right: Annotated[
        list[str] | None, typer.Option("--right", help="A choice at the second table only.", metavar="NAME=VALUE")
    ] = None,
    limits: Annotated[str, typer.Option(help="The posted limits of both tables.  [default: 10-1000]")] = "",
    as_json: AsJson = False,
) -> None:
    """Compare two rulebooks, or price their differences.

    Options, settings, grounds, variants, side wagers and irregularities, each with its clauses in either rulebook. With
    --cost, two tables of blackjack: the first with each rule of the second that bears on a round, one at a time.
    """
    from pitboss.cli import rules_diff
    from pitboss.law.compare import compare

    books = _load(left), _load(right)
    if cost:
        from pitboss.cli.rules_cost import costs

        both = option or []
        costs((left, [*both, *(of_left or [])]), (right, [*both, *(of_right or [])]), limits, as_json=as_json)
        return
    if option or of_left or of_right or limits:
        _fail("choices and limits make a table of a rulebook: they go with --cost")
    pairs = [pair for pair in compare(*books) if everything or not pair.same]
    _print(rules_diff.diff_data(*books, pairs)) if as_json else rules_diff.show_diff(*books, pairs)


@command.command(epilog=examples("pitboss rules coverage nz-blackjack --missing"))
def coverage(
    rulebook: Annotated[str, typer.Argument(help="One rulebook; without it, all of them.", metavar="RULEBOOK")] = "",
    missing: Annotated[bool, typer.Option("--missing", help="List the clauses without a passing case.")] = False,
    as_json: AsJson = False,
) -> None:
    """Count the clauses with a passing case.

    Plays the cases of each rulebook. A case counts for a clause that its header names, and only if it passes.
    """
    from pitboss.cli import rules_coverage
    from pitboss.law import rulebook_ids
    from pitboss.notation import PitError
    from pitboss.notation.cases import coverage as measure
    from pitboss.notation.cases import read_cases

    books = [_load(rulebook)] if rulebook else [_load(name) for name in rulebook_ids()]
    try:
        measured = [measure(book, read_cases(book.id)) for book in books]
    except PitError as error:
        _fail(error.message)
    for found in measured:
        for complaint in found.complaints:
            typer.echo(f"not counted: {found.rulebook}/cases/{complaint}", err=True)
    if as_json:
        data = [rules_coverage.coverage_data(found) for found in measured]
        _print(data[0] if rulebook else data)
    else:
        rules_coverage.show_coverage(measured, missing=missing)


@command.command(
    epilog=examples("pitboss rules search insurance", "pitboss rules search 'five cards' --in tribal-blackjack")
)
def search(
    words: Annotated[list[str], typer.Argument(help="Words; a clause is found that has all of them.", metavar="WORD")],
    rulebook: Annotated[str, typer.Option("--in", help="Only in this one.", metavar="RULEBOOK")] = "",
    as_json: AsJson = False,
) -> None:
    """Find the clauses that speak of something.

    In their names, and in what they say in our words. Exits 1 when there is none.
    """
    from pitboss.cli import rules_show
    from pitboss.law import rulebook_ids
    from pitboss.law.ledger import search_clauses

    books = [_load(rulebook)] if rulebook else [_load(name) for name in rulebook_ids()]
    asked = " ".join(words)
    found = {book.id: search_clauses(book, asked) for book in books}
    _print(rules_show.found_data(found)) if as_json else rules_show.show_found(found)
    if not any(found.values()):
        ours = "the law's own words are looked for, as stand-off for push and Blackjack for a natural"
        raise leave("rules", f"no clause has '{asked}' in it; {ours}", 1)


def _load(name: str) -> "Rulebook":
    """The rulebook of that name, or the end of the command with those that there are."""
    from pitboss.law import LawError, load_rulebook

    try:
        return load_rulebook(name)
    except LawError as error:
        _fail(str(error))


def _fail(message: str) -> NoReturn:
    raise leave("rules", message)


def _print(data: Any) -> None:
    typer.echo(json.dumps(data, ensure_ascii=False, indent=2))
