"""A simulated network between clients and processes: it delays, drops and duplicates messages, and cuts connections."""

import asyncio
import random
from collections.abc import Callable
from contextvars import copy_context
from typing import Any

from msgspec import Struct

from tests.house.simulation.loop import PROCESS, SimulatedLoop
from tests.house.simulation.process import SimulatedProcess


class NetworkFaults(Struct):
    """Probabilities of what happens to a message."""

    drop: float = 0.0
    duplicate: float = 0.0
    cut: float = 0.0
    delay: float = 0.01  # seconds, at most


class Connection:
    """A WebSocket connection of a client to a process. Messages to the client stay in order; requests need not."""

    def __init__(
        self, network: "Network", client: str, process: SimulatedProcess, deliver: Callable[[str], None]
    ) -> None:
        self._network = network
        self._client = client
        self.process = process
        self._deliver = deliver
        self._inbox: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._inbox.put_nowait({"type": "websocket.connect"})
        self._last_arrival = 0.0
        self.open = True
        process.connect(client, self._inbox.get, self._send)

    def request(self, text: str) -> None:
        """Sends a message to the process; it may arrive late, twice, or never."""
        network, faults = self._network, self._network.faults
        if network.dice.random() < faults.drop or network.is_cut(self._client, self.process):
            return
        copies = 2 if network.dice.random() < faults.duplicate else 1
        for _ in range(copies):
            network.loop.call_later(network.delay(), self._arrive, text)

    def _arrive(self, text: str) -> None:
        if self.open and self.process.alive:
            self._inbox.put_nowait({"type": "websocket.receive", "text": text})

    async def _send(self, message: dict[str, Any]) -> None:
        """Takes a message of the process; runs in its context."""
        process = PROCESS.get()
        assert process is self.process
        if not process.alive or not self.open:
            return
        if message["type"] == "websocket.close":
            self.open = False
        if message["type"] != "websocket.send":
            return
        network = self._network
        network.on_sent(self._client, process, message["text"])
        if network.dice.random() < network.faults.cut or network.is_cut(self._client, process):
            self.cut()
            return
        self._last_arrival = max(self._last_arrival, network.loop.now + network.delay())
        network.outside.call(self._last_arrival, self._receive, message["text"])

    def _receive(self, text: str) -> None:
        if self.open:
            self._deliver(text)

    def cut(self) -> None:
        """Breaks the connection: messages under way are lost, and the process hears of it."""
        if self.open:
            self.open = False
            self._inbox.put_nowait({"type": "websocket.disconnect"})


class Outside:
    """Schedules callbacks that belong to no process."""

    def __init__(self, loop: SimulatedLoop) -> None:
        self._loop = loop
        self._context = copy_context()

    def call(self, when: float, callback: Callable[..., None], *arguments: Any) -> None:
        """Calls back at a time."""
        self._loop.call_at(when, callback, *arguments, context=self._context)


class Network:
    """All connections of one simulation."""

    def __init__(self, loop: SimulatedLoop, dice: random.Random) -> None:
        self.loop = loop
        self.dice = dice
        self.faults = NetworkFaults()
        self.outside = Outside(loop)
        self.partitions: set[tuple[str, str]] = set()  # of a client and a process
        #: Called with each message that a process sends.
        self.on_sent: Callable[[str, SimulatedProcess, str], None] = lambda *_: None

    def delay(self) -> float:
        """Returns the seconds that a message takes; a few take much longer than the others."""
        longest = self.faults.delay * (50 if self.dice.random() < 0.02 else 1)
        return self.dice.uniform(0.0, longest)

    def is_cut(self, client: str, process: SimulatedProcess) -> bool:
        """Returns whether the two cannot reach each other."""
        return (client, process.name) in self.partitions
