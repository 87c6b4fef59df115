"""The lexicon is complete, and says nothing that has no column."""

from attn_lib.example.lexicon import FEATURES, LEXICON


def test_the_lexicon_names_known_features_and_gives_each_word_a_vector():
    assert len(LEXICON) >= 60
    for word, vector in LEXICON.items():
        assert word == word.casefold()
        assert len(vector) == len(FEATURES)
        assert any(vector)
        assert all(0 <= number <= 1 for number in vector)


def test_the_lexicon_uses_every_word_of_a_line():
    """A misspelt feature would be 0 without a word."""
    from attn_lib.example.lexicon import _MEANINGS

    for line in _MEANINGS.strip().splitlines():
        features = [part.split() for part in line.split("|")[1].split(",")]
        assert {name for name, _ in features} <= set(FEATURES), line
