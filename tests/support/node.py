"""Node.js, for the modules of ``attn_lib/web``: needed to change them, not to learn."""

import os
import shutil
import subprocess

import pytest

from tests.support.planting import ROOT

BUNDLE = ROOT / "tools/bundle.mjs"


def node(*arguments, folder=ROOT):
    """Run Node in a folder; the test is skipped where it is missing, if that may be.

    Returns
    -------
    run : subprocess.CompletedProcess
    """
    program = shutil.which("node")
    if program is None:
        missing("no Node.js: node is not on the path")
    return subprocess.run(
        [program, *map(str, arguments)],
        cwd=folder,
        capture_output=True,
        encoding="utf-8",
    )


def bundle(*arguments, folder=ROOT):
    """Run esbuild, which ``npm ci`` installs, on the modules below a folder."""
    if not (ROOT / "node_modules/esbuild").is_dir():
        missing("no esbuild: `npm ci` installs what package.json names")
    return node(BUNDLE, *arguments, folder=folder)


def missing(reason):
    """Skip a test, or fail where npm is required."""
    if os.environ.get("ATTN_REQUIRE_NPM") == "1":
        pytest.fail(f"{reason}, and ATTN_REQUIRE_NPM=1 requires it")
    pytest.skip(reason)
