"""The wheel and the cloth in numbers: colours, rows, columns and dozens, and whether a wager wins.

A set of numbers is a mask, an integer with one bit for each of the numbers 0 to 36.
"""

GREEN = 0
RED = 1
BLACK = 2

#: The highest number of the wheel.
HIGHEST = 36


def holds(mask: int, number: int) -> bool:
    """Whether the number is one of the set."""
    return mask >> number & 1 == 1


def colour_of(number: int, reds: int) -> int:
    """The colour of a compartment, where that set of numbers is red: zero is green, and the rest are black."""
    if number == 0:
        return GREEN
    return RED if holds(reds, number) else BLACK


def row_of(number: int) -> int:
    """The row across the layout, 1 to 12; 0 for zero, which is in none."""
    return (number + 2) // 3


def column_of(number: int) -> int:
    """The column of the layout, 1 to 3; 0 for zero, which is in none."""
    return (number - 1) % 3 + 1 if number > 0 else 0


def dozen_of(number: int) -> int:
    """The dozen, 1 to 3; 0 for zero, which is in none."""
    return (number + 11) // 12


def is_low(number: int) -> bool:
    """1 to 18."""
    return 1 <= number <= 18


def is_high(number: int) -> bool:
    """19 to 36."""
    return 19 <= number <= 36


def is_even(number: int) -> bool:
    """An even number; zero is none."""
    return number > 0 and number % 2 == 0


def is_odd(number: int) -> bool:
    """An odd number."""
    return number % 2 == 1


def adjoin(lower: int, higher: int) -> bool:
    """Whether two numbers lie side by side on the layout, in a row or in a column; zero lies beside 1, 2 and 3."""
    if lower == 0:
        return 1 <= higher <= 3
    return higher - lower == 3 or (higher - lower == 1 and row_of(lower) == row_of(higher))


def net_of(mask: int, number: int, stake: int, pays: int, to: int) -> int:
    """What a wager on that set wins or loses when the number is spun, at odds of so much to so much."""
    return stake * pays // to if holds(mask, number) else -stake
