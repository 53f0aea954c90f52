"""``pitboss hand``: compute the value of each decision on a hand."""

import json
from typing import TYPE_CHECKING, Annotated

import typer

from pitboss.cli import examples, new_command
from pitboss.cli.analysis_options import Gone, Infinite, blackjack_rules, computing, parse_hands
from pitboss.cli.options import AsJson, BadUsage, BookOrRules, Option, Posted, Shorthand, error_exit, options_of

if TYPE_CHECKING:
    from pitboss.analyse.hand import HandAnswer
    from pitboss.law.resolve import BlackjackRules

command = new_command()

Cards = Annotated[
    str,
    typer.Argument(
        help="The player's cards, with or without suits; of a split hand, the split card first.",
        metavar='"8h 8c"',
    ),
]
Hands = Annotated[
    int,
    typer.Option(min=1, max=16, help="Number of hands after splits; pass the cards of the others with --cards-gone."),
]


@command.command(
    epilog=examples(
        'pitboss hand nz-blackjack "8h 8c" Ks',
        'pitboss hand nz-blackjack "8 8" K',
        'pitboss hand mbs-blackjack "Th 4c 2s" Ts -o decks=1',
        'pitboss hand canberra-blackjack "Ah Kc" As --cards-gone "2c 3d 4h 5s"',
        'pitboss hand --rules "6D H17 LS" "9 7" A',
        'pitboss hand nz-blackjack "8h 3d" As --hands 2 --cards-gone 8c',
    )
)
def hand(  # noqa: PLR0917 # every option of a Typer command is an argument
    rulebook: BookOrRules,
    cards: Cards,
    up_card: Annotated[str, typer.Argument(help="The dealer's first card.", metavar="Ks")] = "",
    shorthand: Shorthand = "",
    option: Option = None,
    cards_gone: Gone = "",
    hands: Hands = 1,
    added: Annotated[bool, typer.Option("--added", help="This hand's wager was added by a split.")] = False,
    infinite: Infinite = False,
    limits: Posted = "",
    as_json: AsJson = False,
) -> None:
    """Compute the value of each decision on a hand, and the cost of a mistake, per unit of the first wager.

    Later decisions use the best play for the cards held. The shoe excludes the hand, the dealer's card and the cards
    gone. A split hand is analysed on its own, per unit of its own wager.
    """
    try:
        if shorthand and not up_card:
            rulebook, cards, up_card = "", rulebook, cards
        rules = blackjack_rules(rulebook, option, limits, shorthand)
        held, shown, gone = parse_hands(cards, up_card, cards_gone)
        if len(shown) != 1:
            raise BadUsage(f"'{up_card}' is not a single card: the dealer shows one")
        if added and hands == 1:
            raise BadUsage("--added applies to a split hand: give --hands")
        with computing():
            from pitboss.analyse.hand import OfSplit
            from pitboss.analyse.hand import hand as decide

            split = OfSplit(hands, added=added) if hands > 1 else None
            answer = decide(rules, held, shown[0], gone, split=split, infinite=infinite)
    except ValueError as error:
        raise error_exit("hand", error) from None
    if as_json:
        from msgspec import to_builtins

        typer.echo(json.dumps(to_builtins(answer) | {"options": options_of(rules)}, indent=2))
    else:
        _show(rules, answer)


def _show(rules: "BlackjackRules", answer: "HandAnswer") -> None:
    from rich.table import Table

    from pitboss.cli.rules_screen import new_console

    console = new_console()
    kind = "soft" if answer.soft else "hard"
    console.print(f"{rules.title}: {answer.cards} ({kind} {answer.total}) against {answer.up}")
    made = Table(box=None, pad_edge=False)
    for head in ("", "expectation", "a mistake costs"):
        made.add_column(head, justify="left" if not head else "right")
    for name, value in answer.actions.items():
        cost = "best" if name == answer.best else f"{answer.costs[name]:.4%}"
        made.add_row(name, f"{value:+.4%}", cost, style="bold green" if name == answer.best else "")
    console.print(made)
    if answer.dealer_blackjack:
        console.print(f"The dealer has a blackjack in {answer.dealer_blackjack:.2%} of cases.")
    if answer.insurance is not None:
        console.print(f"Insurance: {answer.insurance:+.4%} of what is put on it.")
