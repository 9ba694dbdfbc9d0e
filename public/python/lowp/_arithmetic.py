"""From sums to results: the roundings of frameworks, and the steps that layers take."""

import dataclasses

import numpy as np
import numpy.typing as npt

from . import _core
from ._checks import array_of, dtype_named, index_of, reals_of
from ._errors import InvalidArgument
from ._types import Array, Reals

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
        "unbounded"     the same, but small M does not become 0
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
    multipliers for which nothing overflows 32 bits if the result has 8.
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


def quantize_bias(bias: Array, input_scale: Reals, weight_scale: Reals) -> "npt.NDArray[np.int32]":
    """A bias of floats in the units of the sums, as int32.

    round(bias / (input_scale * weight_scale)), in double, with ties to even.
    """
    bias, input_scale, weight_scale = (
        reals_of(name, value, np.float64)
        for name, value in (("bias", bias), ("input_scale", input_scale), ("weight_scale", weight_scale))
    )
    for name, scale in (("input_scale", input_scale), ("weight_scale", weight_scale)):
        if not np.all((scale > 0) & (scale < np.inf)):
            raise InvalidArgument(name, "number" if scale.ndim == 0 else "array", "is not positive and finite")
    try:
        np.broadcast_shapes(bias.shape, input_scale.shape, weight_scale.shape)
    except ValueError:
        raise InvalidArgument(
            "bias",
            f"array of shape {bias.shape}",
            f"does not fit scales of shapes {input_scale.shape} and {weight_scale.shape}",
        ) from None
    units = np.rint(bias / (input_scale * weight_scale))
    limits = np.iinfo(np.int32)
    if not np.all((units >= limits.min) & (units <= limits.max)):
        raise InvalidArgument("bias", "array", "has values that are no int32 in these units")
    return units.astype(np.int32)


# Their names in files.
ARITHMETICS = {"fixed_point": FixedPoint, "real": Real, "shifts": Shifts}


def described(arithmetic):
    """An arithmetic as files hold it: its name and its options."""
    kind = next((k for k, t in ARITHMETICS.items() if type(arithmetic) is t), None)
    if kind is None:
        raise InvalidArgument(
            "arithmetic", type(arithmetic).__name__, "is none of FixedPoint, Real and Shifts"
        )
    return [kind, dict(vars(arithmetic))]


def rebuilt(description):
    kind, options = description
    return ARITHMETICS[kind](**options)


# What says how sums become results, besides out_dtype and an arithmetic.
SCALES = ("input_scale", "weight_scale", "output_scale")


def dtype_of(out_dtype, given):
    """The type of the result.

    given has the scales: input_scale, weight_scale and output_scale, or instead
    "scale", which is what they would make.
    """
    scale = given.get("scale")
    input_scale, weight_scale, output_scale = (given.get(name) for name in SCALES)
    if scale is not None:
        for name in SCALES:
            if given.get(name) is not None:
                raise InvalidArgument(name, "given", "must not be given with scale, which is what scales make")
    elif (input_scale is None) != (weight_scale is None):
        raise InvalidArgument(
            "weight_scale" if weight_scale is None else "input_scale",
            "None",
            "must be given with the other one",
        )
    if scale is not None:
        types, default = (np.float32, np.int8, np.uint8, np.int16), np.float32
    elif input_scale is None:
        if output_scale is not None:
            raise InvalidArgument("output_scale", output_scale, "needs an input_scale and a weight_scale")
        types, default = (np.int32,), np.int32
    elif output_scale is None:
        types, default = (np.float32,), np.float32
    else:
        types, default = (np.int8, np.uint8, np.int16), np.int8
    dtype = dtype_named("out_dtype", default if out_dtype is None else out_dtype)
    if dtype not in types:
        names = " or ".join(np.dtype(t).name for t in types)
        raise InvalidArgument("out_dtype", dtype.name, f"is not {names}, which these scales give")
    return dtype


def steps_of(given, dtype, arithmetic, columns):
    """The pipeline to a result of a dtype: a list of steps as _core takes them.

    given has the scales of dtype_of(), bias, output_zero_point and clamp.
    """
    bias, clamp = given.get("bias"), given.get("clamp")
    if bias is not None:
        bias = array_of("bias", bias)
    is_float = dtype == np.float32
    float_bias = bias is not None and bias.dtype.kind == "f"
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
        steps.append(("dequantize", _real_scale(given)))
        if float_bias:
            steps.append(("float_bias", bias))
    elif dtype != np.int32:
        described(arithmetic)  # refuses what is none
        steps.append(arithmetic._step(_factors(given, arithmetic, columns), given["output_zero_point"]))
    if clamp is not None:
        steps.append(_clamp_step(clamp, dtype, is_float))
    return steps


def int64_steps_of(given, out_dtype, arithmetic, columns):
    """(the type of the result, the pipeline) of sums that are int64: of inputs of int16.

    They are int64 in the end, too, or scaled as TensorFlow Lite's "16x8" operators do.
    """
    bias, scaled = given.get("bias"), any(given.get(name) is not None for name in ("scale", *SCALES))
    steps = []
    if bias is not None:
        bias = array_of("bias", bias)
        if bias.dtype.kind not in "iu":
            raise InvalidArgument("bias", f"array {bias.dtype}", "must be integers, in units of the sums")
        if np.any(bias > np.iinfo(np.int64).max):
            raise InvalidArgument("bias", int(bias.max()), "is not in the range of int64")
        if bias.shape not in ((), (1,), (columns,)):
            raise InvalidArgument(
                "bias", f"array of shape {bias.shape}", f"is neither a number nor of shape ({columns},)"
            )
        steps.append(("int64_bias", np.ascontiguousarray(np.broadcast_to(bias.astype(np.int64), columns))))
    if not scaled:
        dtype = dtype_named("out_dtype", np.int64 if out_dtype is None else out_dtype)
        if dtype != np.int64:
            raise InvalidArgument("out_dtype", dtype.name, "needs a scale; without one it is int64")
        if given.get("clamp") is not None:
            raise InvalidArgument("clamp", str(given["clamp"]), "does not apply to sums of int64")
        if given["output_zero_point"] != 0:
            raise InvalidArgument("zero_point", given["output_zero_point"], "does not apply to sums of int64")
        return dtype, steps
    if not isinstance(arithmetic, FixedPoint) or (arithmetic.rounding, arithmetic.overflow) != (
        "single_upward_15_bits", "wrap",
    ):  # fmt: skip
        raise InvalidArgument(
            "arithmetic", str(arithmetic), 'must be FixedPoint("single_upward_15_bits") for inputs of int16'
        )
    dtype = dtype_of(out_dtype, given)
    if dtype not in (np.int8, np.uint8, np.int16):
        raise InvalidArgument("out_dtype", dtype.name, "is none of int8, uint8 and int16, which scaled sums become")
    step = arithmetic._step(_factors(given, arithmetic, columns), given["output_zero_point"])
    steps.append(("int64_fixed_point", *step[1:4]))
    if given.get("clamp") is not None:
        steps.append(_clamp_step(given["clamp"], dtype, False))
    return dtype, steps


def _number(given, name):
    """A scale that is one number, or an array of one."""
    number = array_of(name, given[name])
    if number.dtype.kind not in "iuf" and number.dtype.name != "bfloat16":
        raise TypeError(f"{name} is a {type(given[name]).__name__}, not a number")
    if number.shape not in ((), (1,)):
        raise InvalidArgument(name, f"array of shape {number.shape}", "is not a number")
    return float(number.reshape(()))


def _real_scale(given):
    """The factor of float32 results."""
    if given.get("scale") is not None:
        return reals_of("scale", given["scale"], np.float32)
    return np.float32(_number(given, "input_scale")) * reals_of("weight_scale", given["weight_scale"], np.float32)


def _factors(given, arithmetic, columns):
    """M, for all columns or for each: a list of floats."""
    name = "weight_scale" if given.get("scale") is None else "scale"
    kind = np.float32 if name == "weight_scale" else np.float64
    scales = np.atleast_1d(reals_of(name, given[name], kind))
    if scales.shape not in ((1,), (columns,)):
        raise InvalidArgument(
            name,
            f"array of shape {scales.shape}",
            f"is neither a number nor of shape ({columns},), one for each output",
        )
    if name == "scale":
        return scales.tolist()
    return _core._factors(
        _number(given, "input_scale"),
        scales.tolist(),
        _number(given, "output_scale"),
        index_of("factor", arithmetic.factor, FACTORS),
    )


def _exceeds(low, high):
    """Whether low > high; what cannot be compared is refused later, by its type."""
    try:
        return bool(low > high)
    except (TypeError, ValueError):
        return False


def _clamp_step(clamp, dtype, is_float):
    if not isinstance(clamp, (tuple, list)) or len(clamp) != 2:
        raise InvalidArgument("clamp", str(clamp), "is not a pair (low, high)")
    if None not in clamp and _exceeds(*clamp):
        raise InvalidArgument("clamp", str(clamp), "is a low that is above the high")
    limit = np.finfo(np.float32) if is_float else np.iinfo(dtype)
    low, high = (
        default if value is None else value for value, default in zip(clamp, (limit.min, limit.max))
    )
    return ("float_clamp" if is_float else "clamp", low, high)
