"""Fully connected layers."""

import dataclasses

import numpy as np

from . import _core
from ._errors import InvalidArgument
from ._quantize import index_of

# In the orders of public/rounding.h and of the tables in quantization.cc.
FIXED_POINT_ROUNDINGS = (
    "double",
    "double_upward",
    "single_upward",
    "single_away",
    "single_upward_15_bits",
)
REAL_ROUNDINGS = ("even", "away", "upward", "truncate", "away_by_sum")
MULTIPLIERS = (
    "nearest",
    "unbounded",
    "saturating",
    "half_to_even",
    "truncated",
    "of_float",
)
FACTORS = ("double", "float_product", "float")

FACTOR_DOC = """
    factor says in which type M = input_scale * weight_scale / output_scale is
    formed: "double", "float", or "float_product" for the product in float and
    the quotient in double."""


@dataclasses.dataclass(frozen=True)
class FixedPoint:
    """Sums are scaled by integers: x * multiplier * 2**(exponent - 31).

    rounding:
        "double"                 twice: x * multiplier / 2**31 with ties up, then
                                 the shift, with ties away from zero
        "double_upward"          twice, both times with ties up
        "single_upward"          once, with ties up
        "single_away"            once, with ties away from zero
        "single_upward_15_bits"  once, with ties up, by the multiplier's upper 15
                                 bits
    multiplier says how M becomes the multiplier's 31 bits:
        "nearest"       ties away from zero; below 2**-32 it becomes 0
        "unbounded"     the same without that
        "saturating"    the same as nearest, at most (2**31 - 1) / 2
        "half_to_even"  ties to even
        "truncated"     ties toward zero
        "of_float"      the 24 bits of M as a float
    overflow is "wrap" or "saturate", for scaled sums outside int32.
    """

    rounding: str = "double"
    multiplier: str = "nearest"
    factor: str = "double"
    overflow: str = "wrap"

    def _step(self, factors, zero_point):
        multipliers, exponents = _core._multipliers(
            factors, index_of("multiplier", self.multiplier, MULTIPLIERS)
        )
        return (
            "fixed_point",
            np.array(multipliers, np.int32),
            np.array(exponents, np.int32),
            zero_point,
            index_of("rounding", self.rounding, FIXED_POINT_ROUNDINGS),
            index_of("overflow", self.overflow, ("wrap", "saturate")),
        )


@dataclasses.dataclass(frozen=True)
class Real:
    """Sums are scaled by floats: round(x * M) + zero_point.

    rounding:
        "even"         to nearest, ties to even
        "away"         to nearest, ties away from zero
        "upward"       floor(x + 1/2)
        "truncate"     toward zero
        "away_by_sum"  trunc(x + 1/2), or trunc(x - 1/2) if x is negative
    precision, "float" or "double", is that of x, M and their product.
    zero_point is added "after" the rounding or "before".
    """

    rounding: str = "even"
    precision: str = "float"
    zero_point: str = "after"
    factor: str = "float"

    def _step(self, factors, zero_point):
        in_double = index_of("precision", self.precision, ("float", "double")) == 1
        return (
            "double" if in_double else "float",
            np.array(factors, np.float64 if in_double else np.float32),
            zero_point,
            index_of("rounding", self.rounding, REAL_ROUNDINGS),
            index_of("zero_point", self.zero_point, ("after", "before")),
        )


@dataclasses.dataclass(frozen=True)
class Shifts:
    """Sums are scaled by a short integer between two shifts.

    floor(((x >> pre) * multiplier) / 2**post + 1/2) + zero_point, with shifts and
    multipliers so that nothing overflows 32 bits for results of 8.
    """

    factor: str = "float"

    def _step(self, factors, zero_point):
        pre, multipliers, post = _core._shifts(factors)
        return (
            "shifts",
            np.array(pre, np.int32),
            np.array(multipliers, np.int32),
            np.array(post, np.int32),
            zero_point,
        )


for _arithmetic in (FixedPoint, Real, Shifts):
    _arithmetic.__doc__ += FACTOR_DOC


def quantize_bias(bias, input_scale, weight_scale):
    """A bias of floats in the units of the sums, as int32.

    round(bias / (input_scale * weight_scale)), in double, with ties to even.
    """
    scale = np.asarray(input_scale, np.float64) * np.asarray(weight_scale, np.float64)
    units = np.rint(np.asarray(bias, np.float64) / scale)
    limits = np.iinfo(np.int32)
    if not np.all((units >= limits.min) & (units <= limits.max)):
        raise InvalidArgument("bias", "array", "has values that are no int32 in these units")
    return units.astype(np.int32)


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

    clamp=(low, high) bounds y, as an activation does; either may be None.
    """

    def __init__(
        self,
        weight,
        bias=None,
        *,
        input_scale=None,
        weight_scale=None,
        output_scale=None,
        input_zero_point=0,
        weight_zero_point=0,
        output_zero_point=0,
        out_dtype=None,
        arithmetic=Real(),
        clamp=None,
        backend=None,
    ):
        if not isinstance(weight, _core.Packed):
            weight = _core.Packed(np.asarray(weight).T, backend=backend)
        columns = weight.shape[1]
        self.out_dtype = _dtype_of(out_dtype, input_scale, weight_scale, output_scale)
        self.arithmetic = arithmetic
        # What load() calls with, besides the packed weight.
        self._arguments = {
            "bias": None if bias is None else np.array(bias),
            "input_scale": input_scale,
            "weight_scale": _kept(weight_scale, np.float32),
            "output_scale": output_scale,
            "input_zero_point": int(input_zero_point),
            "weight_zero_point": _kept(weight_zero_point, np.int32),
            "output_zero_point": int(output_zero_point),
            "out_dtype": self.out_dtype.name,
            "clamp": None if clamp is None else list(clamp),
        }
        self._layer = _core._Layer(
            weight,
            input_zero_point,
            weight_zero_point,
            self._steps(columns),
            self.out_dtype,
        )

    @property
    def weight(self):
        """The packed weights, of shape (in_features, out_features)."""
        return self._layer.weight

    @property
    def in_features(self):
        return self.weight.shape[0]

    @property
    def out_features(self):
        return self.weight.shape[1]

    def __call__(self, x, out=None):
        """y; `out`, if given, receives it."""
        return self._layer(x, out)

    def plan(self, x):
        """The lowp.Plan of a call with x, which is not computed."""
        return self._layer.plan(x)

    def __repr__(self):
        return (
            f"<lowp.Linear {self.in_features} -> {self.out_features}, "
            f"{self.out_dtype}, {self.arithmetic}>"
        )

    def __reduce__(self):
        return _rebuilt, (self.weight, self._arguments, self.arithmetic)

    def _steps(self, columns):
        """The pipeline: a list of steps as _core._Layer takes them."""
        given = self._arguments
        bias, clamp = given["bias"], given["clamp"]
        float_bias = bias is not None and bias.dtype.kind == "f"
        is_float = self.out_dtype == np.float32
        if float_bias and not is_float:
            raise InvalidArgument(
                "bias",
                f"array {bias.dtype}",
                "must be int32 here, in units of the sums; quantize_bias() converts it",
            )
        steps = []
        if bias is not None and not float_bias:
            steps.append(("bias", bias))
        if is_float:
            scale = np.float32(given["input_scale"]) * np.asarray(
                given["weight_scale"], np.float32
            )
            steps.append(("dequantize", scale))
            if float_bias:
                steps.append(("float_bias", bias))
        elif given["output_scale"] is not None:
            steps.append(self._scaling(columns))
        if clamp is not None:
            limit = np.finfo(np.float32) if is_float else np.iinfo(self.out_dtype)
            low, high = (
                default if value is None else value
                for value, default in zip(clamp, (limit.min, limit.max))
            )
            kind = "float_clamp" if is_float else "clamp"
            steps.append((kind, low, high))
        return steps

    def _scaling(self, columns):
        given = self._arguments
        scales = np.atleast_1d(np.asarray(given["weight_scale"], np.float32))
        if scales.shape not in ((1,), (columns,)):
            raise InvalidArgument(
                "weight_scale",
                f"array of shape {scales.shape}",
                f"is neither a number nor of shape ({columns},), one for each output feature",
            )
        factors = _core._factors(
            given["input_scale"],
            scales.tolist(),
            given["output_scale"],
            index_of("factor", self.arithmetic.factor, FACTORS),
        )
        return self.arithmetic._step(factors, given["output_zero_point"])


def _rebuilt(weight, arguments, arithmetic):
    return Linear(weight, arithmetic=arithmetic, **arguments)


def _kept(value, dtype):
    """A number as it is, an array as a copy."""
    if value is None or np.ndim(value) == 0:
        return value
    return np.array(value, dtype)


def _dtype_of(out_dtype, input_scale, weight_scale, output_scale):
    """The type of the result."""
    if (input_scale is None) != (weight_scale is None):
        raise InvalidArgument(
            "weight_scale" if weight_scale is None else "input_scale",
            "None",
            "must be given with the other one",
        )
    if input_scale is None:
        if output_scale is not None:
            raise InvalidArgument("output_scale", output_scale, "needs an input_scale and a weight_scale")
        types, default = (np.int32,), np.int32
    elif output_scale is None:
        types, default = (np.float32,), np.float32
    else:
        types, default = (np.int8, np.uint8, np.int16), np.int8
    dtype = np.dtype(default if out_dtype is None else out_dtype)
    if dtype not in types:
        names = " or ".join(np.dtype(t).name for t in types)
        raise InvalidArgument("out_dtype", dtype.name, f"is not {names}, which these scales give")
    return dtype
