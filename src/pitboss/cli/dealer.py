"""``pitboss dealer``: compute the probabilities of the dealer's final hand."""

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from pitboss.cli import examples, new_command
from pitboss.cli.analysis_options import Gone, Infinite, blackjack_rules, computing, parse_composition, parse_hands
from pitboss.cli.options import AsJson, BadUsage, BookOrRules, Option, Posted, Shorthand, error_exit, options_of

if TYPE_CHECKING:
    from pitboss.analyse.dealer_outcomes import DealerOutcomes
    from pitboss.law.resolve import BlackjackRules

command = new_command()

#: An up card of each value, for a table of all of them.
ALL_UP_CARDS = "A 2 3 4 5 6 7 8 9 T"


@command.command(
    epilog=examples(
        "pitboss dealer nz-blackjack",
        "pitboss dealer mbs-blackjack --up A --decks 6",
        'pitboss dealer mbs-blackjack --up T --decks 1 --cards-gone "8 8"',
        'pitboss dealer --rules "6D H17" --up A',
        'pitboss dealer nz-blackjack --up 6 --composition "A=2 2=3 3=3 4=1 5=0 6=2 7=3 8=3 9=4 T=12"',
        "pitboss dealer canberra-blackjack --infinite --json",
    )
)
def dealer(  # noqa: PLR0917 # every option of a Typer command is an argument
    rulebook: BookOrRules = "",
    up: Annotated[str, typer.Option("--up", help="The dealer's first card; without it, each of the ten.")] = "",
    decks: Annotated[
        int | None, typer.Option("--decks", help="The decks, short for -o decks=N, or ND in --rules.", min=1)
    ] = None,
    shorthand: Shorthand = "",
    option: Option = None,
    cards_gone: Gone = "",
    composition: Annotated[
        str,
        typer.Option(
            "--composition", help="The cards behind the dealer's card, instead of a shoe.", metavar='"A=4 2=4 … T=16"'
        ),
    ] = "",
    infinite: Infinite = False,
    limits: Posted = "",
    as_json: AsJson = False,
) -> None:
    """Compute the exact probabilities of the dealer's final hand.

    The cards come from the table's shoe without the dealer's card and the cards gone, or from any composition, which
    does not include the dealer's card. The last rows are those of a
    dealer who has looked and has no blackjack.
    """
    try:
        decks_option = [f"decks={decks}"] if decks is not None and not shorthand else []
        words = f"{shorthand} {decks}D" if shorthand and decks is not None else shorthand
        rules = blackjack_rules(rulebook, [*(option or []), *decks_option], limits, words)
        shown, gone = parse_hands(up or ALL_UP_CARDS, cards_gone)
        if up and len(shown) != 1:
            raise BadUsage(f"'{up}' is not a single card: the dealer shows one")
        with computing("computing ..."):
            from pitboss.analyse.dealer_outcomes import dealer_outcomes, outcomes_behind
            from pitboss.analyse.shoe import value_of

            if composition:
                if gone or infinite or decks is not None:
                    raise BadUsage("--composition is all cards: leave out --decks, --cards-gone and --infinite")
                cards, soft = parse_composition(composition), rules.terms.dealer_hits_soft_17
                found = [outcomes_behind(value_of(card), cards, hits_soft_17=soft) for card in shown]
            else:
                found = [dealer_outcomes(rules, card, gone, infinite=infinite) for card in shown]
    except ValueError as error:
        raise error_exit("dealer", error) from None
    if as_json:
        from msgspec import to_builtins

        rows = [to_builtins(each) | {"bust": each.bust} for each in found]
        shoe = {"composition": composition} if composition else {}
        data = {"rulebook": rules.rulebook, "options": options_of(rules), **shoe, "up_cards": rows}
        typer.echo(json.dumps(data, indent=2))
    else:
        _show(rules, found)


def _show(rules: "BlackjackRules", found: "Sequence[DealerOutcomes]") -> None:
    from rich.table import Table

    from pitboss.cli.rules_screen import new_console

    console = new_console()
    console.print(f"{rules.title}: the dealer's final hand by the up card")
    made = Table(box=None, pad_edge=False)
    made.add_column("")
    names = list(found[0].outcomes)
    for name in (*names, "bust"):
        made.add_column(name, justify="right")
    for each in found:
        made.add_row(each.up, *(f"{each.outcomes[name]:.4%}" for name in names), f"{each.bust:.4%}")
    for each in found:
        if each.without_blackjack:
            shares = each.without_blackjack
            cells = (f"{shares[name]:.4%}" if name in shares else "-" for name in names)
            made.add_row(f"{each.up}, no blackjack", *cells, f"{each.bust / (1 - each.outcomes['blackjack']):.4%}")
    console.print(made)
