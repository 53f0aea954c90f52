"""``pitboss rules``: show, search and compare rulebooks, and measure the coverage of clauses by cases."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

from pitboss.cli import DefaultCommandGroup, examples, new_command
from pitboss.cli.options import AsJson, error_exit

if TYPE_CHECKING:
    from pitboss.cli.rules_mutants import Selection
    from pitboss.law import Rulebook

EXAMPLES = """\b
Examples:
  pitboss rules                                        list the rulebooks
  pitboss rules nz-blackjack                           its options and settings
  pitboss rules nz-blackjack 12.6                      one clause: its settings, code and cases
  pitboss rules nz-blackjack '1.0 "Ante"'              a definition; also as 1.0 Ante
  pitboss rules tribal-blackjack '(k)(5)'              quote brackets in a shell
  pitboss rules search insurance blackjack             search every rulebook
  pitboss rules diff nz-blackjack canberra-blackjack   compare two rulebooks; --cost prices the differences
  pitboss rules coverage nz-blackjack --missing        clauses without a passing case
  pitboss rules new my-house --from mbs-blackjack      write a rulebook of your own
  pitboss rules check my-house                         check its data and cases
  pitboss rules remedies                               what its irregularities may name
"""


class RulesGroup(DefaultCommandGroup):
    """`pitboss rules nz-blackjack` is `pitboss rules show nz-blackjack`."""

    default_command = "show"


command = new_command(cls=RulesGroup, epilog=EXAMPLES, subcommand_metavar="[RULEBOOK [CLAUSE]] | COMMAND [ARGS]...")


@command.callback()
def rules() -> None:
    """Show the rulebooks, one rulebook, or one clause with its settings, code and cases."""


@command.command(epilog=EXAMPLES)
def show(
    rulebook: Annotated[
        str, typer.Argument(help="The rulebook; without it, list all of them.", metavar="RULEBOOK")
    ] = "",
    clause: Annotated[list[str] | None, typer.Argument(help="A clause, with its parts.", metavar="CLAUSE")] = None,
    as_json: AsJson = False,
) -> None:
    """List the rulebooks, or show one of them or one clause.

    The word "show" may be left out.
    """
    from pitboss.cli import rules_show
    from pitboss.law import load_rulebook, rulebook_ids
    from pitboss.law.clause_ledger import find_clauses, near_clauses

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
            + (f"; near matches: {near}" if near else "")
            + (f"; to search the text: pitboss rules search {asked}" if wordy else "")
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
    right: Annotated[str, typer.Argument(help="The rulebook to compare with.", metavar="RIGHT")],
    everything: Annotated[bool, typer.Option("--all", help="Include what is the same in both.")] = False,
    cost: Annotated[bool, typer.Option("--cost", help="Compute what each difference costs the player.")] = False,
    option: Annotated[
        list[str] | None, typer.Option("--option", "-o", help="An option of both tables.", metavar="NAME=VALUE")
    ] = None,
    of_left: Annotated[
        list[str] | None, typer.Option("--left", help="An option of the first table only.", metavar="NAME=VALUE")
    ] = None,
    of_right: Annotated[
        list[str] | None, typer.Option("--right", help="An option of the second table only.", metavar="NAME=VALUE")
    ] = None,
    limits: Annotated[str, typer.Option(help="The posted limits of both tables.  [default: 10-1000]")] = "",
    as_json: AsJson = False,
) -> None:
    """Compare two rulebooks, or price their differences.

    Compares options, settings, grounds, variants, side wagers and irregularities, each with its clauses. With --cost,
    prices two blackjack tables: the first with each rule of the second that affects a round, one at a time.
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
        _fail("options and limits apply only with --cost")
    pairs = [pair for pair in compare(*books) if everything or not pair.same]
    _print(rules_diff.diff_data(*books, pairs)) if as_json else rules_diff.show_diff(*books, pairs)


@command.command(
    epilog=examples(
        "pitboss rules coverage nz-blackjack --missing",
        "pitboss rules coverage nz-blackjack --mutants --only 12.6",
        "pitboss rules coverage nz-blackjack --mutants --of values --survivors",
        "pitboss rules coverage --mutants --jobs 4 --write docs/law",
    )
)
def coverage(  # noqa: PLR0917 # every option of a Typer command is an argument
    rulebook: Annotated[str, typer.Argument(help="One rulebook; without it, all of them.", metavar="RULEBOOK")] = "",
    missing: Annotated[bool, typer.Option("--missing", help="List the clauses without a passing case.")] = False,
    mutants: Annotated[
        bool, typer.Option("--mutants", help="Break each value and each branch; see which cases fail.")
    ] = (False),
    of: Annotated[str, typer.Option("--of", help="Which mutants: values, code or all.")] = "all",
    only: Annotated[str, typer.Option("--only", help="Only the mutants of this clause.", metavar="CLAUSE")] = "",
    jobs: Annotated[int, typer.Option("--jobs", help="Processes; 0 for one per core.", min=0)] = 0,
    state: Annotated[
        Path | None, typer.Option("--state", help="Folder of the verdicts so far, to resume from.  [default: a cache]")
    ] = None,
    survivors: Annotated[
        bool, typer.Option("--survivors", help="Judge only what survived or was never judged; keep what was killed.")
    ] = False,
    known: Annotated[bool, typer.Option("--known", help="Judge no mutant; report the verdicts so far.")] = False,
    write: Annotated[
        Path | None, typer.Option("--write", help="Write the kill matrix as pages to this folder.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Count the clauses that a case proves.

    Replays the cases of each rulebook. A case counts for the clauses in its header, if it passes. With --mutants, each
    value of the data and each branch of the games is changed in turn, and the cases that it concerns are replayed.
    """
    if mutants:
        if of not in ("values", "code", "all"):
            _fail(f"--of '{of}': write values, code or all")
        from pitboss.cli.rules_mutants import Selection

        chosen = Selection(values=of != "code", code=of != "values", only=only, survivors=survivors, known=known)
        _mutants(rulebook, chosen, jobs=jobs, state=state, write=write, as_json=as_json)
        return
    if of != "all" or only or jobs or state or survivors or known or write:
        _fail("--of, --only, --jobs, --state, --survivors, --known and --write apply only with --mutants")
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


def _mutants(
    rulebook: str, chosen: "Selection", *, jobs: int, state: Path | None, write: Path | None, as_json: bool
) -> None:
    import os

    from pitboss.cli import rules_mutants
    from pitboss.law import rulebook_ids
    from pitboss.law.clause_ledger import find_clauses

    books = [_load(rulebook)] if rulebook else [_load(name) for name in rulebook_ids()]
    if chosen.only and not any(find_clauses(book, chosen.only) for book in books):
        _fail(f"{rulebook or 'no rulebook'} has {'no' if rulebook else 'a'} clause '{chosen.only}'")
    cores = jobs or os.cpu_count() or 1
    try:
        matrix = rules_mutants.measure(books, chosen, jobs=cores, state=state)
        if write is not None and (matrix.verdicts or chosen.known):
            rules_mutants.write_pages(write, books, matrix, chosen)
    except ValueError as error:
        _fail(str(error))
    except KeyboardInterrupt:
        typer.echo("interrupted: the verdicts so far are kept, and the same command goes on from them", err=True)
        raise typer.Exit(130) from None
    if not matrix.verdicts and not chosen.known:
        _fail(f"no value of the data and no function rests on {chosen.only}")
    _print(rules_mutants.as_data(matrix)) if as_json else rules_mutants.show(matrix)


@command.command(
    epilog=examples("pitboss rules search insurance", "pitboss rules search 'five cards' --in tribal-blackjack")
)
def search(
    words: Annotated[list[str], typer.Argument(help="Words that a clause must all contain.", metavar="WORD")],
    rulebook: Annotated[str, typer.Option("--in", help="Search only this rulebook.", metavar="RULEBOOK")] = "",
    as_json: AsJson = False,
) -> None:
    """Search the clauses of the rulebooks.

    Searches names and summaries. Exits 1 when no clause matches.
    """
    from pitboss.cli import rules_show
    from pitboss.law import rulebook_ids
    from pitboss.law.clause_ledger import search_clauses

    books = [_load(rulebook)] if rulebook else [_load(name) for name in rulebook_ids()]
    asked = " ".join(words)
    found = {book.id: search_clauses(book, asked) for book in books}
    _print(rules_show.found_data(found)) if as_json else rules_show.show_found(found)
    if not any(found.values()):
        hint = "search for the law's own terms, such as stand-off for push and Blackjack for natural"
        raise error_exit("rules", f"no clause contains '{asked}'; {hint}", 1)


@command.command(
    epilog=examples(
        "pitboss rules new my-house --from mbs-blackjack", "pitboss rules new my-house --from nz-blackjack --to law"
    )
)
def new(
    name: Annotated[str, typer.Argument(help="The name of the new rulebook, such as my-house.", metavar="NAME")],
    original: Annotated[str, typer.Option("--from", help="The rulebook to begin with.", metavar="RULEBOOK")],
    to: Annotated[Path, typer.Option("--to", help="The folder that will hold it.", metavar="FOLDER")] = Path(),
) -> None:
    """Write the folder of a new rulebook, as a copy of another.

    It holds rules.toml, clauses.toml, the cases, a README and schemas for editors, and can be played at once.
    """
    from pitboss.cli.options import BadUsage
    from pitboss.cli.rules_new import write_rulebook

    _load(original)
    try:
        folder = write_rulebook(name, original, to)
    except BadUsage as error:
        _fail(str(error))
    typer.echo(f"wrote {folder}\ncheck it: pitboss rules check {folder}\nserve it: pitboss serve --rulebooks {to}")


@command.command(epilog=examples("pitboss rules check law/my-house", "pitboss rules check law/my-house --json"))
def check(
    path: Annotated[str, typer.Argument(help="The folder of a rulebook, or its name.", metavar="PATH")],
    as_json: AsJson = False,
) -> None:
    """Check the data and the cases of a rulebook.

    Errors are wrong or unknown keys, clauses that do not exist, layers that clash, tables that cannot be opened and
    failing cases. Warnings are clauses without a case and options that nothing reads. Exits 1 on errors.
    """
    from pitboss.law import LawError
    from pitboss.law.paths import find_rulebook
    from pitboss.notation.check import check_rulebook

    try:
        folder = Path(path)
        found = check_rulebook(folder if folder.is_dir() else Path(str(find_rulebook(path))))
    except LawError as error:
        _fail(str(error))
    counts = {f"{severity}s": found.count(severity) for severity in ("error", "warning")}
    if as_json:
        import msgspec

        _print({"rulebook": found.rulebook, **counts, "findings": msgspec.to_builtins(found.findings)})
    else:
        for finding in found.findings:
            typer.echo(str(finding))
        typer.echo(f"{found.rulebook}: {counts['errors']} errors, {counts['warnings']} warnings")
    if counts["errors"]:
        raise typer.Exit(1)


@command.command(epilog=examples("pitboss rules remedies", "pitboss rules remedies roulette --json"))
def remedies(
    game: Annotated[
        str, typer.Argument(help="The game, or a rulebook with remedies of its own.", metavar="GAME")
    ] = "blackjack",
    as_json: AsJson = False,
) -> None:
    """List the remedies that irregularities may name.

    With their moments, words and parameters.
    """
    from pitboss.cli.rules_remedies import print_remedies, remedies_data, remedies_named
    from pitboss.law import LawError

    try:
        found = remedies_named(game)
    except LawError as error:
        _fail(str(error))
    if as_json:
        _print(remedies_data(found))
    else:
        print_remedies(found)


@command.command(epilog=examples("pitboss rules schema rules", "pitboss rules schema clauses > clauses.json"))
def schema(
    kind: Annotated[str, typer.Argument(help="The file: rules, clauses or variant.", metavar="FILE")],
) -> None:
    """Print the JSON Schema of a data file, for editors."""
    from pitboss.law.schema import FILES, file_schema

    if kind not in FILES:
        _fail(f"there is no schema '{kind}'; expected {', '.join(FILES)}")
    _print(file_schema(kind))


def _load(name: str) -> "Rulebook":
    """Returns the rulebook, or exits with the list of rulebooks."""
    from pitboss.law import LawError, load_rulebook

    try:
        return load_rulebook(name)
    except LawError as error:
        _fail(str(error))


def _fail(message: str) -> NoReturn:
    raise error_exit("rules", message)


def _print(data: Any) -> None:
    typer.echo(json.dumps(data, ensure_ascii=False, indent=2))
