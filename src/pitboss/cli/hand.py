"""``pitboss hand``: compute the value of each decision on a hand."""

import json
from typing import TYPE_CHECKING, Annotated

import typer

from pitboss.cli import examples, new_command
from pitboss.cli.analysis_options import Gone, Infinite, blackjack_rules, computing, parse_hands
from pitboss.cli.options import AsJson, BadUsage, BookOrRules, Option, Posted, Shorthand, error_exit, options_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pitboss.analyse.hand import HandAnswer
    from pitboss.analyse.known_cards import KnowingAnswer
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
        'pitboss hand --rules "6D S17 LS" "10 6" K --hole 5',
        'pitboss hand nz-blackjack "10 6" K --next 5',
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
    hole: Annotated[str, typer.Option(help="The dealer's hole card, if the player knows it.", metavar="5d")] = "",
    next_card: Annotated[
        str, typer.Option("--next", help="The next card of the shoe, if the player knows it.", metavar="5d")
    ] = "",
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
        if hole or next_card:
            if hands > 1 or infinite:
                raise BadUsage("--hole and --next apply to a box that is not split and to a finite shoe")
            _answer_knowing(rules, (held, shown[0], gone), hole, next_card, as_json=as_json)
            return
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


def _answer_knowing(
    rules: "BlackjackRules",
    table: "tuple[Sequence[int], int, Sequence[int]]",
    hole: str,
    next_card: str,
    *,
    as_json: bool,
) -> None:
    """Print the decisions of a player who knows a card more; ``table`` has the hand, the up card and the cards gone."""
    _, card, _ = parse_hands("2 2", hole or next_card, "")
    if (hole and next_card) or len(card) != 1:
        raise BadUsage("one card is known: write --hole 5d or --next 5d")
    held, up, gone = table
    with computing():
        from pitboss.analyse.known_cards import hand_knowing

        known = {"hole": card[0]} if hole else {"next_card": card[0]}
        answer = hand_knowing(rules, held, up, gone, **known)
    if as_json:
        from msgspec import to_builtins

        typer.echo(json.dumps(to_builtins(answer) | {"options": options_of(rules)}, indent=2))
        return
    from pitboss.cli.rules_screen import new_console

    console = new_console()
    console.print(f"{rules.title}: {answer.cards} against {answer.up}, known: {answer.knows}")
    _show_actions(answer)
    for name in answer.not_valued:
        console.print(f"A {name} is allowed and not valued here.")


def _show(rules: "BlackjackRules", answer: "HandAnswer") -> None:
    from pitboss.cli.rules_screen import new_console

    console = new_console()
    kind = "soft" if answer.soft else "hard"
    console.print(f"{rules.title}: {answer.cards} ({kind} {answer.total}) against {answer.up}")
    _show_actions(answer)
    if answer.dealer_blackjack:
        console.print(f"The dealer has a blackjack in {answer.dealer_blackjack:.2%} of cases.")
    if answer.insurance is not None:
        console.print(f"Insurance: {answer.insurance:+.4%} of what is put on it.")


def _show_actions(answer: "HandAnswer | KnowingAnswer") -> None:
    from rich.table import Table

    from pitboss.cli.rules_screen import new_console

    made = Table(box=None, pad_edge=False)
    for head in ("", "expectation", "a mistake costs"):
        made.add_column(head, justify="left" if not head else "right")
    for name, value in answer.actions.items():
        cost = "best" if name == answer.best else f"{answer.costs[name]:.4%}"
        made.add_row(name, f"{value:+.4%}", cost, style="bold green" if name == answer.best else "")
    new_console().print(made)
