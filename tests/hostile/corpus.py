"""What people type, paste and pass by mistake: sentences, sizes, arrays, settings.

Collected from faults of well-known projects, and from the corners of Unicode, of
floating point and of NumPy. Nothing here is right or wrong by itself: each entry must
give the right result or one clear line.
"""

import json
from pathlib import Path

import numpy as np

from attn_lib import explorers

INF, NAN = float("inf"), float("nan")

SENTENCES = [
    *json.loads((Path(__file__).parent / "sentences.json").read_text(encoding="utf-8")),
    # very long, or very many
    *("the " * 10_000, "banana " * 65, "banana " * 64, "x" * 10_000, "香蕉" * 2_000),
    *(
        "." * 5_000,
        "🍌" * 500,
        "a" + "\u0301" * 500,
        "a\u200d" * 300,
        "👨\u200d👩" * 60,
    ),
    "(" * 300 + "a" + ")" * 300,
]

# Where a number of tokens, a width, a seed, a probability is asked for.
NUMBERS = [
    *(0, 1, 2, 3, 512, -1, -(10**30), 10**30, 2**31, 2**63, 2**64, True, False),
    *(0.0, 1.0, 1.5, -0.5, NAN, INF, -INF, 1e308, 5e-324, 1j, None, "", "3", "three"),
    *(b"3", [], [3], (), {}, {3}, object, np.int8(3), np.uint64(3), np.float32(3)),
    *(np.float64(NAN), np.bool_(True), np.array(3), np.array([3]), np.array("3")),
    *("<b>3</b>", "9" * 400, np.datetime64("2020"), range(3), lambda: 3),
]

big = np.finfo(np.float64).max
ARRAYS = {
    "nothing": [],
    "rows of nothing": [[], []],
    "no rows": np.zeros((0, 3)),
    "no columns": np.zeros((3, 0)),
    "a number": 3,
    "one cell": [[1]],
    "a vector": [1.0, 2, 3],
    "a square": np.eye(3),
    "one of two": np.ones((2, 3)),
    "wide": np.ones((3, 512)),
    "narrow": np.ones((3, 1)),
    "a batch": np.ones((2, 3, 3)),
    "another batch": np.ones((4, 3, 3)),
    "five axes": np.ones((1, 2, 1, 3, 3)),
    "thirty axes": np.ones((1,) * 30 + (3, 3)),
    "ragged": [[1, 2, 3], [4, 5], [6]],
    "very ragged": [1, [2, [3]]],
    "lists": [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
    "tuples": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "a range": range(3),
    "Booleans": np.eye(3, dtype=bool),
    "all False": np.zeros((3, 3), bool),
    "all True": np.ones((3, 3), bool),
    "a column of False": np.array([[False], [True], [False]]),
    "int8": np.full((3, 3), 100, np.int8),
    "uint8": np.full((3, 3), 255, np.uint8),
    "int64": np.full((3, 3), 2**62),
    "uint64": np.full((3, 3), 2**64 - 1, np.uint64),
    "float16": np.eye(3, dtype=np.float16),
    "largest float16": np.full((3, 3), 65504, np.float16),
    "float32": np.eye(3, dtype=np.float32),
    "largest float32": np.full((3, 3), np.finfo(np.float32).max, np.float32),
    "longdouble": np.eye(3, dtype=np.longdouble),
    "largest": np.full((3, 3), big),
    "largest of both signs": np.array([[big, -big, 0]] * 3),
    "smallest": np.full((3, 3), 5e-324),
    "minus zero": np.full((3, 3), -0.0),
    "NaN": np.full((3, 3), NAN),
    "one NaN": np.array([[0, NAN, 1], [0, 0, 0], [1, 1, 1]]),
    "inf": np.full((3, 3), INF),
    "one inf": np.array([[0, INF, 1], [0, 0, 0], [1, 1, 1]]),
    "all -inf": np.full((3, 3), -INF),
    "one -inf": np.array([[0, -INF, 1], [0, 0, 0], [1, 1, 1]]),
    "inf and -inf": np.array([[INF, -INF, 0]] * 3),
    "complex": np.eye(3, dtype=complex),
    "objects": np.eye(3).astype(object),
    "an object too large": np.array([[10**400, 1, 1]] * 3, object),
    "None": None,
    "a None inside": [[1, None, 2], [3, 4, 5], [6, 7, 8]],
    "strings": [["1", "2", "3"]] * 3,
    "a string": "abc",
    "an empty string": "",
    "bytes": b"abc",
    "markup": [["<script>alert(1)</script>"] * 3] * 3,
    "dates": np.array(["2020-01-01"] * 3, "M8[D]"),
    "records": np.zeros(3, [("a", int), ("b", float)]),
    "a dict": {"a": 1},
    "a set": {1, 2, 3},
    "a function": len,
    "a class": np.ndarray,
    "a generator": (n for n in range(3)),
    "masked": np.ma.masked_array(np.eye(3), np.eye(3) > 0),
    "Fortran's order": np.asfortranarray(np.arange(9.0).reshape(3, 3)),
    "backwards": np.arange(9.0).reshape(3, 3)[::-1, ::-1],
    "every second": np.arange(36.0).reshape(6, 6)[::2, ::2],
    "broadcast": np.broadcast_to(np.arange(3.0), (3, 3)),
    "big-endian": np.eye(3, dtype=">f8"),
    "read-only": np.eye(3),
}
ARRAYS["read-only"].flags.writeable = False

SETTINGS = [
    *((explorers.PipelineExplorer, {"d_k": value}) for value in (0, -1, 65, 1.5, "4")),
    *((explorers.PipelineExplorer, {"d_v": value}) for value in (None, NAN, [], 99)),
    *((explorers.PipelineExplorer, {"seed": v}) for v in (-1, 10**30, "x", None, 1.5)),
    *((explorers.PipelineExplorer, {"mask": v}) for v in ("", "hide all", None, True)),
    *((explorers.PipelineExplorer, {"positions": v}) for v in ("yes", 2, None)),
    *((explorers.PipelineExplorer, {"weights": v}) for v in ("trained", None, 0)),
    *((explorers.PipelineExplorer, {"sentence": v}) for v in (None, 5, [], b"a", "")),
    *((explorers.ScoresExplorer, {"query": v}) for v in (-1, 6, 99, "the", None, 1.5)),
    *((explorers.ScoresExplorer, {v: 1}) for v in ("dk", "D_K", "", "<b>", "state")),
    *((explorers.SoftmaxExplorer, {"divisor": v}) for v in ("", "√", "d", None, 2)),
    *((explorers.SoftmaxExplorer, {"temperature": v}) for v in (0, -1, NAN, "1", INF)),
    *((explorers.MaskingExplorer, {"painted": v}) for v in ("", "1", ("2",), 5, [[1]])),
    *((explorers.MaskingExplorer, {"constant": v}) for v in (0, "-inf", None, "−∞")),
    *((explorers.MaskingExplorer, {"dtype": v}) for v in ("int8", "float128", None)),
    *((explorers.MaskingExplorer, {"window": v}) for v in (-1, 99, "1", None)),
    *((explorers.MaskingExplorer, {"length": v}) for v in (-1, 99, "1", None)),
    (explorers.ProjectionExplorer, {"which": "W_O"}),
    (explorers.ProjectionExplorer, {"d_model": 0}),
    (explorers.MultiHeadExplorer, {"num_heads": 5}),
    (explorers.MultiHeadExplorer, {"num_heads": 0}),
    (explorers.PlaneExplorer, {"q": (NAN, 0)}),
    (explorers.PlaneExplorer, {"q": "ab"}),
    (explorers.PlaneExplorer, {"keys": ()}),
    (explorers.PlaneExplorer, {"keys": ((1, 2, 3),)}),
    (explorers.PlaneExplorer, {"q": (10**400, 0)}),
    (explorers.HullExplorer, {"values": ((0, INF),)}),
    *((explorers.HullExplorer, {"values": v}) for v in (5, None, "ab", [])),
    *((explorers.HullExplorer, {"weights": (v, 1, 0, 0, 0)}) for v in (1e308, 10**400)),
    *(
        (explorers.PipelineExplorer, {"edits": value})
        for value in (
            (("X", 0, 0, NAN),),
            (("X", 0, 0, INF),),
            (("X", 0, 0, "1e999"),),
            (("X", 0, 0, 10**400),),
            (("X", INF, 0, 1),),
            (("X", -1, 0, 1),),
            (("<b>", 0, 0, 1),),
            (("X", 10**9, 0, 1),),
            (("X", 0, 0),),
            "X",
            5,
            None,
            (("weights", 0, 0, 1),),
        )
    ),
]

# What a page, or whoever speaks for it, may send to the kernel.
MESSAGES = [
    *(
        {},
        {"edits": None},
        {"edits": [{}]},
        {"edits": "x"},
        {"edits": [[1, 2]]},
        [],
        None,
    ),
    {"edits": [{"id": "<script>", "i": 0, "j": 0, "number": 1}]},
    {"edits": [{"id": "X", "i": "0", "j": None, "number": 1}]},
    {"edits": [{"id": "X", "i": 0, "j": 0, "number": "NaN"}]},
    {"edits": [{"id": "X", "i": 0, "j": 0, "number": 1e999}]},
    {"edits": [{"id": "X", "i": 0, "j": 0, "number": 1, "more": 2}]},
    {"edits": [{"id": "X", "i": 10**30, "j": 0, "number": 1}]},
    {"edits": [{"id": "X", "i": -1, "j": 0, "number": 1}]},
    {"edits": [{"id": "X", "i": True, "j": 0, "number": 1}]},
    {"edits": [{"id": "mask", "i": -1, "j": 0, "number": 1}]},
    {"edits": [{"id": "mask", "i": 0, "j": 0, "number": NAN}]},
    {"edits": [{"id": ["X"], "i": 0, "j": 0, "number": 10**400}]},
    *({"edits": [{"id": "X", "i": 0, "j": 0, "number": v}]} for v in (NAN, 10**400)),
    {"edits": [{"id": "X", "i": 0, "j": 0, "number": 1}, {"id": "X"}]},
    {"anything": "else"},
    {"request": "view 1", "moves": None},
    {"request": ["view 1"], "moves": [["point 0", [1, 1]], 5]},
    *({"request": "view 1", "moves": [["point 0", to]]} for to in ([NAN, 0], None, 9)),
    *(
        {"request": "view 1", "moves": [[what, [1, 1]]]}
        for what in ("point 99", "point -1", "<b>", "", 0, None, ["point 0"])
    ),
]
