"""What the grid of small maps shows: the weights of all heads of a model."""

import numpy as np


def head_grid(weights):
    """The traits of the view that draws them.

    Parameters
    ----------
    weights : array, shape (layers, heads, T, T)
    """
    data = np.round(255 * weights).astype(np.uint8).tobytes()
    return {"shape": list(weights.shape[:3]), "data": data}
