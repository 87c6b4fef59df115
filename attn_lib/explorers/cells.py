"""Which explorers the cells of a notebook show.

When a cell runs again, the views of its earlier run are gone from the page. ipywidgets
would keep their widgets, and IPython's history the explorers, as long as the kernel
runs; so they are closed, and taken out of that history.
"""

from IPython import get_ipython

from .._stored import running_cell

_shown = {}  # cell → (the run that shows them, explorers)


def show_in_cell(explorer):
    """Close what an earlier run of this cell showed, unless another cell shows it."""
    cell, run = running_cell()
    if cell is None:
        return
    last_run, shown = _shown.get(cell, (run, []))
    _shown[cell] = run, [*shown, explorer] if run == last_run else [explorer]
    everywhere = [each for _, explorers in _shown.values() for each in explorers]
    for other in shown:
        if other not in everywhere:
            other.close()
            forget(other)


def forget(explorer):
    """Take it out of IPython's history of results; names that were given to it stay."""
    shell = get_ipython()
    results = shell.history_manager.output_hist if shell else {}  # Out
    for count in [n for n, result in results.items() if result is explorer]:
        del results[count]
        for names in (shell.user_ns, shell.user_ns_hidden):
            names.pop(f"_{count}", None)
