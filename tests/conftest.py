"""What holds for every test."""

from hypothesis import settings

# no test is about time: a busy machine is slow, and right all the same
settings.register_profile("untimed", settings(), deadline=None)
settings.load_profile("untimed")
