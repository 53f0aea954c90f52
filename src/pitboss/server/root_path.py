"""Support for a proxy that serves the application below a path such as ``/casino``."""

import re

from starlette.types import ASGIApp, Receive, Scope, Send

_PATH = re.compile(r"(/[A-Za-z0-9._~-]+)*")


def clean_root_path(text: str) -> str:
    """Returns the path without a trailing slash, empty for the root. Raises ValueError if it is not a plain path."""
    path = text.rstrip("/")
    if not _PATH.fullmatch(path) or ".." in path:
        raise ValueError("write a path such as /casino, of letters, digits and . _ ~ -")
    return path


def route_path(scope: Scope) -> str:
    """Returns the path of a request below the root path."""
    path: str = scope["path"]
    return path[len(scope.get("app_root_path", scope.get("root_path", ""))) :]


class RootPath:
    """Middleware: serves the application below a path, whether the proxy strips that path or passes it on."""

    def __init__(self, app: ASGIApp, root_path: str) -> None:
        self.app = app
        self.root_path = root_path

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        root = self.root_path
        if root and scope["type"] in {"http", "websocket"}:
            path: str = scope["path"]
            inner = path[len(root) :] or "/" if f"{path}/".startswith(f"{root}/") else path
            scope = {**scope, "root_path": root, "path": root + inner}
        await self.app(scope, receive, send)
