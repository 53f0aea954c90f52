"""Access to the metrics."""

from pathlib import Path

import pytest

from pitboss.server.settings import Settings
from tests.server import rest
from tests.server.conftest import PLENTY, Served, run, serving
from tests.server.houses import deal, read_in_table

TOKEN = "a_token_for_the_monitor"
KINDS = ("cage", "house", "wallets", "purses", "stakes", "banks")


def read(served: Served, token: str) -> int:
    """Returns the status of reading the metrics with a token."""
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    answer = rest.get(f"{served.url}/metrics", headers=headers)
    assert ("pitboss_http_requests" in answer.text) == (answer.status_code == 200)
    return answer.status_code


@pytest.mark.parametrize("token", ["", TOKEN])
def test_metrics_require_an_operator_or_the_metrics_token(tmp_path: Path, token: str) -> None:
    settings = Settings(database=f"sqlite:///{tmp_path}/house.db", rates=PLENTY, metrics_token=token)
    with serving(settings) as served:
        assert read(served, "") == 401
        assert read(served, "another_token_for_a_monitor") == 401
        assert read(served, served.tokens["dan"]) == 403
        assert read(served, served.tokens["olga"]) == 200
        if token:
            assert read(served, token) == 200


def test_metrics_count_rounds_money_and_commits(fresh: Served) -> None:
    async def play() -> None:
        table = await read_in_table(fresh)
        async with fresh.client("dan") as dan:
            await deal(dan, table, "Kh 9c Qd 8s 7h")  # 18 and 16 against a queen
            async with fresh.client("ann") as ann, fresh.client("ben") as ben:
                await ann.say(table, "stand 1")
                await ben.say(table, "stand 2")
            await dan.say(table, "card 9h")

    run(play())
    text = fresh.metrics()
    assert sample(text, 'pitboss_rounds_total{rulebook="nz-blackjack"}') == 1
    assert sample(text, 'pitboss_moved_cents_total{kind="wager",rulebook="nz-blackjack"}') == 100_00
    held = {kind: sample(text, f'pitboss_held_cents{{account="{kind}"}}') for kind in KINDS}
    assert held["cage"] == sum(cents for kind, cents in held.items() if kind != "cage")
    assert held["stakes"] == 0
    assert sample(text, "pitboss_log_entries_total") == sample(text, "pitboss_commit_entries_sum") > 0
    assert sample(text, "pitboss_commit_seconds_count") > 0


def sample(text: str, name: str) -> float:
    """Returns the value of a metric."""
    (line,) = (line for line in text.splitlines() if line.startswith(f"{name} "))
    return float(line.rsplit(" ", 1)[1])
