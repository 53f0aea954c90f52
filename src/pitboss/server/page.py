"""Serves the built page, or a notice with a link to the API if the page was not built."""

import asyncio
from functools import cache
from importlib.resources import files
from pathlib import Path

from fastapi import FastAPI, Request, Response
from fastapi.responses import HTMLResponse
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from pitboss.server import cloths, errors
from pitboss.server.root_path import route_path

_NOTICE = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>pitboss</title>
<body><h1>pitboss</h1><p>The tables are open. This installation was built without the page:
see <a href="openapi.json">the API</a>, or play with <code>pitboss.client</code>.</p></body></html>
"""
_HEADERS = {
    "Content-Security-Policy": "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; "
    "connect-src 'self' ws: wss:; base-uri 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cache-Control": "no-cache",
}


#: The name of a built file contains a hash of its content, so it never changes.
_IMMUTABLE = "public, max-age=31536000, immutable"


class BuiltFiles(StaticFiles):
    """Static files of the page, with headers that let browsers cache them forever."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Returns the file with a cache header."""
        response = await super().get_response(path, scope)
        if response.status_code == 200:
            response.headers["Cache-Control"] = _IMMUTABLE
        return response


def built_page() -> Path | None:
    """Returns the folder of the built page, or None if it was not built."""
    folder = Path(str(files("pitboss") / "web" / "dist"))
    return folder if (folder / "index.html").is_file() else None


def install(app: FastAPI) -> None:
    """Serves the page at ``/`` and at every path without a route, and ``/docs``."""
    folder = built_page()
    root_path: str = app.state.settings.root_path
    cloth_styles = cache(cloths.cloth_styles)  # it reads every rulebook, and a start does not wait for that

    async def page(name: str = "index.html") -> Response:
        if folder is None:
            return HTMLResponse(_NOTICE, headers=_HEADERS)
        # read on each request: it is a few hundred bytes, and a new build needs no restart
        text = (folder / name).read_text(encoding="utf-8")
        text = text.replace('"./assets/', f'"{root_path}/assets/')
        if await asyncio.to_thread(cloth_styles):
            text = text.replace("</head>", f'<link rel="stylesheet" href="{root_path}{cloths.PATH}" /></head>', 1)
        return HTMLResponse(text, headers=_HEADERS)

    @app.get(cloths.PATH, include_in_schema=False)
    async def cloth_sheet() -> Response:
        return Response(await asyncio.to_thread(cloth_styles), media_type="text/css", headers=_HEADERS)

    @app.get("/", include_in_schema=False)
    async def index() -> Response:
        return await page()

    @app.api_route("/docs", methods=["GET", "HEAD"], include_in_schema=False)
    async def docs() -> Response:
        return await page("docs.html")

    async def not_found(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        asks_for_page = request.method == "GET" and "text/html" in request.headers.get("accept", "")
        if (
            folder
            and error.status_code == 404
            and asks_for_page
            and not route_path(request.scope).startswith(("/api", "/assets"))
        ):
            return await page()
        return await errors.http_error(request, error)

    app.add_exception_handler(HTTPException, not_found)
    if folder is not None and (folder / "assets").is_dir():
        parts = GZipMiddleware(BuiltFiles(directory=folder / "assets"), minimum_size=1024, compresslevel=6)
        app.mount("/assets", parts, name="assets")
