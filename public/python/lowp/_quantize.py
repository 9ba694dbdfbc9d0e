"""Floats to integers and back."""

from __future__ import annotations

import math
from typing import Any, overload

import numpy as np
import numpy.typing as npt

from . import _core
from ._checks import array_of, bool_of, dtype_named, index_of, int32s_of, int_of, reals_of
from ._errors import InvalidArgument
from ._types import Array, Integers, Reals

# In the order of ValueRounding (public/value_rounding.h).
ROUNDINGS = (
    "even",
    "even_by_reciprocal",
    "away",
    "even_with_zero_point",
    "away_with_zero_point_in_double",
    "truncated_with_zero_point",
    "away_in_double",
)


def _index_of_axis(axis, dimensions):
    axis = int_of("axis", axis)
    if not -dimensions <= axis < dimensions:
        raise InvalidArgument("axis", axis, f"is none of an array of {dimensions} dimensions")
    return axis % dimensions


def _layout(shape, axis, scale, zero_point):
    """The shape as (outer, channels, inner), and the parameters' arrays."""
    scale = reals_of("scale", scale, np.float32)
    zero_point = int32s_of("zero_point", zero_point)
    if axis is None:
        for name, value in (("scale", scale), ("zero_point", zero_point)):
            if value.size != 1:
                raise InvalidArgument(
                    name,
                    f"array of shape {value.shape}",
                    "is not a number; axis says along which dimension it varies",
                )
        return (
            (1, 1, math.prod(shape)),
            scale.reshape(1),
            zero_point.reshape(1),
        )
    axis = _index_of_axis(axis, len(shape))
    channels = shape[axis]
    for name, value in (("scale", scale), ("zero_point", zero_point)):
        if value.size not in (1, channels) or value.ndim > 1:
            raise InvalidArgument(
                name,
                f"array of shape {value.shape}",
                f"is neither a number nor of shape ({channels},), one for each index along axis",
            )
    outer, inner = math.prod(shape[:axis]), math.prod(shape[axis + 1 :])
    return (
        (outer, channels, inner),
        np.ascontiguousarray(np.broadcast_to(scale.reshape(-1), channels)),
        np.ascontiguousarray(np.broadcast_to(zero_point.reshape(-1), channels)),
    )


def quantize(
    x: Array,
    scale: Reals,
    zero_point: Integers = 0,
    dtype: npt.DTypeLike = np.int8,
    *,
    axis: int | None = None,
    rounding: str = "even",
) -> npt.NDArray[Any]:
    """Floats as integers: clamp(round(x / scale) + zero_point).

    x is an array of any shape; it is taken as float32. scale and zero_point are
    numbers or, along `axis`, have one element for each index. dtype is int8,
    uint8 or int16. NaN becomes the lowest value.

    rounding, each step in float32 unless it says double:
        "even"                            round(x / scale) + zero_point, ties to even
        "even_by_reciprocal"              round(x * (1 / scale)) + zero_point, ties to even
        "away"                            round(x / scale) + zero_point, ties away from zero
        "even_with_zero_point"            round(x / scale + zero_point), ties to even
        "away_with_zero_point_in_double"  round(x / scale + zero_point), ties away from zero
        "truncated_with_zero_point"       trunc(x / scale + zero_point)
        "away_in_double"                  round(x / scale) + zero_point, ties away from zero
    doc/exactness.md says which framework uses which.
    """
    dtype = dtype_named("dtype", dtype)
    if dtype not in (np.int8, np.uint8, np.int16):
        raise InvalidArgument("dtype", str(dtype), "is none of int8, uint8 and int16")
    x = reals_of("x", x, np.float32)
    layout, scales, zero_points = _layout(x.shape, axis, scale, zero_point)
    out = np.empty(x.shape, dtype)
    if out.size:
        _core._quantize(
            x.reshape(-1), out.reshape(-1), layout, scales, zero_points, index_of("rounding", rounding, ROUNDINGS)
        )
    return out


def dequantize(
    q: Array, scale: Reals, zero_point: Integers = 0, *, axis: int | None = None, precision: str = "float"
) -> npt.NDArray[np.float32]:
    """Integers as float32: float32(q - zero_point) * scale.

    q is an array of int8, uint8, int16 or int32, of any shape. scale and
    zero_point are numbers or, along `axis`, have one element for each index.
    With precision="double" the product is one of float64, and rounded in the
    end.
    """
    q = np.asarray(array_of("q", q), order="C")
    if q.dtype not in (np.int8, np.uint8, np.int16, np.int32):
        raise InvalidArgument("q", f"array {q.dtype}", "is none of int8, uint8, int16 and int32")
    layout, scales, zero_points = _layout(q.shape, axis, scale, zero_point)
    out = np.empty(q.shape, np.float32)
    in_double = index_of("precision", precision, ("float", "double")) == 1
    if out.size:
        _core._dequantize(q.reshape(-1), out.reshape(-1), layout, scales, zero_points, in_double)
    return out


@overload
def choose_parameters(
    x: Array, dtype: npt.DTypeLike = np.int8, *, axis: None = None, symmetric: bool = False
) -> tuple[float, int]: ...


@overload
def choose_parameters(
    x: Array, dtype: npt.DTypeLike = np.int8, *, axis: int, symmetric: bool = False
) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.int32]]: ...


def choose_parameters(
    x: Array, dtype: npt.DTypeLike = np.int8, *, axis: int | None = None, symmetric: bool = False
) -> tuple[Any, Any]:
    """A scale and a zero point with which x can be quantized.

    With symmetric=True the scale is max(|x|) / 127 (for int8) and the zero point
    0, which suits weights. Otherwise the range of x, extended to contain 0, maps
    to all values of the type, as in ONNX's DynamicQuantizeLinear. Along `axis`
    there is one of each for each index. Returns (scale, zero_point): numbers, or
    arrays of float32 and int32.
    """
    dtype = dtype_named("dtype", dtype)
    if dtype not in (np.int8, np.uint8, np.int16):
        raise InvalidArgument("dtype", str(dtype), "is none of int8, uint8 and int16")
    info = np.iinfo(dtype)
    symmetric = bool_of("symmetric", symmetric)
    x = reals_of("x", x, np.float32)
    if x.size == 0:
        raise InvalidArgument("x", f"array of shape {x.shape}", "has no values")
    if axis is None:
        return _core._choose_parameters(x.min(), x.max(), info.min, info.max, symmetric)
    axis = _index_of_axis(axis, x.ndim)
    others = tuple(i for i in range(x.ndim) if i != axis)
    chosen = [
        _core._choose_parameters(low, high, info.min, info.max, symmetric)
        for low, high in zip(x.min(axis=others), x.max(axis=others))
    ]
    return (
        np.array([scale for scale, _ in chosen], np.float32),
        np.array([zero_point for _, zero_point in chosen], np.int32),
    )
