"""Start JupyterLab as the README says, open what it names, and run it.

    python -m tools.rehearsals.first_visit .venv/bin/jupyter lab notebooks/….ipynb

With the packages of the lessons alone. There is no browser here: the page is asked for
at JupyterLab's address, and its kernel runs all cells of the notebook.
"""

import contextlib
import json
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

from jupyter_client import BlockingKernelClient
from jupyter_core.paths import jupyter_runtime_dir

PATIENCE = 300  # s


def main(command):
    server = subprocess.Popen(command)
    try:
        own = started(server)
        notebook = Path(command[-1])
        page = get(own, f"lab/tree/{notebook}")
        if "jupyter-config-data" not in page:
            raise RuntimeError(f"no JupyterLab, but {page[:500]}")
        print(f"JupyterLab opens {notebook}", flush=True)
        print(f"{run(own, notebook)} cells of it run there", flush=True)
    finally:
        server.terminate()
        server.wait()


def started(server):
    """What the server writes down of itself, its address and token, once it is up."""
    file = Path(jupyter_runtime_dir(), f"jpserver-{server.pid}.json")
    end = time.monotonic() + PATIENCE
    while server.poll() is None and time.monotonic() < end:
        with contextlib.suppress(OSError, ValueError):
            own = json.loads(file.read_text(encoding="utf-8"))
            get(own, "api/status")
            return own
        time.sleep(0.2)
    raise RuntimeError("JupyterLab did not start")


def get(own, path, body=None):
    """Ask the server for something; gives the text of its answer."""
    request = urllib.request.Request(
        own["url"] + path, body, {"Authorization": f"token {own['token']}"}
    )
    with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
        return answer.read().decode()


def run(own, notebook):
    """Let a kernel of the server run the notebook; gives how many cells."""
    wanted = {"path": str(notebook), "name": notebook.name, "type": "notebook"}
    wanted["kernel"] = {"name": "python3"}
    session = json.loads(get(own, "api/sessions", json.dumps(wanted).encode()))
    file = Path(jupyter_runtime_dir(), f"kernel-{session['kernel']['id']}.json")
    client = BlockingKernelClient()
    client.load_connection_file(str(file))
    client.start_channels(hb=False)  # it may not beat yet
    client.wait_for_ready(PATIENCE)
    cells = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
    sources = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]
    for source in sources:
        reply = client.execute_interactive(
            source, timeout=PATIENCE, output_hook=lambda message: None
        )
        if reply["content"]["status"] != "ok":
            raise RuntimeError(f"{source}\n{reply['content']}")
    client.stop_channels()
    return len(sources)


if __name__ == "__main__":
    main(sys.argv[1:])
