"""The page of the browser tests: what is typed must not become markup there."""

from tests.browser.conftest import blank, chromium, letters, mount  # noqa: F401
