"""Times lowp's dynamic linear layers beside ONNX Runtime's DynamicQuantizeMatMul and PyTorch's dynamic linear on FBGEMM
and on oneDNN, turn by turn, one thread. Layers of the same arithmetic must agree to the bit; oneDNN's, which rounds
another way near ties, to 1e-3 of the largest result. What is not installed is left out.

    dynamic.py <module> [rounds]

Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0
"""

import ctypes
import functools
import sys

import numpy

from contestant import Contestant, seconds_of
from timing import geometric_mean, quantile, ratios, time_rounds, use_cpus

try:
    import onnx
    import onnxruntime
except ImportError:
    onnxruntime = None
try:
    import torch

    torch.set_num_threads(1)
except ImportError:
    torch = None

PRESETS = {"lowp SymmetricRows": 0, "lowp OnnxTensor": 1, "lowp ReciprocalTensor": 2}
SIZES = [(4096, 4096), (4096, 11008)]
ROWS = [1, 8, 64, 512]


class Layer:
    """Weights of 7 bits, which no processor saturates."""

    def __init__(self, k, n):
        random = numpy.random.default_rng(1)
        self.k, self.n = k, n
        self.weights = random.integers(-64, 64, (k, n), dtype=numpy.int8)
        self.scales = (random.random(n, dtype=numpy.float32) + 1) / 1000
        self.bias = random.standard_normal(n, dtype=numpy.float32)


def lowp_contestants(module, layer, x):
    module.LowpDynamicCreate.restype = ctypes.c_void_p
    module.LowpDynamicSeconds.restype = ctypes.c_double

    def pointer(array):
        return ctypes.c_void_p(array.ctypes.data)

    for name, preset in PRESETS.items():
        y = numpy.empty((len(x), layer.n), numpy.float32)
        made = module.LowpDynamicCreate(
            preset, layer.k, layer.n, pointer(layer.weights), pointer(layer.scales), pointer(layer.bias)
        )

        def seconds(calls, made=made, y=y):
            return module.LowpDynamicSeconds(ctypes.c_void_p(made), len(x), pointer(x), pointer(y), calls)

        yield Contestant(name, "float", seconds, lambda y=y: y), lambda made=made: module.LowpDynamicDestroy(
            ctypes.c_void_p(made)
        )


def onnxruntime_contestant(layer, x):
    real = onnx.TensorProto.FLOAT
    constants = [("weights", layer.weights), ("scales", layer.scales), ("bias", layer.bias)]
    node = onnx.helper.make_node(
        "DynamicQuantizeMatMul", ["x", "weights", "scales", "", "bias"], ["y"], domain="com.microsoft"
    )
    graph = onnx.helper.make_graph(
        [node],
        "layer",
        [onnx.helper.make_tensor_value_info("x", real, x.shape)],
        [onnx.helper.make_tensor_value_info("y", real, (len(x), layer.n))],
        [onnx.numpy_helper.from_array(array, name) for name, array in constants],
    )
    versions = [onnx.helper.make_opsetid("", 13), onnx.helper.make_opsetid("com.microsoft", 1)]
    model = onnx.helper.make_model(graph, opset_imports=versions, ir_version=8)
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    session = onnxruntime.InferenceSession(model.SerializeToString(), options, providers=["CPUExecutionProvider"])
    y = numpy.empty((len(x), layer.n), numpy.float32)
    binding = session.io_binding()
    binding.bind_input("x", "cpu", 0, numpy.float32, x.shape, x.ctypes.data)
    binding.bind_output("y", "cpu", 0, numpy.float32, y.shape, y.ctypes.data)
    run, bound = session._sess.run_with_iobinding, binding._iobinding
    call = seconds_of(lambda _kept=(session, binding): run(bound, None))
    return Contestant("onnxruntime", "float", call, lambda: y)


def torch_contestant(layer, x, engine):
    torch.backends.quantized.engine = engine
    weights = torch._make_per_channel_quantized_tensor(
        torch.from_numpy(layer.weights.T.copy()),
        torch.from_numpy(layer.scales.astype(numpy.float64)),
        torch.zeros(layer.n, dtype=torch.int64),
        0,
    )
    packed = torch.ops.quantized.linear_prepack(weights, torch.from_numpy(layer.bias))
    given = torch.from_numpy(x)
    last = {}

    def call():
        last["y"] = torch.ops.quantized.linear_dynamic(given, packed, True)

    return Contestant(f"torch, {engine}", "float", seconds_of(call), lambda: last["y"].numpy())


# The peers that are installed: a name, what makes a contestant, the preset of the same arithmetic, and how far results
# may differ, in units of the largest one.
def peers():
    if onnxruntime is not None:
        print(f"onnxruntime {onnxruntime.__version__}")
        yield "onnxruntime", onnxruntime_contestant, "lowp OnnxTensor", 0
    if torch is not None:
        print(f"torch {torch.__version__}")
        for engine, tolerance in ("fbgemm", 0), ("onednn", 1e-3):
            if engine in torch.backends.quantized.supported_engines:
                make = functools.partial(torch_contestant, engine=engine)
                yield f"torch, {engine}", make, "lowp ReciprocalTensor", tolerance


def agree(a, b, tolerance):
    a, b = a.output(), b.output()
    return numpy.abs(a - b).max() <= tolerance * numpy.abs(b).max()


def main():
    module = ctypes.CDLL(sys.argv[1])
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 7
    use_cpus(1)
    present = list(peers())
    print("\nMilliseconds, and how much slower each peer is than the same arithmetic by lowp: median (lowest..highest)\n")
    print("| rows x k x n |", " | ".join(list(PRESETS) + [f"{name}, slower" for name, *_ in present]), "|")
    print("|:--|" + "--:|" * (len(PRESETS) + len(present)))
    all_ratios = {name: [] for name, *_ in present}
    for k, n in SIZES:
        layer = Layer(k, n)
        for rows in ROWS:
            x = numpy.random.default_rng(2).standard_normal((rows, k), dtype=numpy.float32)
            ours = list(lowp_contestants(module, layer, x))
            made = {contestant.name: contestant for contestant, _ in ours}
            for name, make, _, _ in present:
                made[name] = make(layer, x)
            times = {key[0]: value for key, value in time_rounds(list(made.values()), rounds).items()}
            cells = [f"{1e3 * quantile(times[name], 0.25):.2f}" for name in PRESETS]
            for name, _, same, tolerance in present:
                assert agree(made[name], made[same], tolerance), f"{name} differs from {same}"
                middle, low, high = ratios(times[name], times[same])
                all_ratios[name].append(middle)
                cells.append(f"{middle:.2f} ({low:.2f}..{high:.2f})")
            print(f"| {rows} x {k} x {n} |", " | ".join(cells), "|", flush=True)
            for _, destroy in ours:
                destroy()
    for name, found in all_ratios.items():
        print(f"\n{name} takes {geometric_mean(found):.2f}x the time of lowp, geometric mean")


main()
