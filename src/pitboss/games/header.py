"""Parses the header lines of a ``.pit`` file that every game has: limits, options, players."""

from pitboss.law import Limits
from pitboss.money import amount_text, parse_amount
from pitboss.pit import NAME, PitError, PitFile

DEFAULT_PURSE = 100_000_000


def read_limits(file: PitFile) -> Limits:
    """Returns the limits of the header, ``10-1000 step 5``, or the default ones."""
    found = file.headers("limits")
    if not found:
        return Limits()
    number, value = found[0]
    return parse_limits(number, value)


def parse_limits(number: int, value: str) -> Limits:
    """Parses limits; raises PitError with the number of the line."""
    words = value.split()
    low, dash, high = words[0].partition("-") if words else ("", "", "")
    if not dash or not low or not high or len(words) not in (1, 3) or (len(words) == 3 and words[1] != "step"):
        raise PitError(number, f"'{value}' is not limits: write MINIMUM-MAXIMUM or MINIMUM-MAXIMUM step N")
    step = parse_cents(number, words[2]) if len(words) == 3 else None
    limits = Limits(parse_cents(number, low), parse_cents(number, high), step)
    if limits.minimum <= 0 or limits.step == 0:
        raise PitError(number, f"'{value}': minimum and step must be positive")
    return limits


def limits_text(limits: Limits) -> str:
    """Limits as a header writes them: ``10-1000 step 5``."""
    step = f" step {amount_text(limits.step)}" if limits.step is not None else ""
    return f"{amount_text(limits.minimum)}-{amount_text(limits.maximum)}{step}"


def parse_cents(number: int, word: str) -> int:
    """Parses an amount of a header line; raises PitError with the number of that line."""
    try:
        return parse_amount(word)
    except ValueError as error:
        raise PitError(number, str(error)) from None


def read_options(file: PitFile) -> dict[str, str]:
    """Parses the ``name=value`` pairs of the options; raises PitError where a name has two values."""
    options: dict[str, str] = {}
    for number, value in file.headers("options"):
        for word in value.split():
            name, equals, choice = word.partition("=")
            if not equals or not name or not choice:
                raise PitError(number, f"'{word}' is not an option: write name=value")
            if options.get(name, choice) != choice:
                raise PitError(number, f"option {name} is given twice, as {options[name]} and as {choice}")
            options[name] = choice
    return options


def read_players(file: PitFile) -> dict[str, int]:
    """Parses the players and their money, ``ann=1000 bob=500``, as names and cents."""
    players: dict[str, int] = {}
    for number, value in file.headers("players"):
        for word in value.split():
            name, equals, money = word.partition("=")
            if not equals or not NAME.fullmatch(name) or name == "house":
                raise PitError(number, f"'{word}' is not a player: write name=MONEY, the name in small letters")
            if name in players:
                raise PitError(number, f"player {name} is given twice")
            players[name] = parse_cents(number, money)
    return players
