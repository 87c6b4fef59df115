"""A real model: all-MiniLM-L6-v2, its published weights computed by this library.

``X → 6 × (attention, add, norm, feed-forward, add, norm) → mean → sentence vector``

``load_extract()`` reads the small part that ships with the library, ``load_minilm()``
the whole model. Both need ``tokenizers`` and ``safetensors``; ``import attn_lib`` does
not load this module.
"""

from ..example.minilm import MONEY, NOUNS, READINGS, RIVER, Reading, is_installed
from .layer import FeedForward, Layer, LayerTrace, erf, gelu, layer_norm, run_layer
from .model import (
    HEADS,
    LAYERS,
    ModelTrace,
    RealModel,
    cosine,
    load_extract,
    load_minilm,
    mean_pool,
)
from .readings import full_readings

__all__ = [
    "HEADS",
    "LAYERS",
    "MONEY",
    "NOUNS",
    "READINGS",
    "RIVER",
    "FeedForward",
    "Layer",
    "LayerTrace",
    "ModelTrace",
    "Reading",
    "RealModel",
    "cosine",
    "erf",
    "full_readings",
    "gelu",
    "is_installed",
    "layer_norm",
    "load_extract",
    "load_minilm",
    "mean_pool",
    "run_layer",
]
