"""What every test of the command line leaves as it was."""

from collections.abc import Iterator

import pytest
import structlog


@pytest.fixture(autouse=True)
def _logs_go_where_they_went() -> Iterator[None]:
    """`pitboss serve` sends its log to the standard error of the call, which is closed after it."""
    yield
    structlog.reset_defaults()
