"""Histories of clients at two servers on one database under kills, pauses and partitions, judged from their records."""

import asyncio
from pathlib import Path

import pytest

from tests.house.histories.checker import check_history
from tests.house.histories.record import History
from tests.house.histories.run import record_run
from tests.house.histories.timeline import write_timeline


def judge(url: str, seed: int, faults: int, folder: Path) -> History:
    """Records a run and judges it; a failure names the page with the timeline."""
    history = asyncio.run(record_run(url, seed, faults))
    anomalies = check_history(history)
    if anomalies:
        page = write_timeline(folder / "timeline.html", history, anomalies)
        pytest.fail(f"{len(anomalies)} anomalies, the first: {anomalies[0]}; open {page}")
    assert sum(operation.outcome == "done" for operation in history.operations) > 20
    return history


def test_two_servers_under_faults_are_linearizable(url: str, tmp_path: Path) -> None:
    judge(url, seed=1, faults=4, folder=tmp_path)


@pytest.mark.soak
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("seed", range(2, 12))
def test_two_servers_under_many_faults_are_linearizable(url: str, seed: int, tmp_path: Path) -> None:
    judge(url, seed, faults=20, folder=tmp_path)
