"""Exercises of lesson 02: Q Kᵀ in loops, for a batch, and a table of scores read."""

import numpy as np

from ..words import N_, _
from ._checking import FunctionExercise, Mistake, check, draw

LESSON = "02"

# ---- Q Kᵀ ------------------------------------------------------------------


def scores(Q, K):
    """scores[i][j] = Σ_c Q[i][c] · K[j][c]"""
    table = []
    for q in Q:
        row = []
        for k in K:
            total = 0.0
            for c in range(len(q)):
                total += q[c] * k[c]
            row.append(total)
        table.append(row)
    return table


def _softmax_rows(z):
    e = np.exp(z - z.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


def _cosines(Q, K):
    lengths = np.linalg.norm(Q, axis=1)[:, None] * np.linalg.norm(K, axis=1)
    return Q @ K.T / lengths


SCORES = FunctionExercise(
    lesson=LESSON,
    name="scores(Q, K)",
    definition=scores,
    # (T_q, d_k), (T_k, d_k); square first, then all different
    cases=(
        draw(0, (3, 3), (3, 3)),
        draw(1, (2, 4), (3, 4)),
        draw(2, (5, 2), (3, 2)),
    ),
    mistakes=(
        Mistake(
            "transposed",
            N_("Transposed"),
            lambda Q, K: K @ Q.T,
            N_("Row and column are exchanged. Row = who asks, column = who is asked."),
        ),
        Mistake(
            "k-not-transposed",
            N_("K not transposed"),
            lambda Q, K: Q @ K if Q.shape[1] == len(K) else None,
            N_(
                "Rows of Q met columns of K. A column of K is one feature of all keys; "
                "a key is a row."
            ),
        ),
        Mistake(
            "products-without-their-sum",
            N_("Products without their sum"),
            lambda Q, K: Q[:, None] * K,
            N_("One number is wanted for each query and key: add the products up."),
        ),
        Mistake(
            "last-product-only",
            N_("The last product only"),
            lambda Q, K: Q[:, -1:] * K[:, -1],
            N_("Every turn of the inner loop overwrites the sum. It has to grow."),
        ),
        Mistake(
            "divided-by-the-lengths",
            N_("Divided by the lengths"),
            _cosines,
            N_(
                "This is the cosine of the angle. Attention uses the dot product, in "
                "which the lengths count."
            ),
        ),
        Mistake(
            "already-scaled",
            N_("Already scaled"),
            lambda Q, K: Q @ K.T / np.sqrt(Q.shape[1]),
            N_("The division by √d_k is the next step, in lesson 3."),
        ),
        Mistake(
            "already-softmaxed",
            N_("Already softmaxed"),
            lambda Q, K: _softmax_rows(Q @ K.T),
            N_("These are weights, and they come later. A score is any number."),
        ),
    ),
    shape="(T_q, T_k)",
    cell=lambda i, j: _(
        "It compares query {i} with key {j}, number by number, and nothing else."
    ).format(i=i, j=j),
)


def check_scores(answer):
    """Check ``scores(Q, K)``: every query compared with every key.

    Parameters
    ----------
    answer : function
        Takes Q (T_q, d_k) and K (T_k, d_k). Returns the scores (T_q, T_k).
    """
    check(SCORES, answer)


# ---- without loops, for a batch --------------------------------------------


def batched_scores(Q, K):
    """The scores of each sentence of a batch by itself"""
    return [scores(queries, keys) for queries, keys in zip(Q, K, strict=True)]


def _fitting(function):
    """What a function gives where its sizes fit, None elsewhere."""

    def attempt(*case):
        try:
            return function(*case)
        except ValueError:
            return None

    return attempt


BATCHED_SCORES = FunctionExercise(
    lesson=LESSON,
    name="batched_scores(Q, K)",
    definition=batched_scores,
    # (B, T_q, d_k), (B, T_k, d_k); where all sizes are equal, every mistake runs
    cases=(
        draw(0, (3, 3, 3), (3, 3, 3)),
        draw(1, (2, 3, 4), (2, 5, 4)),
        draw(2, (4, 2, 3), (4, 5, 3)),
    ),
    mistakes=(
        Mistake(
            "all-axes-turned-round",
            N_("All axes turned round"),
            _fitting(lambda Q, K: Q @ K.T),
            N_(
                ".T reverses all axes, so the sentences of the batch got mixed up with "
                "the features. Only the last two may change places."
            ),
        ),
        Mistake(
            "k-not-transposed",
            N_("K not transposed"),
            _fitting(lambda Q, K: Q @ K),
            N_(
                "Rows of Q met columns of K. The last two axes of K have to change "
                "places."
            ),
        ),
        Mistake(
            "transposed",
            N_("Transposed"),
            lambda Q, K: np.einsum("bic,bjc->bji", Q, K),
            N_("Row and column are exchanged. Row = who asks, column = who is asked."),
        ),
        Mistake(
            "summed-over-the-batch",
            N_("Summed over the batch"),
            lambda Q, K: np.einsum("bic,bjc->ij", Q, K),
            N_("All sentences went into one table. Each needs a table of its own."),
        ),
        Mistake(
            "one-sentences-keys-for-all",
            N_("One sentence's keys for all"),
            lambda Q, K: Q @ K[0].T,
            N_("Every sentence was compared with the keys of the first."),
        ),
        Mistake(
            "first-sentence-only",
            N_("The first sentence only"),
            lambda Q, K: Q[0] @ K[0].T,
            N_("One table came back. The batch has more sentences than one."),
        ),
    ),
    shape="(B, T_q, T_k)",
    cell=lambda b, i, j: _(
        "In sentence {b} it compares query {i} with key {j}; the other "
        "sentences take no part."
    ).format(b=b, i=i, j=j),
)


def check_batched_scores(answer):
    """Check ``batched_scores(Q, K)``: the scores of several sentences at once.

    Parameters
    ----------
    answer : function
        Takes Q (B, T_q, d_k) and K (B, T_k, d_k), B sentences. Returns the scores
        (B, T_q, T_k).
    """
    check(BATCHED_SCORES, answer)


# ---- how often does a word fit itself best? --------------------------------


def own_share(scores):
    """In which share of the rows is the own score, on the diagonal, the largest?"""
    wins = 0
    for i, row in enumerate(scores):
        wins += all(row[i] >= score for score in row)
    return wins / len(scores)


def _own(table):
    return np.arange(len(table))


OWN_SHARE = FunctionExercise(
    lesson=LESSON,
    name="own_share(scores)",
    definition=own_share,
    cases=(
        (np.array([[6.0, 7, 5, 9], [-2, 5, -3, 3], [0, 4, 9, -2], [9, -4, 0, 2]]),),
        (np.array([[-1.0, -2, -3], [2, 1, 0], [3, 5, 4]]),),
    ),
    mistakes=(
        Mistake(
            "columns-for-rows",
            N_("Columns in place of rows"),
            lambda table: (table.argmax(axis=0) == _own(table)).mean(),
            N_(
                "This asks which word is the keenest on being found. A word's own "
                "comparisons stand in its row."
            ),
        ),
        Mistake(
            "number-for-a-share",
            N_("A number in place of a share"),
            lambda table: (table.argmax(axis=1) == _own(table)).sum(),
            N_("This counts the rows. A share is between 0 and 1."),
        ),
        Mistake(
            "per-cent",
            N_("Per cent"),
            lambda table: 100 * (table.argmax(axis=1) == _own(table)).mean(),
            N_("A share is between 0 and 1."),
        ),
        Mistake(
            "smallest-score",
            N_("The smallest score"),
            lambda table: (table.argmin(axis=1) == _own(table)).mean(),
            N_("The better two words fit, the larger the score."),
        ),
        Mistake(
            "above-the-average",
            N_("Above the average"),
            lambda table: (np.diag(table) > table.mean(axis=1)).mean(),
            N_("The own score has to beat every other one, not their mean."),
        ),
        Mistake(
            "above-zero",
            N_("Above zero"),
            lambda table: (np.diag(table) > 0).mean(),
            N_("A score is large or small only beside the others of its row."),
        ),
    ),
    shape=N_("one number"),
    cell=lambda: _("Look along each row: is the number on the diagonal its largest?"),
)


def check_own_share(answer):
    """Check ``own_share(scores)``: how often does a word fit itself best?

    Parameters
    ----------
    answer : function
        Takes scores (T, T). Returns the share of rows, from 0 to 1, in which the own
        score is the largest.
    """
    check(OWN_SHARE, answer)


EXERCISES = (SCORES, BATCHED_SCORES, OWN_SHARE)
