"""Convolutions of 1 to 3 axes, and transposed ones."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from . import _core
from ._arithmetic import SCALES, FixedPoint, Real, Shifts, described, dtype_of, int64_steps_of, rebuilt, steps_of
from ._checks import array_of, dtype_named, int32_of
from ._errors import InvalidArgument
from ._types import Array, Clamp, Integers, Padding, PerAxis, Reals

# In the order of FilterLayout (public/convolution/packed_filter.h), without the
# letters of the axes, which stand for "*".
LAYOUTS = ("O*I", "OI*", "*IO", "IO*")
# In the order of ConvOrder (public/convolution/conv_geometry.h).
FORMATS = ("N*C", "NC*")
AXES = "DHW"


def _each(value, axes, name):
    """A number, or one for each axis."""
    if not isinstance(value, (tuple, list)):
        return (value,) * axes
    if len(value) != axes:
        raise InvalidArgument(name, str(value), f"is neither a number nor {axes} of them, one for each axis")
    return tuple(value)


def _ends(value):
    """The padding before and after, of a number or a pair."""
    return _each(value, 2, "padding")


def _paddings(padding, axes, transposed):
    """(before, after) of each axis, and whether padding is "same"."""
    same = isinstance(padding, str)
    if not same:
        # Of one axis a pair is (before, after).
        if axes == 1 and isinstance(padding, (tuple, list)) and len(padding) == 2:
            padding = (padding,)
        return [_ends(p) for p in _each(padding, axes, "padding")], False
    if padding != "same":
        raise InvalidArgument("padding", padding, 'is neither "same" nor numbers')
    if transposed:
        raise InvalidArgument("padding", padding, "is not defined for transposed convolutions; give numbers")
    return [(0, 0)] * axes, True


def _layout(layout, axes):
    """The index of a layout, from "OHWI" and the like."""
    names = [name.replace("*", AXES[-axes:]) for name in LAYOUTS]
    if layout is None:
        return 0
    if not isinstance(layout, str) or layout not in names:
        raise InvalidArgument("layout", str(layout), "is none of " + ", ".join(names))
    return names.index(layout)


def _orders(data_format, axes):
    """The indices of the formats of x and of the result, from "NHWC" and the like."""
    names = [name.replace("*", AXES[-axes:]) for name in FORMATS]
    given = names[0] if data_format is None else data_format
    pair = tuple(given) if isinstance(given, (tuple, list)) else (given, given)
    if len(pair) != 2:
        raise InvalidArgument("data_format", str(given), "is neither a format nor two of them, for x and the result")
    for name in pair:
        if not isinstance(name, str) or name not in names:
            raise InvalidArgument("data_format", str(name), "is none of " + ", ".join(names))
    return tuple(names.index(name) for name in pair)


def _kept(argument, value):
    """A copy of a parameter, as files can hold it: a number or an array."""
    if value is None:
        return value
    array = array_of(argument, value)
    return value if array.ndim == 0 else np.array(array)


def _listed(value):
    """Numbers in lists, of stride, padding and dilation."""
    return [_listed(v) for v in value] if isinstance(value, (tuple, list)) else value


class _Conv:
    """What all convolutions are; see Conv2d."""

    _axes = 0
    _transposed = False

    def __init__(
        self,
        weights: Array,
        *,
        stride: PerAxis = 1,
        padding: Padding = 0,
        dilation: PerAxis = 1,
        output_padding: PerAxis = 0,
        groups: int = 1,
        layout: str | None = None,
        data_format: str | tuple[str, str] | None = None,
        input_dtype: npt.DTypeLike | None = None,
        input_zero_point: int = 0,
        weight_zero_point: Integers = 0,
        scale: Reals | None = None,
        bias: Reals | Integers | None = None,
        zero_point: int = 0,
        out_dtype: npt.DTypeLike | None = None,
        input_scale: float | np.floating[Any] | None = None,
        weight_scale: Reals | None = None,
        output_scale: float | np.floating[Any] | None = None,
        arithmetic: FixedPoint | Real | Shifts | None = None,
        clamp: Clamp | None = None,
    ) -> None:
        self._layout = _layout(layout, self._axes)
        # What load() calls with, besides the packed weights.
        self._arguments = {
            "stride": _listed(stride),
            "padding": _listed(padding),
            "dilation": _listed(dilation),
            "output_padding": _listed(output_padding),
            "groups": int32_of("groups", groups),
            "data_format": _listed(data_format),
            "input_dtype": None if input_dtype is None else dtype_named("input_dtype", input_dtype).name,
            "input_zero_point": int32_of("input_zero_point", input_zero_point),
            "weight_zero_point": _kept("weight_zero_point", weight_zero_point),
            "scale": _kept("scale", scale),
            "bias": _kept("bias", bias),
            "zero_point": int32_of("zero_point", zero_point),
            "out_dtype": None if out_dtype is None else dtype_named("out_dtype", out_dtype).name,
            "input_scale": input_scale,
            "weight_scale": _kept("weight_scale", weight_scale),
            "output_scale": output_scale,
            "arithmetic": None if arithmetic is None else described(arithmetic),
            "clamp": None if clamp is None else _listed(clamp),
        }
        self._convolution = _core._Convolution(weights, *self._settings(), *self._output(weights, out_dtype))

    def _settings(self):
        """What _core._Convolution takes behind the weights."""
        given, axes = self._arguments, self._axes
        paddings, same = _paddings(given["padding"], axes, self._transposed)
        more = _each(given["output_padding"], axes, "output_padding")
        if not self._transposed and any(int32_of("output_padding", number) for number in more):
            raise InvalidArgument("output_padding", str(more), "is one of transposed convolutions only")
        strides, dilations = _each(given["stride"], axes, "stride"), _each(given["dilation"], axes, "dilation")
        return (
            tuple((s, d, *pad, m) for s, d, pad, m in zip(strides, dilations, paddings, more)),
            same,
            self._transposed,
            self._layout,
            _orders(given["data_format"], axes),
            given["groups"],
            self._takes_int16(),
            given["input_zero_point"],
            given["weight_zero_point"],
        )

    def _takes_int16(self):
        dtype = self._arguments["input_dtype"]
        if dtype not in (None, "uint8", "int8", "int16"):
            raise InvalidArgument("input_dtype", dtype, "is none of uint8, int8 and int16")
        return dtype == "int16"

    def _output(self, weights, out_dtype):
        """What becomes of the sums, as in lowp.matmul or, where that says more, by steps."""
        given = self._arguments
        zero_point, arithmetic = given["zero_point"], given["arithmetic"]
        if self._takes_int16():
            columns = self._outputs_of(weights)
            chosen = None if arithmetic is None else rebuilt(arithmetic)
            dtype, steps = int64_steps_of({**given, "output_zero_point": zero_point}, out_dtype, chosen, columns)
            return (None, None, 0, dtype), steps
        if all(given[name] is None for name in (*SCALES, "arithmetic", "clamp")):
            return (given["scale"], given["bias"], zero_point, out_dtype), None
        dtype = dtype_of(out_dtype, given)
        if dtype in (np.int32, np.float32):
            if zero_point != 0:
                raise InvalidArgument("zero_point", zero_point, f"a result of {dtype} has none")
            if arithmetic is not None:
                raise InvalidArgument("arithmetic", arithmetic[0], f"a result of {dtype} is not rounded")
        columns = self._outputs_of(weights)
        chosen = Real() if arithmetic is None else rebuilt(arithmetic)
        steps = steps_of({**given, "output_zero_point": zero_point}, dtype, chosen, columns)
        return (None, None, 0, dtype), steps

    def _outputs_of(self, weights):
        """The number of output channels of weights, or of a packed filter and its shape."""
        if isinstance(weights, tuple):
            if len(weights) != 2 or not isinstance(weights[1], tuple):
                raise TypeError("weights is a tuple, not an array")
            return weights[1][0]
        shape = array_of("weights", weights).shape
        if len(shape) != self._axes + 2:
            raise InvalidArgument("weights", f"array of shape {shape}", f"it must have {self._axes + 2} dimensions")
        at, times = {0: (0, 1), 1: (0, 1), 2: (-1, 1), 3: (1, self._arguments["groups"])}[self._layout]
        return shape[at] * times

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of the weights: (out_channels, taps along each axis, in_channels / groups)."""
        return tuple(self._convolution.shape)

    def __call__(self, x: Array, out: Array | None = None) -> Any:
        """The convolution of x; `out`, if given, receives it.

        x and out are arrays in C's order, or slices of the channels of such
        arrays. The GIL is released meanwhile.
        """
        return self._convolution(x, out)

    def plan(self, x: Array) -> str:
        """How a call with x would compute, in words."""
        return self._convolution.plan(x)

    def __repr__(self) -> str:
        return f"<lowp.{type(self).__name__} with weights of shape {self.shape}>"

    def __reduce__(self):
        return rebuilt_layer, (self._convolution.filter, self.shape, self._arguments, name_of(self))


class Conv2d(_Conv):
    """A convolution of images, in exact integers, with weights packed once.

    x has shape (n, height, width, in_channels), weights have shape
    (out_channels, kernel_height, kernel_width, in_channels / groups); elements
    are uint8 or int8, in any combination. With o's group of input channels,

        sum[b, y, x, o] = sum over i, j and c of
            (x[b, y * stride + i * dilation - padding_top,
                  x * stride + j * dilation - padding_left, c] - input_zero_point) *
            (weights[o, i, j, c] - weight_zero_point[o])

    where positions in the padding hold input_zero_point. Sums are exact modulo
    2**32.

    stride and dilation are numbers, or pairs for height and width; padding too,
    or each of the pair is (before, after); or it is "same": the result has
    ceil(size / stride) positions, and of an odd padding the larger half comes
    after, as in TensorFlow. groups = in_channels is a depthwise convolution.
    layout is the order of the dimensions of the weights: "OHWI", which is the
    default, "OIHW" (ONNX, PyTorch), "HWIO" (TensorFlow), or "IOHW" for ONNX's and
    PyTorch's transposed convolutions: all input channels, output channels of a
    group. They are contiguous.

    data_format is the order of the dimensions of x and of the result: "NHWC",
    which is the default, or "NCHW" (ONNX, PyTorch), or a pair, for x and for the
    result.

    weight_zero_point is a number or has one element for each output channel.
    scale, bias, zero_point and out_dtype mean what they mean in lowp.matmul;
    scale and bias are numbers or have shape (out_channels,):

        scale  out_dtype           result
        None   None                sum + bias                     int32
        given  None or float32     float32(sum) * scale + bias    float32
        given  int8, uint8, int16  round((sum + bias) * scale) + zero_point

    arithmetic chooses the rounding, as in lowp.Linear; None means Real(). In place
    of scale there may be input_scale, weight_scale and output_scale, from which M
    is made as arithmetic.factor says, as lowp.Linear does. clamp=(low, high)
    bounds the result; either may be None.

    input_dtype is that of x, and only int16 has to be given. Its sums are exact
    int64 values; so is bias, and so are results without a scale. With a scale,
    arithmetic must be FixedPoint("single_upward_15_bits"), that of TensorFlow
    Lite's "16x8" operators, and out_dtype int16, int8 or uint8.

    An object remembers how it computed its last call, so calls with arrays of
    one shape are fast. Threads may share it, and it can be pickled, saved and
    loaded with its packed weights.
    """

    _axes = 2


class Conv1d(_Conv):
    """lowp.Conv2d with one axis: x of shape (n, width, in_channels).

    weights have shape (out_channels, kernel, in_channels / groups); layouts are
    "OWI", "OIW", "WIO" and "IOW", data formats "NWC" and "NCW". A padding of two
    numbers is (before, after).
    """

    _axes = 1


class Conv3d(_Conv):
    """lowp.Conv2d with three axes: x of shape (n, depth, height, width, in_channels).

    weights have shape (out_channels, kernel_depth, kernel_height, kernel_width,
    in_channels / groups); layouts are "ODHWI", "OIDHW", "DHWIO" and "IODHW", data
    formats "NDHWC" and "NCDHW".
    """

    _axes = 3


class ConvTranspose2d(_Conv):
    """A transposed convolution of images: lowp.Conv2d with input and output exchanged.

    Input position i and tap t add, along each axis, to output position

        i * stride + t * dilation - padding_before

    so the result has (size - 1) * stride + (kernel - 1) * dilation + 1 -
    padding_before - padding_after + output_padding positions. output_padding is
    less than the larger of stride and dilation. Everything else is as in Conv2d,
    the shape of weights too; padding is not "same".
    """

    _axes = 2
    _transposed = True


class ConvTranspose1d(_Conv):
    """lowp.ConvTranspose2d with one axis; shapes are those of lowp.Conv1d."""

    _axes = 1
    _transposed = True


class ConvTranspose3d(_Conv):
    """lowp.ConvTranspose2d with three axes; shapes are those of lowp.Conv3d."""

    _axes = 3
    _transposed = True


# By their names in files.
CONVOLUTIONS = {
    "conv1d": Conv1d,
    "conv2d": Conv2d,
    "conv3d": Conv3d,
    "conv_transpose1d": ConvTranspose1d,
    "conv_transpose2d": ConvTranspose2d,
    "conv_transpose3d": ConvTranspose3d,
}


def name_of(convolution):
    """Its name in files, or None."""
    return next((name for name, kind in CONVOLUTIONS.items() if type(convolution) is kind), None)


def rebuilt_layer(packed, shape, arguments, name="conv2d"):
    """From what a pickle or a file holds; those of older versions have fewer arguments."""
    # None is the default of what may be None. Older versions took it as 0 elsewhere.
    given = {name: value for name, value in arguments.items() if value is not None}
    if "out_dtype" in given:
        given["out_dtype"] = np.dtype(given["out_dtype"])
    if "arithmetic" in given:
        given["arithmetic"] = rebuilt(given["arithmetic"])
    return CONVOLUTIONS[name]((packed, tuple(shape)), **given)


def conv1d(x: Array, weights: Array, *, out: Array | None = None, **arguments: Any) -> Any:
    """The convolution of x with weights, once: lowp.Conv1d(weights, **arguments)(x, out)."""
    return Conv1d(weights, **arguments)(x, out)


def conv2d(x: Array, weights: Array, *, out: Array | None = None, **arguments: Any) -> Any:
    """The convolution of x with weights, once: lowp.Conv2d(weights, **arguments)(x, out)."""
    return Conv2d(weights, **arguments)(x, out)


def conv3d(x: Array, weights: Array, *, out: Array | None = None, **arguments: Any) -> Any:
    """The convolution of x with weights, once: lowp.Conv3d(weights, **arguments)(x, out)."""
    return Conv3d(weights, **arguments)(x, out)


def conv_transpose1d(x: Array, weights: Array, *, out: Array | None = None, **arguments: Any) -> Any:
    """The transposed convolution, once: lowp.ConvTranspose1d(weights, **arguments)(x, out)."""
    return ConvTranspose1d(weights, **arguments)(x, out)


def conv_transpose2d(x: Array, weights: Array, *, out: Array | None = None, **arguments: Any) -> Any:
    """The transposed convolution, once: lowp.ConvTranspose2d(weights, **arguments)(x, out)."""
    return ConvTranspose2d(weights, **arguments)(x, out)


def conv_transpose3d(x: Array, weights: Array, *, out: Array | None = None, **arguments: Any) -> Any:
    """The transposed convolution, once: lowp.ConvTranspose3d(weights, **arguments)(x, out)."""
    return ConvTranspose3d(weights, **arguments)(x, out)
