"""What one move of a slider costs the kernel, beside the usual way of drawing it.

Run ``python -m tools.benchmarks.update_cost``. Ours: state → trace → bytes, the
pipeline explorer at 8 tokens and d_k = 8. The usual way: the same trace, then five of
its stages drawn anew with pyplot and made a PNG, as ``plt.show()`` does in a notebook.
CPU time, so that a busy machine changes little. The aim is 3 ms or less for ours.
"""

import io
import itertools
import statistics
import time

import matplotlib as mpl

from attn_lib.explorers import PipelineExplorer

SENTENCE = "the hungry monkey eats the banana very slowly"
STAGES = ("scores", "scaled", "masked", "weights", "output")


def milliseconds(work, times):
    """Median CPU time of a call."""
    spent = []
    for _ in range(times):
        began = time.process_time()
        work()
        spent.append(1000 * (time.process_time() - began))
    return statistics.median(spent)


def redraw(trace):
    """Five annotated matrices, drawn anew."""
    from matplotlib import pyplot as plt

    figure, axes = plt.subplots(1, 5, figsize=(16, 3.5))
    for ax, name in zip(axes, STAGES, strict=True):
        values = getattr(trace, name)
        ax.imshow(values)
        ax.set_title(name)
        for i, row in enumerate(values):
            for j, value in enumerate(row):
                ax.text(j, i, f"{value:.2f}", ha="center", va="center")
    figure.savefig(io.BytesIO(), format="png", bbox_inches="tight")
    plt.close(figure)


def main():
    mpl.use("Agg")
    explorer = PipelineExplorer(sentence=SENTENCE, d_k=8)
    assert len(explorer.trace.Q) == 8
    widths = itertools.cycle((7, 8))

    def move():
        explorer.d_k.value = next(widths)

    def redraw_state():
        redraw(explorer.scene.compute(explorer.state))

    milliseconds(move, 20)  # caches fill, and are full in a lesson too
    ours, usual = milliseconds(move, 300), milliseconds(redraw_state, 10)
    print(
        f"one move of d_k: {ours:.2f} ms of kernel CPU, "
        f"{len(explorer.board.data)} bytes of numbers; redrawing with pyplot: "
        f"{usual:.0f} ms, {usual / ours:.0f} times as much"
    )


if __name__ == "__main__":
    main()
