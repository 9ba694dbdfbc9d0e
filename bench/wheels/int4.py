"""Times layers with 4-bit weights beside ONNX Runtime's MatMulNBits (accuracy level 4: activations of 8 bits) and
llama.cpp's Q4_0, turn by turn. All take and give floats. What is not installed is left out.

    int4.py <module> [threads] [rounds] [folder with libggml*.so]

llama.cpp's libraries come with the package llama-cpp-python. Their weights lie as llama.cpp lays them out for the
processor ("repacked"). Results are compared with the product of floats: each library quantizes rows in its own way.

Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0
"""

import ctypes
import importlib.util
import pathlib
import sys

import numpy

import ggml_peer
from contestant import Absent, Contestant, seconds_of
from timing import geometric_mean, quantile, ratio_cells, time_rounds, use_cpus

try:
    import onnx
    import onnxruntime
except ImportError:
    onnxruntime = None

SIZES = [(4096, 4096), (4096, 11008)]
ROWS = [1, 8, 64, 512]
GROUPS = [32, 128]


class Layer:
    """Weights of n columns in the bytes of MatMulNBits: zero points of 8, float scales that are halves."""

    def __init__(self, k, n, group):
        random = numpy.random.default_rng(1)
        self.k, self.n, self.group = k, n, group
        self.values = random.integers(0, 16, (n, k), dtype=numpy.uint8)
        self.scales = ((random.random((n, k // group)) + 1) / 1000).astype(numpy.float16).astype(numpy.float32)
        self.packed = (self.values[:, 0::2] | (self.values[:, 1::2] << 4)).reshape(n, k // group, group // 2)

    def product(self, x):
        scales = numpy.repeat(self.scales, self.group, axis=1)
        return x @ ((self.values.astype(numpy.float32) - 8) * scales).T


def pointer(array):
    return ctypes.c_void_p(array.ctypes.data)


def lowp_contestant(module, layer, x, threads):
    module.LowpInt4Create.restype = ctypes.c_void_p
    module.LowpInt4Seconds.restype = ctypes.c_double
    y = numpy.empty((len(x), layer.n), numpy.float32)
    made = ctypes.c_void_p(module.LowpInt4Create(
        len(x), layer.k, layer.n, layer.group, threads, pointer(layer.packed), pointer(layer.scales)))
    if not made:
        raise Absent("lowp refuses the layer")
    return Contestant("lowp", "float", lambda calls: module.LowpInt4Seconds(made, pointer(x), pointer(y), calls),
                      lambda: y), lambda: module.LowpInt4Destroy(made)


def onnxruntime_contestant(layer, x, threads):
    if onnxruntime is None:
        raise Absent("onnxruntime or onnx is not installed")
    real = onnx.TensorProto.FLOAT
    node = onnx.helper.make_node("MatMulNBits", ["x", "b", "scales"], ["y"], domain="com.microsoft", K=layer.k,
                                 N=layer.n, bits=4, block_size=layer.group, accuracy_level=4)
    graph = onnx.helper.make_graph(
        [node], "layer", [onnx.helper.make_tensor_value_info("x", real, x.shape)],
        [onnx.helper.make_tensor_value_info("y", real, (len(x), layer.n))],
        [onnx.numpy_helper.from_array(layer.packed, "b"), onnx.numpy_helper.from_array(layer.scales.ravel(), "scales")])
    versions = [onnx.helper.make_opsetid("", 13), onnx.helper.make_opsetid("com.microsoft", 1)]
    model = onnx.helper.make_model(graph, opset_imports=versions, ir_version=8)
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads, options.inter_op_num_threads = threads, 1
    session = onnxruntime.InferenceSession(model.SerializeToString(), options, providers=["CPUExecutionProvider"])
    y = numpy.empty((len(x), layer.n), numpy.float32)
    binding = session.io_binding()
    binding.bind_input("x", "cpu", 0, numpy.float32, x.shape, x.ctypes.data)
    binding.bind_output("y", "cpu", 0, numpy.float32, y.shape, y.ctypes.data)
    run, bound = session._sess.run_with_iobinding, binding._iobinding
    return Contestant("onnxruntime", "float", seconds_of(lambda _kept=(session, binding): run(bound, None)), lambda: y)


def folder_of_llama():
    found = importlib.util.find_spec("llama_cpp")
    if found is None or not found.submodule_search_locations:
        return None
    return pathlib.Path(found.submodule_search_locations[0]) / "lib"


def error_of(contestant, wanted):
    """The root mean square of the error, divided by that of the result."""
    return float(numpy.sqrt(numpy.mean((contestant.output() - wanted) ** 2) / numpy.mean(wanted**2)))


def main():
    module = ctypes.CDLL(sys.argv[1])
    threads = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    use_cpus(threads)
    rounds = int(sys.argv[3]) if len(sys.argv) > 3 else 7
    ggml = pathlib.Path(sys.argv[4]) if len(sys.argv) > 4 else folder_of_llama()
    peers = {"onnxruntime": onnxruntime_contestant,
             "llama.cpp": lambda layer, x, threads: ggml_peer.contestant(ggml, layer, x, threads)}
    print(f"{threads} thread(s); how much slower each peer is than lowp, median (lowest..highest); error: of lowp and the "
          "peers\n")
    print("| rows x k x n, group | lowp, ms |", " | ".join(f"{name}, slower" for name in peers), "| error |")
    print("|:--|" + "--:|" * (2 + len(peers)))
    found = {name: [] for name in peers}
    reasons = set()
    for k, n in SIZES:
        for group in GROUPS:
            layer = Layer(k, n, group)
            for rows in ROWS:
                x = numpy.random.default_rng(2).standard_normal((rows, k), dtype=numpy.float32)
                ours, destroy = lowp_contestant(module, layer, x, threads)
                made = {"lowp": ours}
                for name, make in peers.items():
                    try:
                        made[name] = make(layer, x, threads)
                    except Absent as reason:
                        reasons.add(f"left out: {name}, {reason}")
                times = {key[0]: value for key, value in time_rounds(list(made.values()), rounds, threads).items()}
                wanted = layer.product(x)
                cells = [f"{1e3 * quantile(times['lowp'], 0.25):.3f}", *ratio_cells(peers, times, found)]
                cells.append(", ".join(f"{error_of(each, wanted):.4f}" for each in made.values()))
                print(f"| {rows} x {k} x {n}, {group} |", " | ".join(cells), "|", flush=True)
                destroy()
    for name, middles in found.items():
        if middles:
            print(f"\n{name} takes {geometric_mean(middles):.2f}x the time of lowp, geometric mean of {len(middles)}")
    for reason in sorted(reasons):
        print(reason)


main()
