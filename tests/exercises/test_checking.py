"""The machinery of the checks, on an exercise of its own."""

import functools
import io
import sys
import warnings

import numpy as np
import pytest

from attn_lib.exercises import _checking as checking
from attn_lib.exercises._checking import FunctionExercise, Mistake, ValueExercise


def halve(x):
    """half of every number"""
    return [number / 2 for number in x]


X, LONG = np.array([1.0, 2.0]), np.arange(7.0)
HALVE = FunctionExercise(
    lesson="99",
    name="halve(x)",
    definition=halve,
    cases=((X,), (LONG,)),
    mistakes=(
        Mistake("doubled", "Doubled", lambda x: 2 * x, "Twice as much came out."),
        Mistake(
            "two-only",
            "Runs on two numbers only",
            lambda x: x[::-1] / 4 if len(x) > 2 else x / 2,
            "A.",
        ),
        Mistake("never", "Never runs", lambda x: None, "B."),
    ),
    shape="(n,)",
    cell=lambda i: f"It is half of number {i}.",
)


def verdict(answer, exercise=HALVE):
    return checking.verdict(exercise, answer)[:2]


def test_right():
    assert verdict(lambda x: x / 2) == ("right", "✓ halve(x): right.")


def test_not_done_yet():
    def stub(x): ...

    open_ = ("open", "○ halve(x): not done yet.")
    assert verdict(...) == verdict(None) == verdict((None, 1)) == open_
    nothing = ("open", "○ halve(x): not done yet: it returns nothing.")
    assert verdict(stub) == verdict(lambda x: ...) == nothing
    assert verdict(lambda x: [1, None]) == verdict(lambda x: (1, [2, ...])) == nothing


def told(text):
    return "wrong", f"✗ halve(x): {text}\n  asked with x = [1.0, 2.0]"


def test_a_known_mistake_is_named():
    assert verdict(lambda x: x + x) == told("Doubled. Twice as much came out.")


def test_a_mistake_must_also_explain_that_the_earlier_cases_were_right():
    later = "✗ halve(x): {}\n  asked with x of shape (7,)"
    assert verdict(lambda x: x / 2 if len(x) == 2 else x[::-1] / 4) == (
        "wrong",
        later.format("Runs on two numbers only. A."),
    )
    # Doubling does not explain it: the first case would have been wrong.
    assert verdict(lambda x: x / 2 if len(x) == 2 else 2 * x) == (
        "wrong",
        later.format("expected 0.5, got 2 at [1]. It is half of number 1."),
    )


@pytest.mark.parametrize(
    ("answer", "text"),
    [
        (lambda x: [[0.5, 1.0]], "wrong shape: expected (n,) = (2,), got (1, 2)"),
        (lambda x: x > 0, "wrong dtype: expected numbers, got True and False"),
        (
            lambda x: np.array([0, 1]),
            "wrong dtype: the result can only hold whole numbers (int64), what is "
            "behind the decimal point gets lost",
        ),
        (
            lambda x: np.array([0, 1], "u1"),
            "wrong dtype: the result can only hold whole numbers (uint8), what is "
            "behind the decimal point gets lost",
        ),
        (lambda x: [0.5, np.nan], "nan in place of a number at [1]"),
        (lambda x: [-np.inf, np.nan], "-inf in place of a number at [0]"),
        (lambda x: [0.5, 2.5], "expected 1, got 2.5 at [1]. It is half of number 1."),
        (lambda x: "half", "wrong dtype: expected numbers, got str with dtype <U4"),
        (
            lambda x: [1j, 1],
            "wrong dtype: expected numbers, got list with dtype complex128",
        ),
        (lambda x: [[1], [1, 2]], "the rows of the result have unequal lengths"),
        (
            lambda x: (half for half in x),
            "wrong dtype: expected numbers, got generator with dtype object",
        ),
    ],
)
def test_what_no_mistake_explains(answer, text):
    assert verdict(answer) == told(text)


def test_differences_by_rounding_pass_and_larger_ones_do_not():
    assert verdict(lambda x: x / 2 + 1e-12)[0] == "right"
    assert verdict(lambda x: x / 2 * (1 + 1e-6))[0] == "right"
    assert verdict(lambda x: x / 2 + 1e-4)[0] == "wrong"
    assert verdict(lambda x: (x / 2).astype("f4"))[0] == "right"
    assert verdict(lambda x: tuple(x / 2))[0] == "right"


def test_an_input_must_stay_as_it_is():
    def in_place(x):
        x /= 2
        return x

    assert verdict(in_place) == told(
        "it changes its input x. Whoever called it may still need x as it was: work on "
        "a new array"
    )
    np.testing.assert_array_equal(X, [1, 2])


def test_an_error_becomes_one_line_with_the_line_it_came_from():
    def stops(x):
        return 1 / (0 * int(x[0]))

    assert verdict(stops) == told(
        "it stopped with ZeroDivisionError: division by zero, in the line "
        '"return 1 / (0 * int(x[0]))"'
    )


def test_of_several_lines_the_innermost_is_told():
    def helper(x):
        raise ValueError("two\nlines")

    def stops(x):
        return helper(x)

    assert verdict(stops) == told(
        "it stopped with ValueError: two lines, in the line "
        '"raise ValueError("two\\nlines")"'
    )


def test_an_error_elsewhere_has_no_line():
    partial = functools.partial(np.linalg.inv)
    assert verdict(partial)[1].startswith(
        "✗ halve(x): it stopped with LinAlgError: 1-dimensional array given"
    )
    assert "in the line" not in verdict(partial)[1]
    # Not "<string>", which for Python 3.13 is the command that runs these tests.
    without_source = eval(compile("lambda x: x[5]", "<nowhere>", "eval"))
    assert verdict(without_source) == told(
        "it stopped with IndexError: index 5 is out of bounds for axis 0 with size 2"
    )


def test_a_long_error_is_cut():
    def stops(x):
        raise ValueError("a" * 1000)

    text = verdict(stops)[1].partition(", in the line")[0]
    assert text == "✗ halve(x): it stopped with ValueError: " + "a" * 188


def test_an_interrupt_is_not_held_back():
    def stops(x):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        verdict(stops)


def test_warnings_stay_off_the_page():
    def warns(x):
        warnings.warn("not on the page", stacklevel=2)
        np.array([1.0]) / 0
        return x / 2

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert verdict(warns)[0] == "right"


def test_only_a_function_of_these_parameters_will_do():
    wanted = "expected a function of (x)"
    assert verdict(X) == (
        "wrong",
        f"✗ halve(x): {wanted}, got ndarray; give its name, without brackets",
    )
    assert verdict(lambda x, y: x) == (
        "wrong",
        f"✗ halve(x): {wanted}, got one of (x, y)",
    )
    assert verdict(lambda x, y=1: x / 2)[0] == "right"
    assert verdict(lambda *x: x[0] / 2)[0] == "right"


def test_a_function_in_c_that_does_not_tell_its_parameters_is_tried():
    with pytest.raises(ValueError, match="no signature"):
        checking.inspect.signature(type)
    assert verdict(type)[1].startswith(
        "✗ halve(x): wrong dtype: expected numbers, got "
    )


# ---- several results, several calls ----------------------------------------

BOTH = FunctionExercise(
    lesson="99",
    name="both(x, mask)",
    definition=lambda x, mask: ([number / 2 for number in x], [not m for m in mask]),
    cases=((X, np.array([True, False])),),
    mistakes=(Mistake("exchanged", "Exchanged", lambda x, mask: (~mask, x / 2), "C."),),
    shape="(n,)",
    cell=lambda i: f"Number {i}.",
    parts=("half", "opposite"),
)


def both(answer):
    start, _, text = checking.verdict(BOTH, answer)[1].partition(": ")
    assert start[2:] == "both(x, mask)"
    return text.partition("\n")[0]


def test_several_parameters_are_listed():
    text = checking.verdict(BOTH, lambda x: x).text
    assert text == "✗ both(x, mask): expected a function of (x, mask), got one of (x)"
    text = checking.verdict(BOTH, lambda x, mask: (x, x)).text
    assert text.endswith("\n  asked with x = [1.0, 2.0], mask = [True, False]")


def test_several_results_are_told_apart():
    assert both(lambda x, mask: (x / 2, ~mask)) == "right."
    assert both(lambda x, mask: [x / 2, ~mask]) == "right."
    assert both(lambda x, mask: (~mask, x / 2)) == "Exchanged. C."
    assert (
        both(lambda x, mask: (x, ~mask))
        == "half: expected 0.5, got 1 at [0]. Number 0."
    )
    assert both(lambda x, mask: (x / 2, mask)) == (
        "opposite: expected False, got True at [0]. Number 0."
    )
    assert both(lambda x, mask: (x / 2, [0, 1])) == (
        "opposite: wrong dtype: expected True and False, got int64"
    )
    assert both(lambda x, mask: (x / 2, mask[:1])) == (
        "opposite: wrong shape: expected (n,) = (2,), got (1,)"
    )


def test_several_results_must_be_as_many():
    wanted = "expected 2 results, half, opposite"
    assert both(lambda x, mask: x / 2) == f"{wanted}; got ndarray"
    assert both(lambda x, mask: (x / 2,)) == f"{wanted}; got 1"
    assert both(lambda x, mask: (x / 2, None)) == "not done yet: it returns nothing."


def test_a_case_may_be_more_than_one_call():
    asked = []

    def twice(function, x):
        asked.append(function)
        return [function(x), function(-x)]

    exercise = FunctionExercise(
        lesson="99",
        name="total(x)",
        definition=lambda x: twice(sum, x),
        cases=((X,),),
        mistakes=(),
        shape="(2,)",
        cell=lambda i: f"Call {i}.",
        ask=twice,
    )
    assert checking.verdict(exercise, np.sum)[0] == "right"
    assert asked[0] is np.sum
    assert (
        "got 3 at [1]. Call 1." in checking.verdict(exercise, lambda x: abs(sum(x)))[1]
    )


def test_a_single_number_has_no_place():
    exercise = FunctionExercise(
        lesson="99",
        name="total(x)",
        definition=sum,
        cases=((X,),),
        mistakes=(),
        shape="one number",
        cell=lambda: "The sum.",
    )
    assert checking.verdict(exercise, lambda x: 2)[1] == (
        "✗ total(x): wrong dtype: the result can only hold whole numbers (int64), what "
        "is behind the decimal point gets lost\n  asked with x = [1.0, 2.0]"
    )
    assert "expected 3, got 2. The sum." in checking.verdict(exercise, lambda x: 2.0)[1]
    assert (
        "nan in place of a number\n" in checking.verdict(exercise, lambda x: np.nan)[1]
    )


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (3, "x = 3"),
        (np.arange(6).reshape(2, 3), "x = [[0, 1, 2], [3, 4, 5]]"),
        (np.zeros((7, 1)), "x of shape (7, 1)"),
        (["a", "b"], "x = ['a', 'b']"),
        ((print, len), "several x"),
    ],
)
def test_a_case_is_told_in_short(value, text):
    assert checking.describe_argument("x", value) == text


# ---- an answer that is no function -----------------------------------------


def examine(*parts):
    if parts != (1, 2):
        raise checking.Wrong("other", "expected 1 and 2")


PAIR = ValueExercise(lesson="99", id="pair", name="a pair", examine=examine)


def test_an_answer_may_be_values():
    assert checking.verdict(PAIR, 1, 2) == ("right", "✓ a pair: right.", "")
    assert checking.verdict(PAIR, 2, 1) == (
        "wrong",
        "✗ a pair: expected 1 and 2",
        "other",
    )
    assert checking.verdict(PAIR, 1, ...) == ("open", "○ a pair: not done yet.", "")


def test_a_check_prints_and_remembers(capsys):
    for parts, ok, line in (
        ((1, 2), True, "✓ a pair: right.\n"),
        ((2, 1), False, "✗ a pair: expected 1 and 2\n"),
        ((1, 2), True, "✓ a pair: right.\n"),
        ((1, None), False, "○ a pair: not done yet.\n"),
    ):
        assert checking.check(PAIR, *parts) is None
        assert checking.passed["99", "pair"] is ok
        assert capsys.readouterr().out == line
    del checking.passed["99", "pair"]


# ---- where the console cannot show it --------------------------------------


@pytest.mark.parametrize(
    ("encoding", "printed"),
    [
        ("utf-8", "✓ √d_k, Kᵀ, −1 × 2 猴"),
        ("cp1252", "[ok] sqrt d_k, K.T, -1 × 2 ?"),
        ("ascii", "[ok] sqrt d_k, K.T, -1 ? 2 ?"),
    ],
)
def test_a_poor_console_gets_plainer_characters(encoding, printed, monkeypatch):
    stream = io.TextIOWrapper(io.BytesIO(), encoding=encoding, newline="\n")
    monkeypatch.setattr(sys, "stdout", stream)
    checking.say("✓ √d_k, Kᵀ, −1 × 2 猴")
    stream.flush()
    assert stream.buffer.getvalue().decode(encoding) == printed + "\n"


@pytest.mark.parametrize(("mark", "plain"), [("✗", "[x]"), ("○", "[ ]"), ("✓", "[ok]")])
def test_marks_stay_apart_on_a_poor_console(mark, plain, monkeypatch):
    stream = io.TextIOWrapper(io.BytesIO(), encoding="cp1252", newline="\n")
    monkeypatch.setattr(sys, "stdout", stream)
    checking.say(mark)
    stream.flush()
    assert stream.buffer.getvalue() == plain.encode() + b"\n"


def test_a_stream_without_an_encoding_takes_everything(monkeypatch):
    monkeypatch.setattr(sys, "stdout", stream := io.StringIO())
    checking.say("✓ √")
    assert stream.getvalue() == "✓ √\n"


def test_cases_are_the_same_everywhere_and_in_steps_of_a_tenth():
    a, b = checking.draw(0, (2, 3), 4)
    assert (a.shape, b.shape) == ((2, 3), (4,))
    np.testing.assert_array_equal(a, [[1.4, 0.6, 0.0], [-0.9, -0.8, -1.9]])
    (many,) = checking.draw(1, 1000)
    assert (many.min(), many.max()) == (-2, 2)


def test_digits_are_printed_until_they_differ():
    exact = 0.58964321
    off = FunctionExercise(
        lesson="99",
        name="halve(x)",
        definition=lambda x: [exact],
        cases=((X,),),
        mistakes=(),
        shape="(n,)",
        cell=lambda i: "A.",
    )
    for wrong, said in (
        (round(exact, 4), "expected 0.58964, got 0.5896 at"),
        (np.float16(exact), "expected 0.5896, got 0.5898 at"),
        (exact * (1 + 2e-5), "expected 0.5896, got 0.5897 at"),
        (1.0, "expected 0.5896, got 1 at"),
    ):
        assert said in verdict(lambda x, wrong=wrong: np.array([wrong]), off)[1]
