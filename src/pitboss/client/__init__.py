"""A small client of the table server, for programs: HTTP for accounts, tables and the law, one WebSocket for play.

async with Client("http://127.0.0.1:8021") as client:
    await client.sit_down_as_guest("ann")
    table = await client.watch("t1")
    await table.do("bet 1 10")

``SyncClient`` has the same calls for programs that are not asynchronous.
"""

from pitboss.client.client import Client, Table
from pitboss.client.faults import ClientError, ConnectionLost, Stale
from pitboss.client.sync import SyncClient, SyncTable

__all__ = ["Client", "ClientError", "ConnectionLost", "Stale", "SyncClient", "SyncTable", "Table"]
