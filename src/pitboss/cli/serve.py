"""``pitboss serve``: start the server."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from ipaddress import ip_network
from shlex import quote
from typing import Annotated

import typer

from pitboss.cli import examples, new_command
from pitboss.cli.options import error_exit
from pitboss.server.settings import CLIENTS_PER_ADDRESS, Rates

_fail = partial(error_exit, "serve")

command = new_command()
#: Minimum length of a metrics token; a shorter one could be guessed.
SHORTEST_TOKEN = 16

Served = Annotated[
    str,
    typer.Option(
        help="sqlite:///FILE or postgresql://…  [default: a file in your data folder]",
        metavar="URL",
        envvar="PITBOSS_DATABASE",
    ),
]
Practice = Annotated[
    bool | None,
    typer.Option(
        "--practice/--no-practice",
        help="Allow guests with practice chips, and open a table of every rulebook.  [default: without --database]",
    ),
]
PublicTables = Annotated[
    bool | None,
    typer.Option(
        "--public-tables/--private-tables",
        help="Let visitors who are not signed in watch tables and see the players.  "
        "[default: in a practice house only]",
        envvar="PITBOSS_PUBLIC_TABLES",
    ),
]
Duties = Annotated[
    str,
    typer.Option(
        help="The duties that persons attest at tables opened here: none, all, or names separated by commas.",
        metavar="NAMES",
        envvar="PITBOSS_DUTIES",
    ),
]
TrustedProxy = Annotated[
    list[str] | None,
    typer.Option(
        "--trusted-proxy",
        help="Honour X-Forwarded-For and X-Forwarded-Proto from this address or network; repeatable.",
        metavar="ADDRESS",
        envvar="PITBOSS_TRUSTED_PROXY",
    ),
]
RootPath = Annotated[
    str,
    typer.Option(
        help="URL path prefix that a proxy adds to the page, the API and the WebSocket.",
        metavar="PATH",
        envvar="PITBOSS_ROOT_PATH",
    ),
]
MetricsToken = Annotated[
    str,
    typer.Option(
        help="Token for reading /metrics; better set in the environment.  [default: operators only]",
        metavar="TOKEN",
        envvar="PITBOSS_METRICS_TOKEN",
    ),
]
PerAddress = Annotated[
    int,
    typer.Option(
        help="Clients per address: new guests at once, open sockets, concurrent sign-ins.",
        metavar="N",
        envvar="PITBOSS_PER_ADDRESS",
        min=1,
    ),
]


@command.command(
    epilog=examples(
        "pitboss serve",
        "pitboss serve --port 9000 --host 0.0.0.0",
        "pitboss serve --database postgresql://pit:secret@db/house",
        "pitboss serve --database house.db --public-tables",
        "PITBOSS_METRICS_TOKEN=$(cat monitor.token) pitboss serve --database house.db",
        "pitboss serve --root-path /casino --trusted-proxy 127.0.0.1",
        "pitboss serve --trusted-proxy 127.0.0.1 --trusted-proxy 10.0.0.0/8 --per-address 120",
    )
)
def serve(  # noqa: PLR0917 # every option of a Typer command is an argument
    database: Served = "",
    host: Annotated[str, typer.Option(help="Address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="Port to listen on; 0 for any free port.")] = 8021,
    practice: Practice = None,
    public_tables: PublicTables = None,
    duties: Duties = "none",
    trusted_proxy: TrustedProxy = None,
    root_path: RootPath = "",
    metrics_token: MetricsToken = "",
    per_address: PerAddress = CLIENTS_PER_ADDRESS,
    log_level: Annotated[str, typer.Option(help="Log level: debug, info, warning or error.")] = "warning",
    log_json: Annotated[bool, typer.Option("--log-json", help="Log one JSON object per line.")] = False,
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

    from pitboss.cli.house_database import database_errors
    from pitboss.server.logs import LEVELS, configure
    from pitboss.server.run import run
    from pitboss.server.settings import Settings, default_database

    if log_level not in LEVELS:
        raise _fail(f"'{log_level}' is not a log level: expected {', '.join(LEVELS)}")
    shown = _shown_address(database)
    configure(json=log_json, level=log_level)
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
        trusted_proxies=_networks(trusted_proxy or []),
        root_path=_root_path(root_path),
        metrics_token=metrics_token,
    )
    try:
        with database_errors(settings.database, _fail), _listening(host, port):
            run(settings, announce=lambda url: typer.echo(_announcement(url, shown, settings.practice)))
    except typer.Exit:
        raise
    except Exception as error:
        structlog.get_logger("pitboss").debug("failed", exc_info=error)
        raise _fail(f"cannot serve: {error}") from None


@contextmanager
def _listening(host: str, port: int) -> Iterator[None]:
    """Report a bad address in one line. Errors of a file, which have a file name, are reported elsewhere."""
    try:
        yield
    except (OSError, UnicodeError) as error:
        if getattr(error, "filename", None):
            raise
        raise _fail(f"cannot serve at {host}:{port}: {error}") from None


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

    known = {name for rulebook in rulebook_ids() for name in duties_of(load_rulebook(rulebook))}
    for name in chosen.split(","):
        if name.strip() not in known | {ALL, NONE}:
            raise _fail(f"--duties: no rulebook has a duty '{name}': expected all, none or {', '.join(sorted(known))}")
    return chosen


def _networks(proxies: list[str]) -> tuple[str, ...]:
    """Validate the trusted proxies, each an IP address or a CIDR network."""
    for proxy in proxies:
        try:
            ip_network(proxy)
        except ValueError as error:
            raise _fail(f"--trusted-proxy {proxy}: {error}; write 127.0.0.1, ::1 or 10.0.0.0/8") from None
    return tuple(proxies)


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
