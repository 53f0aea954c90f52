"""Compiled functions as the rest of the package calls them: loaded from the user's cache without the compiler.

Numba takes half a second to be imported and to ready itself, more than most simulations last. So what it compiled is
kept as object code, in a folder named by the sources, and a later start hands that to LLVM's linker alone. The compiler
is imported only where the cache has nothing. The functions take words, may bring a word, and raise nothing.
"""

import hashlib
import os
from ctypes import CFUNCTYPE, byref, c_int, c_uint64, c_void_p
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from inspect import signature
from pathlib import Path
from tempfile import NamedTemporaryFile
from threading import Lock
from typing import Any, Final

import llvmlite.binding as llvm

_DIGEST: Final = 32
#: What Numba returns: nothing was raised, with and without a result.
_ENDED_WELL: Final = (0, -2)


def cache_folder() -> Path:
    """The folder of the compiled code: the user's, named by the sources, for no changed source may find old code."""
    package, compiler = Path(__file__).parents[1], find_spec("numba")
    assert compiler is not None
    assert compiler.origin is not None
    versions = Path(compiler.origin).with_name("_version.py")
    digest = hashlib.sha256(versions.read_bytes())
    for source in sorted((*package.glob("kernel/*.py"), *package.glob("atoms/*.py"))):
        digest.update(source.name.encode() + source.read_bytes())
    caches = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return caches / "pitboss" / f"kernel-{digest.hexdigest()[:16]}"


@cache
def _objects() -> Path:
    """The folder of object code that this processor can run."""
    processor = f"{llvm.get_host_cpu_name()} {llvm.get_host_cpu_features().flatten()}"
    return cache_folder() / hashlib.sha256(processor.encode()).hexdigest()[:16]


@cache
def _linker() -> Any:
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    return llvm.create_lljit_compiler()


class Native:
    """A function of a module of this package, by its name; it is loaded, or compiled, when it is first called."""

    _loading = Lock()

    def __init__(self, module: str, name: str) -> None:
        self._module, self._name = module, name
        self._function: Any = None
        #: As long as this lives the linker keeps the code.
        self._code: Any = None

    def __call__(self, *words: int) -> int:
        """Calls it; other threads go on meanwhile."""
        if self._function is None:
            with self._loading:
                if self._function is None:  # another thread may have been first
                    self._load()
        # as Numba calls: the place of the result, that of an exception, the arguments
        result, raised = c_uint64(), c_void_p()
        status = self._function(byref(result), byref(raised), *map(c_uint64, words))
        assert status in _ENDED_WELL, f"{self._name} ended with {status}"
        return result.value

    def _load(self) -> None:
        symbol, code = self._cached() or self._compiled()
        library = llvm.JITLibraryBuilder().add_object_img(code).export_symbol(symbol).add_current_process()
        self._code = library.link(_linker(), f"{self._module}.{self._name}")
        self._function = CFUNCTYPE(c_int, c_void_p, c_void_p)(self._code[symbol])

    def _file(self) -> Path:
        return _objects() / f"{self._module}.{self._name}"

    def _cached(self) -> tuple[str, bytes] | None:
        """The symbol and the code, if they were kept whole."""
        try:
            kept = self._file().read_bytes()
        except OSError:
            return None
        if hashlib.sha256(kept[_DIGEST:]).digest() != kept[:_DIGEST]:
            return None
        symbol, _, code = kept[_DIGEST:].partition(b"\0")
        return symbol.decode(), code

    def _compiled(self) -> tuple[str, bytes]:
        """Compiled now, and kept if the cache can be written to."""
        function = getattr(import_module(f"pitboss.kernel.{self._module}"), self._name)
        word = import_module("numba").types.uint64
        words = (word,) * len(signature(function.py_func).parameters)
        function.compile(words)
        compiled = function.overloads[words]
        symbol, code = compiled.fndesc.llvm_func_name, compiled.library.serialize_using_object_code()[2][0]
        kept = symbol.encode() + b"\0" + code
        try:
            _objects().mkdir(parents=True, exist_ok=True)
            with NamedTemporaryFile(dir=_objects(), delete=False) as whole:
                whole.write(hashlib.sha256(kept).digest() + kept)
            Path(whole.name).replace(self._file())  # so that nobody sees half of it
        except OSError:
            pass
        return symbol, code
