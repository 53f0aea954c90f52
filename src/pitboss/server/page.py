"""The page, where it was built; otherwise a notice with the way to the description of the interface."""

from importlib.resources import files
from pathlib import Path

from fastapi import FastAPI, Request, Response
from fastapi.responses import HTMLResponse
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from pitboss.server import errors

_NOTICE = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>pitboss</title>
<body><h1>pitboss</h1><p>The tables are open. This installation has no page of its own:
see <a href="/docs">the interface</a>, or play with <code>pitboss.client</code>.</p></body></html>
"""
_HEADERS = {
    "Content-Security-Policy": "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; "
    "connect-src 'self' ws: wss:; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cache-Control": "no-cache",
}


#: The name of a built file changes with what is in it.
_KEPT = "public, max-age=31536000, immutable"


class BuiltFiles(StaticFiles):
    """The parts of the page, which a browser keeps."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """The file, to be kept for good."""
        response = await super().get_response(path, scope)
        if response.status_code == 200:
            response.headers["Cache-Control"] = _KEPT
        return response


def built_page() -> Path | None:
    """Where the built page lies in the package."""
    folder = Path(str(files("pitboss") / "web" / "dist"))
    return folder if (folder / "index.html").is_file() else None


def install(app: FastAPI) -> None:
    """Serves the page at ``/`` and at every address of its own, which no route of the interface has."""
    folder = built_page()

    def page() -> Response:
        if folder is None:
            return HTMLResponse(_NOTICE)
        # read each time: it is a few hundred bytes, and a page that was built anew is there at once
        return HTMLResponse((folder / "index.html").read_text(encoding="utf-8"), headers=_HEADERS)

    @app.get("/", include_in_schema=False)
    async def front() -> Response:
        return page()

    async def missing(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        asks_for_page = request.method == "GET" and "text/html" in request.headers.get("accept", "")
        if (
            folder
            and error.status_code == 404
            and asks_for_page
            and not request.url.path.startswith(("/api", "/assets"))
        ):
            return page()
        return await errors.http_error(request, error)

    app.add_exception_handler(HTTPException, missing)
    if folder is not None and (folder / "assets").is_dir():
        parts = GZipMiddleware(BuiltFiles(directory=folder / "assets"), minimum_size=1024, compresslevel=6)
        app.mount("/assets", parts, name="assets")
