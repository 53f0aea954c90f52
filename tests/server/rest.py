"""HTTP requests without a shared connection and with a long timeout; the default of httpx is five seconds."""

from functools import partial

import httpx

from tests.server.conftest import PATIENCE

get = partial(httpx.get, timeout=PATIENCE)
post = partial(httpx.post, timeout=PATIENCE)
patch = partial(httpx.patch, timeout=PATIENCE)
delete = partial(httpx.delete, timeout=PATIENCE)
request = partial(httpx.request, timeout=PATIENCE)
