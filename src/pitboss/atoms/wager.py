"""The wagers of simulated tournament players: what a style wants, and the nearest wager that is allowed."""


def style_unit(minimum: int, stack: int) -> int:
    """Returns one twentieth of the starting chips, at least the minimum."""
    return max(minimum, stack // 20)


def proportional_wager(chips: int) -> int:
    """Returns a tenth of the player's chips."""
    return chips // 10


def catch_up_wager(chips: int, best_other: int, unit: int) -> int:
    """Returns one unit in the lead, else enough to overtake the leader."""
    behind = best_other - chips
    return unit if behind <= 0 else behind + unit


def nearest_wager(wanted: int, minimum: int, most: int, step: int, least: int) -> int:
    """Returns the wager nearest to ``wanted`` in steps from the minimum to ``most``; ``least`` if no step is there."""
    wager = min(max(wanted, minimum), most)
    stepped = wager - wager % step
    return stepped if stepped >= minimum else least
