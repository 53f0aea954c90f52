"""Registries of entries by name, and the code outside the package that adds to them.

A module beside a rulebook adds entries for its rulebook alone, an installed module, by an entry point, for every one.
Importing such a module runs its code. A module beside a rulebook is imported when the rulebook is used, unless the
environment forbids it (``search_path.rulebook_code_allowed``), as a server does that was not told otherwise.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Generic, TypeVar

from pitboss.law.errors import LawError
from pitboss.law.paths import find_rulebook, rulebooks_folder, rulebooks_in
from pitboss.search_path import CODE_VARIABLE, rulebook_code_allowed

_T = TypeVar("_T")


class Registry(dict[str, _T]):
    """The entries of the package. Those that a module from outside registers go to a dictionary of its own."""

    def __init__(self) -> None:
        super().__init__()
        self._target: dict[str, _T] = self

    def register(self, name: str, entry: _T) -> None:
        """Adds an entry, inside ``collect`` to the dictionary that it yields."""
        self._target[name] = entry

    @contextmanager
    def collect(self) -> Iterator[dict[str, _T]]:
        """Yields a dictionary of its own for the entries that are registered within the block."""
        before, self._target = self._target, {}
        try:
            yield self._target
        finally:
            self._target = before


class OutsideCode(Generic[_T]):
    """The modules outside the package that add to a registry: beside a rulebook, and by entry points of a group."""

    def __init__(self, registry: Registry[_T], file: str, group: str) -> None:
        self._registry, self._file, self._group = registry, file, group
        self.import_module = cache(self._import_module)
        self._installed = cache(self._load_entry_points)

    def known(self, rulebook: str) -> dict[str, _T]:
        """Returns every entry that a rulebook may name; those of its own module come first.

        Raises LawError for a module that fails or may not be run.
        """
        path = self.module_of(rulebook)
        return {**self._installed(), **self._registry, **(self.import_module(path) if path else {})}

    def module_of(self, rulebook: str) -> Path | None:
        """Returns the module beside a rulebook, if there is one; laboratory rules and tests have no folder."""
        if rulebook in _packaged():
            return None
        try:
            path = find_rulebook(rulebook) / self._file
        except LawError:
            return None
        return path if isinstance(path, Path) and path.is_file() else None

    def _import_module(self, path: Path) -> dict[str, _T]:
        """Imports a module and returns the entries that it registers; they belong to its rulebook alone."""
        if not rulebook_code_allowed():
            raise LawError(f"{path}: code beside a rulebook is not run here ({CODE_VARIABLE}=no)")
        name = f"pitboss_{path.stem}_{path.parent.name.replace('-', '_')}"
        spec = spec_from_file_location(name, path)
        assert spec is not None
        assert spec.loader is not None
        with self._registry.collect() as entries:
            try:
                spec.loader.exec_module(module_from_spec(spec))
            except Exception as error:  # the code of others may raise anything
                raise LawError(f"{path}: {type(error).__name__}: {error}") from error
        return entries

    def _load_entry_points(self) -> dict[str, _T]:
        """Returns the entries of installed packages."""
        from importlib.metadata import entry_points  # noqa: PLC0415 # slow, and rarely needed

        with self._registry.collect() as entries:
            for entry in sorted(entry_points(group=self._group), key=lambda entry: entry.name):
                try:
                    entry.load()
                except (ImportError, AttributeError) as error:
                    raise LawError(f"entry point {entry.name} = {entry.value} of {self._group}: {error}") from None
        return entries


@cache
def _packaged() -> frozenset[str]:
    """Returns the rulebooks of the package, which have no modules beside them."""
    return frozenset(path.name for path in rulebooks_in(rulebooks_folder()))
