"""Times lowp's convolutions of int16 tensors with 8-bit filters (16x8) beside LiteRT's, turn by turn. All bytes must be
the same.

    int16_convolution.py <folder of the modules> [threads] [rounds]

The layers are those of ../convolution_bench.cc. XNNPACK has no such convolutions: LiteRT runs its own kernels.

Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0
"""

import ctypes
import math
import pathlib
import sys

import numpy

from contestant import Absent, Contestant
from convolution import layers, version
from litert_convolution import wide_litert_contestant
from problem import aligned, aligned_copy
from timing import geometric_mean, lower_quartile, ratios, time_rounds, use_cpus


def quantized(scale):
    """(multiplier, exponent) of TensorFlow Lite's QuantizeMultiplier."""
    fraction, exponent = math.frexp(float(scale))
    multiplier = math.floor(fraction * 2**31 + 0.5)
    return (multiplier // 2, exponent + 1) if multiplier == 2**31 else (multiplier, exponent)


def pointer(array):
    return ctypes.c_void_p(array.ctypes.data)


def lowp_contestant(module, layer, values, threads):
    module.LowpInt16Create.restype = ctypes.c_void_p
    module.LowpInt16Seconds.restype = ctypes.c_double
    factors = numpy.array([quantized(scale) for scale in layer.scale], numpy.int32)
    kept = [layer, layer.bias.astype(numpy.int64), *(numpy.ascontiguousarray(column) for column in factors.T)]
    made = module.LowpInt16Create(ctypes.byref(layer.work), *(pointer(each) for each in kept[1:]), threads)
    if not made:
        raise Absent("lowp has no such convolution")
    output = aligned(layer.output_shape, numpy.int16)

    def seconds(calls, _kept=kept):
        return module.LowpInt16Seconds(ctypes.c_void_p(made), pointer(values), pointer(output), calls)

    return Contestant("lowp", "s16", seconds, lambda: output)


def main():
    module = ctypes.CDLL(str(pathlib.Path(sys.argv[1]).resolve() / "int16_convolution.so"))
    threads = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    use_cpus(threads)
    rounds = int(sys.argv[3]) if len(sys.argv) > 3 else 5
    print(f"litert {version('ai-edge-litert')}, {threads} thread(s). Its time divided by lowp's, median (lowest..highest)\n")
    print("| layer | lowp, us | litert |\n|:--|--:|--:|")
    found, all_reasons = [], {}
    for layer in layers():
        random = numpy.random.default_rng(2)
        values = aligned_copy(random.integers(-32768, 32767, layer.input.shape, numpy.int16, endpoint=True))
        made = [lowp_contestant(module, layer, values, threads)]
        try:
            made.append(wide_litert_contestant(layer, values, threads))
        except Absent as reason:
            all_reasons[layer.name] = str(reason).splitlines()[0]
        times = {key[0]: seconds for key, seconds in time_rounds(made, rounds, threads).items()}
        cell = "-"
        if "litert" in times:
            assert numpy.array_equal(made[0].output(), made[1].output()), f"{layer.name}: the bytes differ"
            middle, low, high = ratios(times["litert"], times["lowp"])
            found.append(middle)
            cell = f"{middle:.1f} ({low:.1f}..{high:.1f})"
        print(f"| {layer.name} | {1e6 * lower_quartile(times['lowp']):.1f} | {cell} |", flush=True)
    if found:
        print(f"\nlitert takes {geometric_mean(found):.1f}x the time of lowp, geometric mean of {len(found)} layers")
    for name, reason in all_reasons.items():
        print(f"left out: litert, {name}: {reason}")


if __name__ == "__main__":
    main()
