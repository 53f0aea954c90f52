"""Access to the metrics."""

from pathlib import Path

import pytest

from pitboss.server.settings import Settings
from tests.server import rest
from tests.server.conftest import PLENTY, Served, serving

TOKEN = "a_token_for_the_monitor"


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
