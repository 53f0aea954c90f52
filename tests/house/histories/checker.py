"""Judges a run from the records of its clients alone, with the engine as the model of a table.

At the table the dealer enters the numbers, so that the commands determine every state. The entries that clients were
sent, in the order of their versions, are the candidate order (with those of the log that no client was sent);
the checker holds against it:

- **order**: the entries are one sequence without gaps, the same for every client; a model that executes them accepts
  each, with the same versions. An operation that ended before another began is before it in the sequence, and each
  connection sees versions in order.
- **answers**: an acknowledged command is the entry at its version. A refused command is refused by the model in a state
  between its invocation and its answer, and a stale one was stale in such a state.
- **once**: a person's command is in the sequence as often as it was acknowledged, or at most once more for each
  operation with an attempt that was not answered: such an attempt may arrive after the refusal of a later one.
- **money**: wallets changed by exactly what the model's buy-ins and departures moved, and the last view is the model's.
"""

from collections import Counter
from collections.abc import Iterator

import msgspec
from msgspec import Struct

from pitboss.law import Refusal
from pitboss.tables.live import Actor, Role, Table, open_table
from tests.house.histories.record import History, Operation, SeenEntry

#: Refusals by what the model of one table does not have: the balance of a wallet.
_OUTSIDE_THE_MODEL = frozenset(("wallet", "ledger"))


class Anomaly(Struct, frozen=True):
    """Something that no correct house could have answered or shown; ``operations`` by their ids."""

    kind: str
    text: str
    operations: tuple[str, ...] = ()


def check_history(history: History) -> list[Anomaly]:
    """Returns everything that is wrong with a history."""
    return [*_Checker(history).run()]


class _Checker:
    def __init__(self, history: History) -> None:
        self._history = history
        self._entries: dict[int, SeenEntry] = {}
        self._states: dict[int, Table] = {}  # the model after each version
        self._moved: Counter[str] = Counter()  # cents into each wallet
        opened = open_table(history.spec, bytes(32))
        assert isinstance(opened, Table), opened
        self._model = opened
        self._states[opened.version] = opened.copy()

    def run(self) -> Iterator[Anomaly]:
        """Yields the anomalies."""
        yield from self._agreement()
        yield from self._replay()
        yield from self._connections()
        yield from self._acknowledged()
        yield from self._real_time()
        yield from self._not_executed()
        yield from self._once()
        yield from self._money()

    def _actor(self, name: str) -> Actor:
        return Actor(name, Role(self._history.roles.get(name, "house")))

    # --- the sequence ------------------------------------------------------------------------------------------------

    def _agreement(self) -> Iterator[Anomaly]:
        for entry in self._history.entries:
            first = self._entries.setdefault(entry.version, entry)
            if not first.words:  # players are not shown the words of the dealer
                self._entries[entry.version] = first = entry
            same_words = not entry.words or first.words == entry.words
            if (first.actor, first.events) != (entry.actor, entry.events) or not same_words:
                yield Anomaly(
                    "order",
                    f"version {entry.version} is '{first.actor}: {first.words}' for {first.client} "
                    f"and '{entry.actor}: {entry.words}' for {entry.client}",
                )

    def _replay(self) -> Iterator[Anomaly]:
        model = self._model
        for version in sorted(self._entries):
            entry = self._entries[version]
            if version <= model.version:
                continue
            actor = self._actor(entry.actor)
            done = model.say(actor, entry.words)
            if isinstance(done, Refusal):
                yield Anomaly("order", f"the model refuses '{entry.actor}: {entry.words}' at {model.version}: {done}")
                return
            if model.version != version:
                yield Anomaly("order", f"entry {version} is missing or doubled: the model is at {model.version}")
                return
            for moved in model.moved:
                self._moved[moved.player] += {"leave": moved.amount, "join": -moved.amount}.get(moved.kind, 0)
            self._states[version] = model.copy()

    def _connections(self) -> Iterator[Anomaly]:
        last: dict[tuple[str, int], int] = {}
        for state in self._history.states:
            key = state.client, state.connection
            if state.version < last.get(key, 0):
                yield Anomaly(
                    "order", f"{state.client} saw version {state.version} after {last[key]} on one connection"
                )
            last[key] = state.version

    # --- the answers -------------------------------------------------------------------------------------------------

    def _done(self) -> list[Operation]:
        return [each for each in self._history.operations if each.outcome == "done"]

    def _acknowledged(self) -> Iterator[Anomaly]:
        versions: dict[int, Operation] = {}
        for operation in self._done():
            assert operation.version is not None
            entry = self._entries.get(operation.version)
            if entry is None or (entry.actor, entry.words) != (operation.client, operation.words):
                found = "nothing" if entry is None else f"'{entry.actor}: {entry.words}'"
                text = f"'{operation.words}' was acknowledged at {operation.version}, where everybody saw {found}"
                yield Anomaly("answers", text, (operation.id,))
            other = versions.setdefault(operation.version, operation)
            if other is not operation:
                ids = other.id, operation.id
                yield Anomaly("once", f"two commands were acknowledged at version {operation.version}", ids)
            before = max((version for version in self._states if version < operation.version), default=None)
            if operation.seen is not None and operation.seen != before:
                text = f"executed after version {before}, but only for version {operation.seen}"
                yield Anomaly("answers", text, (operation.id,))

    def _real_time(self) -> Iterator[Anomaly]:
        done = sorted(self._done(), key=lambda each: each.invoked)
        for place, later in enumerate(done):
            for earlier in done[:place]:
                assert earlier.completed is not None
                assert earlier.version is not None
                assert later.version is not None
                if earlier.completed < later.invoked and earlier.version >= later.version:
                    text = f"ended at version {earlier.version} before the other began, which ended at {later.version}"
                    yield Anomaly("order", text, (earlier.id, later.id))

    def _possible_states(self, operation: Operation) -> list[Table]:
        """Returns the model's states between the invocation and the answer of an operation."""
        assert operation.completed is not None
        done = self._done()
        low = max((each.version or 0 for each in done if (each.completed or 0) < operation.invoked), default=0)
        after = [each.version or 0 for each in done if each.invoked > operation.completed]
        high = min(after, default=max(self._states) + 1)
        return [state for version, state in self._states.items() if low <= version < high]

    def _not_executed(self) -> Iterator[Anomaly]:
        for operation in self._history.operations:
            if operation.outcome == "stale":
                if all(state.version == operation.seen for state in self._possible_states(operation)):
                    yield Anomaly("answers", f"stale for {operation.seen}, and nothing else was there", (operation.id,))
            elif operation.outcome == "refused" and operation.kind not in _OUTSIDE_THE_MODEL:
                actor, words = self._actor(operation.client), operation.words
                states = self._possible_states(operation)
                if not any(isinstance(state.copy().say(actor, words), Refusal) for state in states):
                    text = f"'{words}' was refused ({operation.message}), and the model allows it all the time"
                    yield Anomaly("answers", text, (operation.id,))

    def _once(self) -> Iterator[Anomaly]:
        executed = Counter((entry.actor, entry.words) for entry in self._entries.values())
        sure = Counter((each.client, each.words) for each in self._done())
        perhaps = Counter((each.client, each.words) for each in self._history.operations if _may_be_executed(each))
        for (actor, words), times in executed.items():
            if (
                actor in self._history.roles
                and not sure[actor, words] <= times <= sure[actor, words] + perhaps[actor, words]
            ):
                at_most = sure[actor, words] + perhaps[actor, words]
                yield Anomaly("once", f"'{actor}: {words}' was executed {times} times, asked for {at_most} times")

    # --- money -------------------------------------------------------------------------------------------------------

    def _money(self) -> Iterator[Anomaly]:
        for name, (before, after) in self._history.wallets.items():
            if after - before != self._moved[name]:
                text = f"the wallet of {name} changed by {after - before}, the table moved {self._moved[name]}"
                yield Anomaly("money", text)
        if self._history.last is not None:
            expected = msgspec.to_builtins(self._model.public_view())
            if msgspec.json.encode(self._history.last) != msgspec.json.encode(expected):
                yield Anomaly("money", "the last view differs from the model's")


def _may_be_executed(operation: Operation) -> bool:
    """Returns whether an operation that was not acknowledged has an attempt without an answer."""
    if operation.outcome == "unknown":
        return True
    return operation.outcome != "done" and len(operation.processes) > 1
