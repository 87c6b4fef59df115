"""Rehearse a class: ``python -m tools.rehearsals.classroom``.

JupyterHub is started on this machine, and simulated students come in, each with a
server, a kernel and an explorer of their own. For a minute each of them makes five
changes a second, most of them to a slider, every fifth to the sentence: what a page
sends is sent over the kernel's websocket, and the next change waits for the answer, as
that of a page does. Printed is how long the answers took, and what a student costs.

It needs Node.js with npm, and about 200 MB of memory a student. Everything stays on
this machine.
"""

import argparse
import asyncio
import contextlib
import itertools
import json
import os
import secrets
import subprocess
import sys
import tempfile
import time
import uuid
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import psutil
from tornado.httpclient import AsyncHTTPClient, HTTPClientError, HTTPRequest
from tornado.websocket import websocket_connect

from tools.rehearsals.binder import free_port
from tools.rehearsals.environment import ROOT, build

CONFIG = Path(__file__).with_name("jupyterhub_config.py")
SETTINGS = ROOT / "docs/jupyterhub_config.py"  # a real class's, which CONFIG changes
JUPYTERHUB = "jupyterhub==6.1.1"
PROXY = "configurable-http-proxy@5.3.0"
HERTZ = 5
MOST_STUDENTS, MOST_SECONDS = 60, 300
PATIENCE = 600  # s until all are in; a class that comes at once waits its turn
SENTENCES = (  # not the explorer's first one, of which the page has everything already
    "the old man sees a red house",
    "a bird sings",
    "we like green tea and sweet bread",
)
LESSON = """
from attn_lib.explorers import PipelineExplorer
explorer = PipelineExplorer()
explorer
"""
MODELS = "[explorer.d_k.model_id, explorer.sentence.model_id, explorer.board.model_id]"


@dataclass
class Class:
    """A running JupyterHub.

    Parameters
    ----------
    address, token : str
    process : psutil.Process
    """

    address: str
    token: str
    process: psutil.Process

    async def ask(self, method, path, body=None):
        """Send a request, and give what came back."""
        request = HTTPRequest(
            f"{self.address}{path}",
            method=method,
            headers={"Authorization": f"token {self.token}"},
            body=None if method == "GET" else json.dumps(body or {}),
            request_timeout=PATIENCE,
        )
        answer = await AsyncHTTPClient().fetch(request)
        return json.loads(answer.body or "null")

    def costs(self):
        """Kind of process → (CPU seconds so far, bytes of memory)."""
        found = {"server": [0, 0], "kernel": [0, 0], "hub and proxy": [0, 0]}
        for process in [self.process, *self.process.children(recursive=True)]:
            command = " ".join(process.cmdline())
            kind = "hub and proxy"
            if "ipykernel" in command:
                kind = "kernel"
            elif "singleuser" in command:
                kind = "server"
            times, memory = process.cpu_times(), process.memory_full_info()
            found[kind][0] += times.user + times.system
            found[kind][1] += memory.pss  # what is shared is divided among the sharers
        return {kind: np.array(cost) for kind, cost in found.items()}


@dataclass
class Student:
    """One student: a server, a kernel, an explorer, and how long its answers took."""

    course: Class
    number: int
    took: list = field(default_factory=list)
    errors: list = field(default_factory=list)
    board: str = ""  # the id of its model, known when the explorer is there
    swept: bool = False  # has the page what d_k does to the present sentence?

    @property
    def name(self):
        return f"student-{self.number:02}"

    async def come_in(self):
        """Start a server and a kernel, and run the lesson's cell."""
        ask = self.course.ask
        await ask("POST", f"/hub/api/users/{self.name}")
        await self._start_server()
        kernel = await ask("POST", f"/user/{self.name}/api/kernels")
        address = self.course.address.replace("http", "ws", 1)
        session = uuid.uuid4().hex
        self.session = session
        path = f"/user/{self.name}/api/kernels/{kernel['id']}/channels"
        self.socket = await websocket_connect(
            HTTPRequest(
                f"{address}{path}?session_id={session}",
                headers={"Authorization": f"token {self.course.token}"},
            ),
            max_message_size=100_000_000,
        )
        reply = await self._send(
            "execute_request",
            {
                "code": LESSON,
                "silent": False,
                "store_history": True,
                "user_expressions": {"models": MODELS},
                "allow_stdin": False,
                "stop_on_error": True,
            },
        )
        models = reply["user_expressions"]["models"]["data"]["text/plain"]
        self.d_k, self.sentence, self.board = json.loads(models.replace("'", '"'))

    async def _start_server(self):
        """Ask until there is room: JupyterHub starts a few servers at a time."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            try:
                await self.course.ask("POST", f"/hub/api/users/{self.name}/server")
            except HTTPClientError as error:
                if error.code not in (400, 429):  # 400: it is running or on its way
                    raise
            user = await self.course.ask("GET", f"/hub/api/users/{self.name}")
            if user["server"]:
                return
            await asyncio.sleep(1)
        raise TimeoutError(f"{self.name} has no server")

    async def _send(self, kind, content):
        """Send a message; read until the kernel is done with it; give its reply."""
        header = {
            "msg_id": uuid.uuid4().hex,
            "msg_type": kind,
            "session": self.session,
            "username": self.name,
            "version": "5.4",
            "date": "",
        }
        message = {"header": header, "parent_header": {}, "metadata": {}}
        message |= {"channel": "shell", "content": content, "buffers": []}
        await self.socket.write_message(json.dumps(message))
        reply = None
        waits_for_reply = kind.endswith("_request")
        done = False
        self.pictures = []
        while not done or (waits_for_reply and reply is None):
            answer = await self.socket.read_message()
            if answer is None:
                raise ConnectionError(f"{self.name}: the connection was lost")
            heard = self._hear(answer, header["msg_id"])
            if heard.get("execution_state") == "idle":
                done = True
            if "status" in heard:
                reply = heard
                if heard["status"] != "ok":
                    self.errors.append(heard)
        return reply

    def _hear(self, answer, asked):
        """Content of a message that answers ours; widgets' messages are noted."""
        if isinstance(answer, bytes):  # with buffers: where parts begin, then the parts
            parts = int.from_bytes(answer[:4])
            start, end = (int.from_bytes(answer[n : n + 4]) for n in (4, 8))
            answer = answer[start : end if parts > 1 else None]
        message = json.loads(answer)
        content = message["content"]
        if message["msg_type"] in ("error", "stream"):
            self.errors.append(content)
        if message["msg_type"] == "comm_msg" and content["comm_id"] == self.board:
            state = content["data"].get("state", {})
            self.swept |= bool(state.get("sweep_d_k"))
            self.pictures.append(state)
        answers_ours = message["parent_header"].get("msg_id") == asked
        return content if answers_ours else {}

    async def change(self, model, value):
        """Set a control as its page does, and wait until the kernel has answered."""
        data = {"method": "update", "state": {"value": value}, "buffer_paths": []}
        began = time.perf_counter()
        await self._send("comm_msg", {"comm_id": model, "data": data})
        self.took.append(time.perf_counter() - began)
        said = [state["message"] for state in self.pictures if state.get("message")]
        came = any("key" in state for state in self.pictures)
        if said or not (came or self.swept):
            self.errors.append(said or f"no answer to {value!r}")

    async def learn(self, seconds):
        """Make changes at a steady pace for so long; a late answer delays the next."""
        sizes = itertools.cycle([5, 6, 7, 8, 9, 10, 9, 8, 7, 6])
        sentences = itertools.cycle(SENTENCES)
        began = time.monotonic() + self.number / 100
        for n in range(seconds * HERTZ):
            await asyncio.sleep(began + n / HERTZ - time.monotonic())
            if time.monotonic() > began + seconds:
                break
            if n % HERTZ:
                await self.change(self.d_k, next(sizes))
            else:
                self.swept = False
                await self.change(self.sentence, next(sentences))


def install(place):
    """Install JupyterHub beside the lessons; gives the environment and its proxy."""
    environment = build(place)
    environment.run("pip", "install", "--quiet", JUPYTERHUB)
    environment.run("npm", "install", "--silent", "--prefix", str(place), PROXY)
    return environment, place / "node_modules/.bin/configurable-http-proxy"


@contextlib.contextmanager
def hub(place):
    """Install and start JupyterHub; gives a :class:`Class`."""
    environment, proxy_command = install(place)
    ports = [free_port() for _ in range(3)]
    address, own, proxy = (f"http://127.0.0.1:{port}" for port in ports)
    token = secrets.token_hex()
    variables = environment.variables | {
        "CLASSROOM": str(place),
        "CLASSROOM_SETTINGS": str(SETTINGS),
        "CLASSROOM_ADDRESS": address,
        "CLASSROOM_HUB": own,
        "CLASSROOM_PROXY": proxy,
        "CLASSROOM_TOKEN": token,
        "CLASSROOM_PROXY_COMMAND": str(proxy_command),
    }
    log = place / "log"
    with log.open("w", encoding="utf-8") as printed:
        process = subprocess.Popen(
            ["jupyterhub", f"--config={CONFIG}"],
            cwd=place,
            env=variables,
            stdout=printed,
            stderr=subprocess.STDOUT,
        )
    try:
        yield Class(address, token, psutil.Process(process.pid))
    except Exception:
        print(log.read_text(encoding="utf-8")[-4000:])
        raise
    finally:
        process.terminate()  # it stops all servers and the proxy
        process.wait(PATIENCE)


async def opened(course):
    """Wait until the hub answers through its proxy."""
    end = time.monotonic() + 60
    while time.monotonic() < end:
        with contextlib.suppress(OSError, HTTPClientError):
            return await course.ask("GET", "/hub/api/")
        await asyncio.sleep(0.2)
    raise TimeoutError("JupyterHub did not start")


async def teach(course, count, seconds):
    """Let the students in, let them learn; gives the report's lines, and the errors."""
    await opened(course)
    students = [Student(course, number) for number in range(count)]
    began = time.monotonic()
    await asyncio.gather(*(student.come_in() for student in students))
    all_in = time.monotonic() - began
    before, at_rest = course.costs(), os.times()
    began = time.monotonic()
    await asyncio.gather(*(student.learn(seconds) for student in students))
    lasted = time.monotonic() - began
    after, own = course.costs(), os.times()
    errors = [error for student in students for error in student.errors]
    return report(students, all_in, lasted, before, after, own, at_rest), errors


def report(students, all_in, lasted, before, after, own, at_rest):
    """Say in lines of text what was measured."""
    count = len(students)
    took = 1000 * np.concatenate([student.took for student in students])
    errors = [error for student in students for error in student.errors]
    wanted = count * HERTZ
    simulation = sum(own[:2]) - sum(at_rest[:2])
    yield f"{count} students on {os.cpu_count()} cores; all ready after {all_in:.0f} s"
    came_in = sum(cpu for cpu, _ in before.values()) / count
    yield f"to come in: {came_in:.1f} s of a core a student"
    yield f"changes a second: {len(took) / lasted:.0f} of {wanted} wanted"
    yield "answer, ms: p50 {:.0f}, p95 {:.0f}, longest {:.0f}".format(
        *np.percentile(took, [50, 95, 100])
    )
    for kind in before:
        cpu, memory = after[kind][0] - before[kind][0], after[kind][1]
        yield (
            f"{kind}: {100 * cpu / lasted / count:.1f} % of a core and "
            f"{memory / 1e6 / count:.0f} MB a student; "
            f"{1000 * cpu / len(took):.1f} ms of CPU a change"
        )
    yield f"the simulated pages themselves: {100 * simulation / lasted:.0f} % of a core"
    yield f"errors: {len(errors) or 'none'}"
    for error in errors[:3]:
        yield str(error)[:500]


def main():
    """Rehearse a class; gives the exit status, 1 if anything went wrong in it."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--students", type=int, default=30)
    parser.add_argument("--seconds", type=int, default=60)
    asked = parser.parse_args()
    count = min(asked.students, MOST_STUDENTS)
    seconds = min(asked.seconds, MOST_SECONDS)
    AsyncHTTPClient.configure(None, max_clients=2 * MOST_STUDENTS)
    with tempfile.TemporaryDirectory() as place, hub(Path(place)) as course:
        lines, errors = asyncio.run(teach(course, count, seconds))
        print(*lines, sep="\n", flush=True)
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main())
