"""Times lowp's convolutions beside those of ONNX Runtime, LiteRT and oneDNN as PyPI has them, turn by turn.

    convolution.py <folder of the modules> [threads] [rounds]

The layers are those of ../convolution_bench.cc: s8 in NHWC, a bias and a float scale for each channel. ONNX Runtime gets
the same values as u8. What is not installed, or has no such convolution, is left out.

Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0
"""

import ctypes
import importlib.metadata
import pathlib
import re
import sys

import numpy

from contestant import Absent, Contestant
from litert_convolution import litert_contestant
from onnxruntime_convolution import onnxruntime_contestant
from problem import aligned, aligned_copy
from timing import geometric_mean, lower_quartile, ratios, time_rounds, use_cpus


class Work(ctypes.Structure):
    """ConvWork of ../convolution_work.h."""

    _fields_ = [
        (name, ctypes.c_int32)
        for name in (
            "height width input_channels output_channels groups kernel stride dilation pad_top pad_left pad_bottom "
            "pad_right output_height output_width input_zero_point output_zero_point"
        ).split()
    ] + [(name, ctypes.c_void_p) for name in ("input", "filter", "bias", "scale")]


class Layer:
    """Random operands, the same in every run. LiteRT takes no weight of -128."""

    INPUT_ZERO_POINT, OUTPUT_ZERO_POINT = -3, 5

    def __init__(self, name, size, inputs, outputs, kernel, stride, groups, dilation):
        self.name = f"{name}, {size}x{size}x{inputs} to {outputs}"
        self.size, self.inputs, self.outputs, self.kernel = size, inputs, outputs, kernel
        self.stride, self.groups, self.dilation = stride, groups, dilation
        self.output_size = -(-size // stride)
        covered = (self.output_size - 1) * stride + (kernel - 1) * dilation + 1
        padding = max(covered - size, 0)
        self.pad_before, self.pad_after = padding // 2, padding - padding // 2
        random = numpy.random.default_rng(1)
        of_group = inputs // groups
        self.input = aligned_copy(random.integers(-128, 127, (1, size, size, inputs), numpy.int8, endpoint=True))
        self.filter = aligned_copy(
            random.integers(-127, 127, (outputs, kernel, kernel, of_group), numpy.int8, endpoint=True)
        )
        self.bias = aligned_copy(random.integers(-10000, 10000, outputs, numpy.int32, endpoint=True))
        k = kernel * kernel * of_group
        self.scale = aligned_copy((1.0 / (300 * k + numpy.arange(outputs))).astype(numpy.float32))
        self.work = Work(
            size, size, inputs, outputs, groups, kernel, stride, dilation, self.pad_before, self.pad_before,
            self.pad_after, self.pad_after, self.output_size, self.output_size, self.INPUT_ZERO_POINT,
            self.OUTPUT_ZERO_POINT, self.input.ctypes.data, self.filter.ctypes.data, self.bias.ctypes.data,
            self.scale.ctypes.data,
        )  # fmt: skip

    @property
    def output_shape(self):
        return (1, self.output_size, self.output_size, self.outputs)


def layers():
    """Those of ../convolution_bench.cc."""
    source = pathlib.Path(__file__).parent.parent / "convolution_bench.cc"
    table = re.findall(r'\{"([^"]+)"' + r",\s+(\d+)" * 7 + r"\}", source.read_text())
    return [Layer(row[0], *(int(value) for value in row[1:])) for row in table]


def module_contestant(file, name, layer, threads):
    try:
        module = ctypes.CDLL(str(file))
    except OSError as error:
        raise Absent(str(error)) from error
    module.LowpConvolutionCreate.restype = ctypes.c_void_p
    module.LowpConvolutionSeconds.restype = ctypes.c_double
    made = module.LowpConvolutionCreate(ctypes.byref(layer.work), threads)
    if not made:
        raise Absent(f"{name} has no such convolution")
    output = aligned(layer.output_shape, numpy.int8)

    def seconds(calls):
        return module.LowpConvolutionSeconds(ctypes.c_void_p(made), ctypes.c_void_p(output.ctypes.data), calls)

    return Contestant(name, "s8", seconds, lambda: output)


def version(wheel):
    try:
        return importlib.metadata.version(wheel)
    except importlib.metadata.PackageNotFoundError:
        return "absent"


PEERS = {"onnxruntime": "onnxruntime", "litert": "ai-edge-litert", "onednn": "onednn"}


def contestants(folder, layer, threads):
    makers = {
        "lowp": lambda: module_contestant(folder / "lowp_convolution.so", "lowp", layer, threads),
        "onnxruntime": lambda: onnxruntime_contestant(layer, threads),
        "litert": lambda: litert_contestant(layer, threads),
        "onednn": lambda: module_contestant(folder / "onednn_convolution.so", "onednn", layer, threads),
    }
    made, reasons = {}, {}
    for name, make in makers.items():
        try:
            made[name] = make()
        except Absent as reason:
            reasons[name] = str(reason)
    return made, reasons


def cell(name, made, times, found):
    if name not in made:
        return "-"
    middle, low, high = ratios(times[name], times["lowp"])
    found.setdefault(name, []).append(middle)
    text = f"{middle:.2f} ({low:.2f}..{high:.2f})"
    different = numpy.count_nonzero(made[name].output() != made["lowp"].output())
    return f"{text}, {different} differ" if different else text


def main():
    folder = pathlib.Path(sys.argv[1]).resolve()
    threads = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    rounds = int(sys.argv[3]) if len(sys.argv) > 3 else 7
    use_cpus(threads)
    print(", ".join(f"{name} {version(wheel)}" for name, wheel in PEERS.items()))
    print(f"\n{threads} thread(s). Of the peers: their time divided by lowp's, median (lowest..highest)\n")
    print("| layer | lowp, us |", " | ".join(PEERS), "|")
    print("|:--|" + "--:|" * (1 + len(PEERS)))
    found, all_reasons = {}, {}
    for layer in layers():
        made, reasons = contestants(folder, layer, threads)
        all_reasons.update({(layer.name, name): reason for name, reason in reasons.items()})
        if "lowp" not in made:
            sys.exit(reasons["lowp"])
        times = {key[0]: value for key, value in time_rounds(list(made.values()), rounds, threads).items()}
        cells = [cell(name, made, times, found) for name in PEERS]
        print(f"| {layer.name} | {1e6 * lower_quartile(times['lowp']):.1f} |", " | ".join(cells), "|", flush=True)
    for name, middles in found.items():
        print(f"\n{name} takes {geometric_mean(middles):.2f}x the time of lowp, geometric mean of {len(middles)} layers")
    for (layer, name), reason in all_reasons.items():
        print(f"left out: {name}, {layer}: {reason.splitlines()[0]}")


if __name__ == "__main__":
    main()
