"""What was played may fill a long log: how much of it is read and told again at once, and off the loop."""

import asyncio
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final, TypeVar

from pitboss.server.limits import too_many

T = TypeVar("T")
#: How many questions of one client, and of all, may wait for an answer.
MOST_EACH: Final = 6
MOST_WAITING: Final = 32


class Archive:
    """Lets a few at a time ask for what is long ago, so that nobody who plays waits for them."""

    def __init__(self) -> None:
        self._asking: Counter[str] = Counter()
        self._telling = asyncio.Lock()

    @contextmanager
    def asked_by(self, who: str) -> Iterator[None]:
        """While a client waits for an answer; an error where too many do."""
        if self._asking[who] >= MOST_EACH or self._asking.total() >= MOST_WAITING:
            raise too_many(1)
        self._asking[who] += 1
        try:
            yield
        finally:
            self._asking[who] -= 1
            if not self._asking[who]:
                del self._asking[who]

    async def tell(self, work: Callable[[str], T], text: str) -> T:
        """What comes of a file that is played again, one at a time: it may be a whole evening."""
        async with self._telling:
            return await asyncio.to_thread(work, text)
