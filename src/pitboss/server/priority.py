"""Priority of threads and processes that work beside play."""

import os
import sys
import threading
from contextlib import suppress
from typing import Final

#: As for `nice`: they get the processor when play does not need it.
BACKGROUND: Final = 10


def lower_priority() -> None:
    """Lowers the priority of the calling thread and of those it starts, where the system schedules each thread."""
    if sys.platform == "linux":
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), BACKGROUND)
