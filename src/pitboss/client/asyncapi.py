"""The AsyncAPI 3.0 description of the WebSocket, generated from the wire structs."""

from typing import Any, Final, get_args

import msgspec

from pitboss.client.wire import ClientMessage, ServerMessage

#: Path of the WebSocket endpoint below the root of the server.
ADDRESS: Final = "/api/socket"
#: What answers each message of a client: the types of the reply.
REPLIES: Final = {
    "hello": ("welcome", "error"),
    "watch": ("table", "done", "error"),
    "leave": ("left", "error"),
    "command": ("done", "error"),
    "ping": ("pong",),
}


def asyncapi(version: str) -> dict[str, Any]:
    """Returns the description; ``version`` is that of the package."""
    sent, received = _by_tag(ClientMessage), _by_tag(ServerMessage)
    assert REPLIES.keys() == sent.keys()
    references, schemas = msgspec.json.schema_components(
        (*sent.values(), *received.values()), ref_template="#/components/schemas/{name}"
    )
    kinds = sent | received
    messages = {
        tag: {"name": tag, "summary": _summary(kind), "contentType": "application/json", "payload": reference}
        for (tag, kind), reference in zip(kinds.items(), references, strict=True)
    }
    return {
        "asyncapi": "3.0.0",
        "info": {
            "title": "pitboss tables",
            "version": version,
            "description": (
                "One WebSocket carries all tables of a client. Each message is a JSON text with a `type`. "
                "A reply has the `id` of its request; `table` messages follow every change of a watched table. "
                "The server closes with 1008 after a violation of the protocol and with 1012 before a restart."
            ),
        },
        "channels": {
            "socket": {
                "address": ADDRESS,
                "messages": {tag: {"$ref": f"#/components/messages/{tag}"} for tag in messages},
                "bindings": {"ws": {"method": "GET", "bindingVersion": "0.1.0"}},
            }
        },
        "operations": {
            **{tag: _request(tag) for tag in sent},
            "update": {
                "action": "send",
                "summary": "A watched table has changed.",
                "channel": {"$ref": "#/channels/socket"},
                "messages": [_in_channel("table")],
            },
        },
        "components": {"messages": messages, "schemas": schemas},
    }


def _request(tag: str) -> dict[str, Any]:
    """Returns the operation in which the server receives a message and replies."""
    return {
        "action": "receive",
        "channel": {"$ref": "#/channels/socket"},
        "messages": [_in_channel(tag)],
        "reply": {
            "channel": {"$ref": "#/channels/socket"},
            "messages": [_in_channel(reply) for reply in REPLIES[tag]],
        },
    }


def _in_channel(tag: str) -> dict[str, str]:
    return {"$ref": f"#/channels/socket/messages/{tag}"}


def _by_tag(union: Any) -> dict[str, type]:
    return {str(kind.__struct_config__.tag): kind for kind in get_args(union)}


def _summary(kind: type) -> str:
    return " ".join((kind.__doc__ or "").split())
