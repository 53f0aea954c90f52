"""What holds for every test."""

from hypothesis import settings

# no test is about time: a busy machine is slow, and right all the same; and what has passed passes again, for it is the
# soaks that look for what is new
settings.register_profile("everyday", settings(), deadline=None, derandomize=True)
settings.load_profile("everyday")
