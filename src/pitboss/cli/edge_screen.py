"""Output of exact blackjack figures as tables."""

from collections.abc import Iterator, Mapping
from typing import Final

from pitboss.analyse.edge import COMPOSITION, TOTAL, Edge
from pitboss.analyse.report import MOST_ERRORS
from pitboss.analyse.round_spread import Covariance
from pitboss.analyse.wagers_table import WagerTable
from pitboss.cli.edge_verify import Check
from pitboss.cli.options import options_of
from pitboss.cli.rules_screen import heading, new_console, table
from pitboss.law.resolve import BlackjackRules

#: Descriptions of the best strategies.
_PLAYED: Final = {TOTAL: "best play by total", COMPOSITION: "best play by the cards held"}


def show(
    rules: BlackjackRules,
    worth: Edge,
    tables: Mapping[str, WagerTable],
    check: Check | None,
    *,
    infinite: bool,
    boxes: int = 1,
) -> None:
    """Print the exact figures, and the comparison if there is one."""
    console = new_console()
    cards = "infinite decks" if infinite else f"{sum(worth.cards)} cards, shuffled before each round"
    console.print(f"{rules.title}: {cards}, {_PLAYED.get(worth.strategy, f'strategy {worth.strategy}')}")
    chosen = ", ".join(f"{name}={value}" for name, value in options_of(rules).items() if value not in ("false", "none"))
    console.print(chosen, style="dim")
    heading(console, "Main game, per unit of the first wager")
    rows = [
        ("expectation", f"{worth.expectation:+.5%}, {worth.expectation_source}"),
        ("deviation", f"{worth.deviation:.5f}, {worth.deviation_source}"),
    ]
    if worth.ante:
        rows.append(("expectation with the ante on the least wager", f"{worth.expectation - worth.ante:+.5%}"))
    if worth.spots > 1:
        rows.append(("dealer hands", str(worth.spots)))
    rows.append(("boxes that are split", f"{worth.splits:.4%}"))
    rows += _moments(worth, boxes)
    console.print(table(("", ""), rows))
    heading(console, "By the dealer's first card")
    shown = [(up, f"{card.probability:.4%}", f"{card.expectation:+.4%}") for up, card in worth.by_up.items()]
    console.print(table(("up card", "probability", "expectation"), shown))
    if tables:
        heading(console, "Other wagers, per unit wagered on them")
        console.print(
            table(
                ("wager", "expectation", "fraction", "deviation", "figures"),
                [_wager(name, found) for name, found in tables.items()],
                whole=2,
            )
        )
    if check is not None:
        show_check(check)


def _moments(worth: Edge, boxes: int) -> Iterator[tuple[str, str]]:
    """Iterates over how dealer hands and boxes move together."""
    if worth.two_dealers is not None:
        yield from _covariance("two dealer hands of one box", worth.two_dealers)
    if boxes == 1:
        return
    yield from _covariance("two boxes, one dealer hand", worth.two_boxes)
    deviation = worth.deviation_of(boxes)
    if deviation:
        yield f"deviation of {boxes} boxes", f"{deviation:.5f} of a first wager, {deviation / boxes:.5f} of all"


def _covariance(what: str, found: Covariance) -> Iterator[tuple[str, str]]:
    if found.why:
        yield f"covariance of {what}", f"not computed: {found.why}"
        return
    source = f"within {found.bound:.1g}" if found.bound else found.source
    yield f"covariance of {what}", f"{found.covariance:.5f} ({source}), correlation {found.correlation:.5f}"


def _wager(name: str, found: WagerTable) -> tuple[str, ...]:
    fraction = str(found.expectation) if found.source == "exact" else "—"
    error = f", standard error {found.standard_error:.2%}" if found.source == "simulated" else ""
    return name, f"{float(found.expectation):+.5%}", fraction, f"{found.deviation:.4f}", found.source + error


def show_check(check: Check) -> None:
    """Print the comparison."""
    console = new_console()
    heading(console, f"Against {check.rounds:,} simulated rounds, each from shuffled cards (seed {check.seed})")
    rows = [
        (row.name, f"{row.exact:+.5%}", f"{row.simulated:+.5%}", f"{row.standard_error:.5%}", f"{row.z:+.2f}")
        for row in check.compared
    ]
    console.print(table(("wager", "exact", "simulated", "standard error", "z"), rows))
    for name, why in check.left_out.items():
        console.print(f"NOT verified: {name}: {why}")
    if not check.agrees:
        console.print(f"They do NOT agree: more than {MOST_ERRORS} standard errors apart.")
    elif check.left_out:
        console.print(f"What was simulated agrees; not verified: {', '.join(check.left_out)}.")
    else:
        console.print("They agree.")
