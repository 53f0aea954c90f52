"""Returns memory to the operating system that the C allocator keeps although it is free."""

import ctypes
import sys
from collections.abc import Callable


def allocator_trim() -> Callable[[int], int] | None:
    """Returns glibc's malloc_trim; None with another C library, such as musl, which has none."""
    if sys.platform != "linux":
        return None
    trim: Callable[[int], int] | None = getattr(ctypes.CDLL(None), "malloc_trim", None)
    return trim


def release_free_memory() -> None:
    """Gives the free pages of every arena of the allocator back: 0.3 to 1 ms without the interpreter lock."""
    trim = allocator_trim()
    if trim is not None:
        trim(0)
