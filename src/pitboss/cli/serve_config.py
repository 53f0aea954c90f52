"""Configuration file of ``pitboss serve``: TOML with the long option names as keys.

The command line overrides the environment, the environment the file, and the file the defaults.
"""

import tomllib
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from functools import partial
from pathlib import Path
from typing import Any, Final

import typer

from pitboss.cli.options import error_exit

_fail = partial(error_exit, "serve")

#: Options that only a command line has.
NOT_IN_FILE: Final = frozenset(("config", "check_config", "as_json", "help"))
#: Values that are not printed.
SECRETS: Final = frozenset(("metrics_token",))
_SOURCES: Final = {
    "COMMANDLINE": "command line",
    "ENVIRONMENT": "environment",
    "DEFAULT_MAP": "file",
    "DEFAULT": "default",
}


def use_file(context: typer.Context, path: str) -> str:
    """Option callback: makes the values of the file the defaults of the other options."""
    if path:
        options = {option.name: option for option in context.command.params if option.name not in NOT_IN_FILE}
        context.default_map = {**(context.default_map or {}), **_read(Path(path), options)}
    return path


def _read(path: Path, options: Mapping[str, Any]) -> dict[str, Any]:
    try:
        values = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise _fail(f"cannot read {path}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise _fail(f"{path} is not UTF-8 text") from None
    except tomllib.TOMLDecodeError as error:
        raise _fail(f"{path} is not TOML: {error}") from None
    read = {}
    for key, value in values.items():
        name = key.replace("-", "_")
        if name not in options:
            raise _fail(f"{path}: {_unknown(key, [option.replace('_', '-') for option in options])}")
        read[name] = _checked(path, key, value, options[name])
    return read


def _unknown(key: str, known: Sequence[str]) -> str:
    close = get_close_matches(key, known, 1)
    return f"'{key}' is not a setting: " + (f"did you mean {close[0]}?" if close else f"expected {', '.join(known)}")


def _checked(path: Path, key: str, value: object, option: Any) -> object:
    """Returns the value if its TOML type is that of the option; the option itself validates it further."""
    expected: type
    expected, example = (str, 'text in quotes, "…"')
    if option.is_flag:
        expected, example = (bool, "true or false")
    elif isinstance(option.default, int):
        expected, example = (int, "a number")
    values = value if option.multiple and isinstance(value, list) else [value]
    if any(not isinstance(one, expected) or (expected is int and isinstance(one, bool)) for one in values):
        raise _fail(f"{path}: {key} is {example}{', or a list of such' if option.multiple else ''}")
    return values if option.multiple else value


def sources(context: typer.Context) -> list[dict[str, Any]]:
    """Returns every setting of the call with its value and where it comes from; secrets are masked."""
    rows = []
    for option in context.command.params:
        name = option.name
        if name is None or name in NOT_IN_FILE:
            continue
        value, source = context.params.get(name), context.get_parameter_source(name)
        shown = "(set)" if name in SECRETS and value else list(value) if isinstance(value, tuple) else value
        label = _SOURCES.get("DEFAULT" if source is None else source.name, "default")
        rows.append({"setting": name.replace("_", "-"), "value": shown, "source": label})
    return rows
