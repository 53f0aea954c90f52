"""Client of the table server: HTTP for accounts, tables and the law, one WebSocket for play.

async with Client("http://127.0.0.1:8021") as client:
    await client.sit_down_as_guest("ann")
    table = await client.watch("t1")
    await table.do("bet 1 10")

``SyncClient`` has the same calls in blocking form.
"""

from pitboss.extras import require

require("server", "httpx", "websockets")

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
