"""JupyterHub for a class on one machine: a file to copy, safe as it stands.

Each student is an account of the machine and comes in with its name and its password.
What runs for a student runs under that account: the system itself keeps the files and
the servers of one from all others. Nobody administers the hub from a browser, and this
file holds no secret. ``python -m tools.rehearsals.attack`` plays a student who tries.

Change the first two settings. Run JupyterHub as root, in a folder of its own.
"""

import os
import pwd

c = get_config()  # noqa: F821 -- JupyterHub gives it

# Passwords travel to the address: let a web server with HTTPS stand before this one.
c.JupyterHub.bind_url = "http://127.0.0.1:8000"
c.PAMAuthenticator.allowed_groups = {"students"}  # a group of the machine; no others

c.JupyterHub.authenticator_class = "pam"
c.JupyterHub.spawner_class = "localprocess"

# What the hub writes, and what a student writes, is for its owner alone.
os.umask(0o077)


def close_the_home(spawner):
    """Some systems make homes that all may read."""
    os.chmod(pwd.getpwnam(spawner.user.name).pw_dir, 0o700)


c.Spawner.pre_spawn_hook = close_the_home

c.Spawner.default_url = "/lab/tree/attention/notebooks/00_start_here.ipynb"
# The lessons' matrices are small: more threads than cores only get in each other's way.
c.Spawner.environment = {
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
}
# All come through the door at once: a few servers start at a time, the others wait.
c.JupyterHub.concurrent_spawn_limit = 4
c.Spawner.start_timeout = c.Spawner.http_timeout = 120
