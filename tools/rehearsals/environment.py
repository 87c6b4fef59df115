"""The environment that Binder builds, made without Docker in a folder of its own."""

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
NOT_COPIED = shutil.ignore_patterns(".*", "__pycache__", "*.egg-info", "build")


@dataclass(frozen=True)
class Environment:
    """A copy of the repository, and an installation made from ``binder/`` alone.

    Parameters
    ----------
    repository, folder : Path
        The copy, and where Python and the packages are.
    variables : dict
        The process environment: its programs come first on the path.
    """

    repository: Path
    folder: Path
    variables: dict

    def run(self, *command, folder=None):
        """Run a command to its end and return what it printed; raise if it failed."""
        done = subprocess.run(
            command,
            cwd=folder or self.repository,
            env=self.variables,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
        )
        if done.returncode:
            raise RuntimeError(f"{command}\n{done.stdout}")
        return done.stdout

    def megabytes(self):
        """The size of what was installed, on disk."""
        files = (path for path in self.folder.rglob("*") if not path.is_symlink())
        return sum(path.stat().st_size for path in files if path.is_file()) / 1e6


def build(place):
    """Do what repo2docker does: a copy, pip with ``binder/``, and ``postBuild``.

    Parameters
    ----------
    place : Path
        A folder of its own. What the user of a container would have at home is there.
    """
    repository, folder = place / "repository", place / "env"
    shutil.copytree(ROOT, repository, ignore=NOT_COPIED)
    variables = os.environ | {
        "PATH": f"{folder / 'bin'}{os.pathsep}{os.environ['PATH']}",
        "HOME": str(place / "home"),
        "IPYTHONDIR": str(place / "ipython"),
        "JUPYTER_CONFIG_DIR": str(place / "config"),
        "JUPYTER_DATA_DIR": str(place / "jupyter"),
        "JUPYTER_RUNTIME_DIR": str(place / "runtime"),
        "JUPYTERLAB_SETTINGS_DIR": str(place / "settings"),
        "JUPYTERLAB_WORKSPACES_DIR": str(place / "workspaces"),
        "MPLCONFIGDIR": str(place / "matplotlib"),
    }
    for inherited in ("PYTHONPATH", "VIRTUAL_ENV"):
        variables.pop(inherited, None)
    (place / "home").mkdir()
    environment = Environment(repository, folder, variables)
    wanted = (repository / "binder/runtime.txt").read_text(encoding="utf-8").strip()
    running = f"python-{sys.version_info[0]}.{sys.version_info[1]}"
    if wanted != running:
        raise RuntimeError(f"Binder uses {wanted}, this is {running}")
    environment.run(sys.executable, "-m", "venv", str(folder))
    environment.run("pip", "install", "--quiet", "-r", "binder/requirements.txt")
    environment.run("./binder/postBuild")
    return environment
