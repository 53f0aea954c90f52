"""What compiled code needs of the machine: words at addresses, the high half of a product, and what makes a function
one that ``native`` can load.

In the hot path of a kernel only integers cross the boundaries of functions: an array as an argument costs reference
counts and seven machine words a call, an address costs nothing. A ``Word`` is an unsigned integer of 64 bits: a number,
or the address of one. Nothing here checks a bound; whoever lays the memory out answers for it.
"""

from typing import Any

import numba
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from pitboss.kernel.native import cache_folder

#: ``numpy.uint64`` in Python, a register in compiled code.
Word = Any


_settings: Any = numba.config
if not _settings.CACHE_DIR:
    _settings.CACHE_DIR = str(cache_folder())

_WORD, _BITS = types.uint64, ir.IntType(64)

#: A compiled function that Python calls (``native``): of words, and with nothing around it that needs Python or Numba.
entry: Any = numba.njit(nogil=True, no_cpython_wrapper=True, no_cfunc_wrapper=True)


def _load(bits: int) -> Any:
    kind = ir.IntType(bits)

    @intrinsic
    def load(typing: Any, address: Word) -> Any:
        def code(context: Any, builder: Any, signature: Any, given: Any) -> Any:
            found = builder.load(builder.inttoptr(given[0], kind.as_pointer()), align=bits // 8)
            return builder.zext(found, _BITS) if bits < 64 else found

        return _WORD(_WORD), code

    return load


def _store(bits: int) -> Any:
    kind = ir.IntType(bits)

    @intrinsic
    def store(typing: Any, address: Word, value: Word) -> Any:
        def code(context: Any, builder: Any, signature: Any, given: Any) -> Any:
            value = builder.trunc(given[1], kind) if bits < 64 else given[1]
            builder.store(value, builder.inttoptr(given[0], kind.as_pointer()), align=bits // 8)
            return context.get_dummy_value()

        return types.void(_WORD, _WORD), code

    return store


load8, load32, load64 = _load(8), _load(32), _load(64)
store8, store64 = _store(8), _store(64)


def _high_product(typing: Any, left: Word, right: Word) -> Any:
    """The upper 64 bits of a product of two words."""

    def code(context: Any, builder: Any, signature: Any, given: Any) -> Any:
        wide = ir.IntType(128)
        product = builder.mul(*(builder.zext(value, wide) for value in given))
        return builder.trunc(builder.lshr(product, ir.Constant(wide, 64)), _BITS)

    return _WORD(_WORD, _WORD), code


def _unlikely(typing: Any, condition: bool) -> Any:
    """The condition, with the word to the compiler that it seldom holds."""

    def code(context: Any, builder: Any, signature: Any, given: Any) -> Any:
        bit = ir.IntType(1)
        expect = builder.module.declare_intrinsic("llvm.expect", (bit,), ir.FunctionType(bit, [bit, bit]))
        return builder.call(expect, [given[0], ir.Constant(bit, 0)])

    return types.boolean(types.boolean), code


high_product: Any = intrinsic(_high_product)
unlikely: Any = intrinsic(_unlikely)
