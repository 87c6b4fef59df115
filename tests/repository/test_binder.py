"""Binder: the files say what they must, and an environment made from them runs."""

import os
import re
import stat
import subprocess
import sys
import tomllib
from importlib import metadata
from pathlib import Path

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.browser.conftest import needed_chromium
from tests.support.lab import PATIENCE
from tools import licences
from tools.rehearsals.binder import badge_path, rehearse
from tools.rehearsals.environment import build

ROOT = Path(__file__).resolve().parents[2]
BINDER = ROOT / "binder"
PINNED = {
    *("jupyterlab", "ipykernel", "numpy", "matplotlib"),
    *("ipywidgets", "anywidget", "nbval", "tokenizers", "safetensors"),
}

on_linux = pytest.mark.skipif(os.name == "nt", reason="Binder's scripts need bash")


def requirement_lines(path):
    lines = path.read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("#")]


@pytest.mark.case("C10")
def test_python_is_pinned():
    assert (BINDER / "runtime.txt").read_text(encoding="utf-8") == "python-3.11\n"


def locked():
    """Name → (requirements, hashes): one requirement, or some for several Pythons."""
    text = (ROOT / "requirements.lock").read_text(encoding="utf-8")
    found = {}
    for entry in re.sub(r"\\\n\s*", "", text).splitlines():
        if not entry.startswith("#"):
            line, *hashes = entry.split("--hash=")
            requirement = Requirement(line)
            requirements, all_hashes = found.setdefault(requirement.name, ([], []))
            requirements.append(requirement)
            all_hashes.append(hashes)
    return found


def valid_here(requirements, extra=""):
    """Those requirements that this Python, on this system, installs."""
    return [
        r for r in requirements if not r.marker or r.marker.evaluate({"extra": extra})
    ]


@pytest.mark.case("C10")
def test_there_is_one_set_of_pins():
    """A laptop, the tests, and what the lock is made from; "-e ." is the library."""
    lines = requirement_lines(ROOT / "requirements.txt")
    assert lines.count("-e .") == 1
    assert {Requirement(line).name for line in lines if line != "-e ."} == PINNED


def test_binder_installs_the_lock_and_then_the_library():
    """The lock has a hash for each file, and a folder has none.

    That the file refers to another one also makes repo2docker copy the whole
    repository before it calls pip, so that the lock is there.
    """
    assert requirement_lines(BINDER / "requirements.txt") == ["-r ../requirements.lock"]
    script = (BINDER / "postBuild").read_text(encoding="utf-8")
    assert "\npip install --no-deps --no-build-isolation -e .\n" in script


def test_every_step_before_the_first_visitor_is_there():
    """Untrusted, a stored page hides pictures and captions; the rest costs seconds."""
    lines = (BINDER / "postBuild").read_text(encoding="utf-8").splitlines()
    commands = [line.partition(" #")[0] for line in lines if line[:1] not in ("#", "")]
    assert commands == [
        "set -euo pipefail",
        'cd "$(dirname "${BASH_SOURCE[0]}")/.."',
        "pip install --no-deps --no-build-isolation -e .",
        "python -m compileall -q attn_lib",
        'python -c "import matplotlib.font_manager"',
        "jupyter trust notebooks/*.ipynb",
    ]


def test_the_lock_has_every_pin():
    """Whoever changes a pin writes the lock anew: ``python -m tools.lock``."""
    lock = locked()
    lines = requirement_lines(ROOT / "requirements.txt")
    for pin in (Requirement(line) for line in lines if line != "-e ."):
        assert [r.specifier for r in lock[pin.name][0]] == [pin.specifier], pin
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    for builder in map(Requirement, project["build-system"]["requires"]):
        (found,) = lock[builder.name][0]
        assert builder.specifier.contains(version_of(found)), builder


def test_every_entry_of_the_lock_is_exact_and_hashed():
    for requirements, hashes in locked().values():
        for requirement in requirements:
            assert version_of(requirement)
            assert requirement.url is None
        assert all(hashes)
        for hash in (one for several in hashes for one in several):
            assert re.fullmatch(r"sha256:[0-9a-f]{64}\s*", hash)


def version_of(requirement):
    (version,) = requirement.specifier
    assert version.operator == "==", requirement
    return version.version


def test_the_lock_is_complete():
    """Everything that a locked package needs here is locked too, at a version it takes.

    Asked of those that are installed in the very version; pip, when it installs with
    hashes, refuses what is missing.
    """
    lock = locked()
    asked = 0
    for name in lock:
        for entry in valid_here(lock[name][0]):
            try:
                package = metadata.distribution(name)
            except metadata.PackageNotFoundError:
                continue  # what builds the library, say
            if package.version != version_of(entry):
                continue
            asked += 1
            for need in valid_here(map(Requirement, package.requires or ())):
                (found,) = valid_here(lock[canonicalize_name(need.name)][0])
                assert need.specifier.contains(version_of(found)), f"{name}: {need}"
    assert asked > len(lock) / 2


def test_the_licence_of_everything_locked_is_listed_and_free():
    """Nothing here asks a school for money, or to publish its own changes."""
    free = re.compile("MIT|BSD|Apache|PSF|Python Software|ISC|MPL-2.0|Unlicense|HPND")
    rows = re.findall(
        r"^\| ([\w.-]+) \| (.+) \|$",
        licences.LIST.read_text(encoding="utf-8"),
        re.MULTILINE,
    )
    listed = dict(rows[1:])  # below the head
    assert list(listed) == licences.locked()
    for name, licence in listed.items():
        assert free.search(licence), f"{name}: {licence}"
        assert not re.search(r"\b[AL]?GPL", licence), f"{name}: {licence}"


@pytest.mark.case("C10")
@pytest.mark.parametrize("folder", [".", "tests"])
def test_every_pin_is_exact(folder):
    """An open range is another environment tomorrow."""
    for line in requirement_lines(ROOT / folder / "requirements.txt"):
        if line != "-e .":
            (version,) = Requirement(line).specifier
            assert version.operator == "==", line
            assert "*" not in version.version, line
            assert line != "ipywidgets==8.1.9", "blank in VS Code"


@on_linux
@pytest.mark.parametrize("name", ["postBuild", "start"])
def test_the_scripts_are_sound(name):
    script = BINDER / name
    text = script.read_text(encoding="utf-8")
    assert text.startswith("#!/usr/bin/env bash\n")
    assert "\nset -euo pipefail\n" in text
    for swallowed in ("|| true", "|| :", "/dev/null", "set +e"):
        assert swallowed not in text
    subprocess.run(["bash", "-n", script], check=True)
    assert script.stat().st_mode & stat.S_IXUSR


@on_linux
def test_the_numerical_libraries_keep_to_one_thread():
    show = 'echo "$OMP_NUM_THREADS $OPENBLAS_NUM_THREADS $MKL_NUM_THREADS $1"'
    command = [BINDER / "start", "bash", "-c", show, "-", "an argument"]
    printed = subprocess.check_output(command, encoding="utf-8")
    assert printed == "1 1 1 an argument\n"


@pytest.fixture(scope="module")
def environment(tmp_path_factory):
    """What repo2docker makes, without Docker: see ``rehearsals/environment.py``."""
    return build(tmp_path_factory.mktemp("binder"))


@on_linux
@pytest.mark.rehearsal
def test_an_environment_made_from_these_files_runs_a_lesson(environment):
    ask = "import attn_lib; print(attn_lib.__file__)"
    where = environment.run("python", "-c", ask, folder="/").strip()
    assert where == str(environment.repository / "attn_lib" / "__init__.py")
    lesson = environment.repository / "notebooks" / "00_start_here.ipynb"
    environment.run("./binder/start", "jupyter", "execute", str(lesson))


@pytest.fixture(scope="module")
def a_browser():
    """Asked for before the environment, which takes minutes."""
    return needed_chromium()


@on_linux
@pytest.mark.rehearsal
def test_a_visitor_far_away_moves_the_first_explorer(a_browser, environment, tmp_path):
    """Below a visitor's own address, and 150 ms away; see ``rehearsals/binder.py``."""
    took = rehearse(environment, tmp_path / "log")
    assert took["open to first moving explorer, s"] < PATIENCE
    assert environment.megabytes() < 600


@on_linux
@pytest.mark.parametrize(("required", "end"), [("0", "1 skipped"), ("1", "1 error")])
def test_a_visitor_without_a_browser_is_missed_where_one_is_required(
    tmp_path, required, end
):
    """The rehearsal itself, with no program on the path."""
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-q"]
    command += ["-o", "addopts=--import-mode=importlib -ra", "-k", "a_visitor_far_away"]
    run = subprocess.run(
        [*command, str(Path(__file__))],
        cwd=ROOT,
        env=os.environ | {"PATH": str(tmp_path), "ATTN_REQUIRE_BROWSER": required},
        capture_output=True,
        encoding="utf-8",
        timeout=120,
    )
    assert run.returncode == int(required), run.stdout
    assert end in run.stdout
    assert "no Chromium" in run.stdout


def test_the_rehearsed_visitor_opens_the_first_lesson():
    """And the address is what Binder makes of the badge: below a visitor's own path."""
    assert badge_path() == "lab/tree/notebooks/00_start_here.ipynb"
    assert (ROOT / badge_path().removeprefix("lab/tree/")).is_file()


def class_section():
    """What docs/teaching.md says about servers for a class."""
    teaching = (ROOT / "docs" / "teaching.md").read_text(encoding="utf-8")
    section = teaching.partition("\n## How many students on which machine\n")[2]
    return re.split(r"\n## ", section)[0]


@pytest.mark.parametrize("language", ["sh", "py", "yaml"])
def test_what_a_teacher_copies_can_be_read(language):
    """No cluster is here to run it on; at least it is what it says it is."""
    blocks = re.findall(rf"```{language}\n(.*?)```", class_section(), re.DOTALL)
    assert blocks
    for block in blocks:
        if language == "py":
            compile(block, "config.py", "exec")
        elif language == "yaml":
            read = yaml.safe_load(block)
            user = read.get("jupyterhub", read)["singleuser"]
            for kind in ("cpu", "memory"):
                assert user[kind].keys() == {"guarantee", "limit"}
        elif os.name != "nt":
            subprocess.run(["bash", "-n"], input=block, encoding="utf-8", check=True)


def test_a_binder_of_one_s_own_builds_this_repository_and_no_other():
    """BinderHub matches each pattern from the start of what is asked for."""
    (config,) = (
        read["config"]
        for block in re.findall(r"```yaml\n(.*?)```", class_section(), re.DOTALL)
        if "BinderHub" in (read := yaml.safe_load(block)).get("config", {})
    )
    banned = config["RepoProvider"]["banned_specs"]
    (quota,) = config["GitHubRepoProvider"]["spec_config"]

    def refused(spec):
        return any(re.match(pattern, spec, re.IGNORECASE) for pattern in banned)

    assert not refused("OWNER/REPO/main")
    assert re.match(quota["pattern"], "OWNER/REPO/main")
    for other in ("OWNER/REPO2/main", "x/OWNER/REPO/main", "https%3A%2F%2Fa.b/c/main"):
        assert refused(other), other


class Settings:
    """What JupyterHub's configuration object is to a file: it notes what is set."""

    def __init__(self):
        self.__dict__["noted"] = {}

    def __getattr__(self, name):
        return self.noted.setdefault(name, Settings())

    def __setattr__(self, name, value):
        self.noted[name] = value


@on_linux
def test_what_a_class_copies_is_safe_by_itself():
    """A log-in and an account for each; no secret, no service, nobody with more rights.

    JupyterHub itself is started, and attacked, in ``rehearsals/attack.py``.
    """
    text = (ROOT / "docs/jupyterhub_config.py").read_text(encoding="utf-8")
    c, mask = Settings(), os.umask(0)
    try:
        exec(text, {"get_config": lambda: c})
    finally:
        made = os.umask(mask)
    assert made == 0o077
    assert c.JupyterHub.authenticator_class == "pam"
    assert c.JupyterHub.spawner_class == "localprocess"
    assert c.JupyterHub.bind_url.startswith("http://127.0.0.1:")
    assert c.PAMAuthenticator.allowed_groups
    for setting in ("services", "load_roles", "api_tokens", "cookie_secret"):
        assert setting not in c.JupyterHub.noted
    assert "Authenticator" not in c.noted  # such as allow_all, or administrators
    assert "args" not in c.Spawner.noted  # such as --allow-root
    assert not re.search(r"password *=|token|os\.environ", text)


def test_the_rehearsal_s_own_settings_say_that_they_are():
    text = (ROOT / "tools/rehearsals/jupyterhub_config.py").read_text(encoding="utf-8")
    compile(text, "jupyterhub_config.py", "exec")
    assert "not to be copied" in text.partition("\n")[0]
    assert "password" not in text
