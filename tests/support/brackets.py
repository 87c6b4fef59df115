"""The test language: which parts of a text were not translated.

Each message is in ⟦ ⟧, and what was put into its places in ⟨ ⟩.
"""

import re


def left_over(text):
    """The parts of a text that are in no message: data, or what somebody forgot."""
    parts, within = [""], []
    for c in text:
        if c in "⟦⟨":
            within.append(c)
            parts.append("")
        elif c in "⟧⟩":
            assert within.pop() == {"⟧": "⟦", "⟩": "⟨"}[c], f"cut off: {text}"
            parts.append("")
        elif within[-1:] != ["⟦"]:
            parts[-1] += c
    assert not within, f"cut off: {text}"
    return [part for part in parts if part.strip()]


def words(text):
    """Words in no message, without names of a letter or two and what is no word."""
    return [
        w for part in left_over(text) for w in re.findall(r"\w*[^\W\d_]{2}\w*", part)
    ]


def sentences(text):
    """Parts in no message that look like prose: three words of small letters."""
    return [
        part for part in left_over(text) if re.search(r"\b[a-z]+ [a-z]+ [a-z]+\b", part)
    ]
