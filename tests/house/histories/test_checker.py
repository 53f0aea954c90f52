"""The checker of histories: it accepts a correct history and finds what is wrong with doctored ones."""

import copy
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from pitboss.law import Refusal
from pitboss.tables.live import Actor, Role, Table, open_table
from tests.house.histories.checker import Anomaly, check_history
from tests.house.histories.record import Fault, History, Operation, SeenEntry, SeenState
from tests.house.histories.run import SPEC
from tests.house.histories.timeline import timeline, write_timeline

ROLES = {"ann": "player", "ben": "player", "dan": "dealer"}
WORDS = (
    ("ann", "join 100"),
    ("ben", "join 200"),
    ("ann", "bet red 10"),
    ("ann", "bet split 17-21 5"),  # refused: no such split
    ("ben", "bet straight 17 5"),
    ("dan", "number 17"),
    ("ann", "leave"),
    ("ben", "bet odd 20"),
    ("dan", "number 4"),
    ("ben", "leave"),
)


def correct_history() -> History:
    """A sequential history of two players and a dealer, as a correct house answers."""
    table = open_table(SPEC, bytes(32))
    assert isinstance(table, Table)
    history = History("t1", SPEC, ROLES)
    wallets = {"ann": 1_000_000, "ben": 1_000_000}
    for number, (name, words) in enumerate(WORDS):
        operation = Operation(name, "t1", f"{name}-{number}", words, None, float(number), number + 0.5)
        history.operations.append(operation)
        done = table.say(Actor(name, Role(ROLES[name])), words)
        if isinstance(done, Refusal):
            operation.outcome, operation.kind, operation.message = "refused", done.kind, str(done)
            continue
        operation.outcome, operation.version = "done", table.version
        for moved in table.moved:
            wallets[moved.player] += {"leave": moved.amount, "join": -moved.amount}.get(moved.kind, 0)
        for client in ROLES:
            shown = "" if name == "dan" and client != "dan" else words
            history.entries.append(SeenEntry(client, 1, number + 0.6, table.version, name, shown, ()))
            history.states.append(SeenState(client, 1, number + 0.6, table.version))
    history.wallets = {name: (1_000_000, cents) for name, cents in wallets.items()}
    history.last = msgspec.to_builtins(table.public_view())
    return history


def operation(history: History, words: str) -> Operation:
    """Returns the operation with these words."""
    return next(each for each in history.operations if each.words == words)


def lose_an_acknowledged_command(history: History) -> None:
    version = operation(history, "bet red 10").version
    history.entries = [entry for entry in history.entries if entry.version != version]


def acknowledge_at_another_version(history: History) -> None:
    operation(history, "bet red 10").version = operation(history, "bet odd 20").version


def execute_twice(history: History) -> None:
    done = operation(history, "bet red 10")
    history.operations.remove(done)  # the table has the bet, and nobody asked for it


def refuse_an_executed_command(history: History) -> None:
    executed = operation(history, "bet red 10")
    executed.outcome, executed.version, executed.completed = "refused", None, 9.9  # she has left by then
    executed.processes = ["8001"]


def reverse_two_commands(history: History) -> None:
    first, second = operation(history, "bet red 10"), operation(history, "leave")
    first.invoked, first.completed = second.completed or 0.0, (second.completed or 0.0) + 0.1


def refuse_what_is_allowed(history: History) -> None:
    refused = Operation(
        "ben", "t1", "ben-x", "bet straight 4 5", None, 4.6, 4.9, "refused", None, "closed", "no more bets"
    )
    history.operations.append(refused)


def call_the_newest_version_stale(history: History) -> None:
    version = operation(history, "bet straight 17 5").version
    history.operations.append(Operation("ben", "t1", "ben-x", "bet odd 5", version, 4.6, 4.9, "stale"))


def execute_for_another_version(history: History) -> None:
    operation(history, "bet odd 20").seen = 1


def show_two_clients_different_entries(history: History) -> None:
    place = next(n for n, entry in enumerate(history.entries) if entry.client == "ben" and entry.words == "bet red 10")
    history.entries[place] = msgspec.structs.replace(history.entries[place], words="bet red 500")


def show_an_older_state_later(history: History) -> None:
    history.states.append(SeenState("ann", 1, 99.0, history.states[0].version))


def pay_a_cent_too_much(history: History) -> None:
    before, after = history.wallets["ann"]
    history.wallets["ann"] = before, after + 1


def show_another_last_state(history: History) -> None:
    history.last = {**history.last, "version": 1}


def test_a_correct_history_has_no_anomaly() -> None:
    assert check_history(correct_history()) == []


def test_an_unanswered_command_may_have_been_executed_or_not() -> None:
    history = correct_history()
    done = operation(history, "bet odd 20")
    done.outcome, done.completed, done.version = "unknown", None, None
    history.operations.append(Operation("ben", "t1", "ben-x", "bet odd 25", None, 7.2))
    assert check_history(history) == []


def test_a_command_whose_retry_is_refused_may_have_been_executed() -> None:
    history = correct_history()
    refuse_an_executed_command(history)
    operation(history, "bet red 10").processes.append("8002")
    assert check_history(history) == []


@pytest.mark.parametrize(
    ("doctor", "kind"),
    [
        (lose_an_acknowledged_command, "order"),
        (acknowledge_at_another_version, "answers"),
        (execute_twice, "once"),
        (refuse_an_executed_command, "once"),
        (reverse_two_commands, "order"),
        (refuse_what_is_allowed, "answers"),
        (call_the_newest_version_stale, "answers"),
        (execute_for_another_version, "answers"),
        (show_two_clients_different_entries, "order"),
        (show_an_older_state_later, "order"),
        (pay_a_cent_too_much, "money"),
        (show_another_last_state, "money"),
    ],
)
def test_a_doctored_history_is_rejected(doctor: Callable[[History], Any], kind: str) -> None:
    history = copy.deepcopy(correct_history())
    doctor(history)
    anomalies = check_history(history)
    assert kind in {anomaly.kind for anomaly in anomalies}, anomalies


def test_the_timeline_marks_the_anomaly_and_escapes_what_people_wrote(tmp_path: Path) -> None:
    history = correct_history()
    history.operations[0].message = "<script>alert(1)</script>"
    history.faults.append(Fault(2.0, "kill 1"))
    anomalies = [Anomaly("once", "executed <twice>", (history.operations[0].id,))]
    page = timeline(history, anomalies)
    assert 'class="bar done wrong"' in page
    assert "executed &lt;twice&gt;" in page
    assert "<script" not in page
    assert "kill 1" in page
    assert write_timeline(tmp_path / "timeline.html", history, anomalies).read_text() == page
