"""What holds for every test."""

import os
from collections.abc import Iterator

import pytest
from hypothesis import settings

from pitboss.search_path import CODE_VARIABLE, GAMES_VARIABLE, VARIABLE

# the key of every house that a test serves, also in processes of its own: no test writes to the settings of its user
os.environ.setdefault("PITBOSS_KEY", "pitboss-key-1:" + "A" * 43)

# no deadline, since no test asserts a time; derandomized, so that a test that passed passes again (soaks use new seeds)
settings.register_profile("everyday", settings(), deadline=None, derandomize=True)
settings.load_profile("everyday")

#: Seconds after which a test fails, fixtures included: many times the duration of any test on a busy machine, so that
#: only a hang reaches it. A test that may take longer has ``pytest.mark.timeout``.
TIMEOUT, SOAK_TIMEOUT = 300, 7200


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Gives every test its time-out, which pytest-timeout enforces."""
    for item in items:
        if item.get_closest_marker("timeout") is None:
            soaks = item.get_closest_marker("soak") is not None
            item.add_marker(pytest.mark.timeout(SOAK_TIMEOUT if soaks else TIMEOUT))


@pytest.fixture(autouse=True)
def _search_path_of_one_test() -> Iterator[None]:
    """Restores the variables that a command sets for the processes it starts."""
    names = (VARIABLE, GAMES_VARIABLE, CODE_VARIABLE)
    before = {name: os.environ.get(name) for name in names}
    yield
    for name, value in before.items():
        if value is None:
            os.environ.pop(name, None)
        else:
            os.environ[name] = value
