"""All heads at once, as small maps."""

import re

import numpy as np
import pytest

from attn_lib import figures

LAYERS, HEADS, T = 2, 3, 4
rng = np.random.default_rng(0)
WEIGHTS = rng.dirichlet(np.ones(T), size=(LAYERS, HEADS, T))


def test_every_weight_stands_where_its_head_query_and_key_say():
    (image,) = figures.head_grid(WEIGHTS).images
    drawn = image.get_array()
    assert drawn.shape == (LAYERS * (T + 1), HEADS * (T + 1))
    for layer, head, i, j in np.ndindex(WEIGHTS.shape):
        row, column = layer * (T + 1) + i, head * (T + 1) + j
        assert drawn[row, column] == WEIGHTS[layer, head, i, j]
    assert drawn.mask.sum() == drawn.size - WEIGHTS.size


def test_all_are_painted_on_the_same_scale():
    assert figures.head_grid(WEIGHTS / 2).images[0].get_clim() == (0, 1)


def test_layers_and_heads_are_numbered_from_0():
    ax = figures.head_grid(WEIGHTS)
    assert [t.get_text() for t in ax.get_yticklabels()] == ["layer 0", "layer 1"]
    assert [t.get_text() for t in ax.get_xticklabels()] == ["0", "1", "2"]


def test_the_chosen_head_has_a_frame_of_its_own():
    ax = figures.head_grid(WEIGHTS, chosen=(1, 2))
    (chosen,) = [frame for frame in ax.patches if frame.get_linewidth() > 1]
    assert chosen.get_xy() == (2 * (T + 1) - 0.5, (T + 1) - 0.5)
    assert len(ax.patches) == LAYERS * HEADS


@pytest.mark.parametrize(
    ("weights", "chosen", "text"),
    [
        (WEIGHTS[0], None, "expected weights of shape (layers, heads, T, T), got"),
        (WEIGHTS[..., :3], None, "got shape (2, 3, 4, 3)"),
        (WEIGHTS, (2, 0), "expected a layer below 2 and a head below 3, got 2 and 0"),
    ],
)
def test_what_does_not_fit_is_refused(weights, chosen, text):
    with pytest.raises(ValueError, match=re.escape(text)):
        figures.head_grid(weights, chosen=chosen)
