"""Collect what a person reads, and compile what it is in other languages.

    python -m tools.words            after a message was changed or translated
    python -m tools.words --add xx   begin a language

All messages stand in ``attn_lib/locale/attn_lib.pot``. A language is a copy of it in
which they are translated, ``attn_lib/locale/xx/LC_MESSAGES/attn_lib.po``, and what
Python reads in its place, ``.mo``. Where a message has changed, its translation is
marked "fuzzy" and left out, until somebody has read it and takes the mark away.
"""

import argparse
import re
import tomllib
from collections import Counter
from copy import deepcopy
from datetime import UTC, datetime
from io import BytesIO
from math import ceil
from pathlib import Path
from string import Formatter

from babel.messages import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).resolve().parents[1]
LOCALE = ROOT / "attn_lib" / "locale"
DOMAIN = "attn_lib"
NEVER = datetime(2026, 11, 30, tzinfo=UTC)  # no file changes because a day has passed
# A language that nobody speaks: what is not in its brackets was not translated.
TEST_LANGUAGE = "qq"
LONGER = 0.4  # than English: German and Finnish are, and nothing may be clipped
PLACE = re.compile(r"{[^{}]*}")


def template():
    """All messages of the code, in the order of its files."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    mappings = project["tool"]["babel"]["mappings"]
    methods = [(each["pattern"], each["method"]) for each in mappings]
    found = extract_from_dir(ROOT, methods, comment_tags=("Translators:",))
    catalogue = Catalog(
        domain=DOMAIN,
        project="Attention, step by step",
        header_comment="# What a person reads. Written by python -m tools.words.",
        creation_date=NEVER,
        revision_date=NEVER,
        fuzzy=False,
    )
    for file, _line, message, comments, context in sorted(
        found, key=lambda each: each[:2]
    ):
        catalogue.add(message, None, [(file, 1)], (), comments, context=context)
    return catalogue


def updated(catalogue, messages):
    """A language's catalogue with the messages that there are now."""
    catalogue.update(messages, update_creation_date=False)
    catalogue.obsolete.clear()  # the history has them
    return catalogue


def text_of(catalogue):
    """A catalogue as the text of its file. Lines of code move: they are left out."""
    file = BytesIO()
    write_po(file, catalogue, width=88, include_lineno=False)
    return file.getvalue().decode().rstrip() + "\n"


def compiled(catalogue):
    """A catalogue as gettext reads it, without what is not translated."""
    done = deepcopy(catalogue)  # Babel would keep one English form for all numbers
    for message in catalogue:
        if message.pluralizable and not all(message.string):
            done.delete(message.id)
    file = BytesIO()
    write_mo(file, done)
    return file.getvalue()


def read(path, code=None):
    """The catalogue in a file."""
    with open(path, "rb") as file:
        return read_po(file, locale=code, domain=DOMAIN)


def languages(locale=None):
    """Code → file of each language that is being translated."""
    files = sorted((locale or LOCALE).glob(f"*/LC_MESSAGES/{DOMAIN}.po"))
    return {file.parts[-3]: file for file in files}


def files(locale=None):
    """All files that belong here, as they should be: path → bytes."""
    messages, locale = template(), locale or LOCALE
    wanted = {locale / f"{DOMAIN}.pot": text_of(messages).encode()}
    for code, path in languages(locale).items():
        catalogue = updated(read(path, code), messages)
        wanted[path] = text_of(catalogue).encode()
        wanted[path.with_suffix(".mo")] = compiled(catalogue)
    return wanted


def places(text):
    """The named places of a message."""
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def faults(catalogue):
    """What is wrong with translations: places that the message does not have."""
    for message in catalogue:
        said = message.string if message.pluralizable else (message.string,)
        ids = message.id if message.pluralizable else (message.id,)
        known = set().union(*map(places, ids))
        for text in filter(None, said):
            if message.id and not message.fuzzy and places(text) != known:
                yield f"{text!r} has not the places of {ids[0]!r}: {sorted(known)}"


def in_brackets(text):
    """A message in the test language: longer, and in brackets, as are its places."""
    length, places = len(PLACE.sub("", text)), PLACE.findall(text)
    more = "ö" * (ceil(LONGER * length) - 2 - 2 * len(places))  # brackets count, too
    if " " in text:  # a word stays one word
        more = "".join(f" {part}" for part in re.findall(".{1,6}", more))
    text = PLACE.sub(r"⟨\g<0>⟩", text)
    return f"⟦{text}{more}⟧"


def write_test_language(locale, messages=None):
    """Write the test language's catalogue, made from all messages, into a folder."""
    catalogue = Catalog(locale="de", domain=DOMAIN)  # plurals as in English
    for message in messages or template():
        if message.id:
            plural = message.pluralizable
            said = (
                tuple(map(in_brackets, message.id))
                if plural
                else in_brackets(message.id)
            )
            catalogue.add(message.id, said, context=message.context)
    file = locale / TEST_LANGUAGE / "LC_MESSAGES" / f"{DOMAIN}.mo"
    file.parent.mkdir(parents=True)
    file.write_bytes(compiled(catalogue))


def counted(messages):
    """Package → how many messages it has; one that stands twice counts twice."""
    packages = (
        Path(file).parent.as_posix()
        for message in messages
        if message.id
        for file, _ in message.locations
    )
    return dict(sorted(Counter(packages).items()))


def main(arguments=None):
    parser = argparse.ArgumentParser(prog="python -m tools.words")
    parser.add_argument("--add", metavar="xx", help="begin this language")
    code = parser.parse_args(arguments).add
    if code:
        begun = Catalog(locale=code, domain=DOMAIN, creation_date=NEVER)
        path = LOCALE / code / "LC_MESSAGES" / f"{DOMAIN}.po"
        path.parent.mkdir(parents=True)
        path.write_bytes(text_of(begun).encode())
    for path, data in files().items():
        path.write_bytes(data)
    for package, count in counted(read(LOCALE / f"{DOMAIN}.pot")).items():
        print(f"{count:5} messages in {package}")
    for code, path in languages().items():
        catalogue = read(path, code)
        done = sum(any(m.string) and not m.fuzzy for m in catalogue if m.id)
        print(f"{done:5} of {len(catalogue)} translated: {code}")
        for fault in faults(catalogue):
            print(f"      {fault}")


if __name__ == "__main__":
    main()
