"""docs/elsewhere.md: what it says of this library holds."""

import re

import numpy as np
import pytest

import attn_lib as al
from tests.support.lessons import ROOT

TEXT = (ROOT / "docs" / "elsewhere.md").read_text(encoding="utf-8")


def test_masks_of_others_become_ours_as_written():
    (code,) = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)
    assert code.count("assert") == 2
    exec(code, {})


def test_the_row_that_says_what_is_done_here():
    X = np.random.default_rng(0).standard_normal((3, 4))
    nothing = al.attention(X, X, X, mask=np.zeros((3, 3), dtype=bool))
    assert not nothing.weights.any()
    assert not nothing.output.any()
    assert "| here, ONNX (reference and Runtime)," in TEXT
    with pytest.raises(TypeError, match="int"):
        al.attention(X, X, X, mask=np.ones((3, 3), dtype=int))
    assert "`attn_lib` refuses integers" in TEXT
