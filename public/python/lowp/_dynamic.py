"""Fully connected layers that quantize their input as it arrives."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import numpy.typing as npt

from . import _core
from ._checks import int32s_of, reals_of
from ._core import Packed
from ._linear import kept, packed_of
from ._types import Array, Integers, Progress, Reals

ARITHMETICS = _core._dynamic_arithmetics()


class DynamicLinear:
    """A fully connected layer with weights of 8 bits, floats in and floats out.

    weights has shape (out_features, in_features) and elements of int8 or uint8,
    or is a lowp.Packed of shape (in_features, out_features). x has shape
    (..., in_features), y has shape (..., out_features); both are float32,
    float16 or bfloat16 (ml_dtypes' in numpy, or a tensor of PyTorch's).

        code   = x * factors, quantized as `arithmetic` says
        acc    = sum over l of (code[i, l] - its zero point) *
                               (weights[j, l] - zero_points[j])
        y      = min(max(acc scaled by x's scale and scales[j], + bias[j], low), high)

    acc is exact; the rest is float32 in the order of `arithmetic`, rounded to
    the type of y in the end.

    scales and zero_points (int32) are numbers, or have one element for each
    output feature; bias, float32, has one for each; factors, float32, has one
    for each input feature: the reciprocal of what SmoothQuant multiplied that
    column of the weights by. All are copied, and must be finite. low=0 is a
    ReLU. backend and progress are those of lowp.Packed.

    arithmetic, with s = scales[j] and the scale and zero point of x chosen
        "symmetric_rows"              for each row; codes -127..127, no zero point;
                                      (float32(acc) * s) * scale + bias
        "asymmetric_rows"             for each row, as ONNX chooses them, codes
                                      -128..127; same order
        "asymmetric_rows_by_inverse"  for each row; fma(float32(acc) * scale, s, bias):
                                      XNNPACK's qd8 operators; ..._unfused rounds
                                      the product before bias is added
        "onnx_tensor"                 for all of x; float32(acc) * (scale * s) + bias:
                                      ONNX Runtime's DynamicQuantizeMatMul
        "reciprocal_tensor"           for all of x, codes of 7 bits;
                                      fma(float32(acc), scale * s, bias): PyTorch on
                                      FBGEMM; ..._full_range uses 8 bits
    public/dynamic/dynamic_arithmetic.h has the formulas in full.

    Where parameters are chosen for each row, the bytes of a row of y depend on
    that row of x and the layer alone. A row (or a tensor) with a value that is
    NaN or infinite gives NaN.
    """

    def __init__(
        self,
        weights: Array | Packed,
        scales: Reals,
        *,
        bias: Reals | None = None,
        zero_points: Integers | None = None,
        factors: Reals | None = None,
        low: float = -math.inf,
        high: float = math.inf,
        arithmetic: str = "symmetric_rows",
        backend: str | None = None,
        progress: Progress | None = None,
    ) -> None:
        weights = packed_of("weights", weights, backend, progress)
        self._layer = _core._Dynamic(
            weights, scales, bias, zero_points, factors, low, high, arithmetic
        )
        # What load() calls with, besides the packed weights.
        self._arguments = {
            "scales": kept("scales", scales, reals_of),
            "bias": kept("bias", bias, reals_of),
            "zero_points": kept("zero_points", zero_points, int32s_of),
            "factors": kept("factors", factors, reals_of),
            "low": float(low),
            "high": float(high),
            "arithmetic": arithmetic,
        }

    @property
    def weights(self) -> Packed:
        """The packed weights, of shape (in_features, out_features)."""
        return self._layer.weights

    @property
    def in_features(self) -> int:
        return self.weights.shape[0]

    @property
    def out_features(self) -> int:
        return self.weights.shape[1]

    @property
    def arithmetic(self) -> str:
        return str(self._arguments["arithmetic"])

    def __call__(self, x: Array, out: Array | None = None, *, out_dtype: npt.DTypeLike | None = None) -> Any:
        """y; `out`, if given, receives it.

        x is an array with contiguous rows, read where it is. out_dtype is float32,
        float16 or bfloat16; by default that of `out`, or float32. The GIL is
        released meanwhile.
        """
        return self._layer(x, out, out_dtype)

    def __repr__(self) -> str:
        return f"<lowp.DynamicLinear {self.in_features} -> {self.out_features}, {self.arithmetic}>"

    def __reduce__(self):
        return _rebuilt, (self.weights, self._arguments)


def _rebuilt(weights, arguments):
    return DynamicLinear(weights, **arguments)
