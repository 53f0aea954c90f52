"""Questions over HTTP, each on a line of its own, with patience: httpx gives up after five seconds."""

from functools import partial

import httpx

from tests.server.conftest import PATIENCE

get = partial(httpx.get, timeout=PATIENCE)
post = partial(httpx.post, timeout=PATIENCE)
patch = partial(httpx.patch, timeout=PATIENCE)
delete = partial(httpx.delete, timeout=PATIENCE)
request = partial(httpx.request, timeout=PATIENCE)
