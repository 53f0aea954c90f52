"""``pitboss edge``: what the wagers of a table are worth, exactly."""

import json
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pitboss.cli import examples, new_command
from pitboss.cli.call import (
    AsJson,
    Book,
    Option,
    Posted,
    Refused,
    Seed,
    game_of,
    leave,
    number_of_rounds,
    options_of,
    table_rules,
)
from pitboss.cli.exact_call import Gone, Infinite, cards_in, computing, strategy_of

if TYPE_CHECKING:
    from pitboss.analyse.edge import Edge
    from pitboss.cli.edge_verify import Check
    from pitboss.law.resolve import BlackjackRules

command = new_command()


@command.command(
    epilog=examples(
        "pitboss edge nz-blackjack",
        "pitboss edge canberra-blackjack --strategy composition",
        "pitboss edge tribal-blackjack -o card_reader=true --verify --rounds 1e8",
        "pitboss edge nz-roulette --json",
    )
)
def edge(  # noqa: PLR0917 # every option of a Typer command is an argument
    rulebook: Book,
    option: Option = None,
    strategy: Annotated[
        str, typer.Option(help="total or composition (the best of its kind), basic, mimic, or a file with a chart.")
    ] = "total",
    infinite: Infinite = False,
    cards_gone: Gone = "",
    limits: Posted = "",
    verify: Annotated[bool, typer.Option("--verify", help="Compare with the simulator.")] = False,
    rounds: Annotated[str, typer.Option(help="Rounds that are simulated to verify.", metavar="N")] = "1e7",
    seed: Seed = 1,
    as_json: AsJson = False,
) -> None:
    """Tell what every wager of a table is worth, computed from the cards and not from played rounds.

    Expectations are the player's, per unit of the first wager. What has no exact answer is named with its clause.
    """
    try:
        number = number_of_rounds(rounds, least=1000)
        rules = table_rules(rulebook, option, limits)
        game = game_of(rulebook)
        if game == "roulette":
            _roulette(rules, as_json=as_json, plain=not (verify or infinite or cards_gone or strategy != "total"))
            return
        if game != "blackjack":
            raise Refused(f"{rulebook} is a rulebook of {game}, and only blackjack and roulette are analysed")
        asked = (strategy, cards_gone)
        _blackjack(rules, asked, infinite=infinite, as_json=as_json, verify=(number, seed) if verify else None)
    except ValueError as error:
        raise leave("edge", error) from None


def _roulette(rules: Any, *, as_json: bool, plain: bool) -> None:
    from pitboss.cli.edge_roulette import roulette_data, show_roulette

    if not plain:
        raise Refused(
            "--strategy, --verify, --infinite, --cards-gone are of cards; a wheel is counted out number by number"
        )
    if as_json:
        typer.echo(json.dumps(roulette_data(rules), indent=2))
    else:
        show_roulette(rules)


def _blackjack(
    rules: "BlackjackRules",
    asked: tuple[str, str],
    *,
    infinite: bool,
    as_json: bool,
    verify: tuple[int, int] | None,
) -> None:
    from pitboss.analyse import wagers
    from pitboss.analyse.edge import COMPOSITION
    from pitboss.analyse.edge import edge as exact

    chosen, gone = strategy_of(asked[0], rules), cards_in(asked[1])
    if verify and (gone or infinite):
        raise Refused("the simulator shuffles whole shoes: --verify goes without --cards-gone and --infinite")
    if verify and chosen == COMPOSITION:
        raise Refused("the simulator plays by charts: verify total, or a chart in a file")
    with computing():
        worth = exact(rules, strategy=chosen, gone=gone, infinite=infinite)
        tables = wagers.exact(rules, strategy=chosen, gone=gone, infinite=infinite)
    check = _verified(rules, worth, tables, *verify) if verify else None
    if as_json:
        typer.echo(json.dumps(_data(rules, worth, tables, check, infinite=infinite), indent=2))
    else:
        from pitboss.cli.edge_screen import show

        show(rules, worth, tables, check, infinite=infinite)
    if check is not None and verify is not None:
        _leave_by(check, verify[0])


def _leave_by(check: "Check", rounds: int) -> None:
    """The exit code of what was compared: the two do not agree, or somebody stopped it before."""
    from pitboss.cli.agreement import cut_short
    from pitboss.cli.simulate_run import INTERRUPTED

    if not check.agrees:
        raise typer.Exit(1)
    if cut_short(check.rows, rounds):
        raise typer.Exit(INTERRUPTED)


def _verified(rules: "BlackjackRules", worth: "Edge", tables: dict[str, Any], rounds: int, seed: int) -> "Check":
    from pitboss.cli.agreement import Played, cards_agreement
    from pitboss.cli.edge_verify import Check

    check = Check(cards_agreement(rules, worth, tables, Played(rounds, seed)), seed)
    if not check.rounds:
        raise Refused(f"nothing was simulated: {check.rows[0].why}")
    return check


def _data(
    rules: "BlackjackRules", worth: "Edge", tables: dict[str, Any], check: "Check | None", *, infinite: bool
) -> dict[str, Any]:
    from pitboss.analyse.wagers_table import table_data

    data = {
        "rulebook": rules.rulebook,
        "options": options_of(rules),
        "strategy": worth.strategy,
        "cards": "infinite" if infinite else dict(zip("A23456789T", worth.cards, strict=True)),
        "main": {
            "expectation": worth.expectation,
            "deviation": worth.deviation,
            "with_ante": worth.expectation - worth.ante,
            "by_up_card": {
                up: {"probability": shown.probability, "expectation": shown.expectation}
                for up, shown in worth.by_up.items()
            },
            "distribution": {f"{net:g}": chance for net, chance in worth.distribution.items()},
            "splits": worth.splits,
        },
        "wagers": {name: table_data(table) for name, table in tables.items()},
    }
    return data | ({"verify": check.data()} if check is not None else {})
