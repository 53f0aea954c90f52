"""``pitboss play``: a blackjack table in the terminal."""

from typing import Annotated

import typer

from pitboss.cli import new_command

command = new_command()


def _fail(text: str) -> typer.Exit:
    typer.echo(f"pitboss play: {text}", err=True)
    return typer.Exit(2)


def _choices(pairs: list[str]) -> dict[str, str]:
    choices: dict[str, str] = {}
    for pair in (word for text in pairs for word in text.split()):
        name, equals, value = pair.partition("=")
        if not name or not equals or not value:
            raise _fail(f"'{pair}' is no option: expected name=value, such as decks=6")
        if choices.get(name, value) != value:
            raise _fail(f"option {name} is given twice, as {choices[name]} and as {value}")
        choices[name] = value
    return choices


@command.command(
    epilog="Examples:  pitboss play nz-blackjack  ·  pitboss play mbs-blackjack --limits 25-500  ·  "
    "pitboss play tribal-blackjack --option surrender=true --seed 7"
)
def play(  # noqa: PLR0917 # every option of a Typer command is an argument
    rulebook: Annotated[str, typer.Argument(help="Whose rules the table plays by.", metavar="RULEBOOK")],
    option: Annotated[
        list[str] | None, typer.Option("--option", "-o", help="What the operator chooses.", metavar="NAME=VALUE")
    ] = None,
    limits: Annotated[str, typer.Option(help="The least and the most of a main wager.")] = "10-1000",
    seed: Annotated[int | None, typer.Option(help="Shuffle by this number, to play the same cards again.")] = None,
    player: Annotated[str, typer.Option(help="Your name at the table.")] = "guest",
    money: Annotated[str, typer.Option(help="What everybody comes with.")] = "1000",
    cards: Annotated[bool, typer.Option("--cards", help="Deal from real cards: you say what comes.")] = False,
    four_colour: Annotated[bool, typer.Option("--four-colour", help="A colour for each suit.")] = False,
) -> None:
    """Play blackjack at a table in this terminal.

    Type `help` at the table. The words are those of .pit files, and `save` writes one.
    """
    from pitboss.cli.screen import Screen
    from pitboss.cli.terminal import NAME, Terminal
    from pitboss.law import LawError, Refusal, load_rulebook, rulebook_ids
    from pitboss.money import parse_amount
    from pitboss.notation.header import parse_limits
    from pitboss.notation.pit import PitError
    from pitboss.table import Table

    if not NAME.fullmatch(player) or player == "house":
        raise _fail(f"'{player}' is no name: lower-case letters, digits and _, and not house")
    if rulebook in rulebook_ids() and (game := load_rulebook(rulebook).about.game) != "blackjack":
        raise _fail(f"this terminal deals blackjack; {game} is played on the page: pitboss serve")
    try:
        purse = parse_amount(money)
        posted = parse_limits(0, limits)
        table = Table.open(rulebook, _choices(option or []), posted, seed=seed, cards_are_read=cards)
    except (PitError, LawError, ValueError) as error:
        raise _fail(str(error)) from None
    if isinstance(table, Refusal):
        raise _fail(str(table))
    Terminal(table, Screen(four_colour=four_colour), player, purse).run()
