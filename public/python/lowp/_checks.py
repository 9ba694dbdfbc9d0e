"""Arguments as numpy and C++ take them. What is of another type is refused by the argument's name."""

import operator

import numpy as np

from ._errors import InvalidArgument


def index_of(argument, value, choices):
    """The place of a value among the choices for an argument."""
    if not isinstance(value, str) or value not in choices:
        raise InvalidArgument(argument, str(value), "is none of " + ", ".join(choices))
    return choices.index(value)


def bool_of(argument, value):
    """True or False."""
    if not isinstance(value, (bool, np.bool_)):
        raise TypeError(f"{argument} is a {type(value).__name__}, not a bool")
    return bool(value)


def int_of(argument, value):
    """An integer; an array of one counts as one."""
    number = value.reshape(()) if isinstance(value, np.ndarray) and value.shape == (1,) else value
    try:
        return operator.index(number)
    except TypeError:
        raise TypeError(f"{argument} is {_described(value)}, not an integer") from None


def int32_of(argument, value):
    """An integer that int32 holds."""
    number = int_of(argument, value)
    if not -(2**31) <= number < 2**31:
        raise InvalidArgument(argument, number, "is not in the range of int32")
    return number


def dtype_named(argument, value):
    """The dtype that a value means to numpy."""
    try:
        return np.dtype(value)
    except (TypeError, ValueError):
        raise TypeError(f"{argument}, {value!r}, is no type of numpy's") from None


def array_of(argument, value):
    """An array of whatever the value holds."""
    try:
        return np.asarray(value)
    except (TypeError, ValueError) as error:
        raise TypeError(f"{argument} is {_described(value)}, not an array: {error}") from None


def reals_of(argument, value, dtype=np.float32):
    """An array in C's order, of a dtype of floats. Words and complex numbers are no numbers here."""
    array = array_of(argument, value)
    if not _holds(array, "biuf", (int, float)) and array.dtype.name != "bfloat16":
        raise TypeError(f"{argument} is {_described(value, array)}, not made of numbers")
    try:
        return np.asarray(array, dtype, order="C")
    except OverflowError:
        raise InvalidArgument(argument, "array", f"has values that no {np.dtype(dtype)} holds") from None


def int32s_of(argument, value):
    """An array of int32. Floats are refused, not rounded, and so are bools."""
    array = array_of(argument, value)
    if not _holds(array, "iu", int):
        raise TypeError(f"{argument} is {_described(value, array)}, not made of integers")
    wrong = array[(array < -(2**31)) | (array >= 2**31)]
    if wrong.size:
        raise InvalidArgument(argument, int(wrong.flat[0]), "is not in the range of int32")
    return array.astype(np.int32)


def _holds(array, kinds, types):
    """Whether the elements are of those kinds of dtypes or, of integers beyond 64 bits, of Python's types."""
    if array.dtype != object:
        return array.dtype.kind in kinds
    return all(isinstance(x, types) and not isinstance(x, bool) for x in array.flat)


def _described(value, array=None):
    """A value by its type, and an array or a list by that of its elements."""
    if isinstance(value, np.ndarray):
        return f"an array of {value.dtype}"
    kind = f"a {type(value).__name__}"
    return kind if array is None or array.ndim == 0 else f"{kind} of {array.dtype}"
