"""Who runs a network: lowp's runner as a shared library, LiteRT, ONNX Runtime. Each becomes a function to call.

Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0
"""

import ctypes
import itertools

import numpy
from ai_edge_litert import interpreter as litert

import reference

try:
    import onnxruntime

    import onnx_twin
except ImportError as error:
    onnxruntime = None
    print(f"left out: ONNX Runtime ({error})")


INT8 = 9  # TensorFlow Lite's number of the type


class Runner:
    """The functions of the module."""

    def __init__(self, path):
        self.library = ctypes.CDLL(str(path))
        self.library.lowp_network_open.restype = ctypes.c_void_p
        self.library.lowp_network_tensor.restype = ctypes.c_void_p
        self.library.lowp_network_backend.restype = ctypes.c_char_p
        for name in ("close", "tensor", "type", "run", "steps", "run_step"):
            getattr(self.library, f"lowp_network_{name}").argtypes = [ctypes.c_void_p] + \
                [ctypes.c_int] * (name in ("tensor", "type", "run_step"))

    def backends(self):
        """The names of those that this machine runs, the best first."""
        built = itertools.takewhile(bool, map(self.library.lowp_network_backend, itertools.count()))
        return [name.decode() for name in built if self.library.lowp_network_has_backend(name)]

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
        is_shifted = values.dtype == numpy.uint8 and self.library.lowp_network_type(opened, index) == INT8
        return values ^ numpy.uint8(128) if is_shifted else values

    def run(self, opened):
        if self.library.lowp_network_run(opened) != 0:
            raise RuntimeError("a step was refused")


def lowp_call(runner, path, values, threads):
    opened = runner.open(path, threads=threads)
    for detail, array in zip(reference.interpreter(path.read_bytes()).get_input_details(), values, strict=True):
        runner.set(opened, detail["index"], array)
    run, argument = runner.library.lowp_network_run, ctypes.c_void_p(opened)
    return lambda: run(argument)


def litert_call(path, values, threads):
    made = reference.interpreter(path.read_bytes(), litert.OpResolverType.AUTO, threads)
    reference.set_inputs(made, values)
    return made.invoke


def onnxruntime_call(path, values, threads):
    if onnxruntime is None or values[0].dtype != numpy.int8:
        return None
    try:
        twin = onnx_twin.twin_of(path.read_bytes())
    except NotImplementedError as error:
        print(f"  left out: ONNX Runtime, since {error}")
        return None
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads, options.inter_op_num_threads = threads, 1
    session = onnxruntime.InferenceSession(twin, options, providers=["CPUExecutionProvider"])
    shifted = (values[0].astype(numpy.int16) + 128).astype(numpy.uint8)
    name = session.get_inputs()[0].name
    feed = onnxruntime.OrtValue.ortvalue_from_numpy(
        numpy.ascontiguousarray(shifted.transpose(0, 3, 1, 2) if shifted.ndim == 4 else shifted))
    binding = session.io_binding()
    binding.bind_ortvalue_input(name, feed)
    for output in session.get_outputs():
        binding.bind_output(output.name)
    return lambda: session.run_with_iobinding(binding)
