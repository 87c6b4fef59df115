"""Words: one language is set, and its catalogue is what the code says."""

import os
import subprocess
import sys

import pytest

import attn_lib as al
from attn_lib import words
from attn_lib.words import N_, _, ngettext
from tools import words as tool

MARKED = N_("nothing visible")


@pytest.fixture
def made_up(tmp_path, monkeypatch):
    """A folder with one language, in which two messages are translated."""
    catalogue = tool.Catalog(locale="de", domain=tool.DOMAIN)
    catalogue.add("nothing visible", "nichts zu sehen")
    catalogue.add(("{n} word", "{n} words"), ("{n} Wort", "{n} Wörter"))
    file = tmp_path / "xx" / "LC_MESSAGES" / f"{tool.DOMAIN}.mo"
    file.parent.mkdir(parents=True)
    file.write_bytes(tool.compiled(catalogue))
    monkeypatch.setattr(words, "LOCALE", tmp_path)
    yield tmp_path
    al.language("en")


def test_english_is_set_until_another_language_is(made_up):
    assert al.language() == "en"
    assert _(MARKED) == MARKED == "nothing visible"
    assert al.language("xx") == al.language() == "xx"
    assert MARKED == "nothing visible"
    assert _(MARKED) == "nichts zu sehen"
    al.language("en")
    assert _(MARKED) == "nothing visible"


def test_what_is_not_translated_stays_english(made_up):
    al.language("xx")
    assert _("hello") == "hello"
    assert _("") == ""  # and not the head of the catalogue


def test_a_number_has_its_form(made_up):
    def said(n):
        return ngettext("{n} word", "{n} words", n).format(n=n)

    assert [said(n) for n in (0, 1, 2)] == ["0 words", "1 word", "2 words"]
    al.language("xx")
    assert [said(n) for n in (0, 1, 2)] == ["0 Wörter", "1 Wort", "2 Wörter"]


def test_a_number_without_a_translation_has_its_english_form(made_up):
    chinese = tool.Catalog(locale="zh", domain=tool.DOMAIN)  # one form for all numbers
    chinese.add(("{n} word", "{n} words"), ("",))
    file = made_up / "xx" / "LC_MESSAGES" / f"{tool.DOMAIN}.mo"
    file.write_bytes(tool.compiled(chinese))
    al.language("xx")
    forms = [ngettext("{n} word", "{n} words", n) for n in (1, 2)]
    assert forms == ["{n} word", "{n} words"]


@pytest.mark.parametrize("code", ["yy", "../xx", "", 3])
def test_an_unknown_language_says_which_there_are(made_up, code):
    with pytest.raises(ValueError, match="expected one of en, xx; got") as caught:
        al.language(code)
    assert repr(code) in str(caught.value)
    assert al.language() == "en"


def imported(code):
    """What a fresh Python says of its language, and its warnings."""
    return subprocess.run(
        [sys.executable, "-c", "import attn_lib as al; print(al.language())"],
        env={**os.environ, "ATTN_LANG": code},
        capture_output=True,
        encoding="utf-8",
        check=True,
    )


@pytest.mark.parametrize("code", ["", "en"])
def test_the_environment_may_be_silent(code):
    run = imported(code)
    assert (run.stdout, run.stderr) == ("en\n", "")


def test_the_environment_may_be_wrong_and_the_library_is_there():
    run = imported("klingon")
    assert run.stdout == "en\n"
    assert "ATTN_LANG: language: expected one of en" in run.stderr
    assert "got 'klingon'. English it is." in run.stderr


def test_the_environment_sets_it(made_up, monkeypatch):
    monkeypatch.setenv("ATTN_LANG", "xx")
    words._language_of_environment()
    assert al.language() == "xx"


# ---- the catalogues --------------------------------------------------------


def test_the_catalogues_are_up_to_date():
    for path, data in tool.files().items():
        assert path.read_bytes() == data, f"{path.name}: run python -m tools.words"


def test_every_translation_has_the_places_of_its_message():
    for code, path in tool.languages().items():
        assert [*tool.faults(tool.read(path, code))] == [], code


@pytest.fixture
def translated(tmp_path):
    """A folder of catalogues with one that somebody translates."""
    catalogue = tool.updated(tool.Catalog(locale="de"), tool.template())
    catalogue["nothing visible"].string = "nichts zu sehen"
    catalogue["head {number}"].string = "Kopf {nummer}"
    path = tmp_path / "xx" / "LC_MESSAGES" / f"{tool.DOMAIN}.po"
    path.parent.mkdir(parents=True)
    path.write_text(tool.text_of(catalogue), encoding="utf-8")
    return path


def test_a_wrong_place_is_named(translated):
    (fault,) = tool.faults(tool.read(translated))
    assert fault == "'Kopf {nummer}' has not the places of 'head {number}': ['number']"


def test_what_has_changed_is_seen_and_not_shown(translated, monkeypatch):
    """A message that is new, gone or changed: the files are no longer those wanted."""
    locale = translated.parents[2]
    for path, data in tool.files(locale).items():
        path.write_bytes(data)
    changed = tool.Catalog(domain=tool.DOMAIN)
    changed.add("nothing is visible")
    monkeypatch.setattr(tool, "template", lambda: changed)
    wanted = tool.files(locale)
    assert not any(path.read_bytes() == data for path, data in wanted.items())
    assert b"fuzzy" in wanted[translated]
    assert b"nichts" not in wanted[translated.with_suffix(".mo")]


def test_a_language_is_begun(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(tool, "LOCALE", tmp_path)
    tool.main(["--add", "fr"])
    assert [*tool.languages(tmp_path)] == ["fr"]
    said = capsys.readouterr().out
    assert "messages in attn_lib/figures\n" in said
    assert "    0 of " in said
    monkeypatch.setattr(words, "LOCALE", tmp_path)
    assert words.languages() == ["en", "fr"]


def test_the_test_language_is_longer_and_keeps_its_places():
    text = tool.in_brackets("What head {number} of {heads:.2g} may look at.")
    assert text == "⟦What head ⟨{number}⟩ of ⟨{heads:.2g}⟩ may look at. ööööö⟧"
    for plain in ("being", "nothing is visible here", "a word " * 20):
        assert 1.4 <= len(tool.in_brackets(plain)) / len(plain) <= 1.7
