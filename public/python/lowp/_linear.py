"""Fully connected layers."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from . import _core
from ._arithmetic import FixedPoint, Real, Shifts, described, dtype_of, quantize_bias, steps_of
from ._checks import array_of, int32_of, int32s_of, reals_of
from ._core import Packed, Plan
from ._errors import InvalidArgument
from ._types import Array, Clamp, Integers, Progress, Reals

__all__ = ["FixedPoint", "Linear", "Real", "Shifts", "quantize_bias"]


class Linear:
    """A fully connected layer: y = x @ weight.T + bias, quantized.

    weight has shape (out_features, in_features), as in most frameworks, and
    elements of int8 or uint8; it is packed once. x has shape (..., in_features)
    and elements of int8 or uint8, y has shape (..., out_features).

        sum[i, j] = sum over l of (x[i, l] - input_zero_point) *
                                  (weight[j, l] - weight_zero_point[j])

    Scales decide what becomes of the sums:
        none                       y = sum + bias, int32
        input_scale, weight_scale  y = float32(sum) * (input_scale * weight_scale)
                                   + bias, float32
        output_scale as well       y = scaled(sum + bias) + output_zero_point,
                                   by M = input_scale * weight_scale /
                                   output_scale, as `arithmetic` says, clamped to
                                   out_dtype: int8, uint8 or int16

    weight_scale and weight_zero_point are numbers, or have one element for each
    output feature. bias has one element for each, int32, or with float32 results
    also floats, which are added at the end; quantize_bias() makes integers of
    floats.

    arithmetic is a FixedPoint, a Real or a Shifts. doc/exactness.md says which
    framework computes which, bit for bit; Real() is ONNX Runtime's and PyTorch's,
    FixedPoint() TensorFlow Lite's.

    clamp=(low, high) bounds y, as an activation does; either may be None. backend
    and progress are those of lowp.Packed.
    """

    def __init__(
        self,
        weight: Array | Packed,
        bias: Array | None = None,
        *,
        input_scale: float | np.floating[Any] | None = None,
        weight_scale: Reals | None = None,
        output_scale: float | np.floating[Any] | None = None,
        input_zero_point: int = 0,
        weight_zero_point: Integers = 0,
        output_zero_point: int = 0,
        out_dtype: npt.DTypeLike | None = None,
        arithmetic: FixedPoint | Real | Shifts = Real(),
        clamp: Clamp | None = None,
        backend: str | None = None,
        progress: Progress | None = None,
    ) -> None:
        weight = packed_of("weight", weight, backend, progress)
        columns = weight.shape[1]
        scales = {"input_scale": input_scale, "weight_scale": weight_scale, "output_scale": output_scale}
        self.out_dtype = dtype_of(out_dtype, scales)
        described(arithmetic)  # refuses what is none
        self.arithmetic = arithmetic
        output_zero_point = int32_of("output_zero_point", output_zero_point)
        if output_scale is None and output_zero_point != 0:
            raise InvalidArgument(
                "output_zero_point", output_zero_point, f"a result of {self.out_dtype} has none"
            )
        # What load() calls with, besides the packed weight.
        self._arguments = {
            "bias": None if bias is None else np.array(array_of("bias", bias)),
            "input_scale": input_scale,
            "weight_scale": kept("weight_scale", weight_scale, reals_of),
            "output_scale": output_scale,
            "input_zero_point": int32_of("input_zero_point", input_zero_point),
            "weight_zero_point": kept("weight_zero_point", weight_zero_point, int32s_of),
            "output_zero_point": output_zero_point,
            "out_dtype": self.out_dtype.name,
            "clamp": list(clamp) if isinstance(clamp, (tuple, list)) else clamp,
        }
        self._layer = _core._Layer(
            weight,
            input_zero_point,
            weight_zero_point,
            steps_of(self._arguments, self.out_dtype, arithmetic, columns),
            self.out_dtype,
        )

    @property
    def weight(self) -> Packed:
        """The packed weights, of shape (in_features, out_features)."""
        return self._layer.weight

    @property
    def in_features(self) -> int:
        return self.weight.shape[0]

    @property
    def out_features(self) -> int:
        return self.weight.shape[1]

    def __call__(self, x: Array, out: Array | None = None) -> Any:
        """y; `out`, if given, receives it."""
        return self._layer(x, out)

    def plan(self, x: Array) -> Plan:
        """The lowp.Plan of a call with x, which is not computed."""
        return self._layer.plan(x)

    def __repr__(self) -> str:
        return (
            f"<lowp.Linear {self.in_features} -> {self.out_features}, "
            f"{self.out_dtype}, {self.arithmetic}>"
        )

    def __reduce__(self):
        return _rebuilt, (self.weight, self._arguments, self.arithmetic)


def _rebuilt(weight, arguments, arithmetic):
    # Older versions took a zero point of None as 0.
    given = {name: value for name, value in arguments.items() if value is not None}
    return Linear(weight, arithmetic=arithmetic, **given)


def packed_of(argument, weight, backend, progress):
    """Weights of shape (out_features, in_features) packed, if they are not."""
    if isinstance(weight, _core.Packed):
        return weight
    matrix = array_of(argument, weight)
    if matrix.ndim != 2:
        raise InvalidArgument(
            argument, f"array of shape {matrix.shape}", "its shape must be (out_features, in_features)"
        )
    try:
        return _core.Packed(matrix.T, backend=backend, progress=progress)
    except InvalidArgument as error:
        if error.argument != "matrix":
            raise
        raise InvalidArgument(argument, error.value, error.problem) from None


def kept(argument, value, read):
    """A number as it is, an array as a copy that `read`, of _checks.py, makes."""
    if value is None or array_of(argument, value).ndim == 0:
        return value
    return np.array(read(argument, value))
