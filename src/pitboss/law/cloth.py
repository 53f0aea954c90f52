"""The cloth of a rulebook on the page: one colour in ``rules.toml``, and the shades that the page draws with."""

import re
from collections.abc import Sequence

Colour = tuple[int, int, int]

_HEX = re.compile(r"#([0-9a-fA-F]{2})([0-9a-fA-F]{2})([0-9a-fA-F]{2})", re.ASCII)
_WHITE: Colour = (255, 255, 255)
#: The gold of the inscriptions, which every cloth has.
PRINT: Colour = (232, 211, 162)
#: The contrast of the inscriptions with the brightest part of the cloth, as WCAG asks of large text.
LEAST_CONTRAST = 4.5


def parse_cloth(text: str) -> Colour:
    """Returns a colour; raises ValueError if it is not one, or too light for the inscriptions."""
    found = _HEX.fullmatch(text)
    if found is None:
        raise ValueError(f"'{text}' is not a colour: write #rrggbb, such as #1c3768")
    colour = _colour([int(part, 16) for part in found.groups()])
    contrast = _contrast(PRINT, _lit(colour))
    if contrast < LEAST_CONTRAST:
        raise ValueError(f"{text} is too light: the inscriptions have a contrast of {contrast:.1f}, and need 4.5")
    return colour


def cloth_properties(colour: Colour) -> dict[str, str]:
    """Returns the custom properties of a cloth: its lit centre, body, shade, printing, lines and spots."""
    shades = {
        "cloth-1": _lit(colour),
        "cloth-2": colour,
        "cloth-3": _scaled(colour, 0.62),
        "print": PRINT,
        "print-2": _mixed(_WHITE, colour, 0.82),
        "line-print": _mixed(_WHITE, colour, 0.72),
        "spot": _scaled(colour, 0.8),
    }
    return {f"--{name}": "#{:02x}{:02x}{:02x}".format(*shade) for name, shade in shades.items()}


def _lit(colour: Colour) -> Colour:
    return _mixed(_WHITE, colour, 0.1)


def _scaled(colour: Colour, factor: float) -> Colour:
    return _colour([round(part * factor) for part in colour])


def _mixed(left: Colour, right: Colour, share: float) -> Colour:
    return _colour([round(share * a + (1 - share) * b) for a, b in zip(left, right, strict=True)])


def _colour(parts: Sequence[int]) -> Colour:
    red, green, blue = parts
    return red, green, blue


def _contrast(left: Colour, right: Colour) -> float:
    """Returns the contrast ratio of two colours by WCAG 2."""
    dark, light = sorted((_luminance(left), _luminance(right)))
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: Colour) -> float:
    shares = (part / 255 for part in colour)
    red, green, blue = (share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4 for share in shares)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
