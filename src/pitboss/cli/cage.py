"""``pitboss cage``: gaming day, shifts, floats, slips and drop of a house, on the machine with its database."""

import json
import re
from collections.abc import Callable, Coroutine
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pitboss.cli import examples, new_command
from pitboss.cli.options import AsJson, Database, error_exit

if TYPE_CHECKING:
    from pitboss.house.house import House
    from pitboss.house.pit import Pit
    from pitboss.house.pit_book import Day, Slip
    from pitboss.house.pit_figures import DayFigures

_fail = partial(error_exit, "cage")

command = new_command(
    no_args_is_help=True,
    epilog=examples(
        "pitboss cage open 2026-11-18 --shift day",
        "pitboss cage fill t1 100x20 25x40",
        "pitboss cage count t1 closing 100x12 25x80 --why 'two chips short'",
        "pitboss cage close",
        "pitboss cage show",
    ),
)

Table = Annotated[str, typer.Argument(help="The table's name, like t1.", metavar="TABLE")]
Chips = Annotated[list[str], typer.Argument(help="Pieces: 100x20 is twenty of 100.", metavar="PIECES")]
Why = Annotated[str, typer.Option(help="Why, for the log.", metavar="TEXT")]


@command.callback()
def cage() -> None:
    """Run the gaming day: shifts, counts of floats, fills, credits, drop and close."""


@command.command("open", epilog=examples("pitboss cage open 2026-11-18 --shift day"))
def open_(
    day: Annotated[str, typer.Argument(help="The day, like 2026-11-18.", metavar="DAY")],
    shift: Annotated[str, typer.Option(help="The first shift.", metavar="NAME")] = "first",
    database: Database = "",
    as_json: AsJson = False,
) -> None:
    """Open a gaming day with its first shift."""
    found = _act(database, lambda pit, by: pit.open_day(by, day, shift))
    _say(as_json, {"day": day, "shift": shift}, f"{found.name} is open, shift {shift}.")


@command.command(epilog=examples("pitboss cage shift night"))
def shift(
    name: Annotated[str, typer.Argument(help="The shift's name.", metavar="NAME")],
    database: Database = "",
    as_json: AsJson = False,
) -> None:
    """Begin the next shift of the open day."""
    found = _act(database, lambda pit, by: pit.begin_shift(by, name))
    _say(as_json, {"day": found.name, "shift": name}, f"Shift {name} of {found.name} has begun.")


@command.command(epilog=examples("pitboss cage fill t1 100x20 25x40"))
def fill(table: Table, pieces: Chips, why: Why = "", database: Database = "", as_json: AsJson = False) -> None:
    """Move chips from the cage to a table, and print the numbered slip."""
    _print_slip(_act(database, lambda pit, by: pit.fill(by, table, _pieces(pieces), why)), as_json=as_json)


@command.command(epilog=examples("pitboss cage credit t1 100x10"))
def credit(table: Table, pieces: Chips, why: Why = "", database: Database = "", as_json: AsJson = False) -> None:
    """Move chips from a table to the cage, and print the numbered slip."""
    _print_slip(_act(database, lambda pit, by: pit.credit(by, table, _pieces(pieces), why)), as_json=as_json)


@command.command(epilog=examples("pitboss cage slip F-000001"))
def slip(
    number: Annotated[str, typer.Argument(help="The number of a slip, like F-000001.", metavar="NUMBER")],
    database: Database = "",
    as_json: AsJson = False,
) -> None:
    """Print a slip again."""

    async def work(house: "House") -> Any:
        found = house.pit.book.find_slip(number)
        if found is None:
            raise _fail(f"there is no slip '{number}': expected one like F-000001 or C-000001")
        return found

    _print_slip(_in_house(database, work), as_json=as_json)


@command.command(epilog=examples("pitboss cage count t1 opening 100x20 25x40", "pitboss cage count t1 closing 100x18"))
def count(  # noqa: PLR0917 # every option of a Typer command is an argument
    table: Table,
    when: Annotated[str, typer.Argument(help="opening, shift or closing.", metavar="WHEN")],
    pieces: Chips,
    why: Why = "",
    database: Database = "",
    as_json: AsJson = False,
) -> None:
    """Count the float of a table. A variance needs --why, and is booked."""
    day: Day = _act(database, lambda pit, by: pit.count_float(by, table, when, _pieces(pieces), why))
    _print_count(day, f"{table} {when}", as_json=as_json)


@command.command(epilog=examples("pitboss cage cash t1 ann 200"))
def cash(  # every option of a Typer command is an argument
    table: Table,
    player: Annotated[str, typer.Argument(help="The player.", metavar="NAME")],
    amount: Annotated[str, typer.Argument(help="Amount in dollars.", metavar="AMOUNT")],
    database: Database = "",
    as_json: AsJson = False,
) -> None:
    """Take a player's cash at a table: it goes into the drop box, its value into the wallet."""
    from pitboss.money import amount_text

    holds = _act(database, lambda pit, by: pit.take_cash(by, table, player, _cents(amount)))
    _say(as_json, {"player": player, "wallet": holds}, f"{player} has {amount_text(holds)}.")


@command.command(epilog=examples("pitboss cage drop t1 100x3 50x1"))
def drop(table: Table, pieces: Chips, why: Why = "", database: Database = "", as_json: AsJson = False) -> None:
    """Count the drop box of a table. A variance needs --why, and is booked."""
    day: Day = _act(database, lambda pit, by: pit.count_drop(by, table, _pieces(pieces), why))
    _print_count(day, f"{table} drop", as_json=as_json)


@command.command(epilog=examples("pitboss cage close", "PITBOSS_KEY_FILE=house.key pitboss cage close"))
def close(database: Database = "", as_json: AsJson = False) -> None:
    """Close the open day: its figures and the heads of all logs are signed with the key of the house."""
    day: Day = _act(database, lambda pit, by: pit.close_day(by))
    assert day.statement is not None
    signed = {"day": day.name, "figures": day.figures, "key": day.statement.key, "signature": day.statement.signature}
    _say(as_json, signed, f"{day.name} is closed and signed by {day.statement.key}.")


@command.command(epilog=examples("pitboss cage show", "pitboss cage show 2026-11-18 --json"))
def show(
    day: Annotated[str, typer.Argument(help="A gaming day.  [default: the last]", metavar="[DAY]")] = "",
    database: Database = "",
    as_json: AsJson = False,
) -> None:
    """Show a gaming day: its shifts, and the float, slips, drop and win of each table."""
    import msgspec

    async def work(house: "House") -> "tuple[Day, DayFigures]":
        found = house.pit.book.find_day(day)
        if found is None:
            known = ", ".join(each.name for each in house.pit.book.days) or "none yet"
            raise _fail(f"there is no gaming day '{day}': expected {known}")
        return found, await house.pit.figures(found)

    found, figures = _in_house(database, work)
    if as_json:
        shifts = [each.name for each in found.shifts]
        closed = found.closed is not None
        typer.echo(json.dumps(msgspec.to_builtins(figures) | {"shifts": shifts, "closed": closed}))
        return
    _print_day(found, figures)


def _print_day(day: "Day", figures: "DayFigures") -> None:
    from pitboss.money import amount_text, net_text

    state = "closed" if day.closed is not None else "open"
    typer.echo(f"{day.name}  {state}  shifts: {', '.join(each.name for each in day.shifts)}")
    heads = ("table", "rounds", "float then", "fills", "credits", "win", "variance", "float now", "cash drop")
    typer.echo("".join(f"{head:>13}" for head in heads))
    for row in figures.tables:
        cells = [row.table, str(row.rounds), amount_text(row.float_then), amount_text(row.fills + row.automatic)]
        cells += [amount_text(row.credits), net_text(row.win), net_text(row.variance), amount_text(row.float_now)]
        typer.echo("".join(f"{text:>13}" for text in [*cells, amount_text(row.cash_drop)]))


def _print_count(day: "Day", what: str, *, as_json: bool) -> None:
    from pitboss.money import amount_text, net_text

    act = day.counts[-1].act
    row = {"table": act.table, "counted": act.counted, "expected": act.expected, "variance": act.counted - act.expected}
    differs = f", variance {net_text(act.counted - act.expected)}" if act.counted != act.expected else ""
    _say(as_json, row, f"{what}: {amount_text(act.counted)} counted{differs}.")


def _print_slip(found: "Slip", *, as_json: bool) -> None:
    from datetime import UTC, datetime

    import msgspec

    from pitboss.games.live.base import author
    from pitboss.money import amount_text

    act, note = found.act, found.note
    if as_json:
        typer.echo(json.dumps({"number": found.number, "kind": found.kind, **msgspec.to_builtins(act)}))
        return
    at = datetime.fromtimestamp(note.at / 1000, UTC).strftime("%Y-%m-%d %H:%M:%S UTC")
    typer.echo(f"{found.kind.upper()} SLIP  {found.number}\nday {act.day}   table {act.table}   {at}")
    for cents, pieces in act.pieces:
        typer.echo(f"{amount_text(cents):>12} x {pieces:>6} = {amount_text(cents * pieces):>14}")
    typer.echo(f"{'total':>21} = {amount_text(act.amount):>14}")
    if act.reason:
        typer.echo(f"reason: {act.reason}")
    typer.echo(f"issued by {author(note.by, note.role, note.means)}")
    typer.echo("received by ______________________   checked by ______________________")


def _say(as_json: bool, data: dict[str, Any], text: str) -> None:  # the option of every command
    typer.echo(json.dumps(data) if as_json else text)


def _cents(text: str) -> int:
    from pitboss.money import parse_amount

    try:
        return parse_amount(text)
    except ValueError as error:
        raise _fail(str(error)) from None


def _pieces(words: list[str]) -> tuple[tuple[int, int], ...]:
    pieces: dict[int, int] = {}
    for word in words:
        match = re.fullmatch(r"([0-9.,]+)x([0-9]+)", word)
        if match is None:
            raise _fail(f"'{word}' is not a number of pieces: write 100x20 for twenty of 100")
        cents = _cents(match[1])
        pieces[cents] = pieces.get(cents, 0) + int(match[2])
    return tuple(sorted(pieces.items(), reverse=True))


def _act(database: str, act: "Callable[[Pit, Any], Coroutine[Any, Any, Any]]") -> Any:
    """Run one act of the pit as the user of this machine; exits with its refusal."""
    from pitboss.house.means import system_user
    from pitboss.law import Refusal

    async def work(house: "House") -> Any:
        done = await act(house.pit, system_user())
        if isinstance(done, Refusal):
            raise _fail(str(done))
        return done

    return _in_house(database, work)


def _in_house(database: str, work: Any) -> Any:
    from pitboss.cli.house_database import run_in_house

    return run_in_house(database, work, _fail)
