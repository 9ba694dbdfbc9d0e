"""Shapes, and the operands of a product: those of ../problem.cc, except that no weight is -128.

Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0
"""

import ctypes
import math
import pathlib
import re

import numpy

INPUT_ZERO_POINT = 120  # ../work.h
OUTPUT_ZERO_POINT = 128
LEAST_MULTIPLY_ADDS = 2_000_000


def aligned(shape, dtype):
    """An empty array that starts on a cache line, with one more behind it."""
    size = math.prod(shape) * numpy.dtype(dtype).itemsize
    memory = numpy.zeros(size + 128, numpy.uint8)
    start = -memory.ctypes.data % 64
    return memory[start : start + size].view(dtype).reshape(shape)


def aligned_copy(values):
    copy = aligned(values.shape, values.dtype)
    copy[...] = values
    return copy


def parse_shape(text):
    found = re.fullmatch(r"(\d+)x(\d+)x(\d+)", text)
    if not found or "0" in found.groups():
        raise ValueError(f"{text} is not rows x columns x depth")
    return tuple(int(size) for size in found.groups())


def default_shapes():
    """Those of ../shapes.cc in which a call's overhead is small, and those of one row."""
    source = pathlib.Path(__file__).parent.parent / "shapes.cc"
    table = re.findall(r'\{"\w+", (\d+), (\d+), (\d+)\}', source.read_text())
    shapes = [tuple(int(size) for size in row) for row in table]
    return [shape for shape in shapes if shape[0] == 1 or math.prod(shape) >= LEAST_MULTIPLY_ADDS]


class Product(ctypes.Structure):
    """LowpWheelsProduct of entry.h."""

    _fields_ = [
        (name, ctypes.c_int32)
        for name in ("rows", "cols", "depth", "multiplier", "shift", "signed_input", "signed_weights", "sums")
    ] + [(name, ctypes.c_void_p) for name in ("input", "input_s8", "weights", "weights_u8", "bias")]


class Problem:
    """Random operands, the same in every run, and a scale that spreads the results over the bytes.

    The s8 operands are the u8 ones minus 128: all pairs of signs are the same product with the same result. LiteRT
    takes no weight of -128.
    """

    def __init__(self, shape):
        self.rows, self.cols, self.depth = shape
        random = numpy.random.default_rng(1)
        self.input = aligned_copy(random.integers(0, 255, (self.rows, self.depth), numpy.uint8, endpoint=True))
        self.weights = aligned_copy(random.integers(-127, 127, (self.cols, self.depth), numpy.int8, endpoint=True))
        self.bias = aligned_copy(random.integers(-10000, 10000, self.cols, numpy.int32, endpoint=True))
        self.no_bias = aligned((self.cols,), numpy.int32)
        self.input_s8 = aligned_copy((self.input ^ 128).view(numpy.int8))
        self.weights_u8 = aligned_copy(self.weights.view(numpy.uint8) ^ 128)
        fraction, exponent = math.frexp(50 / (74 * 74 * math.sqrt(self.depth)))
        self.multiplier = int(math.ldexp(fraction, 31))
        self.shift = -exponent
        self.scale = math.ldexp(self.multiplier, -31 - self.shift)

    def product(self, signed_input=False, signed_weights=True, sums=False, with_bias=True):
        """For a module. Points into this object."""
        return Product(
            self.rows,
            self.cols,
            self.depth,
            self.multiplier,
            self.shift,
            signed_input,
            signed_weights,
            sums,
            self.input.ctypes.data,
            self.input_s8.ctypes.data,
            self.weights.ctypes.data,
            self.weights_u8.ctypes.data,
            (self.bias if with_bias else self.no_bias).ctypes.data,
        )
