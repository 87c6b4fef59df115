"""Exercises of lesson 04: causal, padding, both, and a mask before the softmax."""

import numpy as np

from ..words import N_, _
from ._checking import FunctionExercise, Mistake, check, draw
from .scale_and_softmax import softmax

LESSON = "04"

# ---- a causal mask ---------------------------------------------------------


def causal(T_q, T_k):
    """visible[i][j] = (j ≤ i)"""
    return [[j <= i for j in range(T_k)] for i in range(T_q)]


def _rows_columns(T_q, T_k):
    return np.arange(T_q)[:, None], np.arange(T_k)


def _causal_by(rule):
    """A mask by a rule for row i and column j."""

    def answer(T_q, T_k):
        i, j = _rows_columns(T_q, T_k)
        return rule(i, j)

    return answer


CAUSAL = FunctionExercise(
    lesson=LESSON,
    name="causal(T_q, T_k)",
    definition=causal,
    cases=((3, 3), (4, 2), (2, 5)),
    mistakes=(
        Mistake(
            "inverted-mask",
            N_("Inverted mask"),
            _causal_by(lambda i, j: j > i),
            N_("Every token sees only what comes after it. True means: may look."),
        ),
        Mistake(
            "blind-to-itself",
            N_("Blind to itself"),
            _causal_by(lambda i, j: j < i),
            N_("No token sees itself, and the first sees nothing at all."),
        ),
        Mistake(
            "transposed",
            N_("Transposed"),
            _causal_by(lambda i, j: j >= i),
            N_(
                "Every token sees itself and its future. Row = who looks, column = who "
                "is looked at."
            ),
        ),
        Mistake(
            "aligned-bottom-right",
            N_("Aligned bottom right"),
            lambda T_q, T_k: _causal_by(lambda i, j: j <= i + T_k - T_q)(T_q, T_k),
            N_(
                "The last query sees everything. Here the diagonal starts at the top "
                "left: query 0 sees key 0 and no other."
            ),
        ),
        Mistake(
            "square",
            N_("Square"),
            lambda T_q, T_k: causal(T_q, T_q),
            N_("There are T_k keys, which may be more or fewer than the queries."),
        ),
        Mistake(
            "everything-visible",
            N_("Everything visible"),
            lambda T_q, T_k: np.ones((T_q, T_k), bool),
            N_("Nothing is hidden, not even the future."),
        ),
    ),
    shape="(T_q, T_k)",
    cell=lambda i, j: _("May query {i} look at key {j}?").format(i=i, j=j),
)


def check_causal(answer):
    """Check ``causal(T_q, T_k)``: each position sees itself and what came before.

    Parameters
    ----------
    answer : function
        Takes the numbers of queries and keys. Returns truth values (T_q, T_k), True =
        may look; the diagonal starts at the top left.
    """
    check(CAUSAL, answer)


# ---- a padding mask --------------------------------------------------------


def padding(lengths, T_k):
    """visible[b][0][j] = (j < lengths[b])"""
    return [[[j < length for j in range(T_k)]] for length in lengths]


def _padding_by(rule):
    """A mask (B, 1, T_k) by a rule for the position, the length and T_k."""

    def answer(lengths, T_k):
        return rule(np.arange(T_k), np.asarray(lengths)[:, None, None], T_k)

    return answer


PADDING = FunctionExercise(
    lesson=LESSON,
    name="padding(lengths, T_k)",
    definition=padding,
    cases=((np.array([1, 3, 2]), 3), (np.array([2, 4]), 5)),
    mistakes=(
        Mistake(
            "padding-over-queries",
            N_("Padding over queries"),
            lambda lengths, T_k: np.swapaxes(padding(lengths, T_k), 1, 2),
            N_(
                "It runs down the queries. Padding must not be looked at, by any "
                "query: it is the last axis, the keys, that is hidden."
            ),
        ),
        Mistake(
            "inverted-mask",
            N_("Inverted mask"),
            _padding_by(lambda j, length, T_k: j >= length),
            N_("Only the padding is visible. True means: may look."),
        ),
        Mistake(
            "one-too-many",
            N_("One too many"),
            _padding_by(lambda j, length, T_k: j <= length),
            N_("With a length of 2 the real keys are 0 and 1: counting starts at 0."),
        ),
        Mistake(
            "padding-in-front",
            N_("Padding in front"),
            _padding_by(lambda j, length, T_k: j >= T_k - length),
            N_("The right number of keys at the wrong end: the padding stands behind."),
        ),
        Mistake(
            "axis-of-the-queries-is-missing",
            N_("The axis of the queries is missing"),
            lambda lengths, T_k: np.array(padding(lengths, T_k))[:, 0],
            N_(
                "Beside scores of shape (B, T_q, T_k) this would be taken for queries "
                "and keys of one sentence. Give the queries an axis of length 1."
            ),
        ),
    ),
    shape="(B, 1, T_k)",
    cell=lambda b, i, j: _("Is key {j} of sentence {b} a real one?").format(j=j, b=b),
)


def check_padding(answer):
    """Check ``padding(lengths, T_k)``: hide what only fills up the sentence.

    Parameters
    ----------
    answer : function
        Takes the real lengths of B sentences (B,) and the number of keys T_k. Returns
        truth values (B, 1, T_k), True = may be looked at.
    """
    check(PADDING, answer)


# ---- both at once ----------------------------------------------------------


def combine(a, b):
    """visible = a and b, in every cell"""
    a, b = np.broadcast_arrays(a, b)
    both = [bool(one) and bool(two) for one, two in zip(a.flat, b.flat, strict=True)]
    return np.array(both).reshape(a.shape)


COMBINE = FunctionExercise(
    lesson=LESSON,
    name="combine(a, b)",
    definition=combine,
    cases=(
        (
            np.array(causal(3, 4)),
            np.array([[1, 0, 1, 1], [1, 0, 1, 0], [0, 1, 0, 0]]) > 0,
        ),
        (np.array(causal(4, 4)), np.array(padding([2, 3], 4))),
    ),
    mistakes=(
        Mistake(
            "one-of-both-is-enough",
            N_("One of both is enough"),
            lambda a, b: a | b,
            N_("A key is visible here when either mask shows it. Both have to."),
        ),
        Mistake(
            "one-of-both-but-not-the-two",
            N_("One of both, but not the two"),
            lambda a, b: a ^ b,
            N_("A key that both masks show is hidden here."),
        ),
        Mistake(
            "first-mask-only",
            N_("The first mask only"),
            lambda a, b: a | (b & False),
            N_("The second mask takes no part."),
        ),
        Mistake(
            "second-mask-only",
            N_("The second mask only"),
            lambda a, b: b | (a & False),
            N_("The first mask takes no part."),
        ),
        Mistake(
            "inverted-mask",
            N_("Inverted mask"),
            lambda a, b: ~(a & b),
            N_(
                "What both show is hidden, and the rest is visible. True means: may "
                "look."
            ),
        ),
    ),
    shape=N_("common shape of both"),
    cell=lambda *index: _("It is visible when both masks show it."),
)


def check_combine(answer):
    """Check ``combine(a, b)``: a key is visible when both masks show it.

    Parameters
    ----------
    answer : function
        Takes two masks of truth values whose shapes broadcast. Returns one.
    """
    check(COMBINE, answer)


# ---- before the softmax ----------------------------------------------------


def masked_softmax(scaled, mask):
    """Softmax over the visible keys of each row; 0 for the others"""
    rows = []
    for scores, visible in zip(scaled, mask, strict=True):
        keys = [j for j in range(len(scores)) if visible[j]]
        weights = [0.0] * len(scores)
        if keys:
            shares = softmax([[scores[j] for j in keys]])[0]
            for j, share in zip(keys, shares, strict=True):
                weights[j] = share
        rows.append(weights)
    return rows


def softmax_of(z):
    """Softmax as an array, −inf allowed; a row of nothing else becomes NaN."""
    e = np.exp(z - z.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True)


def _renormalised(scaled, mask, over=1.0):
    kept = softmax_of(scaled) * mask
    total = kept.sum(axis=1, keepdims=True)
    return kept / np.where(total == 0, over, total)


MASKED_SOFTMAX = FunctionExercise(
    lesson=LESSON,
    name="masked_softmax(scaled, mask)",
    definition=masked_softmax,
    cases=(
        (*draw(0, (3, 3)), np.array(causal(3, 3))),
        (*draw(1, (2, 4)), np.array([[1, 1, 0, 1], [0, 1, 1, 0]]) > 0),
        (np.array([[-3.0, -4, 5, 1]]), np.array([[True, True, False, False]])),
        (np.array([[800.0, 1, 0]]), np.array([[False, True, True]])),
        (np.array([[1.0, 2], [3, 5]]), np.array([[False, True], [False, False]])),
    ),
    mistakes=(
        Mistake(
            "mask-after-the-softmax",
            N_("Mask after the softmax"),
            lambda scaled, mask: softmax_of(scaled) * mask,
            N_(
                "The rows do not sum to 1: hidden keys have already taken their share "
                "when they are set to 0."
            ),
        ),
        Mistake(
            "multiplied-before-the-softmax",
            N_("Multiplied before the softmax"),
            lambda scaled, mask: softmax_of(scaled * mask),
            N_("A hidden score became 0, and 0 is a score like any other. It may win."),
        ),
        Mistake(
            "inverted-mask",
            N_("Inverted mask"),
            lambda scaled, mask: np.nan_to_num(
                softmax_of(np.where(mask, -np.inf, scaled))
            ),
            N_("Exactly the hidden keys are looked at. True means: may look."),
        ),
        Mistake(
            "mask-was-added",
            N_("The mask was added"),
            lambda scaled, mask: softmax_of(scaled + mask),
            N_(
                "True counts as 1 and False as 0, so hidden keys lose a little and "
                "still take part."
            ),
        ),
        Mistake(
            "mask-is-ignored",
            N_("The mask is ignored"),
            lambda scaled, mask: softmax_of(scaled),
            N_("Hidden keys get weights as if they were visible."),
        ),
        Mistake(
            "not-hidden-enough",
            N_("Not hidden enough"),
            lambda scaled, mask: softmax_of(np.where(mask, scaled, -10.0)),
            N_(
                "−10 is a small score, not a hidden one: some weight leaks. Which "
                "number does exp turn into exactly 0?"
            ),
        ),
        Mistake(
            "lowered-not-hidden",
            N_("Not hidden enough"),
            lambda scaled, mask: softmax_of(np.where(mask, scaled, scaled - 10)),
            N_(
                "A hidden key whose score is lowered by 10 still gets weight. Which "
                "number does exp turn into exactly 0?"
            ),
        ),
        Mistake(
            "repaired-after-the-softmax",
            N_("Repaired after the softmax"),
            lambda scaled, mask: _renormalised(scaled, mask, over=0.0),
            N_(
                "A hidden score of 800 takes everything before it is removed, and 0 / "
                "0 is left. Hidden scores must not enter the softmax, nor its maximum."
            ),
        ),
        Mistake(
            "repaired-to-nothing",
            N_("Repaired after the softmax"),
            _renormalised,
            N_(
                "A hidden score of 800 takes everything before it is removed, and "
                "nothing is left. Hidden scores must not enter the softmax, nor its "
                "maximum."
            ),
        ),
        Mistake(
            "nothing-visible-nan",
            N_("Nothing visible: NaN"),
            lambda scaled, mask: softmax_of(np.where(mask, scaled, -np.inf)),
            N_(
                "A row in which nothing is visible came out as 0 / 0. Who sees nothing "
                "has the weights 0."
            ),
        ),
        Mistake(
            "nothing-visible-equal-weights",
            N_("Nothing visible: equal weights"),
            lambda scaled, mask: softmax_of(np.where(mask, scaled, -1e9)),
            N_(
                "A row in which nothing is visible came out with equal weights for "
                "what is hidden: −1e9 everywhere is a row of equal scores. Who sees "
                "nothing has the weights 0."
            ),
        ),
        Mistake(
            "nothing-visible-everything-seen",
            N_("Nothing visible: everything seen"),
            lambda scaled, mask: softmax_of(
                np.where(mask.any(axis=1, keepdims=True) & ~mask, -np.inf, scaled)
            ),
            N_(
                "A row in which nothing is visible came out as if nothing were hidden: "
                "a constant was added to all its scores. Who sees nothing has the "
                "weights 0."
            ),
        ),
    ),
    shape="(T_q, T_k)",
    cell=lambda i, j: _(
        "It is the share of key {j} among the keys that query {i} may look at."
    ).format(j=j, i=i),
)


def check_masked_softmax(answer):
    """Check ``masked_softmax(scaled, mask)``: hidden keys take no part.

    Parameters
    ----------
    answer : function
        Takes scaled scores (T_q, T_k) and truth values of the same shape, True = may
        look. Returns the weights; a row in which nothing is visible is 0.
    """
    check(MASKED_SOFTMAX, answer)


EXERCISES = (CAUSAL, PADDING, COMBINE, MASKED_SOFTMAX)
