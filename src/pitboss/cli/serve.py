"""``pitboss serve``: start the server."""

import errno
import gc
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from shlex import quote

import typer

from pitboss.cli import examples, new_command
from pitboss.cli.options import AsJson, error_exit
from pitboss.cli.serve_addresses import host_names, networks, origins
from pitboss.cli.serve_config import sources
from pitboss.cli.serve_options import (
    AllowedHost,
    AllowedOrigin,
    ArchiveEntries,
    BeaconUrl,
    CheckConfig,
    ConfigFile,
    Duties,
    Host,
    KeepEntries,
    LogJson,
    LogLevel,
    MetricsToken,
    PerAddress,
    Port,
    Practice,
    PublicTables,
    RootPath,
    RulebookCode,
    Served,
    TrustedProxy,
    Witness,
    WitnessEvery,
)
from pitboss.house.retention import Retention
from pitboss.search_path import CODE_VARIABLE
from pitboss.server.settings import CLIENTS_PER_ADDRESS, Rates, Settings

_fail = partial(error_exit, "serve")

command = new_command()
_RETENTION = Retention()
#: Minimum length of a metrics token; a shorter one could be guessed.
SHORTEST_TOKEN = 16


@command.command(
    epilog=examples(
        "pitboss serve",
        "pitboss serve --port 9000 --host 0.0.0.0",
        "pitboss serve --database postgresql://pit:secret@db/house",
        "pitboss serve --database house.db --public-tables",
        "pitboss serve --config /etc/pitboss/pitboss.toml",
        "pitboss serve --config pitboss.toml --check-config",
        "PITBOSS_METRICS_TOKEN=$(cat monitor.token) pitboss serve --database house.db",
        "pitboss serve --database house.db --witness /mnt/regulator/heads.jsonl",
        "pitboss serve --root-path /casino --trusted-proxy 127.0.0.1",
        "pitboss serve --trusted-proxy 127.0.0.1 --trusted-proxy 10.0.0.0/8 --per-address 120",
        "pitboss serve --host 0.0.0.0 --allowed-host casino.example.org",
    )
)
def serve(  # noqa: PLR0917 # every option of a Typer command is an argument
    context: typer.Context,
    config: ConfigFile = "",
    check_config: CheckConfig = False,
    database: Served = "",
    host: Host = "127.0.0.1",
    port: Port = 8021,
    practice: Practice = None,
    public_tables: PublicTables = None,
    duties: Duties = "none",
    trusted_proxy: TrustedProxy = None,
    allowed_host: AllowedHost = None,
    allowed_origin: AllowedOrigin = None,
    root_path: RootPath = "",
    metrics_token: MetricsToken = "",
    per_address: PerAddress = CLIENTS_PER_ADDRESS,
    rulebook_code: RulebookCode = False,
    witness: Witness = "",
    witness_every: WitnessEvery = 1000,
    beacon: BeaconUrl = "",
    keep_entries: KeepEntries = _RETENTION.keep,
    archive_entries: ArchiveEntries = _RETENTION.archive,
    log_level: LogLevel = "warning",
    log_json: LogJson = False,
    as_json: AsJson = False,
) -> None:
    """Start the server for browsers and programs.

    Without a database it opens a practice house in your data folder, where every visitor may play.
    """
    if not host:
        raise _fail("--host is empty: use 127.0.0.1 for this machine only, 0.0.0.0 for all interfaces")
    if not 0 <= port <= 65535:
        raise _fail(f"{port} is not a port: use 1 to 65535, or 0 for any free port")
    if metrics_token and (len(metrics_token) < SHORTEST_TOKEN or not metrics_token.isascii() or " " in metrics_token):
        raise _fail(f"--metrics-token: a token has {SHORTEST_TOKEN} or more plain characters without spaces")
    import structlog

    gc.disable()  # the modules and tables that a start loads stay; the server enables it once it has started
    from pitboss.cli.house_database import database_errors
    from pitboss.server.beacon import HttpBeacon
    from pitboss.server.logs import LEVELS, configure
    from pitboss.server.run import run
    from pitboss.server.settings import default_database

    _allow_code(rulebook_code)
    if log_level not in LEVELS:
        raise _fail(f"'{log_level}' is not a log level: expected {', '.join(LEVELS)}")
    shown = _shown_address(database)
    configure(json=log_json, level=log_level)
    if as_json and not check_config:
        raise _fail("--json prints the result of --check-config: give both")
    with database_errors(database, _fail):
        house = database or default_database()
    settings = Settings(
        database=house,
        host=host,
        port=port,
        practice=not database if practice is None else practice,
        public_tables=public_tables,
        duties=_known_duties(duties),
        rates=Rates(clients_per_address=per_address),
        trusted_proxies=networks(trusted_proxy or []),
        allowed_hosts=host_names(allowed_host or []),
        allowed_origins=origins(allowed_origin or []),
        root_path=_root_path(root_path),
        metrics_token=metrics_token,
        witness=_witness(witness),
        witness_every=witness_every,
        retention=Retention(keep=keep_entries, archive=archive_entries),
        beacon=HttpBeacon(_beacon(beacon)) if beacon else None,
    )
    if check_config:
        _check_database(settings.database)
        _check_key(settings)
        _print_settings(context, settings, as_json=as_json)
        return
    try:
        with database_errors(settings.database, _fail), _listening(host, port):
            run(settings, announce=lambda url: typer.echo(_announcement(url, shown, settings.practice)))
    except typer.Exit:
        raise
    except Exception as error:
        structlog.get_logger("pitboss").debug("failed", exc_info=error)
        raise _fail(f"cannot serve: {error}") from None


def _allow_code(allowed: bool) -> None:
    """Ends the command where a rulebook has code beside it that the operator did not allow; tells other processes."""
    from pitboss.law.paths import rulebook_code

    os.environ[CODE_VARIABLE] = "yes" if allowed else "no"
    for name, path in {}.items() if allowed else rulebook_code().items():
        raise _fail(f"{name} has code that would run in this server, {path}: allow it by --rulebook-code")


def _check_database(database: str) -> None:
    """Ends the command where the house cannot be opened. Creates and migrates nothing."""
    from pitboss.cli.house_database import closing_engine, database_errors
    from pitboss.house.database import BadAddress, address, connect_read_only, revision
    from pitboss.house.file_modes import open_to_others

    with database_errors(database, _fail):
        url = address(database)
        file = Path(url.database or "")
        if url.drivername == "sqlite" and not file.exists():
            if not os.access(file.absolute().parent, os.W_OK):
                raise BadAddress(f"cannot create {file}: {file.absolute().parent} is not a folder to write to")
            return
        if url.drivername == "sqlite" and (problem := open_to_others(file)):
            raise BadAddress(problem)
        with closing_engine(connect_read_only(database)) as engine:
            revision(engine)


def _check_key(settings: Settings) -> None:
    """Ends the command where the house has no key that can be used. A practice house makes its own at the start."""
    from pitboss.house.keys import BadKey, find_keys
    from pitboss.server.settings import keys_for

    try:
        if settings.practice:
            find_keys()
        else:
            keys_for(settings)
    except BadKey as error:
        raise _fail(str(error)) from None


def _print_settings(context: typer.Context, settings: Settings, *, as_json: bool) -> None:
    """Prints every setting with its source; a database without its password."""
    from pitboss.house.database import address, shown

    rows = sources(context)
    for row in rows:
        if row["setting"] == "database":
            row["value"] = shown(address(settings.database))
        elif row["setting"] == "practice":
            row["value"] = settings.practice
        elif row["setting"] == "public-tables":
            row["value"] = settings.tables_are_public
    if as_json:
        typer.echo(json.dumps({"valid": True, "settings": rows}, indent=2))
        return
    for row in rows:
        value = (
            ", ".join(row["value"]) if isinstance(row["value"], list) else "" if row["value"] is None else row["value"]
        )
        typer.echo(f"{row['setting']:<15} {value!s:<40} {row['source']}".rstrip())
    typer.echo("The configuration is valid.")


@contextmanager
def _listening(host: str, port: int) -> Iterator[None]:
    """Report a bad address in one line. Errors of a file, which have a file name, are reported elsewhere."""
    try:
        yield
    except (OSError, UnicodeError) as error:
        if getattr(error, "filename", None):
            raise
        in_use = isinstance(error, OSError) and error.errno == errno.EADDRINUSE
        reason = "another program listens there: name another --port" if in_use else str(error)
        raise _fail(f"cannot serve at {host}:{port}: {reason}") from None


def _shown_address(database: str) -> str:
    """Returns the database address without its password, or an empty string for the default."""
    from pitboss.cli.house_database import check_not_in_memory
    from pitboss.house.database import BadAddress, address, shown

    if not database:
        return ""
    try:
        url = address(database)
    except BadAddress as error:
        raise _fail(f"'{database}' is not a database: {error}") from None
    if url.drivername == "sqlite":
        check_not_in_memory(url.database or "", _fail)
    return shown(url)


def _known_duties(chosen: str) -> str:
    """Returns the chosen duties; ends the command where no rulebook has one of them."""
    from pitboss.games.live.duties import ALL, NONE, duties_of
    from pitboss.law import load_rulebook, rulebook_ids

    if chosen in (ALL, NONE):  # a start need not read every rulebook
        return chosen
    known = {name for rulebook in rulebook_ids() for name in duties_of(load_rulebook(rulebook))}
    for name in chosen.split(","):
        if name.strip() not in known | {ALL, NONE}:
            raise _fail(f"--duties: no rulebook has a duty '{name}': expected all, none or {', '.join(sorted(known))}")
    return chosen


def _beacon(url: str) -> str:
    """Validate the URL of a beacon."""
    if not url.startswith(("http://", "https://")):
        raise _fail(f"--beacon {url}: expected a URL with http or https")
    return url


def _witness(target: str) -> str:
    """Validate the file or URL of a witness."""
    if "://" in target and not target.startswith(("http://", "https://")):
        raise _fail(f"--witness {target}: expected a file, or a URL with http or https")
    if target and "://" not in target and not Path(target).absolute().parent.is_dir():
        raise _fail(f"--witness {target}: the folder does not exist")
    return target


def _root_path(path: str) -> str:
    from pitboss.server.root_path import clean_root_path

    try:
        return clean_root_path(path)
    except ValueError as error:
        raise _fail(f"--root-path {path}: {error}") from None


def _announcement(url: str, database: str, practice: bool) -> str:
    lines = [f"pitboss serves at {url}"]
    if practice:
        lines.append("Practice house: every visitor may play, and chips have no value.")
    same = f" --database {quote(database)}" if database else ""
    lines.append(f"Press Ctrl-C to stop.  To open tables yourself: pitboss user add NAME --role operator{same}")
    return "\n".join(lines)
