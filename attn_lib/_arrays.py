"""What every step shares: turning inputs into arrays, and the words of its errors.

Dtype policy: integers are computed in float64; float16 is computed in float32 and
handed back as float16; float32 stays float32. Inputs are never modified.
"""

import sys

import numpy as np

# As a decorator: the function computes in peace, whatever NumPy was told to do about
# floats. A weight of 1e-60 that becomes 0, a score too large to write, garbage behind a
# hidden key: all that is meant. It neither warns nor, after `np.seterr`, stops. And
# macOS's BLAS raises flags for healthy numbers. The caller's settings come back.
quiet = np.errstate(all="ignore")


def as_array(name, value):
    """Return ``value`` as an array, or say that its rows are ragged.

    Raises ``TypeError`` for a masked array, whose mask would be lost.
    """
    if _has_own_mask(value):
        raise TypeError(
            f"{name}: expected an array without a mask of its own, got a masked array; "
            f"write {name}.filled(number), and give what to hide as mask"
        )
    try:
        return np.asarray(value)
    except ValueError:
        raise ValueError(
            f"{name}: expected a rectangular array, got rows of unequal length"
        ) from None


def _has_own_mask(value, depth=0):
    if isinstance(value, np.ndarray) and value.dtype == object:
        value = list(value.flat)
    if isinstance(value, (list, tuple)) and depth < 64:  # as many axes as NumPy has
        return any(_has_own_mask(item, depth + 1) for item in value)
    ma = sys.modules.get("numpy.ma")  # it loads slowly: who has not, has no such array
    return ma is not None and isinstance(value, ma.MaskedArray)


def as_float_array(name, value, *, ndim_at_least=0):
    """Return ``value`` as a floating array, integers and Booleans as float64.

    Raises ``TypeError`` when it is not made of real numbers and ``ValueError`` when
    it is ragged or has too few axes.
    """
    array = as_array(name, value)
    if array.dtype == object:
        array = _numbers_from_objects(name, array)
    if array.dtype.kind in "iub":
        array = array.astype(np.float64)
    if array.dtype.kind != "f":
        raise TypeError(f"{name}: expected real numbers, got dtype {array.dtype}")
    if array.ndim < ndim_at_least:
        raise ValueError(
            f"{name}: expected at least {ndim_at_least} axes, got shape {array.shape}"
        )
    return array


def _numbers_from_objects(name, array):
    # One by one: NumPy would read None as NaN, and "1" as a number.
    for item in array.flat:
        try:
            if isinstance(item, str):
                raise TypeError
            float(item)
        except (TypeError, ValueError, OverflowError):
            raise TypeError(
                f"{name}: expected real numbers, got the Python object {item!r:.40}"
            ) from None
    return array.astype(np.float64)


def upcast(*arrays):
    """Return the arrays in the dtype to compute in, and the dtype to hand back."""
    result = np.result_type(*arrays)
    dtype = np.float32 if result == np.float16 else result
    return *(array.astype(dtype, copy=False) for array in arrays), result


def narrowed(array, dtype, *, finite=None):
    """Return the array in another dtype, in which what is finite stays finite.

    For what goes into the softmax: there −inf means hidden, and −1e5, which float16
    cannot write, does not. ``finite`` says what was finite before the last sum.
    """
    finite = np.isfinite(array) if finite is None else finite
    limit = np.finfo(dtype).max
    return np.where(finite, np.clip(array, -limit, limit), array).astype(dtype)


def as_count(name, value, *, at_least, at_most=2**31 - 1):
    """Return ``value`` as an ``int``; the limits are what makes sense as a size."""
    is_whole = isinstance(value, (int, np.integer)) and not isinstance(value, bool)
    if not is_whole:
        raise TypeError(f"{name}: expected a whole number, got {value!r:.40}")
    if value < at_least:
        raise ValueError(f"{name}: expected at least {at_least}, got {value}")
    if at_most is not None and value > at_most:
        raise ValueError(f"{name}: expected at most {at_most:,}, got {value!s:.40}")
    return int(value)


def as_axis(axis, array):
    """Return ``axis`` as an ``int``, counted from 0."""
    axis = as_count("axis", axis, at_least=-array.ndim, at_most=array.ndim - 1)
    return axis % array.ndim


def require(condition, what, *, expected, got):
    """Raise the project's one form of ``ValueError`` unless ``condition`` holds."""
    if not condition:
        shown = " ".join(str(got).split())  # one line, even of an array
        raise ValueError(f"{what}: expected {expected}, got {shown:.120}")


def require_shape(name, array, words, shape):
    """Raise ``ValueError`` unless the array has the shape that the words describe."""
    got = array.shape
    require(got == shape, name, expected=f"{words} = {shape}", got=got)


def require_leading_axes(what, **arrays):
    """Leading (batch, head) axes must broadcast; the last two are the matrix."""
    try:
        np.broadcast_shapes(*(array.shape[:-2] for array in arrays.values()))
    except ValueError:
        shapes = ", ".join(f"{name} {a.shape}" for name, a in arrays.items())
        raise ValueError(
            f"{what}: expected leading axes that broadcast, got {shapes}"
        ) from None


def set_field(instance, name, value):
    """Set a field of a dataclass that is frozen for its users."""
    object.__setattr__(instance, name, value)
