import inspect
import json
import re
import subprocess
import sys

import pytest

import attn_lib

# The public names of the design, and those the running example adds.
DESIGN = {
    *("tokenize", "lexicon_embedding", "positional_encoding"),
    *("ProjectionWeights", "project"),
    *("dot_product_scores", "scale_scores"),
    *("softmax", "naive_softmax", "softmax_jacobian", "entropy"),
    *("causal_mask", "padding_mask", "sliding_window_mask"),
    *("combine_masks", "apply_mask"),
    *("weighted_sum", "dropout"),
    *("split_heads", "merge_heads", "multi_head_attention"),
    *("MultiHeadWeights", "MultiHeadTrace"),
    *("attention", "AttentionTrace", "self_attention", "scaled_dot_product_attention"),
    *("softmax_backward", "attention_backward", "self_attention_backward"),
    *("numerical_gradient", "gradient_error", "Trainer", "TrainingState"),
    "language",
}
RUNNING_EXAMPLE = {
    *("SENTENCE", "DIMENSIONS", "QUERY_KEY_NAMES", "VALUE_NAMES"),
    *("embed", "hashed_embedding", "unknown_words"),
}


def test_the_public_names_are_sorted_complete_and_there():
    expected = DESIGN | RUNNING_EXAMPLE
    constants, classes, functions = (
        sorted(filter(kind, expected))
        for kind in (str.isupper, lambda name: name[:2].istitle(), str.islower)
    )
    assert attn_lib.__all__ == [*constants, *classes, *functions]
    assert all(hasattr(attn_lib, name) for name in attn_lib.__all__)


def loaded_by(statement):
    """The top-level modules of a fresh Python that runs the statement."""
    code = f"import json, sys; {statement}; print(json.dumps(sorted(sys.modules)))"
    run = subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    return {name.partition(".")[0] for name in json.loads(run.stdout)}


def test_importing_the_maths_loads_numpy_and_nothing_else():
    third_party = loaded_by("import attn_lib") - loaded_by("import numpy")
    assert third_party - set(sys.stdlib_module_names) == {"attn_lib"}


def test_importing_the_maths_loads_no_picture_and_no_widget():
    loaded = loaded_by("import attn_lib")
    assert not loaded & {"matplotlib", "ipywidgets", "anywidget", "IPython"}


def test_importing_the_scenes_loads_numpy_and_nothing_else():
    """Neither widgets nor Matplotlib: what an explorer shows is tested without them."""
    third_party = loaded_by("import attn_lib.scenes") - loaded_by("import numpy")
    assert third_party - set(sys.stdlib_module_names) == {"attn_lib"}


# ---- docstrings ------------------------------------------------------------


def public_callables():
    """Every public function, class and named constructor, by name."""
    for name in attn_lib.__all__:
        thing = getattr(attn_lib, name)
        if callable(thing):
            yield name, thing
        if inspect.isclass(thing):
            for attribute in vars(thing):
                if inspect.ismethod(member := getattr(thing, attribute)):
                    yield f"{name}.{attribute}", member


CALLABLES = dict(public_callables())
of_all_callables = pytest.mark.parametrize("name", CALLABLES)
SAME_AS = "Parameters and returns are those of :func:"


def sections(docstring):
    """NumPy-style sections: title → the lines that stand at its margin."""
    _, *parts = re.split(r"^(\w+)\n-+$", docstring, flags=re.M)
    return {
        title: [line for line in text.splitlines() if line and not line[0].isspace()]
        for title, text in zip(parts[::2], parts[1::2], strict=True)
    }


def names_in(lines):
    """The names a section describes: ``Q, K : arrays``, ``*masks : …``, ``**kw``."""
    return [
        name.strip(" *") for line in lines for name in line.split(" : ")[0].split(",")
    ]


@of_all_callables
def test_a_docstring_opens_with_one_sentence(name):
    first, _, rest = inspect.getdoc(CALLABLES[name]).partition("\n")
    assert first[0].isupper()
    assert first.endswith(".")
    assert not rest or rest.startswith("\n")


@of_all_callables
def test_a_docstring_describes_every_parameter_and_no_other(name):
    thing, docstring = CALLABLES[name], inspect.getdoc(CALLABLES[name])
    found = sections(docstring)
    described = found.get("Parameters") or found.get("Attributes") or []
    if SAME_AS not in docstring:
        assert names_in(described) == list(inspect.signature(thing).parameters)


@of_all_callables
def test_a_docstring_says_what_comes_back(name):
    thing, docstring = CALLABLES[name], inspect.getdoc(CALLABLES[name])
    if not inspect.isclass(thing) and SAME_AS not in docstring:
        assert "Returns" in sections(docstring)


@of_all_callables
def test_what_a_docstring_refers_to_is_a_public_name(name):
    for referred in re.findall(r":func:`(\w+)`", inspect.getdoc(CALLABLES[name])):
        assert referred in attn_lib.__all__
