"""The bug museum: attention that runs, looks fine, and is wrong.

One exhibit a lesson. Nothing here is marked: finding the fault is the exercise, and the
detectors are the tools.
"""

import inspect
import math
import textwrap
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from ..attention import self_attention
from ..embedding import positional_encoding
from ..qkv_projection import ProjectionWeights
from ..words import N_, _
from ._checking import ValueExercise, Wrong, check, say
from .detectors import Finding


def layer_of_a_batch(batch):
    """Positions, then self-attention, for several sentences at once."""
    batch = batch.copy()
    for number, sentence in enumerate(batch):
        pattern = positional_encoding(len(sentence), 4)
        sentence[:, -4:] += pattern[number]
    return self_attention(batch, ProjectionWeights.designed()).output


def queries(X, W_Q):
    """One query for each token."""
    return np.array([W_Q @ x for x in X])


def scores(Q, K):
    """One score for each query and key."""
    return np.array([[query @ key for query in Q] for key in K])


def attention(Q, K, V):
    """Scaled dot-product attention."""
    scaled = Q @ K.T / math.sqrt(len(K))
    e = np.exp(scaled - scaled.max(axis=1, keepdims=True))
    weights = e / e.sum(axis=1, keepdims=True)
    return weights @ V


def causal_attention(Q, K, V):
    """Attention that does not look ahead."""
    scaled = Q @ K.T / math.sqrt(Q.shape[1])
    e = np.exp(scaled - scaled.max(axis=1, keepdims=True))
    weights = e / e.sum(axis=1, keepdims=True)
    weights = weights * np.tri(len(Q), len(K))
    return weights @ V


def quick_attention(Q, K, V):
    """Attention without an exponential."""
    scaled = Q @ K.T / math.sqrt(Q.shape[1])
    best = scaled == scaled.max(axis=1, keepdims=True)
    weights = best / best.sum(axis=1, keepdims=True)
    return weights @ V


def weights_of_two_heads(Q, K):
    """Two heads: a table of weights for each."""
    Q, K = (Y.reshape(len(Y), 2, -1) for Y in (Q, K))
    scaled = Q @ K.swapaxes(1, 2) / math.sqrt(Q.shape[2])
    e = np.exp(scaled - scaled.max(axis=2, keepdims=True))
    return e / e.sum(axis=2, keepdims=True)


def gradient_of_queries(Q, K, V, d_output):
    """Back from the output to the queries."""
    root = math.sqrt(Q.shape[1])
    scaled = Q @ K.T / root
    e = np.exp(scaled - scaled.max(axis=1, keepdims=True))
    weights = e / e.sum(axis=1, keepdims=True)
    d_weights = d_output @ V.T
    d_scaled = weights * (1 - weights) * d_weights
    return d_scaled @ K / root


def sentence_vectors(X, lengths):
    """One vector for each sentence of a batch, the short ones filled up."""
    real = np.arange(X.shape[1]) < lengths[:, None]
    scaled = X @ X.swapaxes(1, 2) / math.sqrt(X.shape[2])
    masked = np.where(real[:, :, None], scaled, -1e4)
    e = np.exp(masked - masked.max(axis=2, keepdims=True))
    output = e / e.sum(axis=2, keepdims=True) @ X
    return (output * real[:, :, None]).sum(axis=1) / lengths[:, None]


@dataclass(frozen=True)
class Exhibit:
    """A function with a fault. Printed, it shows its story and its code.

    Attributes
    ----------
    lesson : str
        Number of the lesson, ``"02"``.
    function : callable
    caught_by : tuple of str
        Names of the detectors that tell it from a right version.
    story : str
        What it claims to be, and what its author tried; marked.
    """

    lesson: str
    function: Callable
    caught_by: tuple
    story: str

    def __repr__(self):
        story = _("Exhibit {lesson}. {story}")
        story = story.format(lesson=self.lesson, story=_(self.story))
        story = textwrap.fill(story, 80)
        return f"{story}\n\n{inspect.getsource(self.function).rstrip()}"

    def examine(self, finding):
        """Raise Wrong unless the finding is a detector's that caught the exhibit."""
        if not isinstance(finding, Finding):
            raise Wrong("no-finding", _("expected what a detector returns"))
        if finding.function is not self.function:
            text = _(
                "this finding is about another function. Give the detector the "
                "exhibit's function"
            )
            raise Wrong("another-function", text)
        if finding.ok:
            text = _(
                "{detector} finds nothing here, so the fault is elsewhere. What has "
                "not been looked at yet?"
            )
            raise Wrong("nothing-found", text.format(detector=finding.detector))
        if finding.detector not in self.caught_by:
            text = _(
                "{detector} would catch a right version, too. It is not made for this "
                "kind of function"
            )
            raise Wrong("other-detector", text.format(detector=finding.detector))


EXHIBITS = {
    exhibit.lesson: exhibit
    for exhibit in (
        Exhibit(
            "00",
            layer_of_a_batch,
            ("permutation",),
            N_(
                "A layer for several sentences at once. It gives every token its "
                "position, then lets the tokens look at each other. Its author looked "
                "at the shape."
            ),
        ),
        Exhibit(
            "01",
            queries,
            ("shape_test",),
            N_(
                "Queries for all tokens. Its author tried it with d_k = d_model and "
                "found a query for each token."
            ),
        ),
        Exhibit(
            "02",
            scores,
            ("shape_test",),
            N_(
                "The scores of all queries and keys. Its author tried it on a sentence "
                "that looks at itself and found one number for each pair."
            ),
        ),
        Exhibit(
            "03",
            attention,
            ("scale_test",),
            N_(
                "Scaled attention. Its author looked at the row sums, and tried large "
                "scores, with which every query found its key."
            ),
        ),
        Exhibit(
            "04",
            causal_attention,
            ("row_sums", "future_leak"),
            N_(
                "Causal attention. Its author printed the weights and saw that the "
                "upper triangle is exactly 0."
            ),
        ),
        Exhibit(
            "05",
            quick_attention,
            ("scale_test",),
            N_(
                "Attention without an exponential, and therefore quick. Its author saw "
                "that rows sum to 1 and that every output lies among the values."
            ),
        ),
        Exhibit(
            "06",
            weights_of_two_heads,
            ("shape_test",),
            N_(
                "The weights of two heads. Its author tried it with two tokens and saw "
                "two tables, two by two, with rows that sum to 1."
            ),
        ),
        Exhibit(
            "07",
            gradient_of_queries,
            ("gradient_test",),
            N_(
                "The gradient of the queries. Its author looked up that the derivative "
                "of softmax is p (1 - p), checked the shape, and saw the loss go down."
            ),
        ),
        Exhibit(
            "08",
            sentence_vectors,
            ("filler_test",),
            N_(
                "Vectors for a batch of sentences. Its author hides the fillers, "
                "leaves them out of the mean, and saw that a sentence as long as the "
                "batch gets the vector that it gets alone."
            ),
        ),
    )
}

EXERCISES = {
    lesson: ValueExercise(
        lesson=lesson,
        id="museum",
        name=N_("bug museum"),
        examine=EXHIBITS[lesson].examine,
    )
    for lesson in EXHIBITS
}


def exhibit(lesson):
    """Fetch the exhibit of a lesson.

    Parameters
    ----------
    lesson : str
        Its number, ``"02"``.

    Returns
    -------
    exhibit : Exhibit
        Print it, and give its ``function`` to detectors.

    Raises
    ------
    ValueError
        If the lesson has none.
    """
    if lesson not in EXHIBITS:
        known = ", ".join(EXHIBITS)
        raise ValueError(f"exhibit: expected one of {known}, got {lesson!r:.40}")
    return EXHIBITS[lesson]


def check_exhibit(lesson, finding):
    """Check that a detector found the fault of an exhibit, and show what it found.

    Parameters
    ----------
    lesson : str
        Number of the lesson, ``"02"``.
    finding : Finding
        What a detector returned, given the exhibit.

    Raises
    ------
    ValueError
        If the lesson has no exhibit.
    """
    exhibit(lesson)
    if isinstance(finding, Finding):
        say(repr(finding))
    check(EXERCISES[lesson], finding)
