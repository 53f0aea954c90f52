"""How much is tried: a little, the same each time, in the usual run; much, and something else each time, in a soak."""

import os

from hypothesis import HealthCheck, Phase, settings

SLOW = (HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much, HealthCheck.large_base_example)

settings.register_profile(
    "default", max_examples=150, stateful_step_count=12, deadline=None, derandomize=True, suppress_health_check=SLOW
)
settings.register_profile(
    "soak", max_examples=2_000, stateful_step_count=30, deadline=None, suppress_health_check=SLOW, print_blob=True
)
# to look for several defects at once: no time goes into making the first of them small
settings.register_profile(
    "quick",
    max_examples=80,
    stateful_step_count=40,
    deadline=None,
    phases=[Phase.generate],
    suppress_health_check=SLOW,
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))
