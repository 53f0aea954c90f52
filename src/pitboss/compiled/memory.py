"""Numba intrinsics: loads and stores at addresses, the high half of a product, branch hints.

Only integers cross function boundaries in a kernel's hot path: an array argument costs reference counting and seven
machine words per call, an address costs nothing. A ``Word`` is an unsigned 64-bit integer, a number or an address.
There is no bounds check: the module that defines a memory layout asserts it.
"""

from typing import Any

import numba
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

#: ``numpy.uint64`` in Python, a register in compiled code.
Word = Any

_WORD, _BITS = types.uint64, ir.IntType(64)

#: Decorator of a compiled function that ``native`` can load: it takes words and needs neither Python nor Numba at run
#: time.
entry: Any = numba.njit(nogil=True, no_cpython_wrapper=True, no_cfunc_wrapper=True)


def no_allocation(**options: Any) -> Any:
    """Returns the decorator of a compiled function of arrays that needs no Numba at run time, as it allocates none.

    The compiler refuses code that allocates an array.
    """
    return numba.njit(nogil=True, no_cpython_wrapper=True, no_cfunc_wrapper=True, _nrt=False, **options)


def _load(bits: int) -> Any:
    kind = ir.IntType(bits)

    @intrinsic
    def load(typing: Any, address: Word) -> Any:
        def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            value = builder.load(builder.inttoptr(args[0], kind.as_pointer()), align=bits // 8)
            return builder.zext(value, _BITS) if bits < 64 else value

        return _WORD(_WORD), code

    return load


def _store(bits: int) -> Any:
    kind = ir.IntType(bits)

    @intrinsic
    def store(typing: Any, address: Word, value: Word) -> Any:
        def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            value = builder.trunc(args[1], kind) if bits < 64 else args[1]
            builder.store(value, builder.inttoptr(args[0], kind.as_pointer()), align=bits // 8)
            return context.get_dummy_value()

        return types.void(_WORD, _WORD), code

    return store


load8, load16, load32, load64 = _load(8), _load(16), _load(32), _load(64)
store8, store16, store64 = _store(8), _store(16), _store(64)


def _high_product(typing: Any, left: Word, right: Word) -> Any:
    """Returns the upper 64 bits of the product of two words."""

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        wide = ir.IntType(128)
        product = builder.mul(*(builder.zext(value, wide) for value in args))
        return builder.trunc(builder.lshr(product, ir.Constant(wide, 64)), _BITS)

    return _WORD(_WORD, _WORD), code


def _unlikely(typing: Any, condition: bool) -> Any:
    """Returns the condition, with a hint to the compiler that it is rarely true."""

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        bit = ir.IntType(1)
        expect = builder.module.declare_intrinsic("llvm.expect", (bit,), ir.FunctionType(bit, [bit, bit]))
        return builder.call(expect, [args[0], ir.Constant(bit, 0)])

    return types.boolean(types.boolean), code


high_product: Any = intrinsic(_high_product)
unlikely: Any = intrinsic(_unlikely)
