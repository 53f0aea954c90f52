"""Compiled functions of arrays, loaded from the object-code cache without the compiler (decision 0007).

Numba passes an array as words: two for memory management, which stay 0, the number of items, the size of an item, the
address, the shape and the strides. A tuple is its items in order. The code for one combination of dtypes, dimensions
and layouts is cached apart, under a hash of that combination.
"""

import hashlib
from collections.abc import Callable
from ctypes import CFUNCTYPE, byref, c_double, c_int, c_int64, c_void_p
from importlib import import_module
from threading import Lock
from typing import Any, Final

import numpy as np

from pitboss.compiled.native import SUCCESS, CompiledCode

#: A signature for the compiler: ``"i"`` for an integer, dtype, dimensions and layout of an array, or a tuple of such.
Kind = str | tuple[Any, ...]
_INTEGER: Final = "i"


class Packed:
    """Arguments whose words are computed once; they must not be resized or replaced."""

    __slots__ = ("items", "kind", "words")

    def __init__(self, items: tuple[Any, ...]) -> None:
        #: Keeps the arrays alive whose addresses are in ``words``.
        self.items = items
        words: list[int] = []
        self.kind: Kind = tuple(_pack(item, words) for item in items)
        self.words = tuple(words)


def _pack(value: Any, words: list[int]) -> Kind:
    """Appends the words of an argument; returns its kind."""
    if isinstance(value, Packed):
        words += value.words
        return value.kind
    if isinstance(value, tuple):
        return tuple([_pack(item, words) for item in value])
    if isinstance(value, np.ndarray):
        address, layout = value.__array_interface__["data"][0], "C" if value.flags.c_contiguous else "A"
        words += (0, 0, value.size, value.itemsize, address, *value.shape, *value.strides)
        return f"{value.dtype.str[1:]}{value.ndim}{layout}"
    words.append(int(value))
    return _INTEGER


class ArrayFunction:
    """Handle of a compiled function of arrays, tuples of arrays and integers, by module and name.

    It returns a float or nothing. The first call for a combination of types loads the code from the cache or compiles
    it. The call runs without the GIL.
    """

    _loading = Lock()

    def __init__(self, module: str, name: str) -> None:
        self._module, self._name = module, name
        self._functions: dict[Kind, Callable[..., int]] = {}
        #: Keeps the linked code alive.
        self._codes: list[CompiledCode] = []

    def __call__(self, *arguments: Any) -> float:
        """Calls the function; returns 0.0 for one that returns nothing."""
        words: list[int] = []
        kind = tuple([_pack(argument, words) for argument in arguments])
        function = self._functions.get(kind) or self._load(kind, len(words))
        result, raised = c_double(), c_void_p()
        status = function(byref(result), byref(raised), *words)
        assert status in SUCCESS, f"{self._name} ended with {status}"
        return result.value

    def _load(self, kind: Kind, words: int) -> Callable[..., int]:
        with self._loading:
            if kind not in self._functions:
                code = CompiledCode(self._module, f"{self._name}-{_kind_name(kind)}")
                address = code.load(self._name, lambda: _numba_type(kind).types)
                self._codes.append(code)
                types = [c_void_p, c_void_p, *[c_int64] * words]
                self._functions[kind] = CFUNCTYPE(c_int, *types)(address)
        return self._functions[kind]


def _kind_name(kind: Kind) -> str:
    return hashlib.sha256(repr(kind).encode()).hexdigest()[:16]


def _numba_type(kind: Kind) -> Any:
    """Returns the compiler's type of an argument."""
    numba = import_module("numba")
    types = numba.types
    if isinstance(kind, tuple):
        return types.Tuple([_numba_type(item) for item in kind])
    if kind == _INTEGER:
        return types.int64
    return types.Array(numba.from_dtype(np.dtype(kind[:-2])), int(kind[-2]), kind[-1])
