"""Object-code cache: loads compiled functions without importing the compiler.

Importing and initialising Numba takes half a second, longer than most simulations. So the object code is cached in a
folder whose name is a hash of the sources, and later processes pass it to LLVM's linker. Numba is imported only on a
cache miss. The functions take words, return a word or nothing, and raise no exception.
"""

import hashlib
import os
import sys
from collections.abc import Callable, Iterable
from ctypes import CFUNCTYPE, byref, c_int, c_uint64, c_void_p
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from tempfile import NamedTemporaryFile
from threading import Lock
from typing import Any, Final

import llvmlite.binding as llvm

#: The packages whose sources end up in compiled code.
_COMPILED_PACKAGES: Final = ("analyse", "atoms", "compiled", "simulate", "strategy")
#: "no" leaves the code in the package aside.
PREBUILT_VARIABLE: Final = "PITBOSS_PREBUILT"
#: The oldest processor that code in a wheel runs on, by LLVM's name, and its features beyond those of every x86-64.
PORTABLE_PROCESSOR: Final = "x86-64-v3"
_PORTABLE_FEATURES: Final = ("avx2", "bmi", "bmi2", "f16c", "fma", "lzcnt", "movbe", "popcnt")
_DIGEST: Final = 32
#: Numba's status codes for success, with and without a result.
SUCCESS: Final = (0, -2)


@cache
def _sources_hash() -> str:
    """Returns a hash of the sources that end up in compiled code."""
    package, digest = str(Path(__file__).parents[1]), hashlib.sha256()
    names: list[str] = []
    for folder in _COMPILED_PACKAGES:  # plain paths: every start does this, and pathlib takes twice the time
        for at, _, files in os.walk(os.path.join(package, folder)):
            names += [os.path.join(at, file) for file in files if file.endswith(".py")]
    for name in sorted(names):
        relative = name[len(package) + 1 :].replace(os.sep, "/")
        with open(name, "rb", buffering=0) as source:
            digest.update(relative.encode() + source.read())
    return digest.hexdigest()


@cache
def _sources_name() -> str:
    """Returns the name of the folders for code of these sources and of this version of the compiler."""
    compiler = find_spec("numba")
    assert compiler is not None
    assert compiler.origin is not None
    versions = Path(compiler.origin).with_name("_version.py")
    return f"kernel-{hashlib.sha256(versions.read_bytes() + _sources_hash().encode()).hexdigest()[:16]}"


def cache_folder() -> Path:
    """Returns the user's cache folder. Its name has a hash of the sources, so that stale code is never loaded."""
    caches = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return caches / "pitboss" / _sources_name()


def prebuilt_folder() -> Path:
    """Returns the folder of code that was compiled at the install (``cli.prebuild``); it may not exist."""
    return Path(__file__).with_name("prebuilt") / cache_folder().name


def portable_folder() -> Path:
    """Returns the folder of the code that a wheel carries; it may not exist.

    It was compiled for a common subset of processors. It needs nothing of the compiler, of which any version may be
    installed.
    """
    name = f"portable-{_sources_hash()[:16]}"
    return Path(__file__).with_name("prebuilt") / name / f"{sys.platform}-{PORTABLE_PROCESSOR}"


def _uses_prebuilt() -> bool:
    return os.environ.get(PREBUILT_VARIABLE) != "no"


@cache
def _runs_portable() -> bool:
    """Returns whether this processor has all that portable code may use."""
    features = llvm.get_host_cpu_features()
    return all(features.get(feature) for feature in _PORTABLE_FEATURES)


@cache
def _processor() -> str:
    """Returns the name of the folders of object code for this processor."""
    processor = f"{llvm.get_host_cpu_name()} {llvm.get_host_cpu_features().flatten()}"
    return hashlib.sha256(processor.encode()).hexdigest()[:16]


@cache
def _objects() -> Path:
    """Returns the user's folder of the object code for this processor."""
    return cache_folder() / _processor()


@cache
def _linker() -> Any:
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    return llvm.create_lljit_compiler()


class CompiledCode:
    """Object code of one function: read from the cache, or compiled and written to it."""

    def __init__(self, module: str, name: str) -> None:
        self._module, self._name = module, name
        #: Keeps the linked code alive.
        self._linked: Any = None

    def load(self, function: str, types: Callable[[], Iterable[Any]]) -> int:
        """Returns the address of the linked code. On a cache miss it compiles ``function`` for the ``types``."""
        symbol, code = self._read_cache() or self._compile(function, tuple(types()))
        library = llvm.JITLibraryBuilder().add_object_img(code).export_symbol(symbol).add_current_process()
        self._linked = library.link(_linker(), f"{self._module}.{self._name}")
        address: int = self._linked[symbol]
        return address

    def _file(self) -> Path:
        return _objects() / f"{self._module}.{self._name}"

    def _read_cache(self) -> tuple[str, bytes] | None:
        """Returns the symbol and the code of the user's cache or the prebuilt one, or None if neither has it."""
        folders = [_objects()]
        if _uses_prebuilt():
            folders += [prebuilt_folder() / _processor(), *([portable_folder()] if _runs_portable() else [])]
        return next((found for folder in folders if (found := self._read(folder / self._file().name))), None)

    @staticmethod
    def _read(file: Path) -> tuple[str, bytes] | None:
        """Returns the symbol and the code, or None if the file is missing or fails its checksum."""
        try:
            content = file.read_bytes()
        except OSError:
            return None
        if hashlib.sha256(content[_DIGEST:]).digest() != content[:_DIGEST]:
            return None
        symbol, _, code = content[_DIGEST:].partition(b"\0")
        return symbol.decode(), code

    def _compile(self, name: str, types: tuple[Any, ...]) -> tuple[str, bytes]:
        """Compiles the function and writes it to the cache if the cache is writable."""
        function = getattr(import_module(f"pitboss.{self._module}"), name)
        function.compile(types)
        compiled = function.overloads[types]
        symbol, code = compiled.fndesc.llvm_func_name, compiled.library.serialize_using_object_code()[2][0]
        content = symbol.encode() + b"\0" + code
        try:
            _objects().mkdir(parents=True, exist_ok=True)
            with NamedTemporaryFile(dir=_objects(), delete=False) as temporary:
                temporary.write(hashlib.sha256(content).digest() + content)
            Path(temporary.name).replace(self._file())  # atomic, so that no process reads a partial file
        except OSError:
            pass
        return symbol, code


class Native:
    """Handle of a compiled function of words, by module and name. The first call loads its code."""

    _loading = Lock()

    def __init__(self, module: str, name: str) -> None:
        self._module, self._name = module, name
        self._function: Any = None
        self._code = CompiledCode(module, name)

    def __call__(self, *words: int) -> int:
        """Calls the function; it runs without the GIL, so other threads continue."""
        if self._function is None:
            with self._loading:
                if self._function is None:  # checked again under the lock: another thread may have loaded it
                    address = self._code.load(self._name, lambda: [_word_type()] * len(words))
                    self._function = CFUNCTYPE(c_int, c_void_p, c_void_p)(address)
        # Numba's calling convention: pointers for the result and the exception, then the arguments
        result, raised = c_uint64(), c_void_p()
        status = self._function(byref(result), byref(raised), *map(c_uint64, words))
        assert status in SUCCESS, f"{self._name} ended with {status}"
        return result.value


def _word_type() -> Any:
    return import_module("numba").types.uint64
