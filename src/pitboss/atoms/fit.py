"""Validate packed layouts: a value that exceeds its bit field or table raises at build time, with the field's name."""


class LayoutError(AssertionError):
    """A value exceeds its field in a kernel. No fallback kernel runs: the layout is wrong."""


def fit(field: str, value: int, room: int) -> int:
    """Returns the value if it is in ``range(room)``; raises LayoutError with the field's name otherwise."""
    if not 0 <= value < room:
        raise LayoutError(f"{field}: {value} does not fit, there is room for 0 to {room - 1}")
    return value


def same(field: str, value: int, expected: int) -> None:
    """Raises LayoutError with the field's name unless two definitions of one size agree."""
    if value != expected:
        raise LayoutError(f"{field}: {value} where the compiled code takes {expected}")
