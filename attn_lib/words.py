"""What a person reads, in the language that is set.

English stands in the code as the message: a whole sentence, with named places. GNU
gettext finds the same message in the catalogue of another language, or leaves it::

    _("head {number}").format(number=3)                    translated here and now
    N_("nothing visible")                                  marked; ``_`` does it later
    ngettext("{n} token", "{n} tokens", n).format(n=n)     one form or the other

What is computed when a module is imported is marked with ``N_`` and translated with
``_`` where it is shown: the language may be set in between. ``python -m tools.words``
collects the messages and compiles the catalogues in ``locale``.
"""

import gettext as gnu
import os
import warnings
from functools import reduce
from pathlib import Path

LOCALE = Path(__file__).parent / "locale"
DOMAIN = "attn_lib"
SOURCE = "en"  # the language of the messages themselves

_now = SOURCE, gnu.NullTranslations()  # what is set, and where it is looked up


def languages():
    """The codes of all languages that there are."""
    files = LOCALE.glob(f"*/LC_MESSAGES/{DOMAIN}.mo")
    return [SOURCE, *sorted(file.parts[-3] for file in files)]


def language(code=None):
    """Say in which language everything is shown, or set it.

    Set it first: what has been shown stays as it is. The environment variable
    ``ATTN_LANG`` sets it for all notebooks. Errors of the maths are English always.

    Parameters
    ----------
    code : str, optional
        Such as ``"en"``; nothing changes if not given.

    Returns
    -------
    code : str
        What is set now.

    Raises
    ------
    ValueError
        If there is no such language.
    """
    global _now
    if code is not None:
        _now = code, _catalogue(code)
    return _now[0]


def _catalogue(code):
    if code not in languages():
        known = ", ".join(languages())
        raise ValueError(f"language: expected one of {known}; got {code!r:.40}")
    if code == SOURCE:
        return gnu.NullTranslations()
    with open(LOCALE / code / "LC_MESSAGES" / f"{DOMAIN}.mo", "rb") as file:
        return gnu.GNUTranslations(file)


def _(message):
    """The message in the language that is set."""
    return (
        _now[1].gettext(message) if message else ""
    )  # "" asks for the catalogue's head


def N_(message):
    """The message as it is: it is only marked, for ``_`` to translate where shown."""
    return message


def ngettext(one, many, n):
    """The form of a message that goes with ``n``, in the language that is set."""
    return _now[1].ngettext(one, many, n)


def joined(sentences):
    """Sentences one after the other, what says nothing left out."""
    # Translators: between two sentences; Chinese has no blank there.
    return _one_by_one(_("{before} {after}"), sentences)


def listed(names):
    """Names one after the other."""
    # Translators: between two names of a list.
    return _one_by_one(_("{before}, {after}"), names)


def listed_to_the_last(names):
    """Names one after the other, an "and" before the last."""
    *others, last = names
    if not others:
        return last
    # Translators: before the last name of a list.
    return _("{before} and {after}").format(before=listed(others), after=last)


def all_of(names):
    """Names with an "and" between any two."""
    # Translators: between any two names of a short list.
    return _one_by_one(_("{before} and {after}"), names)


def _one_by_one(form, texts):
    texts = [text for text in texts if text]

    def then(before, after):
        return form.format(before=before, after=after)

    return reduce(then, texts) if texts else ""


def _language_of_environment():
    """A wrong name is no reason to have no library."""
    try:
        language(os.environ.get("ATTN_LANG") or SOURCE)
    except ValueError as error:
        warnings.warn(f"ATTN_LANG: {error}. English it is.", stacklevel=2)


_language_of_environment()
