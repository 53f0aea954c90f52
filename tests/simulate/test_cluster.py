"""A run on a real cluster (scheduler and workers as separate processes) is bit-identical to a run on one thread."""

import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from pitboss.law import Limits, Refusal, load_rulebook, resolve
from pitboss.simulate import checkpoint, cluster
from pitboss.simulate.blackjack.game import BlackjackGame, Kernel, open_game
from pitboss.simulate.cluster import NoCluster, connect_workers
from pitboss.simulate.run import Totals, run
from pitboss.strategy.chart import basic_chart


def game_of(kernel: Kernel) -> BlackjackGame:
    rules = resolve(load_rulebook("mbs-blackjack"), {}, Limits(1_000, 100_000))
    assert not isinstance(rules, Refusal)
    return open_game(rules, basic_chart(rules), stakes=(1_000,), sides={"pair": 500}, kernel=kernel)


@contextmanager
def process(*arguments: str, ready: str, **variables: str) -> Iterator[tuple[int, str]]:
    """Starts a process of the cluster in its own process group and waits for the line that says it is ready."""
    command = [sys.executable, "-m", "dask", *arguments]
    with subprocess.Popen(
        command, stderr=subprocess.PIPE, text=True, start_new_session=True, env=os.environ | variables
    ) as running:
        assert running.stderr is not None
        drain = Thread(target=running.stderr.read)
        try:
            line = next(line for line in running.stderr if ready in line)
            drain.start()
            yield running.pid, line
        finally:
            kill(running.pid)
            if drain.ident is not None:
                drain.join()


def kill(group: int) -> None:
    """Sends SIGKILL to a process and its children."""
    with suppress(ProcessLookupError):
        os.killpg(group, signal.SIGKILL)


@contextmanager
def scheduler() -> Iterator[str]:
    """Starts a scheduler and returns its address."""
    arguments = ("scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard")
    with process(*arguments, ready="Scheduler at:") as (_, line):
        address = re.search(r"tcp://\S+", line)
        assert address is not None
        yield address[0]


def worker(address: str, folder: Path, **variables: str) -> Any:
    """Starts a worker and waits until the scheduler knows it."""
    arguments = ("worker", address, "--host", "127.0.0.1", "--nthreads", "1", "--no-dashboard", "--no-nanny")
    return process(*arguments, "--local-directory", str(folder), ready="Registered to", **variables)


@pytest.fixture
def small_tasks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Makes tasks small, so that there are many of them."""
    monkeypatch.setattr(cluster, "_ROUNDS_OF_A_TASK", 2**21)


@pytest.mark.usefixtures("small_tasks")
def test_a_worker_is_killed_in_mid_run(tmp_path: Path) -> None:
    """Other workers retry its tasks: one that was there, and one that joins later."""
    game = game_of("tables")
    rounds = 30 * game.rounds_of_a_piece + 4_321
    alone = run(game, rounds, 9)
    with ExitStack() as stack:
        address = stack.enter_context(scheduler())
        first, _ = stack.enter_context(worker(address, tmp_path / "first"))
        stack.enter_context(worker(address, tmp_path / "second"))
        pool = stack.enter_context(connect_workers(address, game, 9))
        assert pool.wanted() == 4
        seen: list[int] = []

        def watch(totals: Totals) -> None:
            if not seen:
                kill(first)
            if len(seen) == 8:
                stack.enter_context(worker(address, tmp_path / "third"))
            seen.append(totals.pieces)

        together = run(game, rounds, 9, pool=pool, watch=watch)
    assert seen == list(range(1, len(seen) + 1))
    assert together.words == alone.words
    assert together.value("rounds") == rounds


@pytest.mark.usefixtures("small_tasks")
def test_processes_of_this_machine_play_as_one_thread_does() -> None:
    game = game_of("conventional")
    rounds = 20 * game.rounds_of_a_piece + 99
    with connect_workers("local:2", game, 3) as pool:
        together = run(game, rounds, 3, pool=pool)
        early = run(game, 10**12, 3, pool=pool, until=0.001)
    assert together.words == run(game, rounds, 3).words
    assert early.words == run(game, 10**12, 3, until=0.001).words


def test_a_worker_with_other_sources_is_refused_before_anything_runs(tmp_path: Path) -> None:
    """Another installation of pitboss: a copy with one more line in its rulebooks."""
    package = Path(checkpoint.__file__).parents[1]
    other = tmp_path / "other" / "pitboss"
    shutil.copytree(package, other)
    rules = other / "rulebooks" / "mbs-blackjack" / "rules.toml"
    rules.write_text(rules.read_text(encoding="utf-8") + "\n# amended\n", encoding="utf-8")
    with (
        scheduler() as address,
        worker(address, tmp_path / "worker", PYTHONPATH=str(other.parent)),
        pytest.raises(NoCluster, match="has another version of pitboss"),
        connect_workers(address, game_of("tables"), 1),
    ):
        pass


def test_a_cluster_that_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "_TIMEOUT", 1)
    game = game_of("tables")
    for address, message in (
        ("tcp://127.0.0.1:9", "no cluster answers at tcp://127.0.0.1:9"),
        ("local:0", "'local:0' is not a cluster"),
        ("local:many", "'local:many' is not a cluster"),
        ("nonsense://x", "no cluster answers at nonsense://x"),
    ):
        with pytest.raises(NoCluster, match=message), connect_workers(address, game, 1):
            pass
    monkeypatch.setattr(cluster, "_TIMEOUT", 5)  # long enough for a scheduler on a busy machine
    with scheduler() as address, pytest.raises(NoCluster, match="has no worker"), connect_workers(address, game, 1):
        pass


def test_a_worker_that_has_changed_meanwhile_plays_nothing() -> None:
    with pytest.raises(NoCluster, match="another version of pitboss"):
        cluster.play_pieces(game_of("tables"), 1, 0, 1, "another")
