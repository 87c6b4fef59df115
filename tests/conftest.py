"""Settings of all tests, and of the kernels and processes that they start."""

import gc
import os
from pathlib import Path

import pytest

# The matrices are small and tests run side by side: threads would wait for each other.
# NumPy reads this when it is loaded.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from hypothesis import Phase, settings

GOLDEN = Path(__file__).parent / "golden"

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


def pytest_addoption(parser):
    parser.addoption(
        "--rewrite-golden",
        action="store_true",
        help="write the files in tests/golden anew; their difference is to be read",
    )


def pytest_collection_finish():
    """Let the collector pass over what stays: tests ask it often what they left."""
    gc.collect()
    gc.freeze()


@pytest.fixture
def golden(request):
    """Compare a text, whole, with the file of that name that somebody has read."""

    def compare(name, text):
        file = GOLDEN / f"{name}.txt"
        if request.config.getoption("--rewrite-golden"):
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8", newline="\n")
        assert file.is_file(), f"no {file.name}: pytest --rewrite-golden writes it"
        assert text == file.read_text(encoding="utf-8"), (
            f"{name} says something else: if it is meant, pytest --rewrite-golden"
        )

    return compare


@pytest.fixture(scope="session")
def test_language(tmp_path_factory):
    """A folder of catalogues with the language that nobody speaks."""
    from tools import words

    folder = tmp_path_factory.mktemp("locale")
    words.write_test_language(folder)
    return folder


@pytest.fixture
def in_test_language(test_language, monkeypatch):
    """All that is shown is in brackets, and longer, unless somebody forgot it."""
    from attn_lib import words

    monkeypatch.setattr(words, "LOCALE", test_language)
    words.language("qq")
    yield
    words.language(words.SOURCE)


@pytest.fixture
def golden_names():
    """Names of the files in a folder of tests/golden: none may be left over."""
    return lambda folder: {file.stem for file in (GOLDEN / folder).iterdir()}
