"""How an answer is checked: against the definition, and against known mistakes.

A function exercise has a definition, written in plain loops, and a few cases. The
learner's function is asked the same as the definition. When it answers otherwise, it is
compared with what each known mistake would have answered: the one that gives the same
numbers names the fault. Only then come the general remarks: shape, dtype, NaN, and the
first number that differs.
"""

import contextlib
import copy
import inspect
import sys
import traceback
import warnings
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

# Room for float32 and for another order of summation, none for another formula.
TOLERANCE = {"rtol": 1e-5, "atol": 1e-6}

passed = {}  # (lesson, name) → did it pass when it was last checked?


class NotDone(Exception):
    """The stub is still there."""


class Wrong(Exception):
    """The answer is wrong; the text says how."""


@dataclass(frozen=True, eq=False)
class Mistake:
    """A classic wrong answer.

    Attributes
    ----------
    name : str
        What the mistake is called.
    answer : callable
        Gives what the mistake would answer, or None where it could not run.
    advice : str
        What is wrong about it, and why; not the solution.
    """

    name: str
    answer: Callable
    advice: str


@dataclass(frozen=True, kw_only=True, eq=False)
class ValueExercise:
    """An exercise whose answer is no function: a number, or some arrays.

    Attributes
    ----------
    lesson : str
        Number of the lesson, ``"02"``.
    name : str
    examine : callable
        Takes the answer; raises NotDone or Wrong unless it is right.
    """

    lesson: str
    name: str
    examine: Callable


def call(function, *case):
    """Ask a function once."""
    return function(*case)


@dataclass(frozen=True, kw_only=True, eq=False)
class FunctionExercise:
    """A function to write.

    Attributes
    ----------
    lesson : str
        Number of the lesson, ``"02"``.
    name : str
        The function and its parameters, ``"scores(Q, K)"``.
    definition : callable
        What it has to compute, in loops.
    cases : tuple of tuples
        The arguments of each call. A square case stands first: most mistakes run in it.
    mistakes : tuple of Mistake
    shape : str
        The shape of the result in words, ``"(T_q, T_k)"``.
    cell : callable
        Says what one number of the result is made from; takes its index.
    parts : tuple of str
        Names of the results, when there are several.
    ask : callable
        Calls the learner's function with the arguments of one case.
    """

    lesson: str
    name: str
    definition: Callable
    cases: tuple
    mistakes: tuple
    shape: str
    cell: Callable
    parts: tuple = ()
    ask: Callable = call

    @property
    def parameters(self):
        """Names of the parameters: ``["Q", "K"]``."""
        return self.name.partition("(")[2].rstrip(")").split(", ")

    def examine(self, answer):
        """Raise NotDone or Wrong unless the answer is right in all cases."""
        require_function(answer, self)
        for number, case in enumerate(self.cases):
            try:
                got = results_of(answer, self, case)
                expected = named(self.definition(*case), self)
                if not same(got, expected):
                    fault = known_mistake(got, self, number)
                    raise Wrong(fault or difference(got, expected, self))
            except Wrong as reason:
                raise Wrong(f"{reason}\n  asked with {describe(case, self)}") from None


# ---- verdicts --------------------------------------------------------------


def check(exercise, *answer):
    """Print the verdict on an answer, and keep it for the progress line."""
    status, text = verdict(exercise, *answer)
    passed[exercise.lesson, exercise.name] = status == "right"
    say(text)


def verdict(exercise, *answer):
    """Return "right", "open" or "wrong", and the text that says so."""
    try:
        if is_unfinished(answer):
            raise NotDone
        exercise.examine(*answer)
    except NotDone as reason:
        return "open", f"○ {exercise.name}: not done yet{reason}."
    except Wrong as reason:
        return "wrong", f"✗ {exercise.name}: {reason}"
    return "right", f"✓ {exercise.name}: right."


def is_unfinished(value):
    """Say whether a stub's ``None`` or ``...`` is there, alone or among others."""
    if isinstance(value, (tuple, list)):
        return any(map(is_unfinished, value))
    return value is None or value is ...


PLAIN = {"✓": "[ok]", "✗": "[x]", "○": "[ ]", "√": "sqrt ", "ᵀ": ".T", "−": "-"}


def say(text):
    """Print a text, in plainer characters where the console lacks one of its own."""
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        for character, plain in PLAIN.items():
            text = text.replace(character, plain)
        text = text.encode(encoding, "replace").decode(encoding)
    print(text)


# ---- asking ----------------------------------------------------------------


def require_function(answer, exercise):
    """The answer must be a function that can be called with the parameters."""
    wanted = f"expected a function of ({', '.join(exercise.parameters)})"
    if not callable(answer):
        raise Wrong(
            f"{wanted}, got {type(answer).__name__}; give its name, without brackets"
        )
    try:
        signature = inspect.signature(answer)
    except ValueError:
        return  # some functions written in C do not tell
    try:
        signature.bind(*exercise.parameters)
    except TypeError:
        raise Wrong(f"{wanted}, got one of {signature}") from None


def results_of(answer, exercise, case):
    """Call the learner's function, and return its results by name."""
    given = copy.deepcopy(case)
    try:
        with quietly():
            result = exercise.ask(answer, *given)
    except Exception as error:
        raise Wrong(f"it stopped with {what_happened(error, answer)}") from None
    if is_unfinished(result):
        raise NotDone(": it returns nothing")
    for name, before, after in zip(exercise.parameters, case, given, strict=True):
        if not np.array_equal(before, after):
            raise Wrong(
                f"it changes its input {name}. Whoever called it may still need {name} "
                "as it was: work on a new array"
            )
    return named(result, exercise)


@contextlib.contextmanager
def quietly():
    """Keep warnings off the page: an overflow shows in the result."""
    with np.errstate(all="ignore"), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


def what_happened(error, answer):
    """An exception in one line: type, text, and the learner's line if it is known."""
    text = " ".join(f"{type(error).__name__}: {error}".split())
    code = getattr(answer, "__code__", None)
    lines = [
        frame.line
        for frame in traceback.extract_tb(error.__traceback__)
        if code and frame.filename == code.co_filename and frame.line
    ]
    return f"{text:.200}" + (f', in the line "{lines[-1]}"' if lines else "")


def named(result, exercise):
    """The results as arrays by name; a single result has the name ""."""
    if not exercise.parts:
        return {"": as_array(result)}
    wanted = f"expected {len(exercise.parts)} results, {', '.join(exercise.parts)}"
    if not isinstance(result, (tuple, list)):
        raise Wrong(f"{wanted}; got {type(result).__name__}")
    if len(result) != len(exercise.parts):
        raise Wrong(f"{wanted}; got {len(result)}")
    return dict(zip(exercise.parts, map(as_array, result), strict=True))


def as_array(value):
    """Return a result as an array of numbers or truth values."""
    try:
        array = np.asarray(value)
    except ValueError:
        raise Wrong("the rows of the result have unequal lengths") from None
    if array.dtype.kind not in "biuf":
        raise Wrong(
            f"wrong dtype: expected numbers, got {type(value).__name__} with dtype "
            f"{array.dtype}"
        )
    return array


def describe(case, exercise):
    """The arguments of a case: small ones as they are, large ones by their shape."""
    return ", ".join(map(describe_argument, exercise.parameters, case))


def describe_argument(name, value):
    if callable(value):
        return f"a function {name}"
    array = np.asarray(value)
    if array.dtype == object:
        return f"several {name}"
    if array.size <= 6:
        return f"{name} = {array.tolist()}"
    return f"{name} of shape {array.shape}"


# ---- comparing -------------------------------------------------------------


def same(one, other):
    """Say whether two results agree in every part."""
    return all(agree(one[name], other[name]) for name in one)


def agree(a, b):
    """Say whether two arrays hold the same, up to rounding."""
    comparable = a.shape == b.shape and (a.dtype == bool) == (b.dtype == bool)
    return comparable and np.allclose(a, b, equal_nan=True, **TOLERANCE)


def known_mistake(got, exercise, number):
    """Return name and advice of the mistake that explains an answer, "" if none does.

    In the earlier cases it must have been right, as the answer was.
    """
    earlier = [
        named(exercise.definition(*c), exercise) for c in exercise.cases[:number]
    ]
    answers = [*earlier, got]
    for mistake in exercise.mistakes:
        if all(
            explains(mistake, answer, exercise, exercise.cases[i])
            for i, answer in enumerate(answers)
        ):
            return f"{mistake.name}. {mistake.advice}"
    return ""


def explains(mistake, got, exercise, case):
    """Say whether a mistake gives this answer in this case."""
    with quietly():
        answer = mistake.answer(*case)
    return answer is not None and same(got, named(answer, exercise))


def difference(got, expected, exercise):
    """Say what first tells a wrong result from the right one."""
    name = next(name for name in got if not agree(got[name], expected[name]))
    text = difference_of_arrays(got[name], expected[name], exercise)
    return f"{name}: {text}" if name else text


def difference_of_arrays(got, expected, exercise):
    if got.shape != expected.shape:
        wanted = f"{exercise.shape} = {expected.shape}"
        return f"wrong shape: expected {wanted}, got {got.shape}"
    if expected.dtype == bool and got.dtype != bool:
        return f"wrong dtype: expected True and False, got {got.dtype}"
    if got.dtype == bool and expected.dtype != bool:
        return "wrong dtype: expected numbers, got True and False"
    if got.dtype.kind in "iu" and expected.dtype.kind == "f":
        return (
            f"wrong dtype: the result can only hold whole numbers ({got.dtype}), what "
            "is behind the decimal point gets lost"
        )
    unusable = np.argwhere(~np.isfinite(got))
    if len(unusable):
        return f"{got[tuple(unusable[0])]} in place of a number{at(unusable[0])}"
    first = np.argwhere(~np.isclose(got, expected, **TOLERANCE))[0]
    wanted, found = told_apart(expected[tuple(first)], got[tuple(first)])
    return f"expected {wanted}, got {found}{at(first)}. {exercise.cell(*first)}"


def at(index):
    """Where in an array; nothing for a single number."""
    return f" at {index.tolist()}" if len(index) else ""


def told_apart(one, other):
    """Two values in words, with as many digits as show that they differ."""
    if one.dtype == bool:
        return str(one), str(other)
    pairs = ((f"{one:.{n}g}", f"{other:.{n}g}") for n in range(4, 18))
    return next(pair for pair in pairs if pair[0] != pair[1])


# ---- cases -----------------------------------------------------------------


def draw(seed, *shapes):
    """Arrays of numbers from −2 to 2 in steps of 0.1, the same on every machine."""
    rng = np.random.default_rng(seed)
    return tuple(rng.integers(-20, 21, shape) / 10 for shape in shapes)
