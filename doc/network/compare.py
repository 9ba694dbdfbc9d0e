"""Networks by lowp beside LiteRT (XNNPACK) and ONNX Runtime, in one run on one machine.

  compare.py MODULE FOLDER [--threads=1,2] [--rounds=30] [NAME...]

MODULE is the runner as a shared library, FOLDER what make_models.py wrote. First every tensor of each network is compared
with TensorFlow Lite's reference kernels: one byte that differs is a failure. Then the contestants take turns: a turn is
calls for some milliseconds, and the shortest turn counts. All are called from Python.

Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0
"""

import argparse
import ctypes
import math
import pathlib
import sys
import time

import numpy
from ai_edge_litert import interpreter as litert

import reference

try:
    import onnxruntime

    import onnx_twin
except ImportError as error:
    onnxruntime = None
    print(f"left out: ONNX Runtime ({error})")

BACKENDS = ("avx512_vnni", "avx_vnni", "avx512", "avx2", "i8mm", "dotprod", "neon", "scalar")
TURN_SECONDS = 0.02


class Runner:
    """The functions of the module."""

    def __init__(self, path):
        self.library = ctypes.CDLL(str(path))
        self.library.lowp_network_open.restype = ctypes.c_void_p
        self.library.lowp_network_tensor.restype = ctypes.c_void_p
        for name in ("close", "tensor", "run", "steps", "run_step"):
            getattr(self.library, f"lowp_network_{name}").argtypes = [ctypes.c_void_p] + \
                [ctypes.c_int] * (name in ("tensor", "run_step"))

    def open(self, path, backend="", threads=1, keeps_tensors=False):
        error = ctypes.create_string_buffer(400)
        opened = self.library.lowp_network_open(str(path).encode(), backend.encode(), threads, int(keeps_tensors), error,
                                                len(error))
        if not opened:
            raise RuntimeError(f"{path}: {error.value.decode()}")
        return opened

    def set(self, opened, index, values):
        ctypes.memmove(self.library.lowp_network_tensor(opened, index), values.ctypes.data, values.nbytes)

    def get(self, opened, index, like):
        values = numpy.empty_like(like)
        ctypes.memmove(values.ctypes.data, self.library.lowp_network_tensor(opened, index), values.nbytes)
        return values

    def run(self, opened):
        if self.library.lowp_network_run(opened) != 0:
            raise RuntimeError("a step was refused")


def check(runner, path, values):
    """The first tensor that differs from the reference kernels', on any backend, or None; and how many were compared."""
    wanted = litert.Interpreter(model_content=path.read_bytes(), experimental_preserve_all_tensors=True,
                                experimental_op_resolver_type=litert.OpResolverType.BUILTIN_REF)
    wanted.allocate_tensors()
    reference.run(wanted, values)
    first, compared, backends = wanted.get_input_details()[0]["index"], 0, []
    for backend in BACKENDS:
        try:
            opened = runner.open(path, backend, 2, keeps_tensors=True)
        except RuntimeError as refusal:
            if "backend" in str(refusal):
                continue
            raise
        backends.append(backend)
        runner.set(opened, first, values)
        runner.run(opened)
        for position, operator in enumerate(wanted._get_ops_details()):
            for index in operator["outputs"]:
                tensor = wanted.get_tensor(int(index))
                differ = int((runner.get(opened, int(index), tensor) != tensor).sum())
                compared += tensor.size
                if differ:
                    return f"{backend}: {differ} of {tensor.size} values of operator {position}, {operator['op_name']}"
        runner.library.lowp_network_close(opened)
    return f"the reference kernels' bytes in all {compared} values of {len(backends)} backends"


def lowp_call(runner, path, values, threads):
    opened = runner.open(path, threads=threads)
    runner.set(opened, reference.interpreter(path.read_bytes()).get_input_details()[0]["index"], values)
    run, argument = runner.library.lowp_network_run, ctypes.c_void_p(opened)
    return lambda: run(argument)


def litert_call(path, values, threads):
    made = reference.interpreter(path.read_bytes(), litert.OpResolverType.AUTO, threads)
    made.set_tensor(made.get_input_details()[0]["index"], values)
    return made.invoke


def onnxruntime_call(path, values, threads):
    if onnxruntime is None or values.dtype != numpy.int8:
        return None
    try:
        twin = onnx_twin.twin_of(path.read_bytes())
    except NotImplementedError as error:
        print(f"  left out: ONNX Runtime, since {error}")
        return None
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads, options.inter_op_num_threads = threads, 1
    session = onnxruntime.InferenceSession(twin, options, providers=["CPUExecutionProvider"])
    shifted = (values.astype(numpy.int16) + 128).astype(numpy.uint8)
    name = session.get_inputs()[0].name
    feed = onnxruntime.OrtValue.ortvalue_from_numpy(
        numpy.ascontiguousarray(shifted.transpose(0, 3, 1, 2) if shifted.ndim == 4 else shifted))
    binding = session.io_binding()
    binding.bind_ortvalue_input(name, feed)
    for output in session.get_outputs():
        binding.bind_output(output.name)
    return lambda: session.run_with_iobinding(binding)


def seconds_a_call(call, calls):
    start = time.perf_counter()
    for _ in range(calls):
        call()
    return (time.perf_counter() - start) / calls


def contest(contestants, rounds):
    """The shortest turn of each."""
    calls, best = {}, {}
    for name, call in contestants.items():
        call()
        calls[name] = max(1, round(TURN_SECONDS / seconds_a_call(call, 3)))
    for _ in range(rounds):
        for name, call in contestants.items():
            best[name] = min(best.get(name, math.inf), seconds_a_call(call, calls[name]))
    return best


def row(name, threads, best):
    ours, text = best["lowp"], f"| {name} | {threads} | {1e3 * best['lowp']:.4f} |"
    for peer in ("LiteRT", "ONNX Runtime"):
        text += f" {1e3 * best[peer]:.4f} | {best[peer] / ours:.2f} |" if peer in best else " | |"
    return text


def arguments():
    parser = argparse.ArgumentParser()
    parser.add_argument("module", type=pathlib.Path)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--threads", default="1,2")
    parser.add_argument("--rounds", type=int, default=30)
    return parser.parse_intermixed_args()


def main():
    options, rows, failed = arguments(), [], False
    runner = Runner(options.module.resolve())
    for path in sorted(options.folder.glob("*.tflite")):
        if options.names and path.stem not in options.names:
            continue
        values = numpy.load(path.with_suffix(".input.npy"))
        verdict = check(runner, path, values)
        failed = failed or not verdict.startswith("the reference")
        print(f"{path.stem}: {verdict}")
        for threads in map(int, options.threads.split(",")):
            calls = {"lowp": lowp_call(runner, path, values, threads), "LiteRT": litert_call(path, values, threads),
                     "ONNX Runtime": onnxruntime_call(path, values, threads)}
            best = contest({name: call for name, call in calls.items() if call}, options.rounds)
            rows.append(row(path.stem, threads, best))
    print("\n| network | threads | lowp, ms | LiteRT, ms | times lowp's | ONNX Runtime, ms | times lowp's |")
    print("|---|---|---|---|---|---|---|")
    print("\n".join(rows))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
