"""Loads of what nobody changes while a kernel plays: tables, addresses and settings.

The compiler may take such a load once and keep it, where it would have to repeat any other after every store.
"""

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from pitboss.kernel.memory import Word

_WORD, _BITS = types.uint64, ir.IntType(64)


def _load(bits: int) -> Any:
    kind = ir.IntType(bits)

    @intrinsic
    def load(typing: Any, address: Word) -> Any:
        def code(context: Any, builder: Any, signature: Any, given: Any) -> Any:
            found = builder.load(builder.inttoptr(given[0], kind.as_pointer()), align=bits // 8)
            found.set_metadata("invariant.load", builder.module.add_metadata([]))
            return builder.zext(found, _BITS) if bits < 64 else found

        return _WORD(_WORD), code

    return load


fixed8, fixed64 = _load(8), _load(64)
