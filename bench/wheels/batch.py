"""Times a batch of small products, u8 x s8 with int32 sums, beside the same products in a loop over PyTorch's _int_mm and
ONNX Runtime's MatMulInteger, and beside the latter for all of them in one call, turn by turn. All sums must be equal.

    batch.py <module> [threads] [rounds]

Both operands are activations, as in attention: nothing is packed ahead. PyTorch takes s8 x s8. What is not installed is
left out.

Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0
"""

import ctypes
import sys

import numpy

from contestant import Absent, Contestant, seconds_of
from timing import geometric_mean, quantile, ratio_cells, time_rounds, use_cpus

try:
    import onnx
    import onnxruntime
except ImportError:
    onnxruntime = None
try:
    import torch
except ImportError:
    torch = None

# count, rows, k, columns, and whether the right side lies transposed (keys of attention do)
BATCHES = [(12, 64, 128, 64, True), (12, 64, 128, 64, False), (96, 1, 2048, 128, False), (96, 1, 128, 2048, True)]


class Batch:
    """Zero points: 128 and 0. Weights of 7 bits, which no processor saturates."""

    def __init__(self, count, m, k, n, transposed):
        random = numpy.random.default_rng(1)
        self.count, self.m, self.k, self.n, self.transposed = count, m, k, n, transposed
        self.lhs = random.integers(0, 256, (count, m, k), dtype=numpy.uint8)
        self.stored = random.integers(-64, 64, (count, n, k) if transposed else (count, k, n), dtype=numpy.int8)
        self.rhs = self.stored.transpose(0, 2, 1) if transposed else self.stored

    def result(self):
        return numpy.empty((self.count, self.m, self.n), numpy.int32)


def pointer(array):
    return ctypes.c_void_p(array.ctypes.data)


def lowp_contestant(module, batch, threads):
    module.LowpBatchCreate.restype = ctypes.c_void_p
    module.LowpBatchSeconds.restype = ctypes.c_double
    made = ctypes.c_void_p(
        module.LowpBatchCreate(batch.count, batch.m, batch.k, batch.n, int(batch.transposed), threads))
    y = batch.result()

    def seconds(calls, _kept=batch):
        return module.LowpBatchSeconds(made, pointer(batch.lhs), pointer(batch.stored), pointer(y), calls)

    return Contestant("lowp", "int32", seconds, lambda: y)


def session_of(batch, in_one, threads):
    """MatMulInteger, which takes a transposed right side only through a node Transpose."""
    kinds = onnx.TensorProto
    lead = [batch.count] if in_one else []
    stored = lead + list(batch.stored.shape[1:])
    axes = [0, 2, 1] if in_one else [1, 0]
    nodes = [onnx.helper.make_node("Transpose", ["b"], ["bt"], perm=axes)] if batch.transposed else []
    right = "bt" if batch.transposed else "b"
    nodes.append(onnx.helper.make_node("MatMulInteger", ["a", right, "az", "bz"], ["y"]))
    constants = [onnx.numpy_helper.from_array(numpy.array(128, numpy.uint8), "az"),
                 onnx.numpy_helper.from_array(numpy.array(0, numpy.int8), "bz")]
    graph = onnx.helper.make_graph(
        nodes, "batch",
        [onnx.helper.make_tensor_value_info("a", kinds.UINT8, lead + [batch.m, batch.k]),
         onnx.helper.make_tensor_value_info("b", kinds.INT8, stored)],
        [onnx.helper.make_tensor_value_info("y", kinds.INT32, lead + [batch.m, batch.n])], constants)
    model = onnx.helper.make_model(graph, opset_imports=[onnx.helper.make_opsetid("", 13)], ir_version=8)
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads, options.inter_op_num_threads = threads, 1
    return onnxruntime.InferenceSession(model.SerializeToString(), options, providers=["CPUExecutionProvider"])


def onnxruntime_contestant(batch, in_one, threads):
    if onnxruntime is None:
        raise Absent("onnxruntime or onnx is not installed")
    session, y = session_of(batch, in_one, threads), batch.result()
    views = [(batch.lhs, batch.stored, y)] if in_one else list(zip(batch.lhs, batch.stored, y))
    bindings = []
    for lhs, rhs, result in views:
        binding = session.io_binding()
        binding.bind_input("a", "cpu", 0, numpy.uint8, lhs.shape, lhs.ctypes.data)
        binding.bind_input("b", "cpu", 0, numpy.int8, rhs.shape, rhs.ctypes.data)
        binding.bind_output("y", "cpu", 0, numpy.int32, result.shape, result.ctypes.data)
        bindings.append(binding)
    run, bound = session._sess.run_with_iobinding, [binding._iobinding for binding in bindings]

    def call(_kept=(session, bindings, batch)):
        for each in bound:
            run(each, None)

    return Contestant("onnxruntime" if in_one else "onnxruntime, loop", "int32", seconds_of(call), lambda: y)


def torch_contestant(batch, threads):
    if torch is None:
        raise Absent("torch is not installed")
    torch.set_num_threads(threads)
    y = torch.from_numpy(batch.result())
    lhs = torch.from_numpy((batch.lhs ^ 128).view(numpy.int8))
    stored = torch.from_numpy(batch.stored)
    rhs = stored.transpose(1, 2) if batch.transposed else stored
    each = list(zip(lhs, rhs, y))

    def call():
        for a, b, out in each:
            torch._int_mm(a, b, out=out)

    return Contestant("torch, loop", "int32", seconds_of(call), lambda: y.numpy())


def main():
    module = ctypes.CDLL(sys.argv[1])
    threads = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    use_cpus(threads)
    rounds = int(sys.argv[3]) if len(sys.argv) > 3 else 9
    makers = {"torch, loop": torch_contestant,
              "onnxruntime, loop": lambda batch, threads: onnxruntime_contestant(batch, False, threads),
              "onnxruntime": lambda batch, threads: onnxruntime_contestant(batch, True, threads)}
    print(f"{threads} thread(s); how much slower each peer is than lowp, median (lowest..highest)\n")
    print("| products of rows x k x columns | lowp, us |", " | ".join(makers), "|")
    print("|:--|" + "--:|" * (1 + len(makers)))
    found, reasons = {name: [] for name in makers}, set()
    for sizes in BATCHES:
        batch = Batch(*sizes)
        made = {"lowp": lowp_contestant(module, batch, threads)}
        for name, make in makers.items():
            try:
                made[name] = make(batch, threads)
            except Absent as reason:
                reasons.add(f"left out: {name}, {reason}")
        times = {key[0]: value for key, value in time_rounds(list(made.values()), rounds, threads).items()}
        wanted = (batch.lhs.astype(numpy.int32) - 128) @ batch.rhs.astype(numpy.int32)
        wrong = {name: numpy.count_nonzero(each.output() != wanted) for name, each in made.items()}
        assert wrong["lowp"] == 0, "lowp is wrong"
        cells = [f"{1e6 * quantile(times['lowp'], 0.25):.1f}"]
        for name, cell in zip(makers, ratio_cells(makers, times, found)):
            cells.append(cell + (f", {wrong[name]} wrong" if wrong.get(name) else ""))
        words = f"{batch.count} of {batch.m} x {batch.k} x {batch.n}" + (", right side transposed" * batch.transposed)
        print(f"| {words} |", " | ".join(cells), "|", flush=True)
    for name, middles in found.items():
        if middles:
            print(f"\n{name} takes {geometric_mean(middles):.2f}x the time of lowp, geometric mean of {len(middles)}")
    for reason in sorted(reasons):
        print(reason)


main()
