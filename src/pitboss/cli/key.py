"""``pitboss key``: the key that seals the secrets of tables, stored outside the database and its backups."""

import json
from contextlib import nullcontext
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pitboss.cli import examples, new_command
from pitboss.cli.options import AsJson, Database, error_exit

if TYPE_CHECKING:
    from pitboss.house.keys import KeyRing

_fail = partial(error_exit, "key")

command = new_command(
    no_args_is_help=True,
    epilog=examples(
        "pitboss key new",
        "pitboss key new --file /etc/pitboss/house.key",
        "pitboss key show-id",
        "pitboss key rotate --database house.db",
    ),
)

File = Annotated[
    Path | None,
    typer.Option("--file", help="The key file.  [default: $PITBOSS_KEY_FILE, or a file in your settings folder]"),
]


@command.callback()
def key() -> None:
    """Make, show and rotate the key that seals the secrets of tables."""


@command.command(epilog=examples("pitboss key new", "pitboss key new --file /etc/pitboss/house.key"))
def new(file: File = None, as_json: AsJson = False) -> None:
    """Make a key file with mode 600.

    Keep a copy apart from the backups of the database: without the key no open table can be played on.
    """
    from pitboss.house.keys import KeyRing, key_file, new_key, write_key_file

    where, text = file or key_file(), new_key()
    try:
        write_key_file(where, text, new=True)
    except FileExistsError:
        raise _fail(f"{where} already exists: pitboss key rotate replaces its key") from None
    except OSError as error:
        raise _fail(f"{where} cannot be written: {error.strerror}") from None
    ring = KeyRing(text)
    if as_json:
        typer.echo(json.dumps({"file": str(where), "key": ring.current}))
    else:
        typer.echo(f"The key {ring.current} is in {where}. Keep a copy of the file apart from the database.")


@command.command("show-id", epilog=examples("pitboss key show-id", "pitboss key show-id --json"))
def show_id(
    file: File = None,
    witness: Annotated[bool, typer.Option("--witness", help="Print the public key that signs log heads.")] = False,
    as_json: AsJson = False,
) -> None:
    """Print the id of the key, never the key itself.

    The first id is that of the key that seals; any others only open what they sealed before. With --witness it prints
    the public key that signs the heads of the logs, for pitboss audit --against.
    """
    from pitboss.house.witness import HeadSigner

    ring = _ring(file)
    public = HeadSigner(ring.witness_key(), "").public_key
    if as_json:
        typer.echo(json.dumps({"source": ring.source, "keys": ring.ids, "witness": public}))
    else:
        typer.echo(public if witness else "\n".join(ring.ids))


@command.command(
    epilog=examples("pitboss key rotate --database house.db", "pitboss key rotate --drop-old --database house.db")
)
def rotate(
    database: Database = "",
    file: File = None,
    drop_old: Annotated[bool, typer.Option("--drop-old", help="Remove the old keys from the file.")] = False,
    as_json: AsJson = False,
) -> None:
    """Seal the secrets of all tables under a new key, also while the house is in use.

    The new key is written before the old ones in the file. These open what they sealed before: backups, and houses on
    other databases. --drop-old removes them. In the environment, put the new key before the old one, and run this
    command to seal everything under the first. The seeds of open tables stay the same.
    """
    from pitboss.cli.house_database import closing_engine, database_errors, open_house
    from pitboss.house.database import connect
    from pitboss.house.file_sync import locked_folder
    from pitboss.house.keys import BadKey, KeyRing, new_key, write_key_file
    from pitboss.house.table_secrets import seal_secrets
    from pitboss.server.settings import default_file

    with open_house(database, _fail):
        pass
    ring, where = _ring(file), database or str(default_file())
    path = None if ring.source.startswith("$") else Path(ring.source)
    if path is None and len(ring.ids) == 1:
        raise _fail(f"{ring.source} has one key: put a new key (pitboss key new --file FILE) before it, then rotate")
    # a second rotation would replace the file by what it read before the first
    alone = locked_folder(path.parent) if path is not None else nullcontext()
    with database_errors(where, _fail), alone:
        try:
            before = path.read_text() if path is not None else ""
            text = new_key()
            if path is not None:
                write_key_file(path, f"{text}\n{before}")
                ring = KeyRing(f"{text}\n{before}", ring.source)
            with closing_engine(connect(where, ring)) as engine:
                count = seal_secrets(engine, ring)
            if path is not None and drop_old:
                write_key_file(path, text)
        except BadKey as error:
            raise _fail(str(error)) from None
    if as_json:
        typer.echo(json.dumps({"key": ring.current, "sealed": count}))
    else:
        what = "secret is" if count == 1 else "secrets are"
        typer.echo(f"{count} {what} sealed under the new key {ring.current}.")


def _ring(file: Path | None) -> "KeyRing":
    """Returns the keys of a file, or those that the environment names."""
    from pitboss.house.keys import KEY_FILE_VARIABLE, BadKey, find_keys

    try:
        ring = find_keys() if file is None else find_keys({KEY_FILE_VARIABLE: str(file)})
    except BadKey as error:
        raise _fail(str(error)) from None
    if ring is None:
        raise _fail("there is no key: pitboss key new makes one")
    return ring
