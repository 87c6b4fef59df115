"""A term is explained where it is first met, by a reader who skips what is optional.

It is in bold there, in the paragraph that says what it means. Headings, links to other
lessons and the formula at the top are a map, read before its parts are known.
"""

import re

import pytest

from tests.support.lessons import NOTEBOOKS, read
from tests.support.minutes import main_part

# In the order of the lessons: the term as a pattern, from its first letter on.
TERMS = [
    *("self-attention", "tokens?", "vectors?", "embeddings?", "training"),
    *("positional encoding", "scores?", "transpose", "masks?", "trace"),
    *("causal mask", "equivariant", "projection", "rank", "symmetric", "bias(es)?"),
    *("dot products?", "exponentials?", "entropy", "temperature", "Jacobian", "norm"),
    *("saturated", "variance", "standard deviation", "broadcasting", "window"),
]
MAP = re.compile(r"^\**softmax\(|^#+ ")


def paragraphs():
    """Each paragraph of all main parts, in the reader's order."""
    parts = (part for path in NOTEBOOKS for part in main_part(read(path)))
    texts = [part for part in parts if isinstance(part, str)]
    return [text for text in texts if not MAP.match(text)]


def first_with(term, texts):
    """The paragraph in which a term stands first, its code and links left out."""
    for text in texts:
        words = re.sub(r"`[^`]*`|\[[^]]*\]\([^)]*\)", " ", text)
        if re.search(rf"\b{term}\b", words, re.IGNORECASE):
            return text
    return ""


def is_explained(term, text):
    """Does a paragraph have the term in bold?"""
    return bool(re.search(rf"\*\*[^*]*\b{term}\b[^*]*\*\*", text, re.IGNORECASE))


@pytest.mark.parametrize("term", TERMS)
def test_a_term_is_explained_where_it_is_first_met(term):
    first = first_with(term, paragraphs())
    assert is_explained(term, first), first or "nobody uses it"


def test_a_term_that_comes_too_early_is_found():
    texts = ["See `rank` and [rank](rank.html).", "A rank is 4.", "The **rank** is …"]
    assert first_with("rank", texts) == texts[1]
    assert not is_explained("rank", texts[1])
    assert is_explained("rank", texts[2])
