"""``pitboss edge``: compute exact house edges."""

import json
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pitboss.cli import examples, new_command
from pitboss.cli.analysis_options import Gone, Infinite, Thorough, computing, parse_cards, parse_strategy
from pitboss.cli.options import (
    AsJson,
    BadUsage,
    BookOrRules,
    Option,
    Posted,
    Seed,
    Shorthand,
    error_exit,
    game_of,
    number_of_rounds,
    options_of,
    table_rules,
)

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
        "pitboss edge --rules '6D H17 DAS LS 6:5'",
        "pitboss edge --rules '6D S17' --hole-card",
    )
)
def edge(  # noqa: PLR0917 # every option of a Typer command is an argument
    rulebook: BookOrRules = "",
    shorthand: Shorthand = "",
    option: Option = None,
    strategy: Annotated[
        str, typer.Option(help="total or composition (best play), basic, mimic, or a chart file.")
    ] = "total",
    infinite: Infinite = False,
    cards_gone: Gone = "",
    boxes: Annotated[int, typer.Option(min=1, help="Boxes of one shoe: adds how their results move together.")] = 1,
    thorough: Thorough = False,
    hole_card: Annotated[
        bool, typer.Option("--hole-card", help="Compute the edge of a player who always sees the hole card.")
    ] = False,
    limits: Posted = "",
    verify: Annotated[
        bool,
        typer.Option("--verify", help="Compare with the simulator; exit 1 unless every figure agrees."),
    ] = False,
    rounds: Annotated[str, typer.Option(help="Rounds to simulate with --verify.", metavar="N")] = "1e7",
    seed: Seed = 1,
    as_json: AsJson = False,
) -> None:
    """Compute the exact expectation of every wager of a table.

    Expectations are the player's, per unit of the first wager. A wager without an exact answer is listed with a clause.
    """
    try:
        number = number_of_rounds(rounds, least=1000)
        rules = table_rules(rulebook, option, limits, shorthand)
        game = game_of(rulebook, shorthand)
        if game == "roulette":
            _roulette(
                rules, as_json=as_json, plain=not (verify or infinite or cards_gone or strategy != "total" or boxes > 1)
            )
            return
        if hole_card:
            _hole_card(rules, as_json=as_json, plain=game == "blackjack" and not (verify or infinite or cards_gone))
            return
        asked, compared = (strategy, cards_gone, boxes), (number, seed) if verify else None
        if game != "blackjack":
            plain = not (infinite or cards_gone or strategy != "total" or boxes > 1)
            _other_game(game, rules, as_json=as_json, plain=plain, verify=compared)
            return
        _blackjack(rules, asked, infinite=infinite, thorough=thorough, as_json=as_json, verify=compared)
    except ValueError as error:
        raise error_exit("edge", error) from None


def _hole_card(rules: Any, *, as_json: bool, plain: bool) -> None:
    """Print the expectation of a player who sees the hole card, beside that of one who does not."""
    if not plain:
        raise BadUsage("--hole-card applies to blackjack, without --verify, --infinite and --cards-gone")
    with computing():
        from pitboss.analyse.edge import COMPOSITION
        from pitboss.analyse.edge import edge as exact
        from pitboss.analyse.known_cards import hole_card_edge
        from pitboss.analyse.shoe import VALUE_NAMES

        seen, unseen = hole_card_edge(rules), exact(rules, strategy=COMPOSITION)
    by_up = {VALUE_NAMES[up]: worth for up, worth in seen.by_up.items()}
    if as_json:
        data = {"rulebook": rules.rulebook, "options": options_of(rules), "hole_card": seen.expectation}
        typer.echo(json.dumps(data | {"without": unseen.expectation, "by_up_card": by_up}, indent=2))
        return
    typer.echo(f"{rules.title}: best play by the cards held")
    typer.echo(f"without the hole card  {unseen.expectation:+.4%}")
    typer.echo(f"with the hole card     {seen.expectation:+.4%}")
    for up, worth in by_up.items():
        typer.echo(f"  against {up:<3}{worth:+.4%}")


def _roulette(rules: Any, *, as_json: bool, plain: bool) -> None:
    from pitboss.cli.edge_roulette import roulette_data, show_roulette

    if not plain:
        raise BadUsage("--strategy, --verify, --infinite, --cards-gone and --boxes apply to blackjack only")
    if as_json:
        typer.echo(json.dumps(roulette_data(rules), indent=2))
    else:
        show_roulette(rules)


def _other_game(game: str, rules: Any, *, as_json: bool, plain: bool, verify: tuple[int, int] | None) -> None:
    """Print the figures of a game that gives its own."""
    from pitboss.cli.edge_game import edge_of_game
    from pitboss.games.registry import find_game

    if not plain:
        raise BadUsage("--strategy, --infinite, --cards-gone and --boxes apply to blackjack only")
    check = edge_of_game(find_game(game), rules, as_json=as_json, verify=verify)
    if check is not None and verify is not None:
        _exit_with(check, verify[0])


def _blackjack(
    rules: "BlackjackRules",
    asked: tuple[str, str, int],
    *,
    infinite: bool,
    thorough: bool,
    as_json: bool,
    verify: tuple[int, int] | None,
) -> None:
    from pitboss.analyse import wagers
    from pitboss.analyse.edge import COMPOSITION
    from pitboss.analyse.edge import edge as exact

    chosen, gone = parse_strategy(asked[0], rules), parse_cards(asked[1])
    if verify and (gone or infinite):
        raise BadUsage("the simulator shuffles whole shoes: use --verify without --cards-gone and --infinite")
    if verify and chosen == COMPOSITION:
        raise BadUsage("the simulator plays by charts: use --verify with total or a chart file")
    with computing():
        worth = exact(rules, strategy=chosen, gone=gone, infinite=infinite)
        worth = worth.thorough() if thorough else worth
        tables = wagers.exact(rules, strategy=chosen, gone=gone, infinite=infinite)
    check = _verified(rules, worth, tables, *verify) if verify else None
    if as_json:
        typer.echo(json.dumps(_data(rules, worth, tables, check, infinite=infinite, boxes=asked[2]), indent=2))
    else:
        from pitboss.cli.edge_screen import show

        show(rules, worth, tables, check, infinite=infinite, boxes=asked[2])
    if check is not None and verify is not None:
        _exit_with(check, verify[0])


def _exit_with(check: "Check", rounds: int) -> None:
    """Exit with the code of the comparison: disagreement, interruption, or a figure that was not simulated."""
    from pitboss.cli.agreement import cut_short
    from pitboss.cli.simulate_run import INTERRUPTED

    if not check.agrees:
        raise typer.Exit(1)
    if cut_short(check.rows, rounds):
        raise typer.Exit(INTERRUPTED)
    if not check.verified:
        raise typer.Exit(1)


def _verified(rules: "BlackjackRules", worth: "Edge", tables: dict[str, Any], rounds: int, seed: int) -> "Check":
    from pitboss.cli.agreement import SimulationRun, cards_agreement
    from pitboss.cli.edge_verify import Check

    check = Check(cards_agreement(rules, worth, tables, SimulationRun(rounds, seed)), seed)
    if not check.rounds:
        raise BadUsage(f"nothing was simulated: {check.rows[0].why}")
    return check


def _data(
    rules: "BlackjackRules",
    worth: "Edge",
    tables: dict[str, Any],
    check: "Check | None",
    *,
    infinite: bool,
    boxes: int,
) -> dict[str, Any]:
    from pitboss.analyse.report_data import moments_data, sources_data
    from pitboss.analyse.wagers_table import table_data

    data = {
        "rulebook": rules.rulebook,
        "options": options_of(rules),
        "strategy": worth.strategy,
        "cards": "infinite" if infinite else dict(zip("A23456789T", worth.cards, strict=True)),
        "main": {
            "expectation": worth.expectation,
            "deviation": worth.deviation,
            **sources_data(worth),
            "with_ante": worth.expectation - worth.ante,
            "by_up_card": {
                up: {"probability": shown.probability, "expectation": shown.expectation}
                for up, shown in worth.by_up.items()
            },
            "distribution": {f"{net:g}": chance for net, chance in worth.distribution.items()},
            "splits": worth.splits,
            **moments_data(worth, boxes),
        },
        "wagers": {name: table_data(table) for name, table in tables.items()},
    }
    return data | ({"verify": check.data()} if check is not None else {})
