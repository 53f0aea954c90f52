"""The AsyncAPI description of the socket: complete, resolvable, served, and true of what a server sends."""

import asyncio
import json
from importlib.metadata import version
from pathlib import Path
from typing import Any

import httpx
import jsonschema_rs
from websockets.asyncio.client import connect

from pitboss.client.asyncapi import REPLIES, asyncapi
from pitboss.extras import DISTRIBUTION
from pitboss.server.settings import Settings
from tests.server.conftest import serving

DESCRIBED: dict[str, Any] = json.loads(json.dumps(asyncapi(version(DISTRIBUTION))))


def references(value: Any) -> list[str]:
    if isinstance(value, dict):
        own = [value["$ref"]] if isinstance(value.get("$ref"), str) else []
        return own + [found for inner in value.values() for found in references(inner)]
    return [found for inner in value for found in references(inner)] if isinstance(value, list) else []


def test_every_reference_leads_somewhere() -> None:
    found = references(DESCRIBED)
    assert len(found) > 30
    for reference in found:
        place: Any = DESCRIBED
        for name in reference.removeprefix("#/").split("/"):
            place = place[name]


def check(message: dict[str, Any]) -> str:
    """Validates a message against its schema; returns its type."""
    tag = str(message["type"])
    schema = DESCRIBED["components"]["messages"][tag]["payload"] | {"components": DESCRIBED["components"]}
    jsonschema_rs.validate(schema, message)
    return tag


def test_a_server_serves_it_and_answers_as_it_says(tmp_path: Path) -> None:
    async def talk(url: str, table: str) -> dict[str, list[str]]:
        seen: dict[str, list[str]] = {}
        async with connect(f"{url.replace('http', 'ws', 1)}/api/socket") as socket:
            asked: list[dict[str, Any]] = [
                {"type": "hello", "id": "hello"},
                {"type": "watch", "table": table, "id": "watch"},
                {"type": "command", "table": table, "words": "hit 1", "id": "command"},
                {"type": "leave", "table": table, "id": "leave"},
                {"type": "ping", "id": "ping"},
            ]
            for message in asked:
                check(message)
                await socket.send(json.dumps(message))
                while True:
                    answer = json.loads(await asyncio.wait_for(socket.recv(), 60))
                    seen.setdefault(message["id"], []).append(check(answer))
                    if answer.get("id") == message["id"]:
                        break
        return seen

    with serving(Settings(database=f"sqlite:///{tmp_path / 'house.db'}", practice=True)) as served:
        assert httpx.get(f"{served.url}/asyncapi.json").json() == DESCRIBED
        table = httpx.get(f"{served.url}/api/tables").json()[0]["id"]
        seen = asyncio.run(talk(served.url, table))
    assert {tag: set(types) <= {*REPLIES[tag], "table"} for tag, types in seen.items()} == dict.fromkeys(REPLIES, True)
    assert seen["command"][-1] == "error"  # a spectator
    assert {"table", "done"} <= set(seen["watch"])
