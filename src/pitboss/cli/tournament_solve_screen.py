"""Prints the answers of ``pitboss tournament solve``."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from rich.console import Console


def _start(title: str, data: Mapping[str, Any]) -> Console:
    from pitboss.cli.rules_screen import heading, new_console

    console = new_console()
    left = "the last round" if data["rounds"] == 1 else f"the last {data['rounds']} rounds"
    heading(console, f"{title}: {left}")
    console.print(f"wagers in steps of {data['step']:g}")
    for assumption in data["assumptions"]:
        console.print(f"- {assumption}")
    console.print()
    return console


def _worth(data: Mapping[str, Any], value: float) -> str:
    """Returns a value as a probability, or as money where places have different prizes."""
    return f"{value:.4%}" if set(data["prizes"]) == {1.0} else f"{value:,.4f}"


def show_solution(title: str, data: Mapping[str, Any]) -> None:
    """Print the best wager of each player in turn, and the replies of the last one."""
    from pitboss.cli.rules_screen import table

    console = _start(title, data)
    rows = [
        (str(row["player"]), f"{row['chips']:g}", f"{row['wager']:g}", _worth(data, row["value"]), _near(data, row))
        for row in data["players"]
    ]
    console.print(table(("player", "chips", "wager", "value", "other wagers"), rows, whole=4))
    last, before = data["players"][-1]["player"], data["players"][-2]["player"]
    console.print()
    console.print(f"player {last} replies to player {before}:")
    replies = [(_range(group), f"{wager:g}", _span(data, group)) for wager, group in _by_reply(data["replies"])]
    console.print(table(("wager", "reply", f"value of player {last}"), replies))


def _near(data: Mapping[str, Any], row: Mapping[str, Any], most: int = 4) -> str:
    """Returns the values of some other wagers, from the smallest to the largest."""
    others = [wager for wager in row["wagers"] if float(wager) != row["wager"]]
    if not others:
        return ""
    picked = {others[place * (len(others) - 1) // max(most - 1, 1)]: None for place in range(most)}
    return ", ".join(f"{wager}: {_worth(data, row['wagers'][wager])}" for wager in picked)


def _by_reply(replies: Sequence[Mapping[str, Any]]) -> Iterator[tuple[float, list[Mapping[str, Any]]]]:
    for wager, group in groupby(replies, key=lambda reply: reply["wager"]):
        yield wager, list(group)


def _range(group: Sequence[Mapping[str, Any]]) -> str:
    first, last = group[0]["to"], group[-1]["to"]
    return f"{first:g}" if first == last else f"{first:g} to {last:g}"


def _span(data: Mapping[str, Any], group: Sequence[Mapping[str, Any]]) -> str:
    low, high = (_worth(data, choose(reply["value"] for reply in group)) for choose in (min, max))
    return low if low == high else f"{low} to {high}"


def show_response(title: str, data: Mapping[str, Any]) -> None:
    """Print what each wager is worth against the given styles."""
    from pitboss.cli.rules_screen import table

    console = _start(title, data)
    console.print(f"player {data['player']}: wager {data['wager']:g}, worth {_worth(data, data['value'])}")
    console.print()
    rows = [(wager, _worth(data, value)) for wager, value in data["wagers"].items()]
    console.print(table(("wager", "value"), rows))


def show_leads(title: str, data: Mapping[str, Any]) -> None:
    """Print the best wagers by lead."""
    from pitboss.cli.rules_screen import table

    console = _start(title, data)
    rows = [
        (
            f"{row['lead']:g}",
            *(
                text
                for name in ("leader_first", "leader_last")
                for text in (f"{row[name]['leader']:g}", f"{row[name]['behind']:g}", _worth(data, row[name]["value"]))
            ),
        )
        for row in data["leads"]
    ]
    heads = (
        "lead",
        "leader bets first",
        "reply",
        "leader's value",
        "leader bets last",
        "behind bets",
        "leader's value",
    )
    console.print(table(heads, rows))
