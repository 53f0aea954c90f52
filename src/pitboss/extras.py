"""Optional dependencies: which extra installs a module, and the error when it is missing."""

from importlib.util import find_spec
from typing import Final

#: The name on the package index; the import name is ``pitboss``.
DISTRIBUTION: Final = "pitboss-rulebook"

#: The extra that installs each optional module.
EXTRA_OF: Final = {
    "typer": "cli",
    "rich": "cli",
    "numpy": "simulate",
    "numba": "simulate",
    "llvmlite": "simulate",
    "distributed": "cluster",
    "dask": "cluster",
    "PIL": "envs",
    "gymnasium": "envs",
    "pettingzoo": "envs",
    "jinja2": "report",
    "matplotlib": "report",
    "polars": "report",
    "pygls": "lsp",
    "lsprotocol": "lsp",
    "alembic": "server",
    "argon2": "server",
    "cryptography": "server",
    "fastapi": "server",
    "httpx": "server",
    "prometheus_client": "server",
    "psycopg": "server",
    "sqlalchemy": "server",
    "starlette": "server",
    "structlog": "server",
    "uvicorn": "server",
    "uvloop": "server",
    "websockets": "server",
}


class MissingExtra(ImportError):
    """An optional dependency is not installed; the message says which extra to install."""


def require(extra: str, *modules: str) -> None:
    """Raises MissingExtra unless every module can be imported."""
    missing = [module for module in modules if find_spec(module) is None]
    if missing:
        raise _missing(extra, missing[0])


def as_missing_extra(error: ModuleNotFoundError) -> MissingExtra | None:
    """Returns the error with the extra to install; None where no extra provides the module."""
    module = (error.name or "").partition(".")[0]
    return _missing(EXTRA_OF[module], module) if module in EXTRA_OF else None


def _missing(extra: str, module: str) -> MissingExtra:
    return MissingExtra(f"{module} is not installed: pip install '{DISTRIBUTION}[{extra}]'", name=module)
