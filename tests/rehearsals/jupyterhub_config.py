"""JupyterHub for a class on one machine, as rehearsed by ``classroom.py``.

For a real class replace the two lines marked so; the rest can stay.
"""

import os
import sys
from pathlib import Path

place = Path(os.environ["CLASSROOM"])

c = get_config()  # noqa: F821 -- JupyterHub gives it
c.JupyterHub.bind_url = os.environ["CLASSROOM_ADDRESS"]
c.JupyterHub.hub_bind_url = os.environ["CLASSROOM_HUB"]
c.ConfigurableHTTPProxy.api_url = os.environ["CLASSROOM_PROXY"]
c.ConfigurableHTTPProxy.command = [os.environ["CLASSROOM_PROXY_COMMAND"]]
c.JupyterHub.db_url = f"sqlite:///{place / 'hub.sqlite'}"
c.JupyterHub.cookie_secret_file = str(place / "cookie_secret")

c.JupyterHub.authenticator_class = "dummy"  # in a real class: the school's own log-in
c.DummyAuthenticator.password = os.environ["CLASSROOM_TOKEN"]
c.Authenticator.allow_all = True

c.JupyterHub.spawner_class = "simple"  # in a real class: one account for each student
c.SimpleLocalProcessSpawner.home_dir_template = str(place / "students/{username}")
c.Spawner.cmd = [sys.executable, "-m", "jupyterhub.singleuser"]
c.Spawner.args = ["--allow-root"]
c.Spawner.default_url = "/lab/tree/notebooks/00_start_here.ipynb"
c.Spawner.env_keep = [
    *("PATH", "LANG", "LC_ALL", "JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR"),
    *("IPYTHONDIR", "MPLCONFIGDIR"),
]

# The lessons' matrices are small: more threads than cores only get in each other's way.
c.Spawner.environment = {
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
}
# All come through the door at once: a few servers start at a time, the others wait.
c.JupyterHub.concurrent_spawn_limit = 4
c.Spawner.start_timeout = c.Spawner.http_timeout = 120

c.JupyterHub.services = [{"name": "class", "api_token": os.environ["CLASSROOM_TOKEN"]}]
c.JupyterHub.load_roles = [
    {
        "name": "class",
        "scopes": ["admin:users", "admin:servers", "access:servers"],
        "services": ["class"],
    }
]
