"""The roulette wheel and layout as integers: colours, rows, columns, dozens, and the result of a wager.

A set of numbers is a bit mask with one bit for each number 0 to 36.
"""

GREEN = 0
RED = 1
BLACK = 2

#: The highest number of the wheel.
HIGHEST = 36


def holds(mask: int, number: int) -> bool:
    """Returns whether the mask contains the number."""
    return mask >> number & 1 == 1


def colour_of(number: int, reds: int) -> int:
    """Returns the colour of a number: green for zero, red for the numbers in ``reds``, black for the rest."""
    if number == 0:
        return GREEN
    return RED if holds(reds, number) else BLACK


def row_of(number: int) -> int:
    """Returns the row across the layout, 1 to 12; 0 for zero, which has no row."""
    return (number + 2) // 3


def column_of(number: int) -> int:
    """Returns the column of the layout, 1 to 3; 0 for zero, which has no column."""
    return (number - 1) % 3 + 1 if number > 0 else 0


def dozen_of(number: int) -> int:
    """Returns the dozen, 1 to 3; 0 for zero, which has no dozen."""
    return (number + 11) // 12


def is_low(number: int) -> bool:
    """Returns whether the number is 1 to 18."""
    return 1 <= number <= 18


def is_high(number: int) -> bool:
    """Returns whether the number is 19 to 36."""
    return 19 <= number <= 36


def is_even(number: int) -> bool:
    """Returns whether the number is even; zero is not."""
    return number > 0 and number % 2 == 0


def is_odd(number: int) -> bool:
    """Returns whether the number is odd."""
    return number % 2 == 1


def adjoin(lower: int, higher: int) -> bool:
    """Returns whether two numbers are adjacent on the layout, in a row or a column; zero is adjacent to 1, 2 and 3."""
    if lower == 0:
        return 1 <= higher <= 3
    return higher - lower == 3 or (higher - lower == 1 and row_of(lower) == row_of(higher))


def net_of(mask: int, number: int, stake: int, pays: int, to: int) -> int:
    """Returns the net result of a wager on a mask of numbers at odds ``pays:to`` when the number is spun."""
    return stake * pays // to if holds(mask, number) else -stake
