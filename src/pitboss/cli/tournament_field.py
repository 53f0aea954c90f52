"""The nearest number of players with whom a simulated tournament can be played to the end."""

from collections.abc import Iterable

from pitboss.games.tournament import TournamentRules
from pitboss.games.tournament.field import complaint, field_refusal


def check_field(rules: TournamentRules, players: int, numbers: Iterable[int]) -> str:
    """Returns why so many players cannot finish, with what would work and the nearest number; empty if they can."""
    wrong = complaint(rules, players)
    if not wrong:
        return ""
    near = sorted(numbers, key=lambda number: abs(number - players))
    could = next((number for number in near if field_refusal(rules, number) is None), None)
    return wrong if could is None else f"{wrong}; the nearest number is {could}"
