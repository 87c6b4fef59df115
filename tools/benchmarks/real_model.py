"""What the real model costs: loading, and reading a sentence of 12 words.

Run ``OPENBLAS_NUM_THREADS=1 python -m tools.benchmarks.real_model`` where the weights
are installed. CPU time, so that a busy machine changes little; with one thread it is
the time on one core. The aims are 1.5 s for loading, checksum included, and 60 ms for
the sentence.
"""

import statistics
import time

from attn_lib.real_model import load_extract, load_minilm

SENTENCE = "the hungry monkey in the garden eats a banana under the tree"


def seconds(work, times):
    """Median CPU time of a call."""
    spent = []
    for _ in range(times):
        began = time.process_time()
        work()
        spent.append(time.process_time() - began)
    return statistics.median(spent)


def main():
    assert len(SENTENCE.split()) == 12
    model = load_minilm()
    reading = seconds(lambda: model.read(SENTENCE), 50)
    print(
        f"loading the model: {seconds(load_minilm, 5):.2f} s, the extract: "
        f"{seconds(load_extract, 5):.2f} s; a sentence of 12 words: "
        f"{1000 * reading:.0f} ms"
    )


if __name__ == "__main__":
    main()
