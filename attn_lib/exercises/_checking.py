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
from typing import NamedTuple

import numpy as np

from ..words import _, listed, ngettext

# Room for float32 and for another order of summation, none for another formula.
TOLERANCE = {"rtol": 1e-5, "atol": 1e-6}

passed = {}  # (lesson, id) → did it pass when it was last checked?


class NotDone(Exception):
    """The stub is still there."""


class Wrong(Exception):
    """The answer is wrong: ``fault`` is the id of what is, and the text says it."""

    def __init__(self, fault, text):
        super().__init__(text)
        self.fault = fault


class Verdict(NamedTuple):
    """What is said to an answer."""

    status: str  # "right", "open" or "wrong"
    text: str
    fault: str = ""  # id of the mistake, or of the general remark


@dataclass(frozen=True, eq=False)
class Mistake:
    """A classic wrong answer.

    Attributes
    ----------
    id : str
        One of its own within the exercise.
    name : str
        What the mistake is called; marked, as the advice is.
    answer : callable
        Gives what the mistake would answer, or None where it could not run.
    advice : str
        What is wrong about it, and why; not the solution.
    """

    id: str
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
    id : str
        One of its own within the lesson.
    name : str
        What it is called; marked.
    examine : callable
        Takes the answer; raises NotDone or Wrong unless it is right.
    """

    lesson: str
    id: str
    name: str
    examine: Callable

    @property
    def title(self):
        """Its name in the language that is set."""
        return _(self.name)


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
        The shape of the result, ``"(T_q, T_k)"``, or marked words.
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
    def id(self):
        """The function to write: one of its own within the lesson."""
        return self.name.partition("(")[0]

    title = id

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
                    raise fault or difference(got, expected, self)
            except Wrong as reason:
                asked = _("{reason}\n  asked with {case}")
                case = describe(case, self)
                text = asked.format(reason=reason, case=case)
                raise Wrong(reason.fault, text) from None


# ---- verdicts --------------------------------------------------------------


def check(exercise, *answer):
    """Print the verdict on an answer, and keep it for the progress line."""
    said = verdict(exercise, *answer)
    passed[exercise.lesson, exercise.id] = said.status == "right"
    say(said.text)


def verdict(exercise, *answer):
    """Say whether an answer is right, open or wrong, and how."""
    name = _(exercise.name)
    try:
        if is_unfinished(answer):
            return Verdict(
                "open", _("○ {exercise}: not done yet.").format(exercise=name)
            )
        exercise.examine(*answer)
    except NotDone as reason:
        text = _("○ {exercise}: not done yet: {reason}.")
        return Verdict("open", text.format(exercise=name, reason=reason))
    except Wrong as reason:
        text = _("✗ {exercise}: {reason}").format(exercise=name, reason=reason)
        return Verdict("wrong", text, reason.fault)
    return Verdict("right", _("✓ {exercise}: right.").format(exercise=name))


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
    parameters = f"({', '.join(exercise.parameters)})"
    if not callable(answer):
        text = _(
            "expected a function of {parameters}, got {type}; give its name, without "
            "brackets"
        )
        got = type(answer).__name__
        raise Wrong("no-function", text.format(parameters=parameters, type=got))
    try:
        signature = inspect.signature(answer)
    except ValueError:
        return  # some functions written in C do not tell
    try:
        signature.bind(*exercise.parameters)
    except TypeError:
        text = _("expected a function of {parameters}, got one of {signature}")
        text = text.format(parameters=parameters, signature=signature)
        raise Wrong("parameters", text) from None


def results_of(answer, exercise, case):
    """Call the learner's function, and return its results by name."""
    given = copy.deepcopy(case)
    try:
        with quietly():
            result = exercise.ask(answer, *given)
    except Exception as error:
        raise Wrong("stopped", what_stopped(error, answer)) from None
    if is_unfinished(result):
        raise NotDone(_("it returns nothing"))
    for name, before, after in zip(exercise.parameters, case, given, strict=True):
        if not np.array_equal(before, after):
            text = _(
                "it changes its input {name}. Whoever called it may still need {name} "
                "as it was: work on a new array"
            )
            raise Wrong("changes-input", text.format(name=name))
    return named(result, exercise)


@contextlib.contextmanager
def quietly():
    """Keep warnings off the page: an overflow shows in the result."""
    with np.errstate(all="ignore"), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


def what_stopped(error, answer):
    """An exception in one line: type, text, and the learner's line if it is known."""
    text = " ".join(f"{type(error).__name__}: {error}".split())[:200]
    code = getattr(answer, "__code__", None)
    lines = [
        frame.line
        for frame in traceback.extract_tb(error.__traceback__)
        if code and frame.filename == code.co_filename and frame.line
    ]
    if not lines:
        return _("it stopped with {error}").format(error=text)
    stopped = _('it stopped with {error}, in the line "{line}"')
    return stopped.format(error=text, line=lines[-1])


def named(result, exercise):
    """The results as arrays by name; a single result has the name ""."""
    if not exercise.parts:
        return {"": as_array(result)}
    wanted = len(exercise.parts)
    one = not isinstance(result, (tuple, list))
    if one or len(result) != wanted:
        text = ngettext(
            "expected {n} result, {names}; got {got}",
            "expected {n} results, {names}; got {got}",
            wanted,
        )
        got = type(result).__name__ if one else len(result)
        text = text.format(n=wanted, names=listed(exercise.parts), got=got)
        raise Wrong("results", text)
    return dict(zip(exercise.parts, map(as_array, result), strict=True))


def as_array(value):
    """Return a result as an array of numbers or truth values."""
    try:
        array = np.asarray(value)
    except ValueError:
        text = _("the rows of the result have unequal lengths")
        raise Wrong("unequal-rows", text) from None
    if array.dtype.kind not in "biuf":
        text = _("wrong dtype: expected numbers, got {type} with dtype {dtype}")
        got = type(value).__name__
        raise Wrong("no-numbers", text.format(type=got, dtype=array.dtype))
    return array


def describe(case, exercise):
    """The arguments of a case: small ones as they are, large ones by their shape."""
    return listed(map(describe_argument, exercise.parameters, case))


def describe_argument(name, value):
    if callable(value):
        return _("a function {name}").format(name=name)
    array = np.asarray(value)
    if array.dtype == object:
        return _("several {name}").format(name=name)
    if array.size <= 6:
        return f"{name} = {array.tolist()}"
    return _("{name} of shape {shape}").format(name=name, shape=array.shape)


# ---- comparing -------------------------------------------------------------


def same(one, other):
    """Say whether two results agree in every part."""
    return all(agree(one[name], other[name]) for name in one)


def agree(a, b):
    """Say whether two arrays hold the same, up to rounding."""
    comparable = a.shape == b.shape and (a.dtype == bool) == (b.dtype == bool)
    return comparable and np.allclose(a, b, equal_nan=True, **TOLERANCE)


def known_mistake(got, exercise, number):
    """Return the mistake that explains an answer as a Wrong, None if none does.

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
            text = _("{mistake}. {advice}")
            name, advice = _(mistake.name), _(mistake.advice)
            return Wrong(mistake.id, text.format(mistake=name, advice=advice))
    return None


def explains(mistake, got, exercise, case):
    """Say whether a mistake gives this answer in this case."""
    with quietly():
        answer = mistake.answer(*case)
    return answer is not None and same(got, named(answer, exercise))


def difference(got, expected, exercise):
    """Return what first tells a wrong result from the right one, as a Wrong."""
    name = next(name for name in got if not agree(got[name], expected[name]))
    fault, text = difference_of_arrays(got[name], expected[name], exercise)
    if name:
        text = _("{result}: {text}").format(result=name, text=text)
    return Wrong(fault, text)


def difference_of_arrays(got, expected, exercise):
    """The id of what is different, and the text."""
    if got.shape != expected.shape:
        text = _("wrong shape: expected {name} = {shape}, got {got}")
        name = _(exercise.shape)
        return "shape", text.format(name=name, shape=expected.shape, got=got.shape)
    if (got.dtype == bool) != (expected.dtype == bool) or (
        got.dtype.kind in "iu" and expected.dtype.kind == "f"
    ):
        return difference_of_dtypes(got.dtype, expected.dtype)
    unusable = np.argwhere(~np.isfinite(got))
    if len(unusable):
        return "not-finite", in_place_of_a_number(got, unusable[0])
    first = np.argwhere(~np.isclose(got, expected, **TOLERANCE))[0]
    wanted, found = told_apart(expected[tuple(first)], got[tuple(first)])
    text = _("expected {wanted}, got {got}. {cell}")
    if len(first):
        text = _("expected {wanted}, got {got} at {place}. {cell}")
    said = {"wanted": wanted, "got": found, "place": first.tolist()}
    return "number", text.format(**said, cell=exercise.cell(*first))


def difference_of_dtypes(got, expected):
    if expected.kind == "b":
        text = _("wrong dtype: expected True and False, got {dtype}")
        return "no-truth-values", text.format(dtype=got)
    if got.kind == "b":
        return "truth-values", _("wrong dtype: expected numbers, got True and False")
    text = _(
        "wrong dtype: the result can only hold whole numbers ({dtype}), what is behind "
        "the decimal point gets lost"
    )
    return "whole-numbers", text.format(dtype=got)


def in_place_of_a_number(got, index):
    """Say that NaN or infinity stands somewhere; a single number has no place."""
    text = _("{value} in place of a number")
    if len(index):
        text = _("{value} in place of a number at {place}")
    return text.format(value=got[tuple(index)], place=index.tolist())


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
