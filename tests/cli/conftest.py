"""What every test of the command line leaves as it was."""

from collections.abc import Iterator

import pytest
import structlog


@pytest.fixture(autouse=True)
def _logs_go_where_they_went() -> Iterator[None]:
    """`pitboss serve` sends its log to the standard error of the call, which is closed after it."""
    before = structlog.get_config() if structlog.is_configured() else None
    yield
    if before is None:
        structlog.reset_defaults()
    else:
        structlog.configure(**before)
