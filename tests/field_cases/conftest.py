"""The page of the browser tests: some cases are about what is seen."""

from tests.browser.conftest import blank, chromium, letters, mount  # noqa: F401
