"""The rehearsal's own settings, not to be copied: docs/jupyterhub_config.py is.

Simulated students have no account and nobody logs in: a service lets them in, which
may do what it likes. It is right for a minute, on an address of this machine alone.
"""

import os
import sys
from pathlib import Path

place = Path(os.environ["CLASSROOM"])

load_subconfig(os.environ["CLASSROOM_SETTINGS"])  # noqa: F821 -- JupyterHub gives it
c = get_config()  # noqa: F821

c.JupyterHub.bind_url = os.environ["CLASSROOM_ADDRESS"]
c.JupyterHub.hub_bind_url = os.environ["CLASSROOM_HUB"]
c.ConfigurableHTTPProxy.api_url = os.environ["CLASSROOM_PROXY"]
c.ConfigurableHTTPProxy.command = [os.environ["CLASSROOM_PROXY_COMMAND"]]
c.JupyterHub.db_url = f"sqlite:///{place / 'hub.sqlite'}"
c.JupyterHub.cookie_secret_file = str(place / "cookie_secret")

c.JupyterHub.authenticator_class = "null"
c.JupyterHub.spawner_class = "simple"
c.SimpleLocalProcessSpawner.home_dir_template = str(place / "students/{username}")
c.Spawner.pre_spawn_hook = None
c.Spawner.cmd = [sys.executable, "-m", "jupyterhub.singleuser"]
c.Spawner.args = ["--allow-root"]  # as whoever rehearses
c.Spawner.default_url = "/lab/tree/notebooks/00_start_here.ipynb"
c.Spawner.env_keep = [
    *("PATH", "LANG", "LC_ALL", "JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR"),
    *("IPYTHONDIR", "MPLCONFIGDIR"),
]

c.JupyterHub.services = [{"name": "class", "api_token": os.environ["CLASSROOM_TOKEN"]}]
c.JupyterHub.load_roles = [
    {
        "name": "class",
        "scopes": ["admin:users", "admin:servers", "access:servers"],
        "services": ["class"],
    }
]
