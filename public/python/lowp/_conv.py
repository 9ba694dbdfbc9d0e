"""Convolutions of images."""

import numpy as np

from . import _core
from ._errors import InvalidArgument


def _pair(value, name):
    """A number, or one for the height and one for the width."""
    if not isinstance(value, (tuple, list)):
        return value, value
    pair = tuple(value)
    if len(pair) != 2:
        raise InvalidArgument(name, str(value), "is neither a number nor a pair of them")
    return pair


def _axes(stride, padding, dilation):
    """(stride, dilation, padding before, padding after) of each axis, and whether padding is "same"."""
    same = isinstance(padding, str)
    if same and padding != "same":
        raise InvalidArgument("padding", padding, 'is neither "same" nor numbers')
    paddings = (0, 0) if same else _pair(padding, "padding")
    ends = (_pair(p, "padding") for p in paddings)
    axes = zip(_pair(stride, "stride"), _pair(dilation, "dilation"), ends)
    return [(s, d, *pad) for s, d, pad in axes], same


def _kept(value):
    """A copy of a parameter, as files can hold it: a number or an array."""
    return value if value is None or np.ndim(value) == 0 else np.array(value)


def _listed(value):
    """Numbers in lists, of stride, padding and dilation."""
    return [_listed(v) for v in value] if isinstance(value, (tuple, list)) else value


class Conv2d:
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

    weight_zero_point is a number or has one element for each output channel.
    scale, bias, zero_point and out_dtype mean what they mean in lowp.matmul;
    scale and bias are numbers or have shape (out_channels,):

        scale  out_dtype           result
        None   None                sum + bias                     int32
        given  None or float32     float32(sum) * scale + bias    float32
        given  int8, uint8, int16  round((sum + bias) * scale) + zero_point

    An object remembers how it computed its last call, so calls with arrays of
    one shape are fast. Threads may share it, and it can be pickled, saved and
    loaded with its packed weights.
    """

    def __init__(
        self,
        weights,
        *,
        stride=1,
        padding=0,
        dilation=1,
        groups=1,
        input_zero_point=0,
        weight_zero_point=0,
        scale=None,
        bias=None,
        zero_point=0,
        out_dtype=None,
    ):
        (height, width), same = _axes(stride, padding, dilation)
        self._convolution = _core._Convolution(
            weights,
            height,
            width,
            same,
            groups,
            input_zero_point,
            weight_zero_point,
            scale,
            bias,
            zero_point,
            out_dtype,
        )
        # What load() calls with, besides the packed weights.
        self._arguments = {
            "stride": _listed(stride),
            "padding": _listed(padding),
            "dilation": _listed(dilation),
            "groups": groups,
            "input_zero_point": input_zero_point,
            "weight_zero_point": _kept(weight_zero_point),
            "scale": _kept(scale),
            "bias": _kept(bias),
            "zero_point": zero_point,
            "out_dtype": None if out_dtype is None else np.dtype(out_dtype).name,
        }

    @property
    def shape(self):
        """The shape of the weights."""
        return self._convolution.shape

    def __call__(self, x, out=None):
        """The convolution of x; `out`, if given, receives it.

        The positions of x and out are evenly spaced, with contiguous channels:
        arrays in C's order, or slices of the channels of such arrays. The GIL is
        released meanwhile.
        """
        return self._convolution(x, out)

    def plan(self, x):
        """How a call with x would compute, in words."""
        return self._convolution.plan(x)

    def __repr__(self):
        return f"<lowp.Conv2d with weights of shape {self.shape}>"

    def __reduce__(self):
        return _rebuilt, (self._convolution.filter, self.shape, self._arguments)


def _rebuilt(packed, shape, arguments):
    dtype = arguments["out_dtype"]
    return Conv2d((packed, tuple(shape)), **{**arguments, "out_dtype": None if dtype is None else np.dtype(dtype)})


def conv2d(x, weights, *, out=None, **arguments):
    """The convolution of x with weights, once: lowp.Conv2d(weights, **arguments)(x, out)."""
    return Conv2d(weights, **arguments)(x, out)
