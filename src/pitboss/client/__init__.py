"""Client of the table server: HTTP for accounts, tables and the law, one WebSocket for play.

async with Client("http://127.0.0.1:8021") as client:
    await client.sit_down_as_guest("ann")
    table = await client.watch("t1")
    await table.do("bet 1 10")

``SyncClient`` has the same calls in blocking form.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from pitboss.extras import require

require("server", "httpx", "websockets")

if TYPE_CHECKING:
    from pitboss.client.client import Client, WatchedTable
    from pitboss.client.errors import ClientError, ConnectionLost, StaleError, UntrustedCertificate
    from pitboss.client.sync import SyncClient, SyncTable

__all__ = [
    "Client",
    "ClientError",
    "ConnectionLost",
    "StaleError",
    "SyncClient",
    "SyncTable",
    "UntrustedCertificate",
    "WatchedTable",
]

#: The module of each name, loaded at first use: a server needs the wire format below this package, not the client.
_MODULES: Final = {
    "Client": "client",
    "ClientError": "errors",
    "ConnectionLost": "errors",
    "StaleError": "errors",
    "SyncClient": "sync",
    "SyncTable": "sync",
    "UntrustedCertificate": "errors",
    "WatchedTable": "client",
}


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)
