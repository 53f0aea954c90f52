"""``pitboss user role``, ``disable``, ``exclude``, ``limit`` and ``award``: the standing of users."""

import json
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pitboss.cli import examples
from pitboss.cli.options import AsJson, Database
from pitboss.cli.user import Amount, Name, command, fail, in_house

if TYPE_CHECKING:
    from pitboss.house.house import House

Why = Annotated[str, typer.Option(help="Why, for the log.", metavar="TEXT")]


def _pit(database: str, act: Any) -> Any:
    """Run one act of the pit as the user of this machine; exits with its refusal."""
    from pitboss.house.means import system_user
    from pitboss.law import Refusal

    async def work(house: "House") -> Any:
        done = await act(house.pit, system_user())
        if isinstance(done, Refusal):
            raise fail(str(done))
        return done

    return in_house(database, work)


def _set(database: str, name: str, why: str, **changes: Any) -> Any:
    return _pit(database, lambda pit, by: pit.set_terms(by, name, why, **changes))


@command.command(epilog=examples("pitboss user role dan --role supervisor"))
def role(
    name: Name,
    role: Annotated[str, typer.Option(help="The new role.", metavar="ROLE")],
    database: Database = "",
    as_json: AsJson = False,
) -> None:
    """Give a user another role."""
    from pitboss.server.user_names import ROLES
    from pitboss.tables.live import Role

    if role not in ROLES:
        raise fail(f"'{role}' is not a role: expected {', '.join(ROLES)}")
    _pit(database, lambda pit, by: pit.set_role(by, name, Role(role)))
    typer.echo(json.dumps({"name": name, "role": role}) if as_json else f"{name} is now {role}.")


@command.command(epilog=examples('pitboss user disable dan --why "left the house"'))
def disable(name: Name, why: Why = "", database: Database = "", as_json: AsJson = False) -> None:
    """Disable an account and sign it out everywhere."""
    _set(database, name, why, disabled=True)
    typer.echo(json.dumps({"name": name, "disabled": True}) if as_json else f"{name} is disabled.")


@command.command(epilog=examples("pitboss user enable dan"))
def enable(name: Name, why: Why = "", database: Database = "", as_json: AsJson = False) -> None:
    """Enable a disabled account."""
    _set(database, name, why, disabled=False)
    typer.echo(json.dumps({"name": name, "disabled": False}) if as_json else f"{name} is enabled.")


@command.command(
    epilog=examples("pitboss user exclude ann --days 30", "pitboss user exclude ann", "pitboss user exclude ann --end")
)
def exclude(  # noqa: PLR0917 # every option of a Typer command is an argument
    name: Name,
    days: Annotated[
        int | None, typer.Option(help="For how many days.  [default: without an end]", min=1, max=36_500)
    ] = None,
    end: Annotated[bool, typer.Option("--end", help="End an exclusion.")] = False,
    why: Why = "",
    database: Database = "",
    as_json: AsJson = False,
) -> None:
    """Exclude a player from play. A round in progress is finished."""
    from pitboss.house.log.chain import now_ms
    from pitboss.house.pit_acts import FOR_GOOD

    until = 0 if end else now_ms() + days * 86_400_000 if days else FOR_GOOD
    _set(database, name, why, excluded=until)
    text = "may play again" if end else f"is excluded for {days} days" if days else "is excluded without an end"
    typer.echo(json.dumps({"name": name, "excluded": until}) if as_json else f"{name} {text}.")


@command.command(epilog=examples("pitboss user limit ann --loss 500 --stake 100 --minutes 240 --reminder 60"))
def limit(  # noqa: PLR0917 # every option of a Typer command is an argument
    name: Name,
    loss: Annotated[str, typer.Option(help="Most taken to tables a day, less what was taken back; 0: none.")] = "",
    stake: Annotated[str, typer.Option(help="Most on one wager; 0: none.")] = "",
    minutes: Annotated[int | None, typer.Option(help="Minutes at tables a day; 0: none.", min=0, max=1440)] = None,
    reminder: Annotated[int | None, typer.Option(help="Minutes between reminders; 0: none.", min=0, max=1440)] = None,
    why: Why = "",
    database: Database = "",
    as_json: AsJson = False,
) -> None:
    """Limit a player's losses, stakes and time of a gaming day."""
    import msgspec

    from pitboss.money import amount_text, parse_amount

    amounts = (("loss", loss), ("stake", stake))
    try:
        changes = {field: parse_amount(text) for field, text in amounts if text not in ("", "0")}
    except ValueError as error:
        raise fail(str(error)) from None
    changes |= {field: 0 for field, text in amounts if text == "0"}
    changes |= {field: value for field, value in (("minutes", minutes), ("reminder", reminder)) if value is not None}
    if not changes:
        raise fail("name a limit: --loss, --stake, --minutes or --reminder")
    terms = _set(database, name, why, **changes)
    if as_json:
        typer.echo(json.dumps({"name": name, **msgspec.to_builtins(terms)}))
        return
    parts = [f"{field} {amount_text(getattr(terms, field))}" for field in ("loss", "stake") if getattr(terms, field)]
    parts += [f"{field} {getattr(terms, field)}" for field in ("minutes", "reminder") if getattr(terms, field)]
    typer.echo(f"{name}: {', '.join(parts) or 'no limits'}.")


@command.command(epilog=examples('pitboss user award ann 50 --why "the wrong payout of round 12"'))
def award(name: Name, amount: Amount, why: Why = "", database: Database = "", as_json: AsJson = False) -> None:
    """Pay money of the house into a user's account."""
    from pitboss.money import amount_text, parse_amount

    try:
        cents = parse_amount(amount)
    except ValueError as error:
        raise fail(str(error)) from None
    holds = _pit(database, lambda pit, by: pit.award(by, name, cents, why))
    typer.echo(json.dumps({"name": name, "wallet": holds}) if as_json else f"{name} has {amount_text(holds)}.")
