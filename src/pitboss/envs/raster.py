"""Drawings as arrays of pixels, for the render mode ``rgb_array``."""

from functools import cache
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from pitboss.drawing import CLOTH, Box, Disc, Drawing, Label, Polygon, Shape

#: Drawn so many times larger and reduced, which smooths the edges.
_SCALE: Final = 2


def pixels(drawing: Drawing) -> NDArray[np.uint8]:
    """Returns the drawing as an array of height, width and three colours."""
    image = Image.new("RGB", (drawing.wide * _SCALE, drawing.high * _SCALE), CLOTH)
    canvas = ImageDraw.Draw(image)
    for shape in drawing.shapes:
        _draw(canvas, shape)
    return np.asarray(image.reduce(_SCALE), np.uint8)


@cache
def _font(size: int) -> Any:
    return ImageFont.load_default(size * _SCALE)


def _draw(canvas: ImageDraw.ImageDraw, shape: Shape) -> None:
    match shape:
        case Box():
            corners = (shape.x, shape.y, shape.x + shape.wide, shape.y + shape.high)
            width = shape.thick * _SCALE if shape.edge else 0
            canvas.rectangle([_SCALE * value for value in corners], shape.fill, shape.edge or None, width)
        case Disc():
            corners = (shape.x - shape.radius, shape.y - shape.radius, shape.x + shape.radius, shape.y + shape.radius)
            canvas.ellipse([_SCALE * value for value in corners], shape.fill, shape.edge or None, _SCALE)
        case Polygon():
            canvas.polygon([(_SCALE * x, _SCALE * y) for x, y in shape.corners], shape.fill)
        case Label():
            anchor = "mm" if shape.centred else "lm"
            canvas.text((_SCALE * shape.x, _SCALE * shape.y), shape.text, shape.fill, _font(shape.size), anchor)
