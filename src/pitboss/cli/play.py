"""``pitboss play``: a table in the terminal."""

from typing import TYPE_CHECKING, Annotated

import typer

from pitboss.cli import examples, new_command
from pitboss.cli.options import BadUsage, Book, Option, choices, error_exit, posted_limits

if TYPE_CHECKING:
    from pitboss.tables import Table

command = new_command()


@command.command(
    epilog=examples(
        "pitboss play nz-blackjack",
        "pitboss play mbs-blackjack --limits 25-500",
        "pitboss play tribal-blackjack --option surrender=true --seed 7",
        "pitboss play punto-banco --games examples/games",
    )
)
def play(  # noqa: PLR0917 # every option of a Typer command is an argument
    rulebook: Book,
    option: Option = None,
    limits: Annotated[str, typer.Option(help="Minimum and maximum of a main wager.")] = "10-1000",
    seed: Annotated[
        int | None,
        typer.Option(help="Random seed; the same seed deals the same cards.", min=0, max=2**64 - 1, metavar="NUMBER"),
    ] = None,
    player: Annotated[str, typer.Option(help="Your name at the table.")] = "guest",
    money: Annotated[str, typer.Option(help="Buy-in of every player.")] = "1000",
    cards: Annotated[bool, typer.Option("--cards", help="Enter the cards of a real shoe.")] = False,
    four_colour: Annotated[bool, typer.Option("--four-colour", help="Use four colours for the suits.")] = False,
) -> None:
    """Play blackjack, or a game from outside the package, in this terminal.

    Type `help` at the table. The commands are those of .pit files, and `save` writes one.
    """
    from pitboss.law import LawError
    from pitboss.money import parse_amount

    try:
        game = _check(rulebook, player)
        if cards and seed is not None:
            raise BadUsage("--cards and --seed exclude each other: entered cards have no seed")
        purse = parse_amount(money)
        table = _table(rulebook, option, limits, seed, cards_are_read=cards)
    except (LawError, ValueError) as error:
        raise error_exit("play", error) from None
    _run(game, table, player, purse, four_colour=four_colour)


def _run(game: str, table: "Table", player: str, purse: int, *, four_colour: bool) -> None:
    from pitboss.cli.screen import Screen

    screen = Screen(four_colour=four_colour)
    if game == "blackjack":
        from pitboss.cli.terminal import Terminal

        Terminal(table, screen, player, purse).run()
    else:
        from pitboss.cli.board_terminal import BoardTerminal

        BoardTerminal(table, screen, player, purse).run()


def _check(rulebook: str, player: str) -> str:
    """Returns the game of the rulebook. Raises BadUsage for one that the terminal does not play."""
    from pitboss.cli.terminal import NAME
    from pitboss.games.live.views import BoardView
    from pitboss.games.registry import find_game
    from pitboss.law import load_rulebook

    if not NAME.fullmatch(player) or player == "house":
        raise BadUsage(f"'{player}' is not a valid name: use lower-case letters, digits and _, not house")
    game = load_rulebook(rulebook).about.game
    if game != "blackjack" and not issubclass(find_game(game).view, BoardView):
        raise BadUsage(f"the terminal does not play {game}; play it on the page: pitboss serve")
    return game


def _table(rulebook: str, option: list[str] | None, limits: str, seed: int | None, *, cards_are_read: bool) -> "Table":
    from pitboss.law import Refusal
    from pitboss.tables import Table

    posted = posted_limits(limits)
    table = Table.open(rulebook, choices(option), posted, seed=seed, cards_are_read=cards_are_read)
    if isinstance(table, Refusal):
        raise BadUsage(str(table))
    return table
