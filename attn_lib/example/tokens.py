"""Sentence → tokens: words, punctuation, Chinese words."""

import re
import unicodedata
from itertools import groupby

from ..embedding import spellings
from .lexicon import LEXICON

# First and last character of each block of Chinese.
_HAN = ("\u3400\u4dbf", "\u4e00\u9fff", "\uf900\ufaff", "\U00020000\U0003134f")
# What Unicode says is not shown (Default_Ignorable_Code_Point): soft hyphens, direction
# marks, zero-width spaces, fillers, …
_NOT_SHOWN = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e"
    "\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3"
    "\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
# Of these some change how their neighbours look, in emoji and in many scripts: joiners,
# variation selectors, tags.
_SHAPING = re.compile(
    "[\u180b-\u180d\u180f\u200c\u200d\ufe00-\ufe0f\U000e0020-\U000e007f\U000e0100-\U000e01ef]"
)
_SHAPED = ("Lo", "So", "Sk")  # letters without case, emoji, their skins
_DASH = re.compile("([–—―⸺⸻]+|-{2,})")  # parts words, which a hyphen does not
_OF_CODE = "\\{}_"  # punctuation to Unicode; in \frac{a}{b_c} it belongs to the word


def _is_han(character):
    return any(first <= character <= last for first, last in _HAN)


def _as_seen(text):
    """The text in composed form, without what nobody sees.

    Control characters and lone surrogates part words. What Unicode does not show is
    left out, so that a word that looks like another one is the same; where it gives an
    emoji or a letter its shape, it stays.
    """
    kept, base = [], " "
    for c in unicodedata.normalize("NFC", text):
        category = unicodedata.category(c)
        if _NOT_SHOWN.match(c):
            is_shaped = unicodedata.category(base) in _SHAPED and not _is_han(base)
            if not (_SHAPING.match(c) and is_shaped):
                continue
        elif category in ("Cc", "Cs"):
            c = base = " "
        elif not category.startswith("M"):  # a mark belongs to what it stands on
            base = c
        kept.append(c)
    return unicodedata.normalize("NFC", "".join(kept))


_LONGEST = max(len(word) for word in LEXICON if _is_han(word[0]))


def tokenize(sentence):
    """Cut a sentence into tokens: words, punctuation, Chinese words.

    Parameters
    ----------
    sentence : str
        Anything. Spaces and dashes part words; punctuation at either end of a word is
        a token of its own; Chinese is cut at the lexicon's longest word, else into
        characters.

    Returns
    -------
    tokens : list of str
        In order, spelled as typed (in Unicode's composed form, without what it does not
        show). Empty for a blank line.

    Raises
    ------
    TypeError
        If the sentence is not a string.
    """
    if not isinstance(sentence, str):
        raise TypeError(f"sentence: expected text, got {type(sentence).__name__}")
    return [token for word in _as_seen(sentence).split() for token in _cut(word)]


def _cut(word):
    tokens = []
    for is_han, characters in groupby(word, _is_han):
        cut = _longest_words if is_han else _peel_punctuation
        tokens += cut("".join(characters))
    return tokens


def _peel_punctuation(chunk):
    tokens = []
    for part in _DASH.split(chunk):
        first, behind = 0, len(part)
        while first < behind and _is_mark(part, first):
            first += 1
        while first < behind and _is_mark(part, behind - 1):
            behind -= 1
        tokens += [part[:first], part[first:behind], part[behind:]]
    return [token for token in tokens if token]


def _is_mark(text, i):
    """Is this punctuation? In a keycap like #⃣ it is not: something stands on it."""
    if i + 1 < len(text) and unicodedata.category(text[i + 1]).startswith("M"):
        return False
    return unicodedata.category(text[i])[0] == "P" and text[i] not in _OF_CODE


def _longest_words(chunk):
    words, start = [], 0
    while start < len(chunk):
        candidates = (chunk[start : start + n] for n in range(_LONGEST, 1, -1))
        words.append(next((w for w in candidates if w in LEXICON), chunk[start]))
        start += len(words[-1])
    return words


def unknown_words(tokens):
    """List the tokens that the lexicon does not have.

    Parameters
    ----------
    tokens : list of str

    Returns
    -------
    unknown : list of str
        Each once, in order, spelled as given.

    Raises
    ------
    TypeError
        If a token is not a string, or one string is given in place of a list.
    """
    pairs = zip(tokens, spellings(tokens), strict=True)
    return list(dict.fromkeys(t for t, spelling in pairs if spelling not in LEXICON))
