"""Exact products of 8-bit integer matrices, with the same bits everywhere.

    import lowp
    import numpy as np

    a = np.array([[12, 14, 8], [10, 16, 18]], np.uint8)
    b = np.array([[10, -20], [30, 5], [-7, 40]], np.int8)
    lowp.matmul(a, b, a_zero_point=10)                     # int32
    lowp.matmul(a, b, a_zero_point=10, scale=1 / 8)        # float32
    lowp.matmul(a, b, a_zero_point=10, scale=1 / 8,
                zero_point=128, out_dtype=np.uint8)        # uint8

The result does not depend on the processor, the number of threads, or how
arrays lie in memory. doc/python.md is a tour.
"""

from importlib import metadata as _metadata

from ._core import (
    Int4Linear,
    Packed,
    Plan,
    backend,
    backends,
    matmul,
    plan,
    set_backend,
    set_threads,
    threads,
)
from . import drawing
from ._conv import (
    Conv1d,
    Conv2d,
    Conv3d,
    ConvTranspose1d,
    ConvTranspose2d,
    ConvTranspose3d,
    conv1d,
    conv2d,
    conv3d,
    conv_transpose1d,
    conv_transpose2d,
    conv_transpose3d,
)
from ._dynamic import DynamicLinear
from ._errors import (
    DataLoss,
    Error,
    InvalidArgument,
    ResourceExhausted,
    Unsupported,
)
from ._files import load, save
from ._arithmetic import FixedPoint, Real, Shifts, quantize_bias
from ._linear import Linear
from ._quantize import choose_parameters, dequantize, quantize
from ._settings import using

try:
    __version__ = _metadata.version("lowp")
except _metadata.PackageNotFoundError:  # used without having been installed
    __version__ = "unknown"

__all__ = [
    "Conv1d",
    "Conv2d",
    "Conv3d",
    "ConvTranspose1d",
    "ConvTranspose2d",
    "ConvTranspose3d",
    "DataLoss",
    "DynamicLinear",
    "Error",
    "FixedPoint",
    "Int4Linear",
    "InvalidArgument",
    "Linear",
    "Packed",
    "Plan",
    "Real",
    "ResourceExhausted",
    "Shifts",
    "Unsupported",
    "backend",
    "backends",
    "choose_parameters",
    "conv1d",
    "conv2d",
    "conv3d",
    "conv_transpose1d",
    "conv_transpose2d",
    "conv_transpose3d",
    "dequantize",
    "drawing",
    "load",
    "matmul",
    "plan",
    "quantize",
    "quantize_bias",
    "save",
    "set_backend",
    "set_threads",
    "threads",
    "using",
]
