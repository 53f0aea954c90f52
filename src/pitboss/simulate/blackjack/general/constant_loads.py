"""Loads of memory that a kernel never changes: tables, addresses and settings.

``invariant.load`` lets the compiler reuse such a load after a store.
"""

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from pitboss.compiled.memory import Word

_WORD, _BITS = types.uint64, ir.IntType(64)


def _load(bits: int) -> Any:
    kind = ir.IntType(bits)

    @intrinsic
    def load(typing: Any, address: Word) -> Any:
        def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            value = builder.load(builder.inttoptr(args[0], kind.as_pointer()), align=bits // 8)
            value.set_metadata("invariant.load", builder.module.add_metadata([]))
            return builder.zext(value, _BITS) if bits < 64 else value

        return _WORD(_WORD), code

    return load


fixed8, fixed64 = _load(8), _load(64)
