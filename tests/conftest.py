"""Settings of the property tests."""

import os

from hypothesis import settings

# A slow machine is no fault of the maths, so no deadlines. In CI, and where a fault is
# planted, the same examples are drawn on every run.
settings.register_profile("here", deadline=None, max_examples=50)
settings.register_profile(
    "ci", deadline=None, max_examples=50, derandomize=True, database=None
)
settings.load_profile("ci" if os.environ.get("CI") else "here")
