"""Play a student who attacks her class: ``python -m tools.rehearsals.attack``.

JupyterHub runs with ``docs/jupyterhub_config.py`` as it stands, on a machine with three
accounts. Bea has a server and a file. Anna knows her own password, and one that the
class was told. With these she tries to read and to change Bea's file, to come in as
Bea, to use her server or stop it, and to administer the hub: from a browser, with a
token of her own, and from the shell that every student has. Each of that has to fail,
and Bea's own log-in has to work.

It needs root, bubblewrap and Node.js. The accounts, with their homes and passwords, are
seen by the processes of this rehearsal alone.
"""

import argparse
import contextlib
import http.cookiejar
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.parse
import urllib.request
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SETTINGS = ROOT / "docs/jupyterhub_config.py"
HOMES = Path("/home")
HUB = "http://127.0.0.1:8000"
PATIENCE = 180  # s
# Without blanks, so that each could be a token. The first was told to all.
SHARED = "class-password"
PASSWORDS = {"anna": "anna-s-own", "bea": "bea-s-own"}


@dataclass
class Browser:
    """A person's browser: it keeps cookies, and sends the hub's own back with forms."""

    name: str
    cookies: http.cookiejar.CookieJar = field(default_factory=http.cookiejar.CookieJar)

    def ask(self, method, path, body=None, token=None, form=False):
        """Status and text of an answer; a redirection is followed."""
        keeping = urllib.request.HTTPCookieProcessor(self.cookies)
        send = urllib.request.build_opener(keeping).open
        headers = {"Authorization": f"token {token}"} if token else {}
        for cookie in self.cookies:
            if cookie.name == "_xsrf" and cookie.path == "/hub/":
                headers["X-XSRFToken"] = cookie.value
        data = None
        if form:
            data = urllib.parse.urlencode(body).encode()
        elif body is not None:
            headers["Content-Type"] = "application/json"
            data = json.dumps(body).encode()
        request = urllib.request.Request(HUB + path, data, headers, method=method)
        try:
            with send(request, timeout=PATIENCE) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, error.read().decode()

    def log_in(self, name, password):
        """Fill in the form; says whether the hub let this person in."""
        self.ask("GET", "/hub/login")
        said = {"username": name, "password": password}
        self.ask("POST", "/hub/login", said, form=True)
        return self.ask("GET", "/hub/home")[1].find(f">{name}<") >= 0

    def own_token(self):
        """A token as every user may make it, with all rights that she has."""
        status, text = self.ask("POST", f"/hub/api/users/{self.name}/tokens", {})
        if status != 201:
            raise RuntimeError(f"{self.name} gets no token: {status} {text}")
        return json.loads(text)["token"]


def start_server(browser, token):
    """Start a person's server and wait until it answers."""
    status, text = browser.ask(
        "POST", f"/hub/api/users/{browser.name}/server", {}, token
    )
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if (
            browser.ask("GET", f"/user/{browser.name}/api/status", None, token)[0]
            == 200
        ):
            return
        time.sleep(0.5)
    raise RuntimeError(f"{browser.name} has no server: {status} {text}")


def over_the_network():
    """What Anna tries from her browser and with tokens: each with its request."""
    bea_s_file = "/user/bea/api/contents/secret.txt"
    text = {"type": "file", "format": "text", "content": "changed"}
    return [
        ("read Bea's file", "GET", bea_s_file, None),
        ("change Bea's file", "PUT", bea_s_file, text),
        ("run something as Bea", "POST", "/user/bea/api/terminals", {}),
        ("stop Bea's server", "DELETE", "/hub/api/users/bea/server", None),
        ("make a token for Bea", "POST", "/hub/api/users/bea/tokens", {}),
        ("list the class", "GET", "/hub/api/users", None),
        ("make an account", "POST", "/hub/api/users/carl", {}),
        ("become administrator", "PATCH", "/hub/api/users/anna", {"admin": True}),
        ("stop the hub", "POST", "/hub/api/shutdown", {}),
        ("see the proxy's routes", "GET", "/hub/api/proxy", None),
        ("delete Bea's account", "DELETE", "/hub/api/users/bea", None),
    ]


def in_her_shell(hub):
    """What she tries on the machine itself: pieces of Python that must all fail."""
    folder, file = Path.cwd(), str(HOMES / "bea/secret.txt")
    yield "read Bea's file there", f"open({file!r}).read()"
    yield "change Bea's file there", f'open({file!r}, "w")'
    yield "look into Bea's home", f"import os; os.listdir({str(HOMES / 'bea')!r})"
    for name in ("jupyterhub.sqlite", "jupyterhub_cookie_secret"):
        if not (folder / name).is_file():
            raise RuntimeError(f"the hub keeps no {name}: this test has to be changed")
        yield f"read {name}", f'open("{folder / name}", "rb").read()'
    yield "read the hub's environment", f'open("/proc/{hub}/environ", "rb").read()'
    for process in processes_of("bea"):
        yield "end a process of Bea's", f"import os; os.kill({process}, 9)"
        yield "read its environment", f'open("/proc/{process}/environ", "rb").read()'


def processes_of(name):
    """Numbers of the processes that run under an account."""
    listed = subprocess.run(
        ["ps", "-u", name, "-o", "pid="], stdout=subprocess.PIPE, encoding="utf-8"
    ).stdout.split()
    if not listed:
        raise RuntimeError(f"nothing runs under the account {name}")
    return listed


def attack(hub):
    """Let Anna try everything; gives what she could do and should not."""
    bea, anna = Browser("bea"), Browser("anna")
    if not bea.log_in("bea", PASSWORDS["bea"]):
        raise RuntimeError("Bea cannot log in")
    start_server(bea, token := bea.own_token())
    note = {"type": "file", "format": "text", "content": "hers alone"}
    status, text = bea.ask("PUT", "/user/bea/api/contents/secret.txt", note, token)
    if status != 201:
        raise RuntimeError(f"Bea writes no file: {status} {text}")

    for name, password in (
        ("bea", PASSWORDS["anna"]),
        ("bea", SHARED),
        ("eve", SHARED),
    ):
        if Browser(name).log_in(name, password):
            yield f"come in as {name}"
    came_in = anna.log_in("anna", PASSWORDS["anna"])
    if not came_in:
        raise RuntimeError("Anna cannot log in")
    start_server(anna, own := anna.own_token())
    with_what = {
        "her cookies": (anna, None),
        "a token of hers": (anna, own),
        "the class's password as a token": (Browser("anna"), SHARED),
        "her password as a token": (Browser("anna"), PASSWORDS["anna"]),
    }
    for what, code in in_her_shell(hub):
        tried = subprocess.run(
            ["/usr/bin/env", "python3", "-c", code],
            user="anna",
            group="students",
            extra_groups=[],
            cwd="/",
            stderr=subprocess.PIPE,
            encoding="utf-8",
        )
        if "PermissionError" not in tried.stderr:
            yield f"{what} ({tried.stderr or 'done'})"
    for means, (browser, token_used) in with_what.items():
        for what, method, path, body in over_the_network():
            status, _ = browser.ask(method, path, body, token_used)
            if status < 400:
                yield f"{what}, with {means} ({status})"
    status, text = bea.ask("GET", "/user/bea/api/contents/secret.txt", None, token)
    if '"hers alone"' not in text:
        yield f"harm Bea: {status} {text[:200]}"


def make_accounts():
    """Three students, in the copy of /etc that this rehearsal has."""
    accounts = subprocess.run
    accounts(["groupadd", "students"], check=True)
    for name in (*PASSWORDS, "eve"):
        accounts(["useradd", "-g", "students", "--create-home", name], check=True)
        (HOMES / name).chmod(0o755)  # as on many systems
    lines = "".join(f"{name}:{own}\n" for name, own in PASSWORDS.items())
    accounts(["chpasswd"], input=lines, encoding="utf-8", check=True)


def wait_for(hub):
    """Wait until the hub answers; its proxy is there before."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end and hub.poll() is None:
        with contextlib.suppress(OSError):
            if Browser("").ask("GET", "/hub/api/")[0] == 200:
                return
        time.sleep(0.5)
    raise RuntimeError("JupyterHub did not start")


def inside(settings):
    """Start the hub among the accounts, and attack it; gives the exit status."""
    make_accounts()
    with Path("log").open("w", encoding="utf-8") as log:
        hub = subprocess.Popen(
            ["jupyterhub", f"--config={settings}"],
            stdout=log,
            stderr=subprocess.STDOUT,
        )
    try:
        wait_for(hub)
        could = list(attack(hub.pid))
    except Exception:
        print(Path("log").read_text(encoding="utf-8")[-4000:])
        raise
    finally:
        hub.send_signal(signal.SIGTERM)
        hub.wait()
    for what in could:
        print(f"she could: {what}")
    tries = 3 + 4 * len(over_the_network())
    print(f"anna tried {tries} things over the network, and those of a shell:", end=" ")
    print(f"{len(could) or 'none'} succeeded", flush=True)
    return 1 if could else 0


def sandbox(place, environment, settings):
    """The command that runs :func:`inside` with accounts and homes of its own."""
    shutil.copytree("/etc", place / "etc", symlinks=True)
    variables = environment.variables
    python = Path(sys.base_prefix)
    options = ["--bind", "/", "/", "--dev", "/dev", "--proc", "/proc"]
    options += ["--perms", "1777", "--tmpfs", "/dev/shm"]
    options += ["--bind", str(place / "etc"), "/etc"]
    options += ["--perms", "0755", "--tmpfs", str(HOMES)]
    if python.is_relative_to(Path.home()):  # where other accounts do not come
        options += ["--perms", "0755", "--tmpfs", str(Path.home())]
        for folder in reversed(python.relative_to(Path.home()).parents[:-1]):
            options += ["--perms", "0755", "--dir", str(Path.home() / folder)]
        options += ["--ro-bind", str(python), str(python)]
    path = f"{place / 'node_modules/.bin'}{os.pathsep}{variables['PATH']}"
    given = {"PATH": path, "LANG": "C.UTF-8", "PYTHONPATH": str(environment.repository)}
    words = [w for pair in given.items() for w in ("--setenv", *pair)]
    return [
        *("bwrap", *options, "--unshare-net", "--unshare-pid", "--unshare-ipc"),
        *("--die-with-parent", "--cap-add", "ALL", "--clearenv", *words),
        *("--chdir", str(place / "hub"), "python", "-m", "tools.rehearsals.attack"),
        *("--inside", "--settings", str(settings)),
    ]


def rehearse(place, settings=SETTINGS):
    """Install a class's server in a folder, and attack it; gives the exit status."""
    from tools.rehearsals.classroom import install

    environment, _ = install(place)
    place.chmod(0o755)  # the students use what is installed there
    (place / "hub").mkdir()
    shutil.copy(settings, place / "hub/config.py")
    return subprocess.run(sandbox(place, environment, "config.py")).returncode


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--settings", type=Path, default=SETTINGS)
    parser.add_argument("--inside", action="store_true", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.inside:
        return inside(asked.settings)
    with tempfile.TemporaryDirectory() as place:
        return rehearse(Path(place), asked.settings)


if __name__ == "__main__":
    sys.exit(main())
