"""Lesson 07's task: sentences of the running world, and in each: who does it?

The question is asked at the action; the answer is what the being before it says by
itself. Every sentence comes with its twin, in which the two beings have changed places:
the same words, another answer.
"""

import math
from dataclasses import dataclass, replace

import numpy as np

from .._arrays import as_count, require
from ..masking import padding_mask
from ..qkv_projection import ProjectionWeights
from .embedding import D_MODEL, embed
from .lexicon import FEATURES
from .tokens import tokenize

# The monkey is not among them: it is kept for the exam.
ANIMALS = ("cat", "dog", "bird", "mouse", "horse", "bear")
PEOPLE = ("man", "woman", "girl", "boy", "child", "teacher", "friend")
QUALITIES = ("hungry", "happy", "small", "big", "old")
ACTIONS = ("sees", "likes", "wants", "finds", "takes")
PLACES = ("tree", "forest", "river", "garden", "house", "market")
ACTION, ANIMAL, HUMAN = (FEATURES.index(n) for n in ("action", "animal", "human"))


def draw_sentences(pairs, *, seed, mixed=False, unlike=()):
    """Draw sentences like "the old cat in the garden sees the man", each with its twin.

    Parameters
    ----------
    pairs : int
        How many to draw, at least 1; there are twice as many with the twins.
    seed : int
        The same seed gives the same sentences.
    mixed : bool, default False
        Only such as have one animal and one human being, in either order. Of these, who
        does not see the order gets at most every second one right.
    unlike : collection of str
        Sentences not to draw, their twins among them.

    Returns
    -------
    sentences : list of str
        Each is followed by its twin.

    Raises
    ------
    ValueError, TypeError
        If ``pairs`` or ``seed`` is not such a whole number.
    """
    rng = np.random.default_rng(as_count("seed", seed, at_least=0, at_most=None))
    unlike, sentences = set(unlike), []
    for _ in range(as_count("pairs", pairs, at_least=1)):
        kinds = rng.permutation(2) if mixed else rng.integers(2, size=2)
        one, other = (_being(rng, (ANIMALS, PEOPLE)[kind]) for kind in kinds)
        action = rng.choice(ACTIONS)
        if rng.random() < 0.5:
            action = f"in the {rng.choice(PLACES)} {action}"
        twins = [f"{one} {action} {other}", f"{other} {action} {one}"]
        sentences += [] if unlike & set(twins) else twins
    return sentences


def _being(rng, kind):
    quality = f"{rng.choice(QUALITIES)} " if rng.random() < 0.5 else ""
    return f"the {quality}{rng.choice(kind)}"


@dataclass(frozen=True, eq=False)
class Examples:
    """Sentences as arrays, filled up to one length, with question and answer.

    Attributes
    ----------
    X : array, shape (n, T, d_model)
    mask : array, bool, broadcasts to (n, T, T)
        True = may attend.
    real : array, bool, shape (n, T)
        False where a sentence was filled up.
    asked, wanted : arrays of int, shape (n,)
        Position of the action, and of the being that does it.
    """

    X: np.ndarray
    mask: np.ndarray
    real: np.ndarray
    asked: np.ndarray
    wanted: np.ndarray

    @property
    def meanings(self):
        """What each word says by itself, shape (n, T, 8): X without positions."""
        return self.X[..., : len(FEATURES)]

    @property
    def target(self):
        """What is to come out at the action, shape (n, 8)."""
        return self.meanings[np.arange(len(self.wanted)), self.wanted]

    def take(self, rows):
        """Some of the sentences, by their indices."""
        names = ("X", "mask", "real", "asked", "wanted")
        return replace(self, **{name: getattr(self, name)[rows] for name in names})


def examples_of(sentences):
    """Turn sentences into arrays.

    Parameters
    ----------
    sentences : list of str
        Each with an action and, before it, a being.

    Returns
    -------
    examples : Examples

    Raises
    ------
    ValueError
        If there is no sentence, or one has no action, or no being before it.
    """
    tokens = [tokenize(sentence) for sentence in sentences]
    require(len(tokens) > 0, "sentences", expected="at least one", got="none")
    lengths = [len(words) for words in tokens]
    X = np.zeros((len(tokens), max(lengths), D_MODEL))
    for row, words in zip(X, tokens, strict=True):
        row[: len(words)] = embed(words)
    real = padding_mask(lengths, X.shape[1])
    asked, wanted = np.array([who_does_it(words) for words in tokens]).T
    return Examples(X, real, real[:, 0], asked, wanted)


def who_does_it(tokens):
    """Find the first action, and the first being before it.

    Parameters
    ----------
    tokens : list of str

    Returns
    -------
    asked, wanted : int
        Their positions.

    Raises
    ------
    ValueError
        If there is no action, or no being before it.
    """
    E = embed(tokens, positions=False)
    said = " ".join(tokens)
    actions = np.flatnonzero(E[:, ACTION] > 0.5)
    require(actions.size, "sentence", expected="an action, as in 'sees'", got=said)
    beings = np.flatnonzero(E[: actions[0], [ANIMAL, HUMAN]].max(axis=1) > 0.5)
    wanted = f"a being, as in 'monkey', before '{tokens[actions[0]]}'"
    require(beings.size, "sentence", expected=wanted, got=said)
    return int(actions[0]), int(beings[0])


def untrained_projection(d_k, *, seed=0):
    """Make the projection that training starts from.

    Parameters
    ----------
    d_k : int
    seed : int, default 0
        The same seed gives the same numbers.

    Returns
    -------
    projection : ProjectionWeights
        Each word hands over what it says by itself (W_V: the features without the
        position, d_v = 8). Who looks at whom is left to chance: W_Q and W_K are normal
        with variance 1/3. Since a word of the lexicon, its position included, has a
        squared length of about 3, Q and K have variance 1, and q·k has d_k.

    Raises
    ------
    ValueError, TypeError
        If d_k or the seed is not such a whole number.
    """
    random = ProjectionWeights.random(D_MODEL, d_k, seed=seed)
    growth = math.sqrt(D_MODEL / 3)  # random() has variance 1/d_model
    W_V = np.eye(D_MODEL, len(FEATURES))
    return ProjectionWeights(random.W_Q * growth, random.W_K * growth, W_V)
