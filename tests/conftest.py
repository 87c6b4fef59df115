"""Settings of all tests, and of the kernels and processes that they start."""

import os

# The matrices are small and tests run side by side: threads would wait for each other.
# NumPy reads this when it is loaded.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from hypothesis import Phase, settings

# A slow machine is no fault of the maths, so no deadlines. In CI the same examples are
# drawn on every run. Where a fault is planted the first example that shows it will do.
settings.register_profile("here", deadline=None, max_examples=50)
settings.register_profile(
    "ci", settings.get_profile("here"), derandomize=True, database=None
)
settings.register_profile(
    "planted", settings.get_profile("ci"), max_examples=20, phases=[Phase.generate]
)
settings.load_profile(
    os.environ.get("HYPOTHESIS_PROFILE", "ci" if os.environ.get("CI") else "here")
)
