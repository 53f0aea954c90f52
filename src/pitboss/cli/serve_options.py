"""The options of ``pitboss serve``, each with its environment variable."""

from typing import Annotated

import typer

from pitboss.cli.serve_config import use_file
from pitboss.search_path import CODE_VARIABLE

ConfigFile = Annotated[
    str,
    typer.Option(
        help="A TOML file with options as keys: port = 9000. The command line and the environment override it.",
        metavar="FILE",
        envvar="PITBOSS_CONFIG",
        callback=use_file,
        is_eager=True,
    ),
]
CheckConfig = Annotated[
    bool,
    typer.Option(
        "--check-config", help="Check the settings and the database, print every setting with its source, and exit."
    ),
]
Host = Annotated[str, typer.Option(help="Address to listen on.", envvar="PITBOSS_HOST")]
Port = Annotated[int, typer.Option(help="Port to listen on; 0 for any free port.", envvar="PITBOSS_PORT")]
LogLevel = Annotated[str, typer.Option(help="Log level: debug, info, warning or error.", envvar="PITBOSS_LOG_LEVEL")]
LogJson = Annotated[bool, typer.Option("--log-json", help="Log one JSON object per line.", envvar="PITBOSS_LOG_JSON")]
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
        envvar="PITBOSS_PRACTICE",
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
AllowedHost = Annotated[
    list[str] | None,
    typer.Option(
        "--allowed-host",
        help="Answer to this host name, besides addresses, names without a dot and this machine's own; repeatable.",
        metavar="NAME",
        envvar="PITBOSS_ALLOWED_HOST",
    ),
]
AllowedOrigin = Annotated[
    list[str] | None,
    typer.Option(
        "--allowed-origin",
        help="Let pages of this origin use the API, besides the server's own; repeatable.",
        metavar="URL",
        envvar="PITBOSS_ALLOWED_ORIGIN",
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
RulebookCode = Annotated[
    bool,
    typer.Option(
        "--rulebook-code",
        help="Run the code beside rulebooks (wagers.py, remedies.py) in this server.",
        envvar=CODE_VARIABLE,
    ),
]
Witness = Annotated[
    str,
    typer.Option(
        help="Export signed heads of the logs to this file or URL, for pitboss audit --against.",
        metavar="FILE|URL",
        envvar="PITBOSS_WITNESS",
    ),
]
WitnessEvery = Annotated[
    int,
    typer.Option(
        help="Sign after so many entries, and at the end of each day.",
        metavar="N",
        envvar="PITBOSS_WITNESS_EVERY",
        min=1,
    ),
]
KeepEntries = Annotated[
    int,
    typer.Option(
        help="The latest entries of each table that stay as rows; older ones are compressed into archives.",
        metavar="N",
        envvar="PITBOSS_KEEP_ENTRIES",
        min=1,
    ),
]
ArchiveEntries = Annotated[
    int,
    typer.Option(
        help="Entries of an archive; 0 archives nothing.", metavar="N", envvar="PITBOSS_ARCHIVE_ENTRIES", min=0
    ),
]
BeaconUrl = Annotated[
    str,
    typer.Option(
        help="Beacon for tables with 'beacon': a URL that answers with JSON, round and randomness.",
        metavar="URL",
        envvar="PITBOSS_BEACON",
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
