"""The remedies of irregularities, as `pitboss rules remedies` prints them."""

from collections.abc import Mapping
from typing import Any

from rich.console import Console
from rich.text import Text

from pitboss.games.registry import find_game, known_games
from pitboss.law.errors import LawError
from pitboss.law.irregularities import RemedySpec
from pitboss.law.load import load_rulebook, rulebook_ids


def remedies_named(name: str) -> Mapping[str, RemedySpec]:
    """Returns the remedies of a game, or those that a rulebook may name. Raises LawError where there is neither."""
    games = {game.name: game for game in known_games()}
    if name in games:
        return games[name].remedies
    if name not in rulebook_ids():
        raise LawError(f"there is no game '{name}'; expected {', '.join(games)} or a rulebook")
    return find_game(load_rulebook(name).about.game).remedies_for(name)


def remedies_data(remedies: Mapping[str, RemedySpec]) -> list[dict[str, Any]]:
    """Returns the remedies as JSON."""
    return [
        {
            "remedy": spec.name,
            "says": spec.says,
            "moments": list(spec.moments),
            "words": spec.target,
            "needs": spec.needs,
            "given": {name: list(values) for name, values in spec.given.items()},
            "map": list(spec.facts) if spec.facts is not None else "the reasons of the rulebook",
        }
        for _, spec in sorted(remedies.items())
    ]


def print_remedies(remedies: Mapping[str, RemedySpec]) -> None:
    """Prints each remedy with what the data may say of it."""
    console = Console(highlight=False, soft_wrap=True)
    for number, entry in enumerate(remedies_data(remedies)):
        if number:
            console.print()
        console.print(Text(entry["remedy"], style="bold underline"))
        console.print(f"  {entry['says'].replace('``', '')}", markup=False)
        parts = {"moment": " or ".join(entry["moments"]), "words": entry["words"], "needs": entry["needs"]}
        parts["given"] = ", ".join(
            f"{name} = {' or '.join(values)}" if values else name for name, values in entry["given"].items()
        )
        parts["map"] = entry["map"] if isinstance(entry["map"], str) else ", ".join(entry["map"])
        for name, text in parts.items():
            if text:
                console.print(f"  {name + ':':8} {text}", markup=False)
